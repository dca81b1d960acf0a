/// A number of a cell and its unit.
struct TableQuantity {
    var value: Double
    var unit: String
    var scale: Double
    /// The metadata key for a value beyond the measurable range, if it is.
    var clampKey: String?

    init(_ value: Double, _ unit: String, scale: Double = 1, clampKey: String? = nil) {
        (self.value, self.unit, self.scale, self.clampKey) = (value, unit, scale, clampKey)
    }
}
