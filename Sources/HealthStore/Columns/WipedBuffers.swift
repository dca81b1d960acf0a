import CSodium

extension UnsafeMutablePointer {
    /// Wipes the memory, which holds trivial values, and lets it go.
    ///
    /// - Parameter capacity: how many values there is room for.
    func wipeAndDeallocate(capacity: Int) {
        sodium_memzero(self, capacity * MemoryLayout<Pointee>.stride)
        deallocate()
    }
}

extension UnsafeMutableRawPointer {
    /// Wipes the memory and lets it go.
    func wipeAndDeallocate(byteCount: Int) {
        sodium_memzero(self, byteCount)
        deallocate()
    }
}
