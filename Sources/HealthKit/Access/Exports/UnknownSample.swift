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

    /// The sample of a record: what holds others, such as a correlation of a type that HealthKit does not know.
    init(_ record: StoredRecord, _ identifier: String, _ reader: ObjectReader) throws {
        uuid = record.uuid
        self.identifier = identifier
        start = Date(timeIntervalSinceReferenceDate: record.start)
        end = Date(timeIntervalSinceReferenceDate: record.end)
        value = 0
        let members = try reader.store.children(of: record.uuid, role: LinkRole.correlationMember.rawValue).count
        text = members == 0 ? "" : members == 1 ? "1 member" : "\(members) members"
        metadata = try reader.metadata(record.metadata)
        unit = ""
        creationDate = Date(timeIntervalSinceReferenceDate: record.creation)
        sourceRevision = try reader.revision(record.revision)
        device = try reader.device(record.device)
    }

    /// Whether the sample comes before or together with what starts at a time.
    func comesBefore(_ time: Double, _ ascending: Bool) -> Bool {
        let start = start.timeIntervalSinceReferenceDate
        return ascending ? start <= time : start >= time
    }
}
