import Foundation
import Glibc
import RandomTesting
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

@Suite("Who reads from a connection", .timeLimit(.minutes(5)))
struct LinkTurnTests {
    private let person: PersonAccess
    private let served: ServedStore
    private let port: ServicePort

    init() throws {
        person = HKHealthStore.person(location: .memory).person
        served = try ServedStore(person)
        try person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "test.app")
        port = served.port(of: .app(AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")))
    }

    /// Runs a body on threads of its own and waits for all of them.
    private func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
        await withCheckedContinuation { continuation in
            let left = Mutex(count)
            for number in 0..<count {
                Thread.detachNewThread {
                    body(number)
                    let isLast = left.withLock { left in
                        left -= 1
                        return left == 0
                    }
                    if isLast { continuation.resume() }
                }
            }
        }
    }

    @Test(
        "Threads that ask over one connection get their own answers, however they take turns",
        arguments: [false, true]
    )
    func answers(cuts: Bool) async throws {
        try person.setGrants([heartRate.identifier: Grant(read: false, share: false)], app: "test.app")
        let types: [(HKSampleType, HKAuthorizationStatus)] = [
            (steps, .sharingAuthorized), (heartRate, .sharingDenied),
            (HKQuantityType(.bodyMass), .notDetermined),
        ]
        let wrong = Mutex<[String]>([])
        let isOver = Mutex(false)
        let (port, served) = (port, served)
        // The first connection is made at once or not at all.
        _ = try port.send(AuthorizationStatusCall(type: steps.identifier), while: nil)
        if cuts {
            Thread.detachNewThread {
                while !isOver.withLock({ $0 }) {
                    usleep(20_000)
                    served.cutConnections()
                }
            }
        }
        await onThreads(6) { number in
            for round in 0..<150 {
                let (type, status) = types[(number + round) % types.count]
                do {
                    let found = try port.send(
                        AuthorizationStatusCall(type: type.identifier),
                        while: round % 3 == 0 ? { true } : nil
                    )
                    if found != status { wrong.withLock { $0.append("\(type): \(found.rawValue)") } }
                } catch {
                    wrong.withLock { $0.append("\(error)") }
                }
            }
        }
        isOver.withLock { $0 = true }
        #expect(wrong.withLock { $0 } == [])
    }

