import Foundation
import HealthKitStore

/// The journal of saves as version 0.2 wrote it.
package enum EarlierJournal {
    /// Writes one.
    ///
    /// - Parameters:
    ///   - calls: What is sealed, an entry each.
    ///   - path: The store's file.
    ///   - publicKey: To which key it is sealed.
    /// - Throws: An error if it can't be written.
    package static func write(_ calls: [[UInt8]], beside path: String, to publicKey: [UInt8]) throws {
        var bytes = Array("HKSJ0001".utf8)
        withUnsafeBytes(of: UUID().uuid) { bytes += $0 }
        for call in calls {
            let sealed = try SealedBox.seal(call, to: publicKey)
            let mark: UInt32 = 0x4553_4B48
            let length = UInt32(sealed.count)
            withUnsafeBytes(of: mark.littleEndian) { bytes += $0 }
            withUnsafeBytes(of: length.littleEndian) { bytes += $0 }
            let checksum = withUnsafeBytes(of: length.littleEndian) { Checksum.of($0, seed: UInt64(mark)) }
            withUnsafeBytes(of: checksum.littleEndian) { bytes += $0 }
            bytes += sealed
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path + "-saves"))
    }
}
