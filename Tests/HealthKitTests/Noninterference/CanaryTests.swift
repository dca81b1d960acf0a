import Foundation
import Testing

@testable import HealthKit

/// With a check of the gate left out, hidden things show, or an app does what it may not: the tests would tell.
@Suite("A check of the gate that is left out is noticed", .timeLimit(.minutes(30)))
struct CanaryTests {
    /// How the lack of a check shows.
    private enum Proof {
        /// The transcripts of two worlds that differ in what is hidden differ.
        case worlds(CallKind, AppRights, MachineState)
        /// What must be refused is done.
        case refusal(@Sendable (Forgery) async throws -> Void)

        static func open(_ kind: CallKind, _ rights: AppRights) -> Proof { .worlds(kind, rights, .open) }
    }

    /// For each check what needs it.
    private static func proof(_ check: GateCheck) -> Proof {
        switch check {
        case .asked: return .open(.samples, .neverAsked)
        case .reading: return .open(.samples, .refused)
        case .scope: return .open(.statistics, .share)
        case .choice: return .open(.documents, .both)
        case .medications: return .open(.doses, .both)
        case .correlations, .objects, .members: return .open(.correlations, .refused)
        case .correlationLinks: return .open(.membersOfHidden, .share)
        case .workoutStatistics: return .open(.workouts, .refused)
        case .owners: return .open(.samplesOfWorkout, .refused)
        case .tombstones, .anchors: return .open(.anchored, .share)
        case .observers: return .open(.observer, .share)
        case .ownership: return .open(.deleting, .share)
        case .characteristics: return .open(.characteristics, .refused)
        case .preferredUnits: return .open(.units, .refused)
        case .zones: return .open(.zones, .refused)
        case .zoneOrigins: return .open(.automaticZones, .refused)
        case .companions: return .refusal { try await $0.startCompanion() }
        case .since: return .open(.recentSamples, .both)
        case .summaries: return .open(.summaries, .refused)
        case .earliest: return .worlds(.samples, .both, .limited)
        case .sharing: return .refusal { try await $0.saveWithoutRight() }
        case .storedObjects: return .refusal { try await $0.takeHidden() }
        case .locked: return .refusal { try await $0.readLocked() }
        case .guest: return .refusal { try await $0.saveAsGuest() }
        }
    }

    @Test("Each check is needed", arguments: GateCheck.allCases)
    func caught(check: GateCheck) async throws {
        switch Self.proof(check) {
        case .worlds(let kind, let rights, let state):
            let objects = try WorldObjects()
            func transcript(_ isSecond: Bool, without skipped: GateCheck?) async throws -> [String] {
                try await kind.transcript(rights, state, isSecond: isSecond, objects, without: skipped)
            }
            let name = "\(kind.name), \(rights.rawValue), \(state.rawValue)"
            #expect(try await transcript(false, without: nil) == transcript(true, without: nil), "\(name)")
            #expect(
                try await transcript(false, without: check) != transcript(true, without: check),
                "\(name), without \(check)"
            )
        case .refusal(let body):
            await #expect(throws: HKError.self, "with \(check)") { try await body(Forgery(without: nil)) }
            await #expect(throws: Never.self, "without \(check)") { try await body(Forgery(without: check)) }
        }
    }

    @Test("The number of canaries: one for each check")
    func count() {
        print("canaries: \(GateCheck.allCases.count)")
        #expect(Set(GateCheck.allCases.map(\.rawValue)).count == GateCheck.allCases.count)
    }
}

/// An app that tries what it may not.
private struct Forgery: Sendable {
    private let test = TestStore()
    private let app: HKHealthStore

    init(without check: GateCheck?) throws {
        app = test.app("app")
        try test.store.database().state.skippedCheck = check
    }

    private func grant(_ name: String, _ types: [HKObjectType], read: Bool, share: Bool) throws {
        for type in types { try test.grant(name, type, read: read, share: share) }
    }

    func saveWithoutRight() async throws {
        try grant("app", [steps], read: true, share: false)
        try await app.save(stepSample(1, 0, 1))
    }

    /// Adds another app's sample, which it may not see, to a workout of its own: it knows the UUID.
    ///
    /// - Throws: `HKError` if a sample of its own was added instead.
    func takeHidden() async throws {
        try grant("app", [steps, HKObjectType.workoutType()], read: false, share: true)
        try grant("other", [steps], read: true, share: true)
        let hidden = stepSample(1_000, 0, 60)
        try await test.app("other").save(hidden)
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(60))
        try await app.save(workout)
        try await app.addSamples([try forged(stepSample(1, 0, 60), as: hidden.uuid)], to: workout)
        let members = try await test.store.all(steps, HKQuery.predicateForObjects(from: workout))
        guard members.contains(where: { $0.uuid == hidden.uuid }) else { throw HKError(.errorInvalidArgument) }
    }

    /// Starts a program that claims to be another one of the app.
    func startCompanion() async throws {
        try test.app("app.watch").port.send(AnnounceCompanionCall())
        try app.port.send(TakeCompanionCall(companion: "test.app.watch", starts: true))
    }

    func readLocked() async throws {
        try grant("app", [steps], read: true, share: true)
        try test.store.database().lock()
        _ = try await app.all(steps)
    }

    func saveAsGuest() async throws {
        try grant("app", [steps], read: true, share: true)
        try test.person.setGuest(true)
        try await app.save(stepSample(1, 0, 1))
    }
}
