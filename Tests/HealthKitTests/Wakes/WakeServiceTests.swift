import Foundation
import Glibc
import Synchronization
import Testing

@testable import HealthKit

/// What the service does for registered apps, with a launcher that the test plays.
@Suite("Apps are woken for changes", .timeLimit(.minutes(10)))
struct WakeServiceTests {
    private let stage: WakeStage

    init() throws { stage = try WakeStage() }

    /// Has a started app observe steps, and say that it is done if it is to.
    private func observe(_ store: HKHealthStore, completes: Bool = true) -> (query: HKObserverQuery, heard: Counter) {
        let heard = Counter()
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, done, _ in
            heard.add()
            if completes { done() }
        }
        store.execute(query)
        return (query, heard)
    }

    final class Counter: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    @Test("R8.3 A save and a deletion start the app that may see them; what it is done with is not told again")
    func wake() async throws {
        let launcher = try TestLauncher(stage)
        try await stage.register()
        #expect(launcher.starts.isEmpty, "nothing changed yet")
        try await stage.walk()
        try await stage.until("the start") { launcher.starts.count == 1 }
        let start = launcher.starts[0]
        #expect(start.call.app == WakeStage.app && start.call.program == WakeStage.program && start.call.hash == "00")
        #expect(start.call.environment["HEALTHKIT_WAKE"] == "1")
        try launcher.report(ProgramReportCall(number: start.call.number))
        var store: HKHealthStore? = stage.store(of: start)
        let observer = observe(try #require(store))
        try await stage.until("the acknowledgement") { try stage.row()?.outcome == .acknowledged }
        #expect(observer.heard.value == 1)
        try #require(store).stop(observer.query)
        store = nil
        try launcher.report(ProgramReportCall(number: start.call.number, status: 0))
        try await stage.until("the end") { try stage.starts().last?.status == 0 }
        #expect(try stage.starts().last?.outcome == .acknowledged)
        #expect(try stage.row()?.obstacle == .noChange)

        // Within the interval nothing happens; then a deletion starts it again.
        let samples = try await stage.person.store.all(steps)
        try await stage.person.store.delete(samples)
        try await stage.until("the wait") { try stage.row()?.obstacle == .interval }
        #expect(launcher.starts.count == 1)
        stage.clock.advance(by: 1.1)
        try await stage.walk(100)
        try await stage.until("the second start") { launcher.starts.count == 2 }
    }

    @Test("An app is never started for what it may not see, and at once when it may")
    func hidden() async throws {
        let launcher = try TestLauncher(stage)
        try await stage.register(mayRead: false)
        try await stage.walk()
        try await stage.until("the obstacle") { try stage.row()?.obstacle == .noAccess }
        // Samples before a limit are hidden too.
        let limited = Grant(read: true, share: false, since: at(1_000).timeIntervalSinceReferenceDate)
        try stage.person.setGrants([steps.identifier: limited], app: WakeStage.app)
        try await stage.walk(50)
        try await stage.until("the limit") { try stage.row()?.obstacle == .noChange }
        #expect(launcher.starts.isEmpty)
        try await stage.walk(2_000)
        try await stage.until("the start") { launcher.starts.count == 1 }
    }

    @Test("Without approval, a launcher, or with a guest no app is started; the ledger says why")
    func obstacles() async throws {
        try await stage.store().enableBackgroundDelivery(for: steps, frequency: .immediate, arguments: ["--background"])
        try stage.person.setGrants([steps.identifier: Grant(read: true, share: nil)], app: WakeStage.app)
        try await stage.walk()
        try await stage.until("approval") { try stage.row()?.obstacle == .notApproved }
        try stage.person.decideWake(app: WakeStage.app, WakeStage.program, hash: nil)
        try await stage.until("refusal") { try stage.row()?.obstacle == .refused }
        try stage.person.decideWake(app: WakeStage.app, WakeStage.program, hash: "00")
        try await stage.until("launcher") { try stage.row()?.obstacle == .noLauncher }
        try stage.person.setGuest(true)
        try await stage.until("guest") { try stage.row()?.obstacle == .guest }
        let launcher = try TestLauncher(stage)
        try stage.person.setGuest(false)
        try await stage.until("the start") { launcher.starts.count == 1 }
        // Taking the registration back ends it.
        try await stage.store().disableBackgroundDelivery(for: steps)
        #expect(try stage.row() == nil)
    }

    @Test("Other arguments than those that were approved need the person again; a program that changed is paused")
    func changed() async throws {
        let launcher = try TestLauncher(stage)
        try await stage.register()
        try await stage.store().enableBackgroundDelivery(for: steps, frequency: .immediate, arguments: ["--other"])
        try await stage.walk()
        try await stage.until("the pause") { try stage.row()?.obstacle == .programChanged }
        #expect(launcher.starts.isEmpty)
        try await stage.register()
        try await stage.until("the start") { launcher.starts.count == 1 }
        let changed = ProgramReportCall(
            number: launcher.starts[0].call.number,
            problem: "another file",
            isChanged: true
        )
        try launcher.report(changed)
        try await stage.until("the second pause") { try stage.row()?.obstacle == .programChanged }
        #expect(try stage.starts().last?.problem == "another file")
        #expect(try stage.person.wakes().ledger.decisions[WakeStage.app]?.isChanged == true)
        try stage.person.decideWake(app: WakeStage.app, WakeStage.program, hash: "01")
        try await stage.until("the next start") { launcher.starts.count == 2 }
        #expect(launcher.starts[1].call.hash == "01")
    }

    @Test("A program that ends before it is done is started again later")
    func ended() async throws {
        let launcher = try TestLauncher(stage)
        try await stage.register()
        try await stage.walk()
        try await stage.until("the start") { launcher.starts.count == 1 }
        close(launcher.starts[0].descriptor)
        try launcher.report(ProgramReportCall(number: launcher.starts[0].call.number, status: 139))
        try await stage.until("the failure") { try stage.row()?.outcome == .exited }
        #expect(try stage.row()?.obstacle == .retry && stage.row()?.attempt == 1)
        #expect(try stage.starts().last?.status == 139)
        stage.clock.advance(by: 59)
        try await stage.walk(100)
        #expect(launcher.starts.count == 1)
        stage.clock.advance(by: 2)
        try await stage.walk(200)
        try await stage.until("the second start") { launcher.starts.count == 2 }
    }

    @Test("A program that never observes is asked to end after 30 seconds, and killed 10 later")
    func silent() async throws {
        let launcher = try TestLauncher(stage)
        try await stage.register()
        try await stage.walk()
        try await stage.until("the start") { launcher.starts.count == 1 }
        try launcher.report(ProgramReportCall(number: launcher.starts[0].call.number))
        stage.clock.advance(by: 31)
        try await stage.walk(100)
        try await stage.until("the end") { launcher.ends.map(\.isKilled) == [false] }
        #expect(try stage.row()?.outcome == .noObserver)
        stage.clock.advance(by: 11)
        try await stage.walk(200)
        try await stage.until("the kill") { launcher.ends.map(\.isKilled) == [false, true] }
        close(launcher.starts[0].descriptor)
    }

    @Test("One that observes and never says that it is done has ten minutes")
    func incomplete() async throws {
        let launcher = try TestLauncher(stage)
        try await stage.register()
        try await stage.walk()
        try await stage.until("the start") { launcher.starts.count == 1 }
        let store = stage.store(of: launcher.starts[0])
        let observer = observe(store, completes: false)
        try await stage.until("the update") { observer.heard.value == 1 }
        // The ten minutes begin when the service knows of the observer.
        try await stage.untilTurn()
        stage.clock.advance(by: 599)
        try await stage.walk(100)
        try await stage.until("the second update") { observer.heard.value >= 2 }
        #expect(try stage.row()?.outcome == .underWay)
        stage.clock.advance(by: 40)
        try await stage.walk(200)
        try await stage.until("the failure") { try stage.row()?.outcome == .noCompletion }
        try await stage.until("the end") { launcher.ends.count == 1 }
        store.stop(observer.query)
    }

    @Test("An app that runs and observes is told, and not started; what it isn't done with it is told again")
    func running() async throws {
        let launcher = try TestLauncher(stage)
        try await stage.register()
        let store = stage.store()
        let done = Mutex<[@Sendable () -> Void]>([])
        let query = HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, _ in
            nonisolated(unsafe) let completion = completion
            done.withLock { $0.append({ completion() }) }
        }
        store.execute(query)
        try await stage.until("the first update") { done.withLock { $0.count } == 1 }
        try await stage.walk()
        try await stage.until("the update") { done.withLock { $0.count } == 2 }
        try await stage.until("the wake") { try stage.row()?.obstacle == .underWay }
        stage.clock.advance(by: 601)
        try await stage.walk(100)
        try await stage.until("the failure") { try stage.row()?.outcome == .noCompletion }
        let heard = done.withLock { $0.count }
        stage.clock.advance(by: 61)
        try stage.person.decideWake(app: WakeStage.app, WakeStage.program, hash: "00")
        try await stage.until("it is told again") { done.withLock { $0.count } > heard }
        for completion in done.withLock({ $0 }) { completion() }
        try await stage.until("the acknowledgement") { try stage.row()?.outcome == .acknowledged }
        #expect(launcher.starts.isEmpty)
        store.stop(query)
    }

    @Test("A launcher that is killed in the middle is said, and the next one starts the app again")
    func launcherKilled() async throws {
        let first = try TestLauncher(stage)
        try await stage.register()
        try await stage.walk()
        try await stage.until("the start") { first.starts.count == 1 }
        close(first.starts[0].descriptor)
        first.leave()
        try await stage.until("the loss") { try stage.row()?.outcome == .launcherEnded }
        stage.clock.advance(by: 61)
        let second = try TestLauncher(stage)
        try await stage.until("the next start") { second.starts.count == 1 }
    }

    @Test("A program that was started as one app can't say that it is another")
    func anotherApp() async throws {
        let launcher = try TestLauncher(stage)
        try await stage.register()
        try await stage.walk()
        try await stage.until("the start") { launcher.starts.count == 1 }
        let other = AppIdentity(bundleIdentifier: "test.other", name: "other")
        let store = stage.store(of: launcher.starts[0], as: other)
        await #expect(throws: HKError.self) { try await store.all(steps) }
    }

    @Test("Arguments that can't be shown, and too many, are refused")
    func arguments() async throws {
        let app = stage.store()
        func register(_ arguments: [String]) async -> HKError.Code? {
            await code { try await app.enableBackgroundDelivery(for: steps, frequency: .daily, arguments: arguments) }
        }
        #expect(await register(["a\nb"]) == .errorInvalidArgument)
        #expect(await register(["\u{1B}[2J"]) == .errorInvalidArgument)
        #expect(await register(["a\u{202E}b"]) == .errorInvalidArgument)
        #expect(await register(Array(repeating: "a", count: 33)) == .errorInvalidArgument)
        #expect(await register([String(repeating: "a", count: 4_097)]) == .errorInvalidArgument)
        #expect(await register(Array(repeating: "a", count: 32)) == nil)
        #expect(WakeProgram(path: "/a b", arguments: ["it's", "", "x"]).commandLine == "'/a b' 'it'\\''s' '' x")
    }
}
