import Foundation
import RandomTesting
import Synchronization
import Testing

@testable import HealthKit

/// An app cannot tell what is hidden from it.
///
/// For every kind of call, all rights and states of the machine, two worlds differ only in what the app may not see. All that it gets in them is
/// written down, and must be the same: results, their order and number, errors with their codes and texts, calls of
/// handlers, and anchors as they are archived.
@Suite("An app cannot tell what is hidden from it", .timeLimit(.minutes(30)))
struct NoninterferenceTests {
    static let cases: [Case] = CallKind.all.flatMap { kind in
        MachineState.allCases.filter { $0 != .limited || kind.isOfSamples }
            .flatMap { state in AppRights.allCases.map { Case(kind: kind, rights: $0, state: state) } }
    }

    /// All cases in the soak; else one of three that follow each other, of each kind some, which another time are others.
    private static let drawn: [Case] = {
        let step = Soak.isRunning ? 1 : 3
        let shift = Int(SeededGenerator("cases of what is hidden").seed % UInt64(step))
        return cases.enumerated().filter { $0.offset % step == shift }.map(\.element)
    }()

    /// A kind of call with what the app may do, and what the machine is like.
    struct Case: Sendable, CustomTestStringConvertible {
        let kind: CallKind
        let rights: AppRights
        let state: MachineState

        var testDescription: String { "\(kind.name), \(rights.rawValue), \(state.rawValue)" }
    }

    @Test("Two worlds that differ in what is hidden give the same", arguments: drawn)
    func same(each: Case) async throws {
        let objects = try WorldObjects()
        let first = try await each.kind.transcript(each.rights, each.state, isSecond: false, objects)
        let second = try await each.kind.transcript(each.rights, each.state, isSecond: true, objects)
        withKnownIssue("leaks", isIntermittent: true) {
            expectSame(first, second, each)
        } when: {
            KnownLeaks.contains(each)
        }
    }

    private func expectSame(_ first: [String], _ second: [String], _ each: Case) {
        guard first != second else { return }
        let place = zip(first, second).enumerated().first { $1.0 != $1.1 }?.offset ?? min(first.count, second.count)
        let (one, two) = (first.dropFirst(place).first ?? "nothing", second.dropFirst(place).first ?? "nothing")
        Issue.record("\(each.testDescription): line \(place) is\n  \(one)\nand with hidden things\n  \(two)")
    }

    @Test("The transcripts tell worlds apart that differ in what the app may see")
    func sensitive() async throws {
        let objects = try WorldObjects()
        for kind in [CallKind.samples, .anchored, .statistics, .collection, .series, .observer] {
            let plain = try await kind.transcript(.both, isSecond: false, objects)
            var more = kind
            more.base = { world in
                try await kind.base(world)
                try await world.other.save(world.objects.more[4])
            }
            more.show = { world, phase in
                await kind.show(world, phase)
                try? await world.settle()
                try? await world.other.save(world.objects.more[phase + 4])
            }
            #expect(try await more.transcript(.both, isSecond: false, objects) != plain, "\(kind.name)")
        }
    }

    @Test("The number of cases: kinds of calls times rights times states of the machine")
    func count() {
        let kinds = CallKind.all
        let limited = kinds.count { $0.isOfSamples }
        #expect(Self.cases.count == (kinds.count * 3 + limited) * AppRights.allCases.count)
        #expect(Set(kinds.map(\.name)).count == kinds.count)
        print(
            "noninterference: \(kinds.count) kinds × \(AppRights.allCases.count) rights × \(MachineState.allCases.count)"
                + " states (\(MachineState.limited.rawValue) for \(limited) kinds) = \(Self.cases.count) cases"
        )
    }

    @Test("Every query that goes on is among the kinds, so that rights change under each while it runs")
    func goingOn() throws {
        let objects = try WorldObjects()
        let world = try World(isSecond: false, hidesAlways: true, objects)
        let names = Set(CallKind.all.flatMap { $0.live(world) }.map { "\(Swift.type(of: $0))" })
        let all: [HKQuery.Type] = [
            HKObserverQuery.self, HKAnchoredObjectQuery.self, HKStatisticsCollectionQuery.self,
            HKActivitySummaryQuery.self, HKWorkoutEffortRelationshipQuery.self, WorkoutCollection.self,
        ]
        #expect(names == Set(all.map { "\($0)" }))
    }
}

/// What leaks today: each is taken away with its mending.
enum KnownLeaks {
    static let table: [String: Set<AppRights>] = [:]

    static func contains(_ each: NoninterferenceTests.Case) -> Bool {
        table[each.kind.name]?.contains(each.rights) ?? false
    }
}
