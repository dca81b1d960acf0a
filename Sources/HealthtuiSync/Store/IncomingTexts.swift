import Foundation
import HealthKit
import HealthKitStore

/// This store's numbers of the texts of arriving samples.
struct IncomingTexts {
    /// This store's numbers of a sample's texts.
    struct Numbers {
        var type: TypeID
        var unit: UnitID
        var source: SourceID
        var revision: RevisionID
        var device: DeviceID
        var metadata: MetadataID
        var identity: ComputedIdentity
        var identifier: StoredSyncIdentifier?

        /// A sample with these texts.
        func sample(
            start: Double,
            end: Double,
            value: Double,
            creation: Double,
            identity: SampleIdentity
        ) -> NewSample {
            NewSample(
                type: type,
                source: source,
                unit: unit,
                revision: revision,
                device: device,
                metadata: metadata,
                start: start,
                end: end,
                value: value,
                creation: creation,
                identity: identity
            )
        }
    }

    private struct Key: Hashable {
        var texts: SharedTexts
        /// The device where an app saved the sample; `nil` if it was saved or imported here.
        var origin: SyncID?
    }

    private var state = SyncState()
    /// This device.
    var here: SyncID
    private var known: [Key: Numbers] = [:]
    /// The numbers of the previous sample.
    private var last: (key: Key, numbers: Numbers)?
    /// The number of texts whose numbers stay in memory: each sample may have its own.
    private static let mostKnown = 4_096
    /// The devices whose sources samples have that the store had before.
    private var origins: [SyncID: SyncID?] = [:]

    /// Begins on a device.
    init(here device: SyncID) { here = device }

    /// Goes on with another part of what the group agrees on.
    mutating func begin(_ state: SyncState) {
        self.state = state
        origins = [:]
    }

    /// Notes whose the version of a sample is that the store has: the next one is of the same source.
    mutating func noteSource(of root: SyncID, stored uuid: UUID, _ writer: ObjectWriter) throws {
        guard let stored = try writer.store.object(uuid: uuid),
            let source = DictionaryCoding.source(try writer.store.dictionaryBytes(.source, stored.source))
        else {
            return
        }
        let device = DeviceSource(bundleIdentifier: source.bundleIdentifier)?.device
        origins[root] = .some(device.flatMap { Base32.bytes($0) }.flatMap { SyncID($0) })
    }

    /// The numbers of a sample's texts, which the store takes in where it lacks them.
    mutating func numbers(_ version: SyncedVersion, _ writer: ObjectWriter) throws -> Numbers {
        try numbers(SharedTexts(version.content.texts), of: origin(version), writer)
    }

    /// The numbers of texts, which the store takes in where it lacks them.
    ///
    /// - Parameters:
    ///   - shared: The texts.
    ///   - origin: The other device where the sample was saved; `nil` for this one, and for what was imported.
    ///   - writer: The store.
    /// - Returns: The numbers.
    /// - Throws: ``StoreError``.
    mutating func numbers(_ shared: SharedTexts, of origin: SyncID?, _ writer: ObjectWriter) throws -> Numbers {
        let key = Key(texts: shared, origin: origin)
        if let last, last.key == key { return last.numbers }
        if let known = known[key] {
            last = (key, known)
            return known
        }
        let received = shared.texts
        let texts = key.origin.map { StoredTexts.stored(received, of: $0) } ?? received
        let made = Numbers(
            type: try Self.number(.type, texts[0], writer),
            unit: try Self.number(.unit, texts[1], writer),
            source: try Self.number(.source, texts[2], writer),
            revision: try Self.number(.revision, texts[3], writer),
            device: try Self.number(.device, texts[4], writer),
            metadata: try Self.number(.metadata, texts[5], writer),
            identity: ComputedIdentity(texts: texts),
            // Devices know a sync identifier by the app alone.
            identifier: StoredSyncIdentifier(source: received[2], metadata: received[5])
        )
        if known.count >= Self.mostKnown { known = [:] }
        known[key] = made
        last = (key, made)
        return made
    }

    /// The other device where a sample was saved; `nil` for this one, and for what was imported, wherever that was.
    private func origin(_ version: SyncedVersion) -> SyncID? {
        if StoreContents.isComputed(version.root.uuid) { return nil }
        if let known = origins[version.root] { return known }
        // Later versions have the devices that edited it.
        let first = state.versions[version.root]?.keys.min { $0.stamp < $1.stamp }
        return origin(ofSaved: version.root, by: (first?.stamp ?? version.stamp).device)
    }

    /// The other device where a sample was saved that nothing else is known of; `nil` for this one, and for what was imported.
    func origin(ofSaved id: SyncID, by device: SyncID) -> SyncID? {
        StoreContents.isComputed(id.uuid) || device == here || device == .zero ? nil : device
    }

    private static func number<Entry>(
        _ dictionary: StoreDictionary<Entry>,
        _ text: [UInt8],
        _ writer: ObjectWriter
    ) throws -> EntryID<Entry> {
        text.isEmpty ? 0 : try writer.writer.intern(dictionary, text)
    }
}
