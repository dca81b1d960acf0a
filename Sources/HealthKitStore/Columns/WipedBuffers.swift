import CHealthKitSodium

extension UnsafeMutablePointer {
    /// Wipes memory, which holds trivial values, and lets all of it go.
    ///
    /// - Parameter used: how many values of it may have been written.
    func wipeAndDeallocate(used: Int) {
        sodium_memzero(self, used * MemoryLayout<Pointee>.stride)
        deallocate()
    }
}

extension UnsafeMutableRawPointer {
    /// Wipes memory and lets all of it go.
    ///
    /// - Parameter used: how many bytes of it may have been written.
    func wipeAndDeallocate(used: Int) {
        sodium_memzero(self, used)
        deallocate()
    }
}
