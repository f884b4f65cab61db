/// The size that frames are brought to, and how many are wanted.
struct Target {
    let width: Int
    let height: Int
    let frames: Int

    /// The largest size of the proportions of `width` × `height` that fits; never larger than that itself.
    func size(for width: Int, _ height: Int) -> (width: Int, height: Int) {
        let scale = min(Double(self.width) / Double(width), Double(self.height) / Double(height), 1)
        let fitted = (Double(width) * scale, Double(height) * scale)
        return (max(Int(fitted.0.rounded()), 1), max(Int(fitted.1.rounded()), 1))
    }
}
