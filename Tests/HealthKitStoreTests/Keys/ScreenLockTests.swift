import Foundation
import LockTesting
import RandomTesting
import Testing
import WaitTesting

@testable import HealthKitStore

/// Notices of the screen's lock from logind.
@Suite("The screen's lock") struct ScreenLockTests {
    /// A bus and a watch of ada's that listens to it.
    private static func listening(_ body: (StandInBus, ScreenLockWatch) throws -> Void) throws {
        try ScratchFolder.with { folder throws in
            let bus = try StandInBus(folder.path("bus"))
            defer { bus.end() }
            let watch = ScreenLockWatch(bus.path, user: "ada")
            watch.begin()
            // Lets itself be let in, and what it asks for be answered.
            eventuallyBlocking("the watch to be let in", seconds: 120) {
                watch.read() == 0 && !watch.isWaiting && bus.calls == ["Hello", "AddMatch", "AddMatch"]
            }
            try body(bus, watch)
        }
    }

    /// How many locks are heard once the bus was asked for so many more properties.
    private static func heard(_ bus: StandInBus, _ watch: ScreenLockWatch, asks: Int, _ act: () -> Void) -> Int {
        let before = bus.calls.count
        act()
        var count = 0
        eventuallyBlocking("\(asks) more questions to the bus", seconds: 120) {
            count += watch.read()
            return bus.calls.count == before + asks && !watch.isWaiting
        }
        return count
    }

    @Test("logind's Lock signal to a session of the person's is heard, every time, and that to another's isn't")
    func signal() throws {
        try Self.listening { bus, watch in
            bus.setSession(of: "ada", isLocked: false)
            #expect(Self.heard(bus, watch, asks: 1) { bus.reportLock() } == 1)
            #expect(Self.heard(bus, watch, asks: 2) { for _ in 0..<2 { bus.reportLock() } } == 2)
            bus.setSession(of: "bob", isLocked: false)
            #expect(Self.heard(bus, watch, asks: 1) { bus.reportLock() } == 0)
        }
    }

    @Test("A desktop that locks its screen itself is heard once, until it was unlocked")
    func hint() throws {
        try Self.listening { bus, watch in
            bus.setSession(of: "ada", isLocked: false)
            #expect(Self.heard(bus, watch, asks: 1) { bus.reportChange() } == 0)
            bus.setSession(of: "ada", isLocked: true)
            #expect(Self.heard(bus, watch, asks: 2) { bus.reportChange() } == 1)
            #expect(Self.heard(bus, watch, asks: 1) { bus.reportChange() } == 0)
            bus.setSession(of: "ada", isLocked: false)
            #expect(Self.heard(bus, watch, asks: 1) { bus.reportChange() } == 0)
            bus.setSession(of: "ada", isLocked: true)
            #expect(Self.heard(bus, watch, asks: 2) { bus.reportChange() } == 1)
            bus.setSession(of: "bob", isLocked: false)
            #expect(Self.heard(bus, watch, asks: 1) { bus.reportChange() } == 0)
            bus.setSession(of: "bob", isLocked: true)
            #expect(Self.heard(bus, watch, asks: 2) { bus.reportChange() } == 0)
        }
    }

    @Test("Other signals, sleep among them, and a bus that isn't there or hangs up are no lock of the screen")
    func others() throws {
        try Self.listening { bus, watch in
            #expect(
                Self.heard(bus, watch, asks: 0) {
                    bus.report("PrepareForSleep", sleeps: true)
                    bus.report("SessionNew")
                } == 0
            )
            bus.hangUp()
            eventuallyBlocking("the watch to notice that the bus is gone", seconds: 120) {
                #expect(watch.read() == 0)
                return watch.descriptor < 0
            }
        }
        let none = ScreenLockWatch("/nonexistent/bus", user: "ada")
        none.begin()
        #expect(none.descriptor < 0 && none.read() == 0)
    }
}
