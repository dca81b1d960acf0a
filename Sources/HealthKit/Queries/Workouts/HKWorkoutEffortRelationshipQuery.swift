import Foundation

/// Finds how hard workouts were, and reports changes of that.
///
/// The query runs until it is stopped (R7.14). First it gives the relationships of the workouts whose effort changed after
/// the anchor; then those that came, changed or went: one that lost its last sample comes with `samples` `nil`.
///
/// Apple does not document what the predicate applies to; here it selects workouts. The app must have requested to read
/// workouts and one of the two types of effort scores; objects that it may not see are omitted.
open class HKWorkoutEffortRelationshipQuery: HKQuery, @unchecked Sendable {
    typealias Handler =
        @Sendable (
            HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?
        ) -> Void

    private let anchor: HKQueryAnchor?
    private let options: HKWorkoutEffortRelationshipQueryOptions
    private let isLongRunning: Bool
    private let handler: Handler

    /// Makes a query.
    ///
    /// A predicate that HealthKit does not know stops the program, as on Apple's platforms.
    ///
    /// - Parameters:
    ///   - predicate: A predicate that selects the workouts; `nil` for all.
    ///   - anchor: The anchor to start after; `nil` for everything.
    ///   - options: All samples, or only the most relevant one of each relationship.
    ///   - resultsHandler: Called on a background queue with relationships and the anchor to continue from, or an error.
    @preconcurrency
    public init(
        predicate: NSPredicate?,
        anchor: HKQueryAnchor?,
        options: HKWorkoutEffortRelationshipQueryOptions,
        resultsHandler:
            @escaping @Sendable (
                HKWorkoutEffortRelationshipQuery, [HKWorkoutEffortRelationship]?, HKQueryAnchor?, (any Error)?
            ) -> Void
    ) {
        self.anchor = anchor
        self.options = options
        isLongRunning = true
        handler = resultsHandler
        super.init(type: HKObjectType.workoutType(), predicate: predicate)
    }

    /// Makes the query of a descriptor.
    ///
    /// - Throws: `errorInvalidArgument` where the public initializer stops the program.
    init(
        _ predicate: NSPredicate?,
        _ anchor: HKQueryAnchor?,
        _ options: HKWorkoutEffortRelationshipQueryOptions,
        isLongRunning: Bool,
        _ handler: @escaping Handler
    ) throws {
        let filter = try SampleFilter(predicate)
        self.anchor = anchor
        self.options = options
        self.isLongRunning = isLongRunning
        self.handler = handler
        super.init(type: HKObjectType.workoutType(), predicate: predicate, filter: filter)
    }

    override func start(_ store: HKHealthStore) {
        let call = EffortCall(
            filter: filter,
            anchor: CallAnchor(anchor),
            isMostRelevantOnly: options == .mostRelevant
        )
        follow(store, call, goesOn: isLongRunning) { result, _ in
            let answer = result.value
            self.handler(self, answer?.relationships, answer?.anchor, result.failure)
        }
    }
}
