import Foundation
import HealthKitStore

@testable import HealthKit

/// Everything a store holds but what can be undone in it, as lines that can be compared: what two stores have in common and where they differ.
struct StoreDump: Equatable {
    /// Objects, links, deletions and values, a line each.
    var lines: [String: Int] = [:]

    /// Reads a store.
    ///
    /// - Parameters:
    ///   - person: The store.
    ///   - hasIdentities: Whether UUIDs count, and with them links and deletions.
    ///   - hasSettings: Whether values beside health data count.
    /// - Throws: The store's errors.
    init(_ person: PersonAccess, hasIdentities: Bool = true, hasSettings: Bool = true) throws {
        var lines: [String] = []
        try person.store.port.local().personsDatabase()
            .read { reader in
                for type in try reader.store.dictionaryEntries(.type) {
                    let name = DictionaryCoding.text(type.bytes)
                    try reader.store.forEachSample(ScanRequest(type: type.id)) { row in
                        var line =
                            "sample \(name) \(row.start.bitPattern) \(row.end.bitPattern) \(row.value.bitPattern) "
                        line += "\(row.creation.bitPattern) "
                        line += try [
                            Self.text(reader.store, .unit, row.unit), Self.text(reader.store, .source, row.source),
                            Self.text(reader.store, .revision, row.revision),
                            Self.text(reader.store, .device, row.device),
                            Self.text(reader.store, .metadata, row.metadata),
                        ]
                        .joined(separator: " ")
                        lines.append(line + (hasIdentities ? " \(row.uuid)" : ""))
                        return .continue
                    }
                }
                try reader.store.forEachRecord(RecordRequest()) { record in
                    var line = "record \(try reader.typeIdentifier(record.type)) \(record.start.bitPattern) "
                    line += "\(record.end.bitPattern) \(record.creation.bitPattern) "
                    line += try [
                        Self.text(reader.store, .source, record.source),
                        Self.text(reader.store, .revision, record.revision),
                        Self.text(reader.store, .device, record.device),
                        Self.text(reader.store, .metadata, record.metadata),
                    ]
                    .joined(separator: " ")
                    line += " " + Data(record.payload).base64EncodedString()
                    lines.append(line + (hasIdentities ? " \(record.uuid)" : ""))
                    if hasIdentities {
                        for link in try reader.store.children(of: record.uuid) {
                            lines.append("link \(link.parent) \(link.child) \(link.role)")
                        }
                    } else {
                        lines.append("\(try reader.store.children(of: record.uuid).count) linked")
                    }
                    return .continue
                }
                if hasIdentities {
                    for tombstone in try reader.store.tombstones(after: 0, limit: 1 << 20) {
                        lines.append(
                            "deleted \(tombstone.uuid) \(try reader.typeIdentifier(tombstone.type)) \(tombstone.deleted) "
                                + Data(tombstone.payload).base64EncodedString()
                        )
                    }
                }
                let own: Set = [StoreNamespace.activitySummaries, StoreNamespace.characteristics]
                for namespace in try reader.store.namespaces()
                where namespace != StoreNamespace.workoutEffort && (hasSettings || own.contains(namespace))
                    && !StoreNamespace.ownNamespaces.contains(namespace)
                {
                    for value in try reader.store.values(namespace) {
                        lines.append("value \(namespace) \(value.key) " + String(decoding: value.bytes, as: UTF8.self))
                    }
                }
            }
        for line in lines { self.lines[line, default: 0] += 1 }
    }

    private static func text<Entry>(
        _ store: StoreReader,
        _ dictionary: StoreDictionary<Entry>,
        _ id: EntryID<Entry>
    ) throws -> String {
        id == 0 ? "-" : Data(try store.dictionaryBytes(dictionary, id)).base64EncodedString()
    }

    /// What one has that the other has not, the first few lines of each side.
    static func difference(_ left: StoreDump, _ right: StoreDump) -> [String] {
        func missing(_ from: StoreDump, _ other: StoreDump, _ sign: String) -> [String] {
            from.lines.filter { other.lines[$0.key, default: 0] < $0.value }.keys.sorted().prefix(5).map { sign + $0 }
        }
        return missing(left, right, "only before: ") + missing(right, left, "only after: ")
    }
}
