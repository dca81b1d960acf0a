import Foundation
import HealthKitStore
import Synchronization

/// The single operation that comprises all transactions of an import.
final class ImportStep: Sendable {
    private let draft: OperationDraft
    private let clock: @Sendable () -> Date
    private let number = Mutex<Int?>(nil)

    /// Begins the operation of an import.
    ///
    /// - Parameters:
    ///   - file: The file's name; `nil` if there is none.
    ///   - restoresDeleted: Whether it restores objects that the person deleted.
    ///   - clock: Returns the current time.
    convenience init(_ file: String?, restoresDeleted: Bool, clock: @escaping @Sendable () -> Date) {
        var draft = OperationDraft(.import, note: file)
        draft.restoresDeleted = restoresDeleted
        self.init(draft, clock: clock)
    }

    init(_ draft: OperationDraft, clock: @escaping @Sendable () -> Date) {
        self.draft = draft
        self.clock = clock
    }

    /// Makes a transaction part of the operation.
    ///
    /// The number of a failed transaction belongs to no operation, so another one begins.
    func record(_ writer: StoreWriter, _ body: () throws -> Void) throws {
        let known = number.withLock { $0 }
        let step = try ObjectWriter(writer).recording(draft, goingOnWith: known, now: clock(), body).step
        if let step { number.withLock { $0 = step } }
    }

    /// Notes how many objects the import added, as it says to the person: the log and the question before its undo have the same
    /// number.
    ///
    /// - Parameters:
    ///   - end: What it added.
    ///   - database: The store.
    /// - Throws: `HKError`.
    func end(_ end: ImportEnd, in database: HealthDatabase) throws {
        guard let number = number.withLock({ $0 }) else { return }
        try database.write { writer in
            guard var step = try writer.step(number), step.state == .done else { return }
            step.objects = end.objects
            var uncounted = try writer.counts(at: end.members, types: step.added.keys)
            if end.medications > 0 {
                uncounted[HKObjectType.userAnnotatedMedicationType().identifier, default: 0] += end.medications
            }
            if !end.countsValues {
                for (type, count) in try writer.valueObjects(of: step).going { uncounted[type, default: 0] += count }
            }
            step.uncounted = uncounted.isEmpty ? nil : uncounted
            try writer.set(step)
        }
    }
}

/// The objects that an import added.
struct ImportEnd {
    /// The reported number of added objects.
    var objects: Int
    /// The change numbers of uncounted members of correlations.
    var members = AnchorRanges()
    /// How many medications it added to the person's list, which it didn't count either.
    var medications = 0
    /// Whether it counted days of rings and attachments.
    var countsValues = true
}
