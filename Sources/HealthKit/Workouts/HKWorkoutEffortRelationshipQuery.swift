import Foundation
import HealthStore
import Synchronization

/// Finds how hard workouts were, and goes on telling as that changes.
///
/// The query runs until it is stopped (R7.14). First it gives the relationships of the workouts whose effort changed after
/// the anchor; then those that came, changed or went: one that lost its last sample comes with `samples` `nil`.
///
/// Apple does not say what the predicate is about: here it chooses workouts. The app needs to have asked to read workouts and one of the two types of effort scores; what it may
/// not see of either is left out.
public class HKWorkoutEffortRelationshipQuery: HKQuery, @unchecked Sendable {
    typealias Handler =
        @Sendable (
            HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?
        ) -> Void

    private let anchor: Int64
    private let options: HKWorkoutEffortRelationshipQueryOptions
    private let isLongRunning: Bool
    private let handler: Handler
    private let known = Mutex<[WorkoutEffortSubject: HKWorkoutEffortRelationship]>([:])

    /// Makes a query.
    ///
    /// A predicate that HealthKit does not know stops the program, as on Apple's platforms.
    ///
    /// - Parameters:
    ///   - predicate: Which workouts; `nil` for all.
    ///   - anchor: Where to start; `nil` for everything.
    ///   - options: All samples, or only the most relevant one of each relationship.
    ///   - resultsHandler: Called on a background queue with relationships and the anchor to go on from, or an error.
    public convenience init(
        predicate: NSPredicate?,
        anchor: HKQueryAnchor?,
        options: HKWorkoutEffortRelationshipQueryOptions,
        resultsHandler:
            @escaping @Sendable (
                HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        self.init(predicate, anchor, options, isLongRunning: true, resultsHandler)
    }

    init(
        _ predicate: NSPredicate?,
        _ anchor: HKQueryAnchor?,
        _ options: HKWorkoutEffortRelationshipQueryOptions,
        isLongRunning: Bool,
        _ handler: @escaping Handler
    ) {
        self.anchor = anchor?.value ?? 0
        self.options = options
        self.isLongRunning = isLongRunning
        self.handler = handler
        super.init(type: HKObjectType.workoutType(), predicate: predicate)
    }

    override func start(_ store: HKHealthStore) {
        delivering.lock()
        if isLongRunning, let hub = try? store.database().changes {
            run.watch(hub, ChangeInterest(types: WorkoutEffort.typeIdentifiers.union([HKWorkoutTypeIdentifier]))) { _ in
                self.update(store)
            }
        }
        read(
            store,
            { reader in
                let request = try self.request(reader, store)
                let all = self.isLongRunning ? try reader.effortRelationships(request, after: 0) : []
                let new = try reader.effortRelationships(request, after: self.anchor)
                return (all: all, new: new, anchor: try reader.store.currentAnchor)
            },
            { result in
                switch result {
                case .success(let found):
                    remember(found.all)
                    handler(self, found.new, HKQueryAnchor(found.anchor), nil)
                case .failure(let error): handler(self, nil, nil, error)
                }
            }
        )
        delivering.unlock()
        if !isLongRunning { run.end() }
    }

    private func request(_ reader: ObjectReader, _ store: HKHealthStore) throws -> WorkoutEffortRequest {
        let type = HKObjectType.workoutType()
        let scope = try reader.readScope(store.principal, type)
        var scopes: [String: ReadScope] = [:]
        var refusal: (any Error)?
        for type in WorkoutEffort.types {
            do {
                scopes[type.identifier] = try reader.readScope(store.principal, type)
            } catch let error as HKError where error.code == .errorAuthorizationNotDetermined {
                refusal = error
            }
        }
        if scopes.isEmpty, let refusal { throw refusal }
        return WorkoutEffortRequest(
            workouts: FetchRequest(type: type, filter: filter, scope: scope),
            scopes: scopes,
            isMostRelevantOnly: options == .mostRelevant
        )
    }

    private func remember(_ relationships: [HKWorkoutEffortRelationship]) {
        known.withLock { known in
            known = Dictionary(relationships.map { ($0.subject, $0) }, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Tells what came, changed or went since the last time.
    private func update(_ store: HKHealthStore) {
        delivering.lock()
        defer { delivering.unlock() }
        read(
            store,
            { reader in
                let all = try reader.effortRelationships(self.request(reader, store), after: 0)
                return (all: all, anchor: try reader.store.currentAnchor)
            },
            { result in
                switch result {
                case .success(let found):
                    let old = known.withLock { $0 }
                    let there = Set(found.all.map(\.subject))
                    let gone = old.filter { !there.contains($0.key) }.values.map(\.withoutSamples)
                    let changed = found.all.filter { $0 != old[$0.subject] } + gone
                    remember(found.all)
                    guard !changed.isEmpty else { return }
                    handler(self, changed, HKQueryAnchor(found.anchor), nil)
                case .failure(let error): handler(self, nil, nil, error)
                }
            }
        )
    }
}
