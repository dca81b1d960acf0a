import Foundation
import HealthKitStore

extension ObjectWriter {
    /// The number of samples that ``deleteInParts(_:visit:)`` holds at a time.
    package static let deletionPart = 20_000

    /// Deletes the samples of a type that match a filter in batches, within the current transaction.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - visit: Called with the UUID of each.
    /// - Returns: The number of samples deleted.
    /// - Throws: Any error from the store.
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
            // Samples that a deletion leaves in place would be found again and again.
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
