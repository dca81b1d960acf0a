import Foundation
import HealthStore
import Synchronization

/// What belongs to the workout that was asked about last, kept from one reading to the next while nothing is stored.
///
/// A page about a marathon asks a dozen times which of 50,000 samples are its own.
final class KnownMembers: Sendable {
    private struct Known: Sendable {
        var workout: UUID
        var commit: Int64
        var members: Set<UUID>
    }

    private let last = Mutex<Known?>(nil)

    /// The most that is kept, some ten megabytes.
    private static let limit = 250_000

    /// What was added to a workout, tells how hard it was, or was noted as a symptom.
    ///
    /// - Parameters:
    ///   - workout: Any UUID; it is not asked who may see what belongs to it.
    ///   - store: A state of the store that was committed: what a transaction changes is not known by a number yet.
    /// - Returns: The UUIDs.
    /// - Throws: ``StoreError``.
    func members(of workout: UUID, in store: StoreReader) throws -> Set<UUID> {
        let commit = try store.newestCommit()
        if let known = last.withLock({ $0 }), known.workout == workout, known.commit == commit { return known.members }
        let members = try Self.read(workout, store)
        let kept = members.count <= Self.limit ? Known(workout: workout, commit: commit, members: members) : nil
        last.withLock { $0 = kept }
        return members
    }

    /// Forgets them.
    func forget() { last.withLock { $0 = nil } }

    /// Reads them, whatever is known.
    static func read(_ workout: UUID, _ store: StoreReader) throws -> Set<UUID> {
        try store.children(of: workout, exceptRole: LinkRole.correlationMember.rawValue)
    }
}
