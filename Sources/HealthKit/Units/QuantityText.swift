import Foundation

/// A quantity as a number and the text of its unit.
package struct QuantityText: Codable, Hashable, Sendable {
    package var value: Double
    package var unit: String

    package init(value: Double, unit: String) {
        self.value = value
        self.unit = unit
    }

    package init(_ quantity: HKQuantity) {
        unit = quantity.unit.unitString
        value = quantity.doubleValue(for: quantity.unit)
    }

    /// The quantity; `nil` when the text is not a unit.
    package var quantity: HKQuantity? {
        // Its only error is that the unit is unknown.
        (try? HKUnit(validating: unit)).map { HKQuantity(unit: $0, doubleValue: value) }
    }
}

extension JSONText {
    /// Writes a member that is a quantity, unless it is missing.
    package mutating func member(_ name: String, _ value: QuantityText?) {
        guard let value else { return }
        key(name)
        write(value)
    }

    /// Writes a quantity.
    package mutating func write(_ quantity: QuantityText) {
        object {
            $0.member("unit", quantity.unit)
            $0.member("value", quantity.value)
        }
    }
}
