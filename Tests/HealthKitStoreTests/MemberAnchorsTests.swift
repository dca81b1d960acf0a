import RandomTesting
import Testing

@testable import HealthKitStore

/// A set of places in the order of changes.
@Suite("Places of members") struct MemberAnchorsTests {
    @Test("Any additions and removals leave what a plain set has, in order")
    func model() {
        var random = SeededGenerator("places of members")
        var anchors = MemberAnchors()
        var others = MemberAnchors()
        var (plain, plainOthers): (Set<Int64>, Set<Int64>) = ([], [])
        for _ in 0..<2_000 {
            let first = Int64.random(in: 1...1_000, using: &random)
            let range = first...(first + Int64.random(in: 0...200, using: &random))
            switch Int.random(in: 0..<5, using: &random) {
            case 0:
                anchors.insert(range)
                plain.formUnion(range)
            case 1:
                anchors.insert(first)
                plain.insert(first)
            case 2:
                anchors.remove(range)
                plain.subtract(range)
            case 3:
                #expect(anchors.remove(first) == (plain.remove(first) != nil), "seed \(random.seed)")
            default:
                others.insert(range)
                plainOthers.formUnion(range)
            }
            #expect(anchors.count == plain.count && anchors.isEmpty == plain.isEmpty, "seed \(random.seed)")
            #expect(anchors.contains(first) == plain.contains(first), "seed \(random.seed)")
        }
        #expect(anchors.places(outside: others) == plain.subtracting(plainOthers).sorted(), "seed \(random.seed)")
        #expect(anchors.places(outside: MemberAnchors()) == plain.sorted(), "seed \(random.seed)")
    }

    @Test("Places at the ends of words and far apart are kept")
    func bounds() {
        var anchors = MemberAnchors()
        anchors.insert(63...64)
        anchors.insert(Int64.max - 1...Int64.max)
        anchors.insert(1...1)
        #expect(anchors.places(outside: MemberAnchors()) == [1, 63, 64, .max - 1, .max])
        anchors.remove(64...Int64(200))
        #expect(anchors.places(outside: MemberAnchors()) == [1, 63, .max - 1, .max])
    }
}
