import Foundation
import Synchronization

@testable import HealthKit

/// All that an app can see of a store, line by line: results in their order, counts, errors, anchors and calls of handlers.
final class Transcript: Sendable {
    private struct State {
        var lines: [String] = []
        /// What handlers of running queries said since the last rest.
        var heard: [String] = []
        /// Objects that came to be while the app looked have other UUIDs in each world: they are told by their order.
        var strangers: [UUID: Int] = [:]
        /// Anchors that only their store can read: they are told by their order, so that equal ones are seen to be.
        var sealed: [Int64] = []
        /// The tags of anchors, which each store makes with a key of its own.
        var tags: [Int64] = []
    }

    private let state = Mutex(State())
    private let known: Set<UUID>

    /// - Parameter known: The objects that are the same in both worlds.
    init(known: Set<UUID>) { self.known = known }

    var lines: [String] { state.withLock { $0.lines } }

    func add(_ line: String) { state.withLock { $0.lines.append(line) } }

    /// Adds what a handler of a running query said.
    func hear(_ line: String) { state.withLock { $0.heard.append(line) } }

    /// How many lines were heard since ``rest()``.
    var heardCount: Int { state.withLock { $0.heard.count } }

    /// Puts what was heard among the lines; several queries speak in any order.
    func rest() {
        state.withLock { state in
            state.lines += state.heard.sorted()
            state.heard = []
        }
    }

    /// Adds what a call gives, or its error.
    func add<T>(_ name: String, _ body: () async throws -> T) async {
        do {
            add("\(name): \(text(try await body()))")
        } catch {
            add("\(name): \(text(error))")
        }
    }

    // MARK: Texts

    func texts(_ values: Any?...) -> String { values.map { text($0) }.joined(separator: " | ") }

    func text(_ value: Any?) -> String {
        switch value {
        case nil: "nil"
        case let error as HKError: "error \(error.code.rawValue) \(error.text)"
        case let sample as HKSample: text(sample)
        case let deleted as HKDeletedObject: "deleted \(name(deleted.uuid)) \(text(deleted.metadata))"
        case let anchor as HKQueryAnchor: text(anchor)
        case let statistics as HKStatistics: text(statistics)
        case let collection as HKStatisticsCollection:
            text(collection.statistics()) + " of " + text(collection.sources())
        case let source as HKSource: "\(source.name) \(source.bundleIdentifier)"
        case let relationship as HKWorkoutEffortRelationship:
            "effort of \(text(relationship.workout)): \(text(relationship.samples))"
        case let id as UUID: name(id)
        case let set as Set<AnyHashable>: "{" + set.map { text($0.base) }.sorted().joined(separator: ", ") + "}"
        case let pairs as [AnyHashable: Any]:
            "{" + pairs.map { text($0.key.base) + " = " + text($0.value) }.sorted().joined(separator: ", ") + "}"
        case let list as [Any]: "[" + list.map { text($0) }.joined(separator: ", ") + "]"
        case let optional as any AnyOptional where optional.isNil: "nil"
        case let optional as any AnyOptional: text(optional.content)
        case .some(let other): "\(other)"
        }
    }

    private func text(_ sample: HKSample) -> String {
        var parts = [
            name(sample.uuid), sample.sampleType.identifier,
            "\(sample.startDate.timeIntervalSinceReferenceDate)-\(sample.endDate.timeIntervalSinceReferenceDate)",
            sample.sourceRevision.source.bundleIdentifier, sample.device?.name ?? "", text(sample.metadata),
        ]
        switch sample {
        case let sample as HKQuantitySample: parts.append("\(sample.quantity) × \(sample.count)")
        case let sample as HKCategorySample: parts.append("\(sample.value)")
        case let sample as HKCorrelation:
            parts.append(sample.objects.map { text($0) }.sorted().joined(separator: " & "))
        case let sample as HKWorkout:
            parts += [
                "\(sample.duration)", text(sample.totalDistance), text(sample.totalEnergyBurned),
                text(sample.allStatistics), text(sample.workoutActivities.map { text($0.allStatistics) }),
            ]
        default: break
        }
        return parts.joined(separator: " ")
    }

    private func text(_ statistics: HKStatistics) -> String {
        let numbers = [
            statistics.sumQuantity(), statistics.averageQuantity(), statistics.minimumQuantity(),
            statistics.maximumQuantity(), statistics.mostRecentQuantity(), statistics.duration(),
        ]
        let sources = (statistics.sources ?? [])
            .map { "\($0.bundleIdentifier): \(text(statistics.sumQuantity(for: $0)))" }
        return "\(statistics.quantityType.identifier) \(statistics.startDate.timeIntervalSinceReferenceDate)"
            + "-\(statistics.endDate.timeIntervalSinceReferenceDate) "
            + numbers.map { text($0) }.joined(separator: " ") + " by " + sources.joined(separator: ", ")
    }

    private func name(_ id: UUID) -> String {
        guard !known.contains(id) else { return id.uuidString }
        return state.withLock { state in
            let number = state.strangers[id] ?? state.strangers.count + 1
            state.strangers[id] = number
            return "new \(number)"
        }
    }

    /// A place in the store's order of changes that anybody could read is told as it is.
    private func text(_ anchor: HKQueryAnchor) -> String {
        let rest = Mirror(reflecting: anchor).children.filter { $0.label != "value" && $0.label != "tag" }
            .map { "\($0.label ?? "") \($0.value)" }
        // The key of the tags is each store's own: what they can tell is only which are the same.
        let tag = anchor.tag.map { tag in
            "tag \(state.withLock { Self.number(of: tag, in: &$0.tags) })"
        }
        guard anchor.value >= 1 << 62 else { return "anchor \(anchor.value) \(rest) \(tag ?? "no tag")" }
        let number = state.withLock { Self.number(of: anchor.value, in: &$0.sealed) }
        return "sealed anchor \(number) \(rest) \(tag ?? "no tag")"
    }

    /// The number of a random value among those that were told so far.
    private static func number(of value: Int64, in values: inout [Int64]) -> Int {
        if let known = values.firstIndex(of: value) { return known }
        values.append(value)
        return values.count - 1
    }
}

/// An optional whose type is not known.
private protocol AnyOptional {
    var isNil: Bool { get }
    var content: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var isNil: Bool { self == nil }
    fileprivate var content: Any? { self }
}
