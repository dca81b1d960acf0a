import Foundation
import HealthKitStore

/// The profile after a step that changed it is undone or redone: later changes, here or on another machine, stay.
enum TurnedProfile {
    /// The profile with a step's changes reverted.
    ///
    /// A step stores the profile from before it, and a digest of the profile after it. The changed values are found by
    /// trying, since there are few.
    ///
    /// - Parameters:
    ///   - current: The profile now.
    ///   - before: The profile before the step.
    ///   - mark: The mark of the profile as the step left it.
    /// - Returns: The profile, `.some(nil)` for none; `nil` where a value that the step changed was changed again since, or
    ///   where the profile can't be read.
    static func values(_ current: [UInt8]?, before: [UInt8]?, leftAs mark: RecordedMark) -> [UInt8]?? {
        guard let now = decoded(current), let old = decoded(before) else { return nil }
        let differing = CharacteristicValues.fields.filter { raw($0, now) != raw($0, old) }
        for choice in 0..<1 << differing.count {
            let since = differing.indices.filter { choice >> $0 & 1 == 1 }.map { differing[$0] }
            var left = now
            for field in since { field.set(&left, to: old) }
            guard let bytes = encoded(left) else { return nil }
            let isEmpty = left == CharacteristicValues()
            guard RecordedMark(bytes) == mark || isEmpty && RecordedMark(nil) == mark else { continue }
            var turned = old
            for field in since { field.set(&turned, to: now) }
            if turned == CharacteristicValues(), before == nil { return .some(nil) }
            return encoded(turned).map { .some($0) }
        }
        return nil
    }

    private static func raw(_ field: CharacteristicValues.Field, _ values: CharacteristicValues) -> CharacteristicValues
    {
        var alone = CharacteristicValues()
        field.set(&alone, to: values)
        return alone
    }

    private static func decoded(_ bytes: [UInt8]?) -> CharacteristicValues? {
        guard let bytes else { return CharacteristicValues() }
        // If it can't be read, the step leaves it unchanged and reports that.
        return try? JSONDecoder().decode(CharacteristicValues.self, from: Data(bytes))
    }

    private static func encoded(_ values: CharacteristicValues) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // Numbers and texts always encode; if that failed, the step would leave the profile unchanged and report that.
        return (try? encoder.encode(values)).map { Array($0) }
    }
}
