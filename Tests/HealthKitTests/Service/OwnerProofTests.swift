import Foundation
import HealthKitStore
import LockTesting
import Synchronization
import Testing
import WaitTesting

@testable import HealthKit

/// What the person has to prove at the owner's socket.
@Suite("The person's secret at the owner's socket", .timeLimit(.minutes(10)))
struct OwnerProofTests {
    private typealias Clock = ProofClock
    private typealias Answers = ProofAnswers
    private typealias Service = ProvingService
    private typealias Folder = ProofFolder

    private func challenge(_ body: () throws -> Void) -> OwnerChallenge? {
        do {
            try body()
            return nil
        } catch {
            return (error as? HKError)?.ownerChallenge
        }
    }

    @Test("Every kind of call that may come at the owner's socket has a need, and stands there once")
    func everyKind() {
        let names = OwnerNeeds.kinds.filter { OwnerNeeds.need(ofKind: $0) == nil }.map { $0.name }
        #expect(names == [], "decide in OwnerNeeds what these need of the person")
        #expect(Set(OwnerNeeds.kinds.map { $0.name }).count == OwnerNeeds.kinds.count)
        let sessions = OwnerSessionCalls.kinds.filter { $0 is any SecretCarryingCall.Type }.map { $0.name }.sorted()
        let carried = OwnerNeeds.kinds.filter { OwnerNeeds.need(ofKind: $0) == .carried }.map { $0.name }
        #expect(Set(carried).isSubset(of: sessions), "what counts as carrying a secret has one")
    }

    @Test("What only reads is never free, unless it says nothing of what is stored")
    func reading() {
        let free = OwnerReadCalls.kinds.filter { OwnerNeeds.need(ofKind: $0) == OwnerNeed.none }.map { $0.name }
        #expect(free == [OwnerChosenUnitCall.name, ImportCall.name, MergeCall.name])
    }

