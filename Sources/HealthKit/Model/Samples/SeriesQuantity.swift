import Foundation

/// One quantity of a sample.
package struct SeriesQuantity: Sendable {
    var element: QuantitySeries.Element
    var unit: HKUnit
    var sample: HKQuantitySample?

    var quantity: HKQuantity { HKQuantity(unit: unit, doubleValue: element.value) }

    var interval: DateInterval {
        DateInterval(
            start: Date(timeIntervalSinceReferenceDate: element.start),
            end: Date(timeIntervalSinceReferenceDate: max(element.start, element.end))
        )
    }
}

/// The order in which the quantities of series are read.
package struct SeriesReading: Codable, Sendable {
    var includesSample: Bool
    var isBySample: Bool
}
