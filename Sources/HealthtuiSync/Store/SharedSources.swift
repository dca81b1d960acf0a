import Foundation
import HealthKit
import HealthKitStore

/// When the machines of a group first saw the sources of samples, so that all of them count sources in one order (R5.17).
///
/// Each machine writes down when it first saw a source that none had written down, as a register of its own; the least time
/// counts. What an app saved is told apart by machine, and what was imported isn't.
struct SharedSources {
    /// Sources of samples that were reported: those saved by apps of this machine, and those imported.
    private var saved: Set<String> = []
    private var imported: Set<String> = []

    private static let separator: Character = "\u{1F}"

    /// Notes the sources of objects that are sent.
    mutating func note(_ entries: [Entry], _ objects: [StoreContents.Object]) {
        for case .rows(let rows) in entries {
            guard let texts = rows.texts.first?.texts, let flags = rows.flags.first else { continue }
            note(texts, isImported: flags.contains(.imported))
        }
        for object in objects { note(object.content.texts, isImported: object.origin != .saved) }
    }

    private mutating func note(_ texts: [[UInt8]], isImported: Bool) {
        guard let source = DictionaryCoding.source(texts[2]) else { return }
        if isImported {
            imported.insert(source.bundleIdentifier)
        } else {
            saved.insert(source.bundleIdentifier)
        }
    }

    /// Records when this machine first saw the sources without a record.
    ///
    /// - Parameters:
    ///   - writer: The store.
    ///   - device: This machine.
    ///   - now: Seconds since the reference date.
    /// - Throws: ``StoreError``.
    func write(_ writer: ObjectWriter, device: SyncID, now: Double) throws {
        let known = try Self.times(writer.store)
        var new: [(name: String, number: Int32)] = []
        for (bundle, number) in try Self.sources(writer.store) {
            let own = DeviceSource(app: bundle, device: device.description)?.bundleIdentifier
            var names: [String] = []
            if let own, saved.contains(bundle) { names.append(own) }
            if imported.contains(bundle) || own == nil { names.append(bundle) }
            // The source came from others, and isn't recorded yet.
            if names.isEmpty, known[bundle] == nil, own.map({ known[$0] == nil }) ?? true { names = [bundle] }
            new += names.filter { known[$0] == nil }.map { ($0, number) }
        }
        // Sources that came together keep the order in which they came.
        new.sort { ($0.number, $0.name) < ($1.number, $1.name) }
        for (place, source) in new.enumerated() {
            let time = now - Double(new.count - place) / 1_000
            let key = "\(source.name)\(Self.separator)\(device)"
            try writer.setValue(time, StoreNamespace.sourcesSeen, key)
        }
    }

    /// Keeps what the group makes of what its machines wrote.
    ///
    /// - Parameters:
    ///   - writer: The store.
    ///   - device: This machine.
    /// - Throws: ``StoreError``.
    static func settle(_ writer: ObjectWriter, device: SyncID) throws {
        let times = try times(writer.store)
        for (bundle, _) in try sources(writer.store) {
            let own = DeviceSource(app: bundle, device: device.description)?.bundleIdentifier
            let arrivals = ([bundle] + [own].compactMap { $0 })
                .compactMap { name in times[name].map { SourceArrival(time: $0, name: name) } }
            let arrival = arrivals.min { ($0.time, $0.name) < ($1.time, $1.name) }
            let old = try writer.value(SourceArrival.self, StoreNamespace.sourceArrivals, bundle)
            // Times only become less: this machine may have had another identity when it wrote the first one.
            guard let arrival, old.map({ (arrival.time, arrival.name) < ($0.time, $0.name) }) ?? true else { continue }
            try writer.setValue(arrival, StoreNamespace.sourceArrivals, bundle)
        }
    }

    /// The time at which each source was first seen by any device, by its name in the group.
    static func times(_ store: StoreReader) throws -> [String: Double] {
        var times: [String: Double] = [:]
        for (key, bytes) in try store.values(StoreNamespace.sourcesSeen) {
            guard let end = key.lastIndex(of: separator),
                let time = try? JSONDecoder().decode(Double.self, from: Data(bytes))
            else {
                continue
            }
            let name = String(key[..<end])
            times[name] = min(times[name] ?? time, time)
        }
        return times
    }

    /// The bundle identifiers of the sources that a store knows, with the numbers of the first that has each.
    private static func sources(_ store: StoreReader) throws -> [String: Int32] {
        var sources: [String: Int32] = [:]
        for entry in try store.dictionaryEntries(.source) {
            guard let bundle = DictionaryCoding.source(entry.bytes)?.bundleIdentifier else { continue }
            sources[bundle] = min(sources[bundle] ?? entry.id.number, entry.id.number)
        }
        return sources
    }
}
