import CHealthKitSodium

/// Bytes that must not be seen: keys and passphrases.
///
/// They are in separate memory between guard pages, are never written to swap or to a core dump, are read-only once
/// they are made, and are wiped with the last reference. They have no description and no encoding, so they cannot slip
/// into a message.
package final class SecretBytes: @unchecked Sendable {
    // Unchecked, since a pointer is not Sendable: the memory is read-only from the end of init on.
    private let memory: UnsafeMutableRawPointer
    /// The number of bytes.
    package let count: Int

    /// Makes secret bytes in place.
    ///
    /// - Parameters:
    ///   - count: how many; none is allowed.
    ///   - fill: writes them into memory that holds nothing useful.
    /// - Throws: ``StoreError`` with code `cannotOpen` when no guarded memory is to be had, and what `fill` throws.
    package init(count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws {
        guard sodium_init() >= 0, let memory = sodium_malloc(count) else {
            throw StoreError.noMemoryForKey
        }
        ProcessMemory.keepOutOfSwap(memory, count)
        self.memory = memory
        self.count = count
        // If this throws, deinit frees the memory: all of its properties are set.
        try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
        sodium_mprotect_readonly(memory)
    }

    /// Random bytes from the system.
    package static func random(count: Int) throws -> SecretBytes {
        try made(count: count) { randombytes_buf($0, count) }
    }

    /// Takes bytes over and wipes where they were.
    package convenience init(taking bytes: inout [UInt8]) throws {
        defer { bytes.withUnsafeMutableBytes { if let start = $0.baseAddress { sodium_memzero(start, $0.count) } } }
        try self.init(count: bytes.count) { target in bytes.withUnsafeBytes { target.copyMemory(from: $0) } }
    }

    deinit { sodium_free(memory) }

    /// Lends the bytes for the length of a call.
    package func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }

    /// Lends the bytes to a function of C.
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>) throws -> Result) rethrows -> Result {
        try body(UnsafePointer(memory.assumingMemoryBound(to: UInt8.self)))
    }

    /// Makes secret bytes by a function of C; none is not allowed.
    /// - Throws: As ``init(count:fill:)``.
    static func made(count: Int, _ fill: (UnsafeMutablePointer<UInt8>) throws -> Void) throws -> SecretBytes {
        try SecretBytes(count: count) { bytes in
            if let start = bytes.assumingMemoryBound(to: UInt8.self).baseAddress { try fill(start) }
        }
    }

    /// Whether both are the same, in a time that doesn't depend on where they differ.
    package func isEqual(to other: SecretBytes) -> Bool {
        count == other.count && sodium_memcmp(memory, other.memory, count) == 0
    }
}
