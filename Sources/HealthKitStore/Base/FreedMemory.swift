import CHealthKitStoreFileSystem

/// Memory that was given free and that the C library keeps in case it is wanted again.
package enum FreedMemory {
    /// Gives it back to the system: after a step that needed much, before one that needs as much of another shape.
    package static func giveBack() { store_give_back_memory() }

    /// Has all threads take memory from one place, instead of each from one of its own; before there is a second thread.
    ///
    /// For a program in which one thread makes what another gives free, and few wait for each other.
    package static func shareAmongThreads() { store_use_one_heap() }
}