    @Test("What nobody waits for is read all the same, between calls and during them")
    func pushes() async throws {
        let heard = Mutex(0)
        let token = try port.listen(ChangeInterest(types: [steps.identifier], namespaces: [], whenReopened: false)) {
            heard.withLock { $0 += 1 }
        }
        let other = HKHealthStore(
            port: served.port(of: .app(AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")))
        )
        let isOver = Mutex(false)
        let port = port
        // One that asks without an end has the turn most of the time.
        Thread.detachNewThread {
            while !isOver.withLock({ $0 }) {
                _ = try? port.send(AuthorizationStatusCall(type: steps.identifier), while: nil)
            }
            isOver.withLock { $0 = false }
        }
        for number in 0..<20 {
            let before = heard.withLock { $0 }
            try await other.save(stepSample(1, Double(number) * 10, Double(number) * 10 + 5))
            await eventually("word of the save", seconds: 120) { heard.withLock { $0 } > before }
        }
        isOver.withLock { $0 = true }
        await eventually("the end of the thread that asks", seconds: 120) { !isOver.withLock { $0 } }
        // And with nobody who asks.
        for number in 20..<40 {
            let before = heard.withLock { $0 }
            try await other.save(stepSample(1, Double(number) * 10, Double(number) * 10 + 5))
            await eventually("word of the save, with nobody who asks", seconds: 120) { heard.withLock { $0 } > before }
        }
        token.cancel()
    }

    @Test("A save that is awaited and a read that is waited for answer each other's turns")
    func saves() async throws {
        let store = HKHealthStore(port: port)
        for number in 0..<100 {
            try await store.save(stepSample(1, Double(number) * 10, Double(number) * 10 + 5))
            #expect(try await store.all(steps).count == number + 1)
        }
    }

    @Test("A call that takes long keeps neither its own connection nor another from being served")
    func longCalls() async throws {
        let store = HKHealthStore(port: port)
        let samples: [HKQuantitySample] = (0..<30_000)
            .map { number in
                let start = Double(number)
                return stepSample(1, start, start + 1)
            }
        try await store.save(samples)
        let (port, served) = (port, served)
        let all = SamplesCall(selections: [SampleSelection(steps)], order: .byStart(ascending: true), limit: nil)
        let counts = Mutex<[Int]>([])
        await onThreads(6) { number in
            let own =
                number < 3
                ? port : served.port(of: .app(AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")))
            for _ in 0..<3 {
                if let found = try? own.send(all, while: nil) { counts.withLock { $0.append(found.count) } }
                if (try? own.send(AuthorizationStatusCall(type: steps.identifier), while: nil)) == .sharingAuthorized {
                    counts.withLock { $0.append(30_000) }
                }
            }
        }
        #expect(counts.withLock { $0 } == Array(repeating: 30_000, count: 36))
    }
}

@Suite("Long answers", .timeLimit(.minutes(5)))
struct AnswerPieceTests {
    private let person: PersonAccess
    private let served: ServedStore
    private let identity = AppIdentity(bundleIdentifier: "test.app", name: "app", version: "1")
    private let samples: [HKQuantitySample] = (0..<10_000)
        .map { number in
            let start = Double(number)
            return stepSample(Double(number % 90 + 1), start, start + 1)
        }
    private let call = SamplesCall(selections: [SampleSelection(steps)], order: .byStart(ascending: true), limit: nil)

    init() async throws {
        person = HKHealthStore.person(location: .memory).person
        served = try ServedStore(person)
        try person.setGrants([steps.identifier: Grant(read: true, share: true)], app: "test.app")
        try await HKHealthStore(port: served.port(of: .app(identity))).save(samples)
    }

    /// The frames that answer a call of a program which speaks up to a version.
    private func frames(upTo version: UInt64) throws -> [ServiceFrame] {
        let end = try served.connection()
        defer { close(end) }
        var hello = HelloCall(.app(identity))
        (hello.lowest, hello.highest) = (1, version)
        var bytes = ServiceFrame(.hello, call: 0, try CallMessage(hello).bytes).bytes(limit: ServiceFrame.programLimit)
        bytes += ServiceFrame(.call, call: 1, try CallMessage(call).bytes).bytes(limit: ServiceFrame.programLimit)
        #expect(bytes.withUnsafeBytes { send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count)
        var reader = ServiceFrameReader(limit: ServiceFrame.serviceLimit, bodyLimit: .max)
        var frames: [ServiceFrame] = []
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            while let frame = try reader.next() {
                if frame.call == 1 { frames.append(frame) }
                if frame.call == 1, frame.kind == .answer { return frames }
            }
            let count = recv(end, &buffer, buffer.count, 0)
            try #require(count > 0)
            reader.append(buffer[..<count])
        }
    }

    @Test("A list of samples comes in pieces to who knows them, and whole to a program of an earlier version")
    func versions() throws {
        func answer(_ frames: [ServiceFrame]) throws -> [UUID] {
            try frames.flatMap { frame in
                try CallMessage(bytes: frame.body, isBounded: false).answer(to: SamplesCall.self).map(\.uuid)
            }
        }
        let (earlier, pieces) = (try frames(upTo: 1), try frames(upTo: 2))
        #expect(earlier.map(\.kind) == [.answer])
        #expect(pieces.map(\.kind) == [.item, .item, .answer])
        #expect(try answer(earlier) == samples.map(\.uuid))
        #expect(try answer(pieces) == samples.map(\.uuid))
    }

    @Test("An answer whose connection ends between its pieces comes whole over the next")
    func cuts() async throws {
        let (served, call, expected) = (served, call, samples.map(\.uuid))
        let port = served.port(of: .app(identity))
        // The first connection is made at once or not at all.
        #expect(try port.send(call, while: nil).map(\.uuid) == expected)
        let isOver = Mutex(false)
        let seeded = SeededGenerator("connections that are cut")
        Thread.detachNewThread {
            var random = seeded
            while !isOver.withLock({ $0 }) {
                usleep(UInt32.random(in: 5_000...400_000, using: &random))
                served.cutConnections()
            }
        }
        let counts: [Int] = await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                var counts: [Int] = []
                for _ in 0..<25 {
                    let found = try? port.send(call, while: { true })
                    counts.append(found?.map(\.uuid) == expected ? 1 : 0)
                }
                continuation.resume(returning: counts)
            }
        }
        isOver.withLock { $0 = true }
        #expect(counts == Array(repeating: 1, count: 25))
    }
}

@Suite("Reads that are made again")
struct RecentCallTests {
    @Test("The last eight are known, by their bytes and the way in which they were asked")
    func known() throws {
        let recent = RecentCalls()
        func call(_ limit: Int) -> SamplesCall {
            SamplesCall(selections: [SampleSelection(steps)], order: .byStart(ascending: true), limit: limit)
        }
        func frame(_ call: SamplesCall, _ kind: ServiceFrame.Kind = .call) throws -> ServiceFrame {
            ServiceFrame(kind, call: 1, try CallMessage(call).bytes)
        }
        for limit in 1...9 { recent.note(call(limit), try frame(call(limit))) }
        #expect(try recent.call(frame(call(1))) == nil)
        for limit in 2...9 { #expect((try recent.call(frame(call(limit))) as? SamplesCall)?.limit == limit) }
        // The one that was asked for last stays.
        #expect(try recent.call(frame(call(2))) != nil)
        recent.note(call(10), try frame(call(10)))
        #expect(try recent.call(frame(call(2))) != nil)
        #expect(try recent.call(frame(call(3))) == nil)
        #expect(try recent.call(frame(call(10), .open)) == nil)
        // What changes something is never taken for what was done before.
        let save = SaveCall(objects: [stepSample(1, 0, 1)])
        let saving = ServiceFrame(.call, call: 2, try CallMessage(save).bytes)
        recent.note(save, saving)
        #expect(recent.call(saving) == nil)
    }
}

@Suite("Whose turn it is to look for calls", .timeLimit(.minutes(2)))
struct ServiceTurnTests {
    @Test("Two threads have the turn one at a time; whoever works is replaced, and both end")
    func turns() async throws {
        let turns = ServiceTurns()
        let state = Mutex((holding: 0, most: 0, count: 0, left: 2))
        let enough = DispatchSemaphore(value: 0)
        for _ in 0..<2 {
            Thread.detachNewThread {
                while turns.take() {
                    let count = state.withLock { state in
                        state.holding += 1
                        state.most = max(state.most, state.holding)
                        state.count += 1
                        return state.count
                    }
                    if count == 300 { enough.signal() }
                    state.withLock { $0.holding -= 1 }
                    turns.end()
                    // Every so often one works for longer than the other waits.
                    if count % 50 == 0 { usleep(20_000) }
                }
                state.withLock { $0.left -= 1 }
            }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                enough.wait()
                turns.stop()
                // Nobody has the turn from now on.
                state.withLock { #expect($0.holding == 0) }
                continuation.resume()
            }
        }
        await eventually("the end of both threads") { state.withLock { $0.left } == 0 }
        #expect(state.withLock { $0.most } == 1)
        #expect(state.withLock { $0.count } >= 300)
    }
}
