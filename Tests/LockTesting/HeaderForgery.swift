import CHealthKitStoreFileSystem
import Foundation
import HealthKitStore

/// Changes the header of an encrypted store as someone can who has no key: with the right checksum, and a wrong code.
package enum HeaderForgery {
    /// Changes the slots, the public key among them, in both copies of the header.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - change: Changes the slots' bytes.
    /// - Throws: An error if the file can't be read or written.
    package static func changeSlots(of path: String, _ change: (inout [UInt8]) -> Void) throws {
        let url = URL(fileURLWithPath: path)
        var file = [UInt8](try Data(contentsOf: url))
        let size = Int(STORE_SLOTS_SIZE)
        for copy in [0, 4096] {
            var slots = Array(file[copy + 96..<copy + 96 + size])
            change(&slots)
            file.replaceSubrange(copy + 96..<copy + 96 + size, with: slots)
            let sum = Array(file[copy..<copy + 4088])
                .withUnsafeBytes { bytes in bytes.baseAddress.map { store_page_checksum($0, 4088, 0) } ?? 0 }
            for byte in 0..<8 { file[copy + 4088 + byte] = UInt8(truncatingIfNeeded: sum >> UInt64(56 - 8 * byte)) }
        }
        // In place: it is the same file for whoever has it open.
        let handle = try FileHandle(forWritingTo: url)
        try handle.write(contentsOf: Data(file[0..<8192]))
        try handle.close()
    }

    /// Puts another public key into the header.
    ///
    /// - Parameters:
    ///   - path: The store's file.
    ///   - key: The key.
    /// - Returns: What was there.
    /// - Throws: An error if the file can't be read or written.
    @discardableResult
    package static func swapPublicKey(of path: String, for key: [UInt8]) throws -> [UInt8] {
        var before: [UInt8] = []
        try changeSlots(of: path) { slots in
            before = Array(slots[0..<32])
            slots.replaceSubrange(0..<32, with: key)
        }
        return before
    }
}
