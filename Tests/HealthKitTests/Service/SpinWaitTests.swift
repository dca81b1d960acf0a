import Testing

@testable import HealthKit

@Suite struct SpinWaitTests {
    private static let most: UInt64 = 300_000

    @Test("What came soon again and again is waited for awake, and what takes too long asleep")
    func expectation() {
        var wait = SpinWait(most: 300)
        func times(_ count: Int, _ time: UInt64) -> [UInt64] {
            (0..<count)
                .map { _ in
                    wait.note(time)
                    return wait.time
                }
        }
        // One of many processors waits while another works.
        let awake = SpinWait.isUseful ? Self.most : 0
        #expect(wait.time == 0)
        #expect(times(2, 50_000) == [0, 0])
        #expect(times(20, 50_000).last == awake)
        // Who is woken late has waited for longer than need be: awake it may be less.
        #expect(times(5, 250_000) == Array(repeating: awake, count: 5))
        // A pause is forgotten with the next.
        #expect(times(3, .max) == [0, 0, 0])
        #expect(times(1, 250_000) == [awake])
        // What takes longer awake is waited for asleep for a while.
        #expect(times(10, Self.most * 3).last == 0)
        #expect(times(SpinWait.restCount - 10, 50_000).allSatisfy { $0 == 0 })
        #expect(times(11, 50_000).last == awake)
        // What takes twice as long is tried once, and rested from.
        #expect(times(10, Self.most * 2).last == 0)
        let tried = times(SpinWait.restCount * 3, Self.most * 2).count { $0 > 0 }
        #expect(SpinWait.isUseful ? (1...3).contains(tried) : tried == 0)
        #expect(times(300, Self.most * 5).allSatisfy { $0 == 0 })
    }

    @Test("Who waits awake gets what comes, and sleeps when nothing has come in time", .enabled(if: SpinWait.isUseful))
    func looking() {
        var wait = SpinWait(most: 300)
        var looks = 0
        #expect(wait.look { looks += 1 } == nil)
        #expect(looks == 0)
        for _ in 0..<40 { wait.note(1) }
        #expect(
            wait.look { () -> Int? in
                looks += 1
                return looks
            } == 1
        )
        let began = SpinWait.now
        #expect(wait.look { () -> Int? in nil } == nil)
        #expect(SpinWait.now - began >= Self.most)
    }
}
