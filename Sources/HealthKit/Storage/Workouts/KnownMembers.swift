import Foundation
import HealthKitStore
import Synchronization

/// Caches the members of the last requested workout between reads, as long as nothing is stored.
///
/// A page about a marathon checks a dozen times which of 50,000 samples belong to it.
final class KnownMembers: Sendable {
    private struct Known: Sendable {
        var workout: UUID
        var commit: Int64
        var members: Set<UUID>
    }

    private let last = Mutex<Known?>(nil)

    /// The maximum number of cached members, about ten megabytes.
    private static let limit = 250_000

    /// The objects that were added to a workout, rate its effort or were noted as its symptoms.
    ///
    /// - Parameters:
    ///   - workout: Any UUID; visibility isn't checked.
    ///   - store: A committed state of the store: the changes of a transaction have no number yet.
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

    /// Clears the cache.
    func forget() { last.withLock { $0 = nil } }

    /// Reads the members without using the cache.
    static func read(_ workout: UUID, _ store: StoreReader) throws -> Set<UUID> {
        try store.children(of: workout, exceptRole: LinkRole.correlationMember.rawValue)
    }
}
