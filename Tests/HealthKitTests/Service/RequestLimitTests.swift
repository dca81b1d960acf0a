import Foundation
import Glibc
import RandomTesting
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// Requests for access of programs that come and go.
@Suite("Requests over a service", .timeLimit(.minutes(10)))
struct RequestLimitTests {
    private final class Place: Sendable {
        let program = Mutex("a")
        let time = Mutex(1_000.0)
        let now = Mutex(800_000_000.0)
    }

    private let place = Place()
    private let person: PersonAccess
    private let served: ServedStore

    init() throws {
        let place = place
        person =
            HKHealthStore.person(
                location: .memory,
                clock: { Date(timeIntervalSinceReferenceDate: place.now.withLock { $0 }) }
            )
            .person
        var surroundings = StoreService.Surroundings.ofTest
        surroundings.clock = { place.time.withLock { $0 } }
        surroundings.people.program = { _ in
            let name = place.program.withLock { $0 }
            return ProgramIdentity(path: "/bin/\(name)", digest: String(repeating: "0", count: 64))
        }
        served = try ServedStore(person, surroundings)
    }

    /// Has a program ask for steps, under an identifier.
    ///
    /// - Returns: Its connection.
    private func ask(_ identifier: String, program: String = "a") async throws -> Int32 {
        place.program.withLock { $0 = program }
        let end = try served.connection()
        let identity = AppIdentity(bundleIdentifier: "test.\(identifier)", name: identifier, version: "1")
        let call = AuthorizeCall(share: [], read: [ByIdentifier(wrappedValue: steps)])
        try say(ServiceFrame(.hello, call: 0, try CallMessage(HelloCall(.app(identity))).bytes), end)
        // The next program comes once this one was looked at.
        var byte: UInt8 = 0
        await eventually("the answer to the hello", seconds: 120) {
            recv(end, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) == 1
        }
        try say(ServiceFrame(.call, call: 1, try CallMessage(call).bytes), end)
        return end
    }

