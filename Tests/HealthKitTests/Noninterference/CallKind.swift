import Foundation
import Synchronization
import Testing

@testable import HealthKit

/// A kind of call, as an app makes it, and what of its answers may depend on things that are hidden.
struct CallKind: Sendable, CustomTestStringConvertible {
    let name: String
    /// The types whose rights vary.
    let types: [HKObjectType]
    /// Types that the app may always read and save.
    var free: [HKObjectType] = []
    /// Whether what is hidden shows to an app that may save as well.
    var isShownToSharing = false
    /// Whether all is about samples with times of their own, which can be too old to be found.
    var isOfSamples = false
    /// Whether what only the second world holds is hidden whatever the rights: single objects that the person refused.
    var staysHidden = false
    /// Whether what only the second world holds has no time, so that it cannot be limited.
    var hasNoTime = false
    /// What both worlds hold, before the app's rights are set; it may save as it likes until then.
    var base: @Sendable (World) async throws -> Void = { _ in }
    /// What happens in the second world only: before the queries start, before and after the change of rights, and after
    /// the queries were stopped.
    var hide: @Sendable (World, Int) async throws -> Void = { _, _ in }
    /// What happens in both worlds, before and after the change of rights.
    var show: @Sendable (World, Int) async -> Void = { _, _ in }
    /// Queries that go on.
    var live: @Sendable (World) -> [HKQuery] = { _ in [] }
    /// Calls that are made before, between and after.
    var ask: @Sendable (World, String) async -> Void = { _, _ in }

    var testDescription: String { name }

    /// Whether what only the second world holds is hidden from the app.
    private func hides(_ rights: AppRights, afterChange: Bool) -> Bool {
        // Where no rights vary, everything that only the second world holds was refused by the person.
        if types.isEmpty || staysHidden { return true }
        if rights == .recent { return !hasNoTime }
        let grant = afterChange ? rights.after : rights.before
        return rights.hides(afterChange: afterChange) && !(isShownToSharing && grant.share == true)
    }

    /// Everything that the app sees in one world.
    ///
    /// - Parameters:
    ///   - rights: What the app may do.
    ///   - state: What the machine is like meanwhile.
    ///   - isSecond: Whether there are hidden things.
    ///   - objects: What both worlds have in common.
    ///   - skipped: A check of the gate that is left out.
    ///   - othersName: What the app whose data may be hidden is called.
    /// - Returns: The lines of the transcript.
    /// - Throws: What setting the worlds up throws; what the app's calls throw is in the lines.
    func transcript(
        _ rights: AppRights,
        _ state: MachineState = .open,
        isSecond: Bool,
        _ objects: WorldObjects,
        without skipped: GateCheck? = nil,
        othersName: String = "other"
    ) async throws -> [String] {
        let world = try World(
            isSecond: isSecond,
            hidesAlways: hides(rights, afterChange: false) && hides(rights, afterChange: true),
            objects,
            othersName: othersName
        )
        let database = try world.test.store.database()
        database.state.skippedCheck = skipped
        try world.allowOther(types + free)
        try world.grant(types + free, Grant(read: true, share: true))
        try await base(world)
        try world.grant(types, rights.before)
        let queries = live(world)
        func happen(_ phase: Int, afterChange: Bool) async throws {
            try await world.hideElsewhere()
            let isHidden = hides(rights, afterChange: afterChange) || (state == .limited && phase == 0)
            if isSecond, isHidden {
                // Others cannot do everything either while the machine is locked, and save nothing that is too old.
                do { try await hide(world, phase) } catch  where state == .locked || state == .limited {}
            }
            try await world.settle()
        }
        try await happen(0, afterChange: false)
        if state == .limited { database.state.earliestSampleDate = at(1e9) }
        world.running.withLock { $0 = queries }
        for query in queries { world.app.execute(query) }
        try await world.settle()
        await ask(world, "first")
        // What the person chose there reaches queries that go on before the machine is locked.
        try await world.settle()
        if state == .locked { database.lock() }
        try await happen(1, afterChange: false)
        try world.person.setGuest(state == .guest)
        await show(world, 1)
        await ask(world, "then")
        try change(rights, world)
        if state == .locked { database.unlock() }
        try world.person.setGuest(false)
        try await world.settle()
        try await happen(2, afterChange: true)
        await show(world, 2)
        await ask(world, "last")
        for query in queries { world.app.stop(query) }
        try await happen(3, afterChange: true)
        return world.transcript.lines
    }

    private func change(_ rights: AppRights, _ world: World) throws {
        if rights.after != rights.before { try world.grant(types, rights.after) }
        if rights == .reordered {
            for type in types + free where type is HKQuantityType {
                try world.person.setSourceOrder(type.identifier, order: ["test.other"], excluded: [])
            }
        }
        world.transcript.add("rights are \(rights.after)")
    }
}

extension World {
    /// Runs a query that answers once, and notes its answer.
    func once(_ name: String, _ make: (@escaping @Sendable (Any?, (any Error)?) -> Void) -> HKQuery) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let query = make { [transcript] result, error in
                transcript.add("\(name): \(transcript.text(result)) \(transcript.text(error))")
                continuation.resume()
            }
            app.execute(query)
        }
    }

    /// Notes all that a sequence of results gives.
    func each<Results: AsyncSequence>(_ name: String, _ results: Results, _ text: (Results.Element) -> String) async {
        do {
            for try await result in results { transcript.add("\(name): \(text(result))") }
            transcript.add("\(name): end")
        } catch {
            transcript.add("\(name): \(transcript.text(error))")
        }
    }
}
