import Foundation
import HealthStore

/// A sample of a type that this version of HealthKit does not know: what an import brought, as it came.
package struct UnknownSample: Sendable {
    package var uuid: UUID
    /// The type's raw identifier.
    package var identifier: String
    package var start: Date
    package var end: Date
    /// The value; meaningless where ``text`` is one.
    package var value: Double
    /// The value where it is no number.
    package var text: String?
    /// The unit as the export gave it; empty for none.
    package var unit: String
    package var creationDate: Date
    package var sourceRevision: HKSourceRevision
    package var device: HKDevice?
    package var metadata: Metadata?

    /// Where the value of a sample of an unknown type is kept when it is no number.
    package static let valueKey = Metadata.privatePrefix + "Value"
}

extension UnknownSample {
    /// The sample of a row.
    init(_ row: borrowing StoredSample, _ identifier: String, _ reader: ObjectReader) throws {
        uuid = row.uuid
        self.identifier = identifier
        start = Date(timeIntervalSinceReferenceDate: row.start)
        end = Date(timeIntervalSinceReferenceDate: row.end)
        value = row.value
        metadata = try reader.metadata(row.metadata)
        if case .text(let value) = metadata?[UnknownSample.valueKey] { text = value }
        unit = row.unit == 0 ? "" : DictionaryCoding.text(try reader.store.dictionaryBytes(.unit, row.unit))
        creationDate = Date(timeIntervalSinceReferenceDate: row.creation)
        sourceRevision = try reader.revision(row.revision)
        device = try reader.device(row.device)
    }
}

extension PersonAccess {
    /// Visits the samples of a type that HealthKit does not know, in the order of start.
    ///
    /// - Parameters:
    ///   - identifier: The type's raw identifier.
    ///   - from: Only samples that end after this time.
    ///   - to: Only samples that start before this time.
    ///   - ascending: Whether the oldest come first.
    ///   - body: Gets each sample and says whether to go on.
    /// - Throws: `HKError`, and what `body` throws.
    package func unknownSamples(
        _ identifier: String,
        from: Date? = nil,
        to: Date? = nil,
        ascending: Bool = false,
        _ body: (UnknownSample) throws -> Bool
    ) throws {
        try read { reader in
            guard let type = try reader.store.entryID(.type, DictionaryCoding.bytes(type: identifier)) else {
                return
            }
            var request = ScanRequest(type: type)
            if let from { request.endLower = from.timeIntervalSinceReferenceDate }
            if let to { request.startUpper = to.timeIntervalSinceReferenceDate.nextDown }
            try reader.store.forEachSample(request, order: ascending ? .ascending : .descending) { row in
                let sample = try UnknownSample(row, identifier, reader)
                return try body(sample) ? .continue : .stop
            }
        }
    }

    /// Whether the store holds samples of a type that HealthKit does not know.
    ///
    /// - Parameter identifier: Any text.
    /// - Returns: Whether it does; `false` for a type that HealthKit knows.
    /// - Throws: `HKError`.
    package func holdsUnknownType(_ identifier: String) throws -> Bool {
        guard HKObjectType.type(identifier: identifier) == nil else { return false }
        return try types().contains { $0.identifier == identifier }
    }

    /// The summaries of days that imports brought and builders stored, by day.
    ///
    /// - Throws: `HKError`.
    package func activitySummaries() throws -> [ActivitySummaryContent] {
        try read { try $0.storedActivitySummaries() }.values.sorted { $0.day < $1.day }
    }
}