    @Test("Permissions that are given need the secret each time; what takes them away needs it once")
    func rights() {
        let pair = { CompanionPair(programs: [:], isAllowed: $0, decided: 0) }
        let program = WakeProgram(path: "/bin/true", arguments: [])
        let wake = { WakeDecision(isAllowed: $0, program: program, hash: nil, decided: 0) }
        func grant(_ right: AssistantRight) -> AssistantGrant {
            let day = CalendarDay(year: 2027, month: 2, day: 28)
            return AssistantGrant(types: [steps.identifier: right], until: day, zone: "GMT", firstWeekday: 2)
        }
        let each: [OwnerCall] = [
            .setGrants(["a": Grant(read: true)], app: "x"), .setGrants(["a": Grant(share: true)], app: "x"),
            .answer(1, read: ["a"], share: []), .answer(1, read: [], share: ["a"]), .answerObjects(1, [UUID()]),
            .approveProgram("x", trustsPath: nil), .setPair(pair(true)), .setWake(wake(true), app: "x"),
            .setGuest(false), .setAssistant(grant(AssistantRight(.weeks)), app: "mcp.x"),
            .setAssistant(grant(AssistantRight(nil, adds: true)), app: "mcp.x"),
        ]
        for call in each { #expect(OwnerNeeds.need(of: call) == .each, "\(call)") }
        let session: [OwnerCall] = [
            .setGrants(["a": Grant(read: false)], app: "x"), .answer(1, read: [], share: []), .answerObjects(1, []),
            .setPair(pair(false)), .setWake(wake(false), app: "x"), .setWake(nil, app: "x"), .setGuest(true),
            .removeApp("x"), .delete([]), .cancel(1), .setAssistant(nil, app: "mcp.x"), .removeDraft(UUID()),
            .setAssistant(grant(AssistantRight(nil)), app: "mcp.x"),
        ]
        for call in session { #expect(OwnerNeeds.need(of: call) == .session, "\(call)") }
    }

    @Test("Undoing what changed permissions needs the secret for itself, and so does undoing whatever is next")
    func undo() {
        func need(_ kind: OwnerOperation.Kind, expected: Int?) -> OwnerNeed {
            OwnerNeeds.need(of: UndoOperationCall(isRedo: false, expected: expected)) { _ in
                OwnerOperation(number: 7, kind: kind, time: 0)
            }
        }
        #expect(need(.grants, expected: 7) == .each)
        #expect(need(.removeApp, expected: 7) == .each)
        #expect(need(.edit, expected: 7) == .session)
        #expect(need(.edit, expected: nil) == .each, "it may be another by then")
        #expect(need(.grants, expected: 6) == .session, "nothing is undone")
    }

    @Test("Adding needs no secret; reading needs it once on a connection without a terminal")
    func session() throws {
        let service = try Service()
        try service.person().save([stepSample(5, 0, 10)])
        #expect(challenge { _ = try service.person().types() } == OwnerChallenge(.session, .pin))
        let answers = Answers("1234")
        let person = service.person(answers)
        #expect(try person.types().count == 1)
        #expect(answers.asked.count == 1)
        #expect(try person.types().count == 1)
        #expect(answers.asked.count == 1)
        #expect(challenge { _ = try service.person().types() } == OwnerChallenge(.session, .pin), "another connection")
        // Over a connection that is made anew it is asked for again.
        service.served.cutConnections()
        #expect(try person.types().count == 1)
        #expect(answers.asked.count == 2)
    }

    @Test(
        "Giving permissions asks each time, whatever was proven before, and one proof is good for one call of its connection"
    )
    func each() throws {
        let service = try Service()
        let answers = Answers("1234")
        let person = service.person(answers)
        _ = try person.types()
        for count in 2...3 {
            try person.setGrants(["HKQuantityTypeIdentifierStepCount": Grant(read: true)], app: "test.app")
            #expect(answers.asked.count == count)
            #expect(answers.asked.last?.challenge.need == .each)
        }
        try person.setGrants(["HKQuantityTypeIdentifierStepCount": Grant(read: false)], app: "test.app")
        #expect(answers.asked.count == 3)
        // A proof for one call helps no other connection.
        let (first, second) = (service.served.port(of: .person), service.served.port(of: .person))
        try first.perform(OwnerProveCall(secret: SecretForm(Answers.secret("1234")), isForOne: true))
        #expect(challenge { _ = try second.send(OwnerCall.setGuest(false), while: nil) } == OwnerChallenge(.each, .pin))
        _ = try first.send(OwnerCall.setGuest(false), while: nil)
        #expect(challenge { _ = try first.send(OwnerCall.setGuest(false), while: nil) } == OwnerChallenge(.each, .pin))
    }

    @Test("A proof for one call is good for a minute")
    func permitEnds() throws {
        let service = try Service()
        let port = service.served.port(of: .person)
        try port.perform(OwnerProveCall(secret: SecretForm(Answers.secret("1234")), isForOne: true))
        service.clock.pass(61)
        #expect(challenge { _ = try port.send(OwnerCall.setGuest(false), while: nil) } == OwnerChallenge(.each, .pin))
    }

    @Test("An export and a backup ask each time, and their pieces don't; what is shown as it is read doesn't either")
    func export() throws {
        let folder = Folder()
        let service = try Service(.file(folder.path("health.store")))
        let answers = Answers("1234")
        let person = service.person(answers)
        try person.save([stepSample(5, 0, 10)])
        try person.snapshot(ExportSelection()) { _ in }
        try person.snapshot(ExportSelection()) { _ in }
        #expect(answers.asked.count == 1)
        try person.snapshot(ExportSelection(), leaves: true) { _ in }
        #expect(answers.asked.count == 2)
        _ = try person.backUp(to: folder.path("copy.store"), replacing: false)
        #expect(answers.asked.count == 3)
    }

    @Test(
        "Without a PIN what needs one is refused and says how to set it; without any, as the person decides, nothing is asked"
    )
    func noPIN() throws {
        let service = try Service(pin: nil)
        let person = service.person(Answers("0000"))
        try person.save([stepSample(5, 0, 10)])
        #expect(try person.pinState() == .unset)
        let error = #expect(throws: HKError.self) { _ = try person.types() }
        #expect(error?.text.contains("healthtui pin set") == true, "\(error?.text ?? "")")
        #expect(throws: HKError.self) { try person.setPIN(Answers.secret("123"), current: nil) }
        try person.setPIN(nil, current: nil)
        #expect(try person.pinState() == .off)
        #expect(try person.types().count == 1)
    }

    @Test("The PIN changes and goes only with the one that there is")
    func changePIN() throws {
        let service = try Service()
        let person = service.person()
        #expect(throws: HKError.self) { try person.setPIN(Answers.secret("9876"), current: nil) }
        #expect(throws: HKError.self) { try person.setPIN(nil, current: Answers.secret("4321")) }
        try person.setPIN(Answers.secret("9876"), current: Answers.secret("1234"))
        let answers = Answers("1234", "9876")
        _ = try service.person(answers).types()
        #expect(answers.asked.map { $0.problem } == [nil, "The PIN is wrong"])
        try person.setPIN(nil, current: Answers.secret("9876"))
        #expect(try person.pinState() == .off)
    }

    /// Gives a secret over a connection of its own.
    ///
    /// - Returns: Why it isn't taken; `nil` where it is.
    private func give(_ secret: String, _ service: Service, _ starter: OwnerStarter? = nil) -> String? {
        do {
            let form = SecretForm(try Answers.secret(secret))
            try service.served.port(of: .person)
                .perform(OwnerProveCall(secret: form, isForOne: false, starter: starter))
            return nil
        } catch {
            return (error as? HKError)?.text ?? "\(error)"
        }
    }

    /// What a secret that is given on a thread of its own comes to.
    private final class Outcome: Sendable {
        private let answer = Mutex<String??>(nil)
        var isThere: Bool { answer.withLock { $0 != nil } }
        var text: String? { answer.withLock { $0 ?? nil } }
        func set(_ text: String?) { answer.withLock { $0 = .some(text) } }
    }

    /// Gives a secret on a thread of its own.
    private func giveLater(_ secret: String, _ service: Service, _ starter: OwnerStarter? = nil) -> Outcome {
        let outcome = Outcome()
        Thread.detachNewThread { outcome.set(give(secret, service, starter)) }
        return outcome
    }

    /// Lets time pass until a secret has its answer.
    ///
    /// A thread passes it: on a busy machine a task has few of the hundreds of turns that this takes.
    private func passUntil(_ clock: Clock, _ outcome: Outcome) async -> String? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                eventuallyBlocking("the answer to a secret", seconds: 300, every: .milliseconds(20)) {
                    if outcome.isThere { return true }
                    clock.pass(0.5)
                    return false
                }
                continuation.resume(returning: outcome.text)
            }
        }
    }

    @Test(
        "After five wrong secrets there is a wait that doubles to a minute, over a restart too, and then the next is checked"
    )
    func waits() async throws {
        #expect((0...14).map { OwnerProof.wait(after: $0) } == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60, 60])
        #expect(OwnerProof.wait(after: .max) == 60)
        let folder = Folder()
        let clock = Clock()
        let path = folder.path("health.store")
        do {
            let service = try Service(.file(path), clock)
            for secret in 1...4 { #expect(give("wrong-\(secret)", service) == "The PIN is wrong") }
            let fifth = try #require(give("wrong-5", service))
            #expect(fifth.hasPrefix("The PIN is wrong. The next one is checked in 1 s"), "\(fifth)")
            let began = clock.now
            let sixth = await passUntil(clock, giveLater("wrong-6", service))
            #expect(sixth?.contains("checked in 2 s") == true, "\(sixth ?? "")")
            #expect(clock.now - began >= 1)
            let seventh = await passUntil(clock, giveLater("wrong-7", service))
            #expect(seventh?.contains("checked in 4 s") == true, "\(seventh ?? "")")
        }
        // One that was ended and started has the wait before it, and the count; the right one is checked after it.
        let service = try Service(.file(path), clock, pin: nil)
        let began = clock.now
        #expect(await passUntil(clock, giveLater("1234", service)) == nil)
        #expect(clock.now - began >= 4)
        for secret in 1...4 { #expect(give("wrong-\(secret)", service) == "The PIN is wrong", "the count begins anew") }
        let mode = try FileManager.default.attributesOfItem(atPath: path + "-pin")[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test("However many wrong ones a program gives, the right one is checked in its turn, and hears who gave them")
    func turns() async throws {
        let clock = Clock()
        let service = try Service(.memory, clock)
        let flood = OwnerStarter(process: 4_242, program: "/usr/bin/python3")
        for secret in 1...12 {
            let said = await passUntil(clock, giveLater("wrong-\(secret)", service, flood))
            #expect(said != nil)
        }
        // Its tries go on, as many as it can.
        var others: [Outcome] = []
        for secret in 0..<12 { others.append(giveLater("more-\(secret)", service, flood)) }
        let person = OwnerStarter(process: 99, program: "/usr/bin/bash")
        let waiting = try service.served.port(of: .person).perform(OwnerWaitCall(starter: person))
        #expect(waiting.seconds > 0 && waiting.seconds <= 120, "\(waiting.seconds)")
        #expect(waiting.wrong == ["/usr/bin/python3 (process 4242)"])
        let began = clock.now
        #expect(await passUntil(clock, giveLater("1234", service, person)) == nil)
        // The twelve others would take twelve minutes.
        #expect(clock.now - began <= 400, "one of the others came before it, at most")
        for other in others { _ = await passUntil(clock, other) }
    }

    @Test("A wrong secret that a program gave before is wrong at once, and costs nobody a turn")
    func again() throws {
        let service = try Service()
        let starter = OwnerStarter(process: 4_242, program: "/usr/bin/python3")
        for _ in 1...40 { #expect(give("0000", service, starter) == "The PIN is wrong") }
        #expect(give("1234", service) == nil)
        try service.person().setPIN(Answers.secret("0000"), current: Answers.secret("1234"))
        #expect(give("0000", service, starter) == nil, "it isn't wrong any more")
    }

    @Test("Only root ends the wait")
    func endWait() async throws {
        let service = try Service()
        for secret in 1...5 { _ = give("wrong-\(secret)", service) }
        let port = service.served.port(of: .person)
        if geteuid() == 0 {
            try port.perform(OwnerEndWaitCall())
            #expect(give("1234", service) == nil)
        } else {
            #expect(throws: HKError.self) { try port.perform(OwnerEndWaitCall()) }
            #expect(try port.perform(OwnerWaitCall(starter: nil)).seconds == 1)
        }
    }

    @Test("Two connections that prove at once are checked one after the other, and both get their answers")
    func atOnce() async throws {
        let service = try Service()
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<8 {
                group.addTask {
                    let port = service.served.port(of: .person)
                    let secret = SecretForm(try Answers.secret(index.isMultiple(of: 2) ? "1234" : "0000"))
                    let prove = OwnerProveCall(secret: secret, isForOne: false)
                    return await Task.detached { (try? port.perform(prove)) != nil }.value == index.isMultiple(of: 2)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(try service.person(Answers("1234")).types().isEmpty)
    }

    @Test("Calls that wait at once ask the person once")
    func askedOnce() async throws {
        let service = try Service()
        let answers = Answers("1234")
        let person = service.person(answers)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<6 { group.addTask { try await Task.detached { try person.types().count }.value } }
            for try await count in group { #expect(count == 0) }
        }
        #expect(answers.asked.count == 1)
    }

    @Test("A call that goes on is opened once the secret is proven")
    func goesOn() async throws {
        let service = try Service()
        try service.person().save([stepSample(5, 0, 10)])
        let answers = Answers("1234")
        let store = service.person(answers).store
        let query = HKAnchoredObjectQueryDescriptor(
            predicates: [.quantitySample(type: HKQuantityType(.stepCount))],
            anchor: nil
        )
        #expect(try await query.result(for: store).addedSamples.count == 1)
        #expect(answers.asked.count == 1)
    }

    @Test("A damaged PIN file doesn't count as no PIN: the service doesn't start")
    func damaged() throws {
        let folder = Folder()
        let path = folder.path("health.store")
        _ = try Service(.file(path))
        for bytes in ["", "{}x", "{\"version\":2,\"isOff\":true,\"failures\":0}"] {
            try Data(bytes.utf8).write(to: URL(fileURLWithPath: path + "-pin"))
            let error = #expect(throws: HKError.self) { _ = try Service(.file(path), pin: nil) }
            #expect(error?.text.contains("health.store-pin") == true)
        }
    }

    @Test(
        "An encrypted store asks for its passphrase; unlocking proves it, locking has it asked again, and a locked store asks nothing"
    )
    func encrypted() throws {
        let store = try EncryptedStore()
        let service = try Service(store.person())
        let person = service.person()
        #expect(try person.pinState() == .passphrase)
        #expect(throws: HKError.self) { try person.setPIN(Answers.secret("1234"), current: nil) }
        let locked = #expect(throws: HKError.self) { _ = try person.types() }
        #expect(locked?.saysLocked == true && locked?.ownerChallenge == nil)
        #expect(
            challenge { _ = try person.unlock(Answers.secret("wrong"), UnlockPlan(seconds: nil)) }?.isRefused == true
        )
        let answers = Answers(EncryptedStore.passphrase)
        try store.unlock()
        #expect(store.waitUntil(open: true, try store.database()))
        #expect(try service.person(answers).types().isEmpty)
        #expect(answers.asked.map { $0.challenge } == [OwnerChallenge(.session, .passphrase)])
        #expect(challenge { _ = try person.types() } == OwnerChallenge(.session, .passphrase), "another connection")
        _ = try person.lock()
        #expect((#expect(throws: HKError.self) { _ = try person.types() })?.saysLocked == true)
        try store.unlock()
        #expect(store.waitUntil(open: true, try store.database()))
        let again = #expect(throws: HKError.self) { _ = try person.types() }
        #expect(again?.ownerChallenge == OwnerChallenge(.session, .passphrase), "\(again.map { "\($0)" } ?? "")")
        _ = try person.unlock(Answers.secret(EncryptedStore.passphrase), UnlockPlan(seconds: nil))
        #expect(store.waitUntil(open: true, try store.database()))
        #expect(try person.types().isEmpty, "who unlocks has given the passphrase")
    }

    @Test("A service of the same user asks for nothing")
    func sameUser() throws {
        let served = try ServedStore(HKHealthStore.person(location: .memory).person)
        let person = PersonAccess(HKHealthStore(port: served.port(of: .person)))
        #expect(try person.pinState() == .unasked)
        #expect(try person.types().isEmpty)
        #expect(throws: HKError.self) { try person.setPIN(nil, current: nil) }
    }

    @Test("A secret goes only to a service of the person's own user, root's, or that of the system's service")
    func trusted() throws {
        let service = try Service()
        var address = ServiceLink.Address(name: "elsewhere") { _ in
            Result { try service.served.connection(.owner) }.mapError { ServiceLinkError(description: "\($0)") }
        }
        address.trusts = { _ in false }
        let asked = Answers("1234")
        let port = ServicePort(
            .person,
            address,
            prompt: TerminalPrompt(),
            asker: OwnerAsker(asked),
            clock: { Date() }
        )
        let error = #expect(throws: HKError.self) { _ = try port.send(OwnerTypesCall(), while: nil) }
        #expect(error?.text.contains("wasn't sent") == true, "\(error?.text ?? "")")
        #expect(challenge { _ = try service.person().types() } != nil, "the service got none")
        #expect(ServiceLink.Address.isTrusted(geteuid()))
        #expect(ServiceLink.Address.isTrusted(0))
        #expect(!ServiceLink.Address.isTrusted(geteuid() + 4_711))
    }

    @Test("A process that doesn't exist isn't hidden")
    func missing() {
        #expect(!ProgramReader.isHidden("/proc/self/exe"))
        #expect(!ProgramReader.isHidden("/proc/\(getpid())/exe"))
        #expect(!ProgramReader.isHidden("/proc/2147483000/exe"))
    }
}
