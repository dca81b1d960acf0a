import CHealthKitSodium
import Foundation
import Synchronization

/// The memory of this process as others see it.
package enum ProcessMemory {
    private static let hasSwappable = Atomic(false)

    /// Whether secrets of this process are in memory that may be written to swap.
    package static var isSwappable: Bool { hasSwappable.load(ordering: .relaxed) }

    /// Keeps memory that holds a secret out of swap, and notes where the system refuses that.
    ///
    /// The library that allocates guarded memory asks the same, and says nothing where it is refused.
    static func keepOutOfSwap(_ memory: UnsafeMutableRawPointer, _ count: Int) {
        if count > 0, sodium_mlock(memory, count) != 0 { hasSwappable.store(true, ordering: .relaxed) }
    }

    /// Keeps the memory out of core dumps and from the other programs of the user: no debugger can be attached any more.
    ///
    /// For programs of this package that hold a key, and for the rest of their lives.
    ///
    /// - Returns: whether the system did so.
    @discardableResult
    package static func forbidDumps() -> Bool {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        let isLimited = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none) == 0
        return process_forbid_dumps() == 0 && isLimited
    }

    /// Whether other programs of the user can find out which program this process is.
    package static var isSeenByOthers: Bool { process_may_be_dumped() == 1 }

    /// Returns freed memory, including its contents, to the system.
    package static func giveBack() { process_give_memory_back() }
}
