/// A picture in ink and no ink: how dense the ink lies is how light the picture is there.
///
/// Floyd and Steinberg's error diffusion, after light and dark were stretched to the whole range; where neighbours differ
/// strongly the difference is made stronger, so that edges survive the few dots.
struct Dithering {
    let width: Int
    /// Row by row, whether a place is ink; what is clear never is.
    private(set) var ink: [Bool]

    init(_ grid: Resampled) {
        width = grid.width
        ink = Array(repeating: false, count: grid.places.count)
        var lights = Dithering.sharpened(Dithering.stretched(grid), grid)
        for y in 0..<grid.height {
            for x in 0..<width {
                let place = y * width + x
                guard grid.places[place].w >= 0.5 else { continue }
                ink[place] = lights[place] >= 0.5
                let error = lights[place] - (ink[place] ? 1 : 0)
                if x + 1 < width { lights[place + 1] += error * 7 / 16 }
                guard y + 1 < grid.height else { continue }
                if x > 0 { lights[place + width - 1] += error * 3 / 16 }
                lights[place + width] += error * 5 / 16
                if x + 1 < width { lights[place + width + 1] += error / 16 }
            }
        }
    }

    /// The light of every place from 0 to 1; the darkest and the lightest twentieth may be cut off.
    private static func stretched(_ grid: Resampled) -> [Float] {
        let lights = grid.places.map { (0.299 * $0.x + 0.587 * $0.y + 0.114 * $0.z) / 255 }
        let sorted = zip(lights, grid.places).filter { $0.1.w >= 0.5 }.map(\.0).sorted()
        guard !sorted.isEmpty else { return lights }
        let dark = sorted[sorted.count / 20]
        let bright = sorted[sorted.count - 1 - sorted.count / 20]
        // What is almost one colour is not blown up into noise.
        guard bright - dark > 0.1 else { return lights }
        return lights.map { min(max(($0 - dark) / (bright - dark), 0), 1) }
    }

    /// Each place moved away from the mean of its four neighbours.
    private static func sharpened(_ lights: [Float], _ grid: Resampled) -> [Float] {
        var result = lights
        for y in 0..<grid.height {
            for x in 0..<grid.width {
                let place = y * grid.width + x
                let left = lights[x > 0 ? place - 1 : place]
                let right = lights[x + 1 < grid.width ? place + 1 : place]
                let above = lights[y > 0 ? place - grid.width : place]
                let below = lights[y + 1 < grid.height ? place + grid.width : place]
                let mean = (left + right + above + below) / 4
                result[place] = min(max(lights[place] + (lights[place] - mean), 0), 1)
            }
        }
        return result
    }
}
