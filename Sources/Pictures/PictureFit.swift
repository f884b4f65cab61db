import RichText
import Terminal

/// How many cells a picture takes.
public enum PictureFit {
    /// The cells for a picture of `width` × `height` pixels, within `most` cells, in its own proportions.
    ///
    /// It is shown pixel by pixel where it fits, and larger only up to `magnification`; a cell measures `cell` pixels, which is 8 × 16 for a
    /// terminal that does not tell. At least one cell.
    public static func size(
        width: Int, height: Int, within most: CellSize, cell: Size = Size(width: 8, height: 16),
        magnification: Double = 1
    ) -> CellSize {
        guard width > 0, height > 0, cell.width > 0, cell.height > 0 else { return CellSize(width: 1, height: 1) }
        let wide = Double(width) / Double(cell.width)
        let high = Double(height) / Double(cell.height)
        let scale = min(Double(max(most.width, 1)) / wide, Double(max(most.height, 1)) / high, magnification)
        return CellSize(
            width: min(max(Int((wide * scale).rounded()), 1), max(most.width, 1)),
            height: min(max(Int((high * scale).rounded()), 1), max(most.height, 1)))
    }
}
