import Foundation
import HealthStore
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

    /// Records how many objects the import added, so that the undo history shows the same number as the import's result.
    ///
    /// - Parameters:
    ///   - objects: The number of objects of every kind.
    ///   - database: The store.
    /// - Throws: `HKError`.
    func end(objects: Int, in database: HealthDatabase) throws {
        guard let number = number.withLock({ $0 }) else { return }
        try database.write { writer in
            guard var step = try writer.step(number), step.state == .done else { return }
            step.objects = objects
            try writer.set(step)
        }
    }
}
