import Foundation
import HealthKit
import HealthStore

/// The store's values that devices share, as registers.
enum SharedValues {
    private static let separator: UInt8 = 0x1F

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

    /// Whether an entry says what a sample said before it was edited.
    static func isHistory(_ entry: Entry) -> Bool {
        guard case .register(let register) = entry else { return false }
        return place(register.key)?.namespace == StoreNamespace.versions
    }

    /// Hashes of the values that a store has, by the keys of their registers.
    static func hashes(_ store: StoreReader) throws -> [[UInt8]: UInt64] {
        var hashes: [[UInt8]: UInt64] = [:]
        for namespace in StoreNamespace.sharedNamespaces {
            if StoreNamespace.unchangingNamespaces.contains(namespace) {
                for name in try store.valueKeys(namespace) { hashes[key(namespace, name)] = 0 }
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
        _ context: LocalChanges.Context
    ) throws -> [Entry] {
        var entries: [Entry] = []
        for key in keys {
            guard let place = place(key) else { continue }
            // Who joins takes over what the group has set already.
            if context.isFirst, context.state.registers[key] != nil { continue }
            let known = context.state.value(of: key)
            let value = try store.value(place.namespace, place.key)
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
    ///   - writer: The store.
    /// - Returns: How many values changed, beside histories of edits.
    /// - Throws: ``StoreError``.
    static func apply(_ state: SyncState, deleted: Set<UUID>, _ writer: ObjectWriter) throws -> Int {
        var count = 0
        for (key, register) in state.registers {
            guard let place = place(key) else { continue }
            let isUnchanging = StoreNamespace.unchangingNamespaces.contains(place.namespace)
            let current = try writer.store.value(place.namespace, place.key)
            if current == register.value || isUnchanging && current != nil && register.value != nil { continue }
            if register.value == nil, place.namespace == StoreNamespace.versions,
                let uuid = UUID(uuidString: place.key), deleted.contains(uuid)
            {
                continue
            }
            try writer.writer.setValue(register.value, place.namespace, place.key)
            if place.namespace != StoreNamespace.versions { count += 1 }
        }
        return count
    }
}
