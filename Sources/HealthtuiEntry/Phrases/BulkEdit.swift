import Foundation
import HealthKit

/// An edit of several samples at once; each gets its own replacement.
package struct BulkEdit: Sendable {
    /// The samples, all of one type.
    package let samples: [HKSample]
    /// The value of all of them; empty for those that they have.
    package var value = ""
    /// The time shift; empty keeps the original times.
    package var shift = ""
    /// A metadata key by any of its names; empty for none.
    package var key = ""
    /// The key's new value; empty removes the key.
    package var note = ""
    /// Whether a value is taken that makes no sense for the type.
    package var isForced = false

    package init(_ samples: [HKSample]) { self.samples = samples }

    /// The samples of several that can be edited.
    package static func editable(_ samples: [HKSample]) -> [HKSample] {
        samples.filter { SampleEdit.refusal(of: $0) == nil }
    }

    /// Whether all of them can get a value of their own kind at once: numbers and categories, not pairs.
    package var takesValue: Bool { samples.allSatisfy { $0 is HKQuantitySample || $0 is HKCategorySample } }

    /// Whether nothing is to be changed.
    package var isEmpty: Bool { [value, shift, key].allSatisfy { $0.allSatisfy(\.isWhitespace) } }

    /// The replacements.
    ///
    /// - Parameter context: The context for parsing the fields.
    /// - Returns: Each sample's UUID with what takes its place.
    /// - Throws: ``SampleDraft/Problems`` with what is wrong, field by field: nothing is edited where one of them can't be.
    package func replacements(_ context: EntryContext) throws -> [(old: UUID, new: HKSample)] {
        let shift = try readShift(context)
        return try samples.map { sample in
            var edit = SampleEdit(sample)
            edit.value = value
            edit.shift = shift
            edit.isForced = isForced
            let key = MetadataPhrase.key(key)
            if !key.isEmpty { edit.metadata = [key: note] }
            return (sample.uuid, try edit.sample(context))
        }
    }

    private func readShift(_ context: EntryContext) throws -> TimeShift? {
        guard !shift.allSatisfy(\.isWhitespace) else { return nil }
        do {
            return try TimeShift(shift, style: context.numbers)
        } catch let error as EntryError {
            throw SampleDraft.Problems([SampleDraft.Problem(.start, error.text)])
        }
    }
}
