import CHealthKitStoreFileSystem
import Testing

@testable import HealthKitStore

/// The checksum of everything that the store keeps: stores of earlier versions are read by it.
@Suite struct ChecksumTests {
    private static let bytes = (0..<75).map { UInt8($0 * 7 & 0xFF) }

    @Test(
        "Four lanes give the sums that they have always given",
        arguments: [
            (0, 0xA86A_CEF4_D462_1B7C), (1, 0x8B40_4B97_15F7_5CAE), (8, 0x0DEA_9B28_A0A7_F3B0),
            (31, 0xAF7C_34E5_CBB2_36BE), (32, 0x2E09_A807_3390_3460), (75, 0xCC75_3624_4FC3_DB8C),
        ] as [(Int, UInt64)]
    )
    func known(count: Int, sum: UInt64) {
        let found = Self.bytes.withUnsafeBytes { Checksum.of(UnsafeRawBufferPointer(rebasing: $0[..<count]), seed: 5) }
        #expect(found == sum)
    }

    @Test("Nothing at no place has a sum of its own")
    func nothing() {
        #expect(Checksum.of(UnsafeRawBufferPointer(start: nil, count: 0), seed: 5) == 0xE945_D617_96F7_9D7B)
    }

    @Test("A page's sum is that of its bytes, with its number for a seed")
    func page() {
        Self.bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            let seed = UInt64(3) &* 0xD6E8_FEB8_6659_FD93
            #expect(store_page_checksum(base, UInt32(bytes.count), 3) == Checksum.of(bytes, seed: seed))
        }
    }
}
