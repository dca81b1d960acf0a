import Foundation
import HealthKitStore

extension ObjectReader {
    /// The quantities of all samples of a request, sorted by their own start or sample by sample (R4.22).
    func seriesQuantities(_ request: FetchRequest, _ reading: SeriesReading) throws -> [SeriesQuantity] {
        var found: [(sampleStart: Double, quantity: SeriesQuantity)] = []
        try forEachRow(request) { row in
            let element = QuantitySeries.Element(start: row.start, end: row.end, value: row.value)
            let sample = reading.includesSample ? try object(row) as? HKQuantitySample : nil
            found.append((row.start, SeriesQuantity(element: element, unit: try unit(row.unit), sample: sample)))
            return true
        }
        try forEachRecord(request) { record in
            guard let payload = SeriesPayload(bytes: record.payload), let unit = payload.knownUnit else {
                HealthLog.debug("unreadable", ["in": "series", "uuid": record.uuid.uuidString])
                return true
            }
            let sample = reading.includesSample ? try object(record) as? HKQuantitySample : nil
            for element in payload.series.elements {
                found.append((record.start, SeriesQuantity(element: element, unit: unit, sample: sample)))
            }
            return true
        }
        // The sort is stable, so the quantities of a sample stay together.
        if reading.isBySample {
            found.sort { $0.sampleStart < $1.sampleStart }
        } else {
            found.sort { $0.quantity.element.start < $1.quantity.element.start }
        }
        return found.map(\.quantity)
    }
}
