import Foundation
import HealthKitStore

extension UnknownSample {
    /// The sample of a row.
    init(_ row: borrowing StoredSample, _ identifier: String, _ reader: ObjectReader) throws {
        uuid = row.uuid
        self.identifier = identifier
        start = Date(timeIntervalSinceReferenceDate: row.start)
        end = Date(timeIntervalSinceReferenceDate: row.end)
        value = row.value
        metadata = try reader.metadata(row.metadata)
        if case .text(let value) = metadata?[own: .value] { text = value }
        unit = row.unit == 0 ? "" : DictionaryCoding.text(try reader.store.dictionaryBytes(.unit, row.unit))
        creationDate = Date(timeIntervalSinceReferenceDate: row.creation)
        sourceRevision = try reader.revision(row.revision)
        device = try reader.device(row.device)
    }

    /// The sample of a record that contains others, such as a correlation of a type that HealthKit does not know.
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

    /// Whether the sample comes before, or at the same time as, one that starts at a time.
    func comesBefore(_ time: Double, _ ascending: Bool) -> Bool {
        let start = start.timeIntervalSinceReferenceDate
        return ascending ? start <= time : start >= time
    }
}
