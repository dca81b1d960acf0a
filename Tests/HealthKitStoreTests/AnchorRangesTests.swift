import RandomTesting
import Testing

@testable import HealthKitStore

@Suite struct AnchorRangesTests {
    @Test("Places in any order are the set of them, as bytes too", arguments: 0..<20)
    func model(_ run: Int) throws {
        let seed = SeededGenerator("ranges").seed
        var state = seed
        func random(_ bound: UInt64) -> Int64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int64((state >> 33) % bound)
        }
        var ranges = AnchorRanges()
        var model: Set<Int64> = []
        for _ in 0..<30 {
            let first = random(200)
            let last = first + random(12)
            ranges.insert(first...last)
            model.formUnion(first...last)
            #expect(Set(ranges.ranges.flatMap { Array($0) }) == model)
            #expect(ranges.ranges.count == model.count { !model.contains($0 - 1) }, "ranges that touch are one")
            let probe = random(220)
            #expect(ranges.contains(probe) == model.contains(probe))
            #expect(ranges.overlaps(probe...probe + 3) == !model.isDisjoint(with: probe...probe + 3))
        }
        #expect(try AnchorRanges(bytes: ranges.bytes) == ranges)
        #expect(try AnchorRanges(bytes: []) == AnchorRanges())
        #expect(throws: StoreError.self) { try AnchorRanges(bytes: [0x80]) }
    }
}