    private func say(_ frame: ServiceFrame, _ end: Int32) throws {
        let bytes = frame.bytes(limit: ServiceFrame.programLimit)
        try #require(send(end, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    }

    private func leave(_ end: Int32) {
        // The served store keeps a copy of the descriptor.
        shutdown(end, Int32(SHUT_RDWR))
        close(end)
    }

    @Test("A request ends with its connection; one row of the audit is left, and no app", arguments: [1, 3, 40])
    func flood(count: Int) async throws {
        for number in 0..<count {
            let end = try await ask("flood\(number)")
            try await eventually("the request", seconds: 120) {
                try person.requests().contains { $0.app.name == "flood\(number)" }
            }
            leave(end)
            try await eventually("the request to end with its connection", seconds: 120) {
                try person.requests().isEmpty
            }
        }
        #expect(try person.apps().isEmpty)
        try await eventually("every call in the audit", seconds: 120) { try person.audit().first?.count.calls == count }
        let rows = try person.audit()
        #expect(rows.count == 1)
        #expect(rows.first?.key.app == "/bin/a")
        #expect(rows.first?.key.operation == .ask)
        #expect(rows.first?.key.outcome == .hidden)
    }

    @Test("Of one program three requests wait, of all 64, and the oldest of the program with most goes")
    func limits() async throws {
        var ends: [Int32] = []
        defer { for end in ends { leave(end) } }
        for number in 0..<10 {
            ends.append(try await ask("one\(number)"))
            try await eventually("the request", seconds: 120) {
                try person.requests().contains { $0.app.name == "one\(number)" }
            }
        }
        #expect(try person.requests().map(\.app.name) == ["one7", "one8", "one9"])
        for number in 0..<70 {
            ends.append(try await ask("many\(number)", program: "b\(number)"))
            try await eventually("the request", seconds: 120) {
                try person.requests().contains { $0.app.name == "many\(number)" }
            }
            #expect(try person.requests().count <= 64)
        }
        let names = try person.requests().map(\.app.name)
        #expect(names.count == 64)
        #expect(names.filter { $0.hasPrefix("one") } == [], "the oldest of all, once all programs have one")
        #expect(names == (6..<70).map { "many\($0)" })
    }

    @Test("A request that two connections of an app made ends with the last of them")
    func shared() async throws {
        let first = try await ask("app")
        try await eventually("one request", seconds: 120) { try person.requests().count == 1 }
        let number = try person.requests().first?.id
        let second = try await ask("app")
        try await eventually("another request in its place", seconds: 120) {
            try person.requests().first.map { $0.id != number } == true
        }
        leave(second)
        // Somebody else's comes and goes after it.
        let other = try await ask("other", program: "b")
        try await eventually("two requests", seconds: 120) { try person.requests().count == 2 }
        leave(other)
        try await eventually("one request to be left", seconds: 120) { try person.requests().count == 1 }
        #expect(try person.requests().first?.app.name == "app")
        leave(first)
        try await eventually("no request", seconds: 120) { try person.requests().isEmpty }
    }

    @Test("A request ends after a day, and those of others stay")
    func day() async throws {
        let end = try await ask("patient")
        defer { leave(end) }
        try await eventually("one request", seconds: 120) { try person.requests().count == 1 }
        place.now.withLock { $0 += RequestLimits.seconds - 1 }
        place.time.withLock { $0 += 1_000 }
        let other = try await ask("other", program: "b")
        defer { leave(other) }
        try await eventually("two requests", seconds: 120) { try person.requests().count == 2 }
        place.now.withLock { $0 += 2 }
        place.time.withLock { $0 += 1_000 }
        try await eventually("the other's request to be left", seconds: 120) {
            try person.requests().map(\.app.name) == ["other"]
        }
    }

    /// How the request of an app that waits comes to its end, and what its prompt does meanwhile.
    enum Ending: CaseIterable {
        case expired, expiredWhilePrompted, displaced, displacedWhilePrompted

        var isPrompted: Bool { self == .expiredWhilePrompted || self == .displacedWhilePrompted }
        var isExpiry: Bool { self == .expired || self == .expiredWhilePrompted }
    }

    @Test(
        "A waiting app gets an error when its request expires or newer ones replace it, and may ask again",
        arguments: Ending.allCases
    )
    func told(_ ending: Ending) async throws {
        let prompt = OpenPrompt(isOpen: ending.isPrompted)
        defer { prompt.close() }
        let principal = Principal.app(AppIdentity(bundleIdentifier: "test.patient", name: "patient", version: "1"))
        let app = HKHealthStore(port: served.port(of: principal).port(of: principal, prompt: prompt))
        let asking = Task { try await app.requestAuthorization(toShare: [steps], read: []) }
        try await eventually("the patient one's request", seconds: 120) {
            try person.requests().map(\.app.name) == ["patient"]
        }
        var ends: [Int32] = []
        defer { for end in ends { leave(end) } }
        if ending.isExpiry {
            place.now.withLock { $0 += RequestLimits.seconds + 1 }
            place.time.withLock { $0 += 1_000 }
        } else {
            for number in 0..<RequestLimits.ofProgram {
                ends.append(try await ask("more\(number)"))
                try await eventually("the request", seconds: 120) {
                    try person.requests().contains { $0.app.name == "more\(number)" }
                }
            }
        }
        let error = await #expect(throws: HKError.self) { try await asking.value }
        #expect(error?.code == .errorAuthorizationNotDetermined)
        let text = error?.localizedDescription ?? ""
        #expect(
            text.contains(ending.isExpiry ? "for a day" : "newer requests") && text.contains("Ask again"),
            "\(text)"
        )
        #expect(try !person.requests().contains { $0.app.name == "patient" })
        prompt.close()
        let again = Task { try await app.requestAuthorization(toShare: [steps], read: []) }
        try await eventually("the patient one's request", seconds: 120) {
            try person.requests().contains { $0.app.name == "patient" }
        }
        let request = try #require(try person.requests().first { $0.app.name == "patient" })
        try person.answer(request.id, read: [], share: Set(request.share))
        try await again.value
        #expect(app.authorizationStatus(for: steps) == .sharingAuthorized)
    }

    @Test("An app is listed once the person has answered it, allowed or not", arguments: [true, false])
    func answered(isAllowed: Bool) async throws {
        let end = try await ask("app")
        defer { leave(end) }
        try await eventually("one request", seconds: 120) { try person.requests().count == 1 }
        #expect(try person.apps().isEmpty)
        let request = try #require(try person.requests().first)
        try person.answer(request.id, read: isAllowed ? Set(request.read) : [], share: [])
        #expect(try person.apps().map(\.name) == ["app"])
    }

    @Test("Requests that have ended take no more and more of the store", arguments: [0])
    func ended(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let database = try person.store.database()
        for number in 0..<400 {
            let name = Int.random(in: 0..<50, using: &generator)
            let identity = AppIdentity(bundleIdentifier: "test.\(name)", name: "\(name)", version: "1")
            let time = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(number))
            let request = try database.write { try $0.ask(identity, share: [], read: [steps.identifier], now: time) }
            if let request, Bool.random(using: &generator) { try database.write { try $0.cancel(request: request.id) } }
        }
        let all = try database.read { try $0.values(AuthorizationRequest.self, StoreNamespace.requests) }
        // One may have ended since the last one asked.
        #expect(all.count { $0.value.state != .pending } <= RequestLimits.keptEnded + 1, "seed \(seed)")
        #expect(all.count { $0.value.state == .pending } <= RequestLimits.inAll, "seed \(seed)")
    }
}

/// Leaves a request to whoever looks for it; shows something for as long as it is open.
private final class OpenPrompt: AuthorizationPrompting {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init(isOpen: Bool) {
        (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        if !isOpen { continuation.finish() }
    }

    func close() { continuation.finish() }

    func present(_ request: AuthorizationRequest, at desk: RequestDesk) async -> Bool {
        for await _ in stream {}
        return false
    }
}
