import HealthKit

/// Gathers measurements that have everything but time and value in common, and hands them over many at a time.
///
/// `Kind` identifies their common properties in the database.
struct DatabaseSeries<Kind: Hashable> {
    /// Measurements of one kind, and the rows from which they are.
    private struct Part {
        var series: ReadSeries
        var table: String
        var first: Int64
        var last: Int64
    }

    private var parts: [Part] = []
    private var places: [Kind: Int] = [:]
    private var latest: (kind: Kind, place: Int)?
    private var count = 0

    /// How many measurements are gathered.
    private static var mostPoints: Int { 8_192 }

    /// Of how many kinds they are at most.
    private static var mostKinds: Int { 256 }

    /// Adds a measurement, if its kind was begun and the series isn't full.
    ///
    /// - Parameters:
    ///   - point: The measurement.
    ///   - kind: Its kind.
    ///   - row: The number of the row that it is from.
    /// - Returns: Whether it was added.
    mutating func add(_ point: ReadSeries.Point, of kind: Kind, _ row: Int64) -> Bool {
        guard count < Self.mostPoints else { return false }
        if latest?.kind != kind {
            guard let place = places[kind] else { return false }
            latest = (kind, place)
        }
        guard let place = latest?.place else { return false }
        parts[place].series.points.append(point)
        parts[place].last = max(parts[place].last, row)
        count += 1
        return true
    }

    /// Begins a kind, and passes on the collected series if there are many.
    ///
    /// - Parameters:
    ///   - kind: The kind.
    ///   - series: What its measurements have in common.
    ///   - values: Their metadata.
    ///   - table: Where they are from, and the row of the first.
    ///   - row: The number of that row.
    ///   - sink: Receives the collected series.
    /// - Throws: Any error of the sink.
    mutating func begin(
        _ kind: Kind,
        _ series: ReadSeries,
        _ values: [String: MetadataValue],
        _ table: String,
        _ row: Int64,
        _ sink: inout ReaderSink
    ) throws {
        if count >= Self.mostPoints || parts.count >= Self.mostKinds { try flush(&sink) }
        var series = series
        series.values = values
        places[kind] = parts.count
        latest = (kind, parts.count)
        parts.append(Part(series: series, table: table, first: row, last: row))
    }

    /// Passes on the collected series.
    ///
    /// - Parameter sink: Receives it.
    /// - Throws: Any error of the sink.
    mutating func flush(_ sink: inout ReaderSink) throws {
        let gathered = parts
        (parts, places, latest, count) = ([], [:], nil, 0)
        for part in gathered {
            let rows = part.first == part.last ? "row \(part.first)" : "rows \(part.first) to \(part.last)"
            try sink.take(part.series, at: "table \(part.table), \(rows)")
        }
    }
}
