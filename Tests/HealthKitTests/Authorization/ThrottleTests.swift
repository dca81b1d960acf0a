import Foundation
import HealthKit
import Synchronization
import Testing
import WaitTesting

@Suite("Work gives way to the person at a console")
struct ThrottleTests {
    /// A clock that moves when somebody sleeps, and what was slept.
    private final class Night: Sendable {
        private let state = Mutex((now: 1_000_000_000, naps: [Int]()))
        let onNap: @Sendable (Int) -> Void

        init(onNap: @escaping @Sendable (Int) -> Void = { _ in }) { self.onNap = onNap }

        var now: Int { state.withLock { $0.now } }
        var naps: [Int] { state.withLock { $0.naps } }
        var slept: Int { naps.reduce(0, +) }

        func pass(_ nanoseconds: Int) { state.withLock { $0.now += nanoseconds } }

        func sleep(_ nanoseconds: Int) {
            let count = state.withLock { state in
                state.now += nanoseconds
                state.naps.append(nanoseconds)
                return state.naps.count
            }
            onNap(count)
        }

        func throttle(_ path: String?) -> ImportThrottle {
            ImportThrottle(storePath: path, clock: { self.now }, sleep: { self.sleep($0) })
        }
    }

    private func withStorePath(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("throttle-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appendingPathComponent("health.store").path)
    }

    @Test("Where nobody looks work goes on at once, and makes no file beside the store")
    func alone() throws {
        try withStorePath { path in
            let night = Night()
            let throttle = night.throttle(path)
            for _ in 0..<1_000 {
                throttle.giveWay()
                night.pass(1_000_000)
            }
            #expect(night.naps.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: path + "-console"))
            night.throttle(nil).giveWay()
            #expect(night.naps.isEmpty)
        }
    }

    @Test("While a key waits for its answer work stands still, and goes on when it has it")
    func key() throws {
        try withStorePath { path in
            let attention = Mutex(ConsoleAttention(storePath: path, moment: .seconds(3_600)))
            attention.withLock { $0?.keyCame() }
            // The console ends in the midst of the fourth nap, and its lock with it.
            let night = Night { if $0 == 4 { attention.withLock { $0 = nil } } }
            let throttle = night.throttle(path)
            throttle.giveWay()
            #expect(night.naps.count == 4)
            night.pass(1_000_000)
            throttle.giveWay()
            #expect(night.naps.count == 4)
        }
    }

    @Test("Keys that never rest take half of the time at most")
    func endless() throws {
        try withStorePath { path in
            let night = Night()
            let attention = try #require(ConsoleAttention(storePath: path, moment: .seconds(3_600)))
            let throttle = night.throttle(path)
            let began = night.now
            var worked = 0
            while worked < 2_000_000_000 {
                attention.keyCame()
                throttle.giveWay()
                night.pass(100_000)
                worked += 100_000
            }
            #expect(night.slept > 0)
            #expect(night.slept <= (night.now - began) / 2 + 50_000_000)
        }
    }

    @Test(
        "While a console is open work leaves its core for an instant now and then, whether it was opened before or after"
    )
    func open() throws {
        try withStorePath { path in
            let night = Night()
            let throttle = night.throttle(path)
            throttle.giveWay()
            let console = ConsolePresence(storePath: path)
            #expect(console.announce())
            night.pass(1_000_000_000)
            throttle.giveWay()
            #expect(night.naps.count == 1)
            // Asked again at once it does not look.
            throttle.giveWay()
            #expect(night.naps.count == 1)
            console.withdraw()
            night.pass(1_000_000_000)
            throttle.giveWay()
            #expect(night.naps.count == 1)
        }
    }

    @Test("A key is waited for by others for a moment, longer where another follows, and no longer")
    func moment() throws {
        try withStorePath { path in
            let attention = try #require(ConsoleAttention(storePath: path))
            let other = try #require(ConsoleAttention(storePath: path))
            #expect(!other.isHeld)
            for _ in 0..<3 {
                // A machine with much to do may come to the question after the moment.
                eventuallyBlocking("a key that is waited for", seconds: 120, every: .zero) {
                    attention.keyCame()
                    return other.isHeld
                }
                attention.keyCame()
                attention.keyCame()
                eventuallyBlocking("the end of the moment", seconds: 120) { !other.isHeld }
            }
        }
    }
}
