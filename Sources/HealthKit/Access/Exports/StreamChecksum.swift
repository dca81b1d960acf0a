import Foundation
import HealthStore

/// Sums up a stream of bytes so that a change of any of them shows; every version computes the same.
package struct StreamChecksum: Sendable {
    /// The checksum of the whole blocks so far.
    private var sum: UInt64 = 0
    private var rest: [UInt8] = []
    /// How many bytes there were.
    package private(set) var count: UInt64 = 0

    private static let blockSize = 1 << 16

    package init() { rest.reserveCapacity(Self.blockSize) }

    /// Takes in what comes next.
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
