/// The minimum and maximum of the numbers without a unit, except zeros.
struct NumberExtent: Equatable {
    private(set) var least = Double.infinity
    private(set) var most = -Double.infinity
    private(set) var hasZero = false

    mutating func take(_ value: Double) {
        if value == 0 {
            hasZero = true
        } else {
            (least, most) = (min(least, value), max(most, value))
        }
    }
}
