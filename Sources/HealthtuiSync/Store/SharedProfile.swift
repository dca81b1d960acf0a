import Foundation
import HealthKit
import HealthKitStore

/// The person's profile, as a register for each value.
///
/// Earlier versions told all of it in one register, which is read as values set at its stamp, and written no more.
enum SharedProfile {
    /// The group's value; `nil` if it was never set or removed.
    private struct Known {
        var stamp: Stamp
        /// `nil` where it was removed.
        var values: CharacteristicValues?
    }

    private static func decoded(_ bytes: [UInt8]) -> CharacteristicValues? {
        // Unreadable values were left out before.
        try? JSONDecoder().decode(CharacteristicValues.self, from: Data(bytes))
    }

    private static func encoded(_ values: CharacteristicValues?) throws -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try values.map { Array(try encoder.encode($0)) }
    }

    private static func known(_ field: CharacteristicValues.Field, _ state: SyncState) -> Known? {
        let own = state.registers[Register.key(of: field)]
            .map { Known(stamp: $0.stamp, values: $0.value.flatMap(decoded).flatMap(field.alone)) }
        let whole = state.registers[Register.profile]
            .flatMap { register in
                register.value.flatMap(decoded).flatMap(field.alone).map { Known(stamp: register.stamp, values: $0) }
            }
        guard let own, let whole else { return own ?? whole }
        return whole.stamp > own.stamp ? whole : own
    }

    /// The values that a store has, by the keys of their registers.
    static func values(_ stored: [UInt8]) throws -> [[UInt8]: [UInt8]] {
        guard let values = decoded(stored) else { return [:] }
        var own: [[UInt8]: [UInt8]] = [:]
        for field in CharacteristicValues.fields {
            own[Register.key(of: field)] = try encoded(field.alone(of: values))
        }
        return own
    }

    /// The register of a value that was set or removed here; `nil` where the group has it so, and for no value.
    ///
    /// A device that joins takes over the values that the group has set already.
    static func change(_ key: [UInt8], _ store: StoreReader, _ context: OutgoingChanges.Context) throws -> Entry? {
        guard let field = CharacteristicValues.fields.first(where: { Register.key(of: $0) == key }) else { return nil }
        let known = known(field, context.state)
        if context.isFirst, known != nil { return nil }
        let stored = try store.value(StoreNamespace.characteristics, CharacteristicValues.key).flatMap(decoded)
        let value = stored.flatMap(field.alone)
        if value == known?.values { return nil }
        let first = Stamp(generation: 1, clock: context.clock, device: context.device)
        let stamp = known?.stamp.next(clock: context.clock, device: context.device) ?? first
        return .register(Register(key: key, value: try encoded(value), stamp: stamp))
    }

    /// Sets what the group has set otherwise.
    ///
    /// - Parameters:
    ///   - state: What the group agrees on.
    ///   - writer: The store.
    ///   - now: The time of a first sync, in seconds since the reference date: what it replaces can be undone.
    /// - Returns: How many values changed, and those that a first sync replaced, as they were and as they are.
    /// - Throws: ``StoreError``.
    static func apply(
        _ state: SyncState,
        _ writer: ObjectWriter,
        joiningAt now: Double?
    ) throws -> (count: Int, replaced: ReplacedProfile?) {
        let fields = CharacteristicValues.fields.compactMap { field in known(field, state).map { (field, $0.values) } }
        if fields.isEmpty { return (0, nil) }
        let stored = try writer.store.value(StoreNamespace.characteristics, CharacteristicValues.key)
        let old = stored.flatMap(decoded) ?? CharacteristicValues()
        var (new, count, replaced) = (old, 0, ReplacedProfile())
        for (field, values) in fields where field.alone(of: old) != values {
            field.set(&new, to: values)
            count += 1
            guard field.alone(of: old) != nil else { continue }
            field.set(&replaced.here, to: old)
            field.set(&replaced.group, to: values)
        }
        if count == 0 { return (0, nil) }
        guard let now, replaced != ReplacedProfile() else {
            try writer.setValue(new, StoreNamespace.characteristics, CharacteristicValues.key)
            return (count, nil)
        }
        try writer.setForOtherDevices(new, now: Date(timeIntervalSinceReferenceDate: now))
        return (count, replaced)
    }
}
