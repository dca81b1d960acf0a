import Foundation
import HealthStore

extension ObjectWriter {
    /// How many samples ``deleteInParts(_:visit:)`` has at hand at a time.
    package static let deletionPart = 20_000

    /// Deletes the samples of a type that match a filter, part by part, within the transaction that is open.
    ///
    /// - Parameters:
    ///   - request: Which samples.
    ///   - visit: Told the UUID of each.
    /// - Returns: How many there were.
    /// - Throws: What the store throws.
    package func deleteInParts(_ request: FetchRequest, visit: (UUID) -> Void) throws -> Int {
        var deleted = 0
        while true {
            var rows: [StoredSample] = []
            try forEachRow(request) { row in
                rows.append(row)
                return rows.count < Self.deletionPart
            }
            guard !rows.isEmpty else { break }
            for row in rows { visit(row.uuid) }
            let count = try delete(rows: rows)
            deleted += count
            // What a deletion leaves standing would come again and again.
            guard count > 0, rows.count == Self.deletionPart else { break }
        }
        while true {
            var records: [UUID] = []
            try forEachRecord(request) { record in
                records.append(record.uuid)
                return records.count < Self.deletionPart
            }
            guard !records.isEmpty else { break }
            for record in records { visit(record) }
            let count = try delete(records)
            deleted += count
            guard count > 0, records.count == Self.deletionPart else { break }
        }
        return deleted
    }
}
