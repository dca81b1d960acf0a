import Foundation
import HealthKit
import HealthKitStore

/// The store's values that devices share, as registers.
enum SharedValues {
    private static let separator = Register.separator

    static func key(_ namespace: String, _ key: String) -> [UInt8] {
        Array(namespace.utf8) + [separator] + Array(key.utf8)
    }

    /// The namespace and key of a register; `nil` for one that isn't shared.
    static func place(_ key: [UInt8]) -> (namespace: String, key: String)? {
        guard let end = key.firstIndex(of: separator) else { return nil }
        let namespace = String(decoding: key[..<end], as: UTF8.self)
        guard StoreNamespace.sharedNamespaces.contains(namespace) else { return nil }
        return (namespace, String(decoding: key[(end + 1)...], as: UTF8.self))
    }

    /// The values that come with samples, and that nobody set: what these said before they were edited, and when their sources
    /// were first seen; and digests, which a look at the store makes.
    private static let uncounted: Set<String> = [
        StoreNamespace.versions, StoreNamespace.sourcesSeen, StoreNamespace.dayTotals,
    ]

    /// Whether an entry is a setting of one of some namespaces.
    static func isSetting(_ entry: Entry, in namespaces: Set<String>) -> Bool {
        guard case .register(let register) = entry, let place = place(register.key) else { return false }
        return namespaces.contains(place.namespace)
    }

    /// Whether an entry comes with samples, or with a look at them.
    static func isUncounted(_ entry: Entry) -> Bool {
        isSetting(entry, in: uncounted)
    }

    /// Hashes of the values that a store has, by the keys of their registers.
    static func hashes(_ store: StoreReader) throws -> [[UInt8]: UInt64] {
        var hashes: [[UInt8]: UInt64] = [:]
        for namespace in StoreNamespace.sharedNamespaces {
            if StoreNamespace.unchangingNamespaces.contains(namespace) {
                for name in try store.valueKeys(namespace) { hashes[key(namespace, name)] = 0 }
            } else if namespace == StoreNamespace.characteristics {
                guard let stored = try store.value(namespace, CharacteristicValues.key) else { continue }
                for (key, value) in try SharedProfile.values(stored) { hashes[key] = SharedBaseline.hash(value) }
            } else {
                for (name, value) in try store.values(namespace) {
                    hashes[key(namespace, name)] = SharedBaseline.hash(value)
                }
            }
        }
        return hashes
    }

    /// The values that were set and removed here.
    ///
    /// - Parameters:
    ///   - keys: The keys of the registers whose values differ from those that the store had when it was last in step.
    ///   - store: The store.
    ///   - context: What the group agrees on.
    /// - Returns: Registers.
    /// - Throws: ``StoreError``.
    static func changes(
        _ keys: some Sequence<[UInt8]>,
        _ store: StoreReader,
        _ context: OutgoingChanges.Context
    ) throws -> [Entry] {
        var entries: [Entry] = []
        let names = try SharedSourceNames(store, context.device)
        for key in keys {
            guard let place = place(key) else { continue }
            if place.namespace == StoreNamespace.characteristics {
                if let entry = try SharedProfile.change(key, store, context) { entries.append(entry) }
                continue
            }
            // A device that joins takes over the values that the group has set already.
            if context.isFirst, context.state.registers[key] != nil { continue }
            let known = context.state.value(of: key)
            var value = try store.value(place.namespace, place.key)
            if place.namespace == StoreNamespace.sourceOrder { value = try value.map(names.shared) }
            let isUnchanging = StoreNamespace.unchangingNamespaces.contains(place.namespace)
            if value == known || isUnchanging && known != nil && value != nil { continue }
            entries.append(
                .register(context.state.set(key, to: value, clock: context.clock, device: context.device))
            )
        }
        return entries
    }

    /// Sets what the group has set otherwise.
    ///
    /// - Parameters:
    ///   - state: What the group agrees on.
    ///   - deleted: Samples that are about to be deleted: what they said before goes with them, and comes back with them.
    ///   - device: This machine.
    ///   - writer: The store.
    /// - Returns: How many values changed, beside those that come with samples.
    /// - Throws: ``StoreError``.
    static func apply(
        _ state: SyncState,
        deleted: Set<UUID>,
        device: SyncID,
        _ writer: ObjectWriter
    ) throws -> Int {
        var count = 0
        for (key, register) in state.registers {
            guard let place = place(key), place.namespace != StoreNamespace.characteristics else { continue }
            let isUnchanging = StoreNamespace.unchangingNamespaces.contains(place.namespace)
            let current = try writer.store.value(place.namespace, place.key)
            var value = register.value
            if place.namespace == StoreNamespace.sourceOrder {
                value = try value.map { try SharedSourceNames.stored($0, on: device) }
            }
            if current == value || isUnchanging && current != nil && value != nil { continue }
            if value == nil, place.namespace == StoreNamespace.versions,
                let uuid = UUID(uuidString: place.key), deleted.contains(uuid)
            {
                continue
            }
            try writer.writer.setValue(value, place.namespace, place.key)
            if !uncounted.contains(place.namespace) { count += 1 }
        }
        return count
    }
}
