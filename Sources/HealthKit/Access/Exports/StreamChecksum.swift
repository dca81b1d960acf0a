import Foundation
import HealthKitStore

/// A checksum of a stream of bytes that shows a change of any of them; every version computes the same.
package struct StreamChecksum: Sendable {
    /// The checksum of the complete blocks so far.
    private var sum: UInt64 = 0
    private var rest: [UInt8] = []
    /// The number of bytes so far.
    package private(set) var count: UInt64 = 0

    private static let blockSize = 1 << 16

    package init() { rest.reserveCapacity(Self.blockSize) }

    /// Adds the next bytes.
    ///
    /// - Parameter bytes: Any number of bytes.
    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        count += UInt64(bytes.count)
        var bytes = bytes
        if !rest.isEmpty {
            let part = min(Self.blockSize - rest.count, bytes.count)
            rest.append(contentsOf: bytes.prefix(part))
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(part))
            guard rest.count == Self.blockSize else { return }
            sum = rest.withUnsafeBytes { Checksum.of($0, seed: sum) }
            rest.removeAll(keepingCapacity: true)
        }
        while bytes.count >= Self.blockSize {
            sum = Checksum.of(UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.blockSize)), seed: sum)
            bytes = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(Self.blockSize))
        }
        rest.append(contentsOf: bytes)
    }

    /// The checksum of everything so far, in hexadecimal digits.
    package var text: String {
        String(rest.withUnsafeBytes { Checksum.of($0, seed: sum) }, radix: 16)
    }
}
