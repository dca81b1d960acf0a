import CStoreFileSystem

/// Memory that was given free and that the C library keeps in case it is wanted again.
package enum FreedMemory {
    /// Gives it back to the system: after a step that needed much, before one that needs as much of another shape.
    package static func giveBack() { store_give_back_memory() }
}
