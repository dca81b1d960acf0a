import CHealthKitStoreFileSystem

/// Memory that was given free and that the C library keeps in case it is wanted again.
package enum FreedMemory {
    /// Gives it back to the system: after a step that needed much, before one that needs as much of another shape.
    package static func giveBack() { store_give_back_memory() }

    /// Makes all threads use one heap instead of one each; call it before there is a second thread.
    ///
    /// For programs in which one thread frees memory that another allocated, with little contention.
    package static func shareAmongThreads() { store_use_one_heap() }
}
