import Foundation
import Synchronization

/// The data that a live workout builder collects while others save it.
///
/// It collects samples that any process saves to the store during the workout, as far as the app may read them.
open class HKLiveWorkoutDataSource: NSObject, @unchecked Sendable {
    private struct State {
        var filters: [HKQuantityType: SampleFilter]
        var whenChanged: (@Sendable () -> Void)?
    }

    private let state: Mutex<State>

    /// Makes a data source.
    ///
    /// - Parameters:
    ///   - healthStore: The store that the data comes from.
    ///   - configuration: The kind of workout, which determines the types collected at first; `nil` for none.
    public init(healthStore: HKHealthStore, workoutConfiguration configuration: HKWorkoutConfiguration?) {
        let types = configuration.map { WorkoutTypes.collected(during: $0) } ?? []
        state = Mutex(State(filters: Dictionary(uniqueKeysWithValues: types.map { ($0, .everything) })))
        super.init()
    }

    /// The types that are collected.
    public var typesToCollect: Set<HKQuantityType> { Set(state.withLock { $0.filters.keys }) }

    /// Collects a type, from now on with another predicate where it was collected before (R7.10).
    ///
    /// - Parameters:
    ///   - quantityType: The type.
    ///   - predicate: Which of its samples; `nil` for all.
    open func enableCollection(for quantityType: HKQuantityType, predicate: NSPredicate?) {
        let filter = raisingExceptions(ExceptionName.invalidArgument) { try SampleFilter(predicate) }
        change { $0[quantityType] = filter }
    }

    /// Stops collecting a type; samples already collected stay.
    ///
    /// - Parameter quantityType: The type.
    open func disableCollection(for quantityType: HKQuantityType) { change { $0[quantityType] = nil } }

    private func change(_ body: (inout [HKQuantityType: SampleFilter]) -> Void) {
        let whenChanged = state.withLock { state in
            body(&state.filters)
            return state.whenChanged
        }
        whenChanged?()
    }

    /// The current selections to collect.
    var selections: [SampleSelection] {
        state.withLock { $0.filters }.map { SampleSelection($0.key, $0.value) }
            .sorted { $0.type.identifier < $1.type.identifier }
    }

    /// Sets a closure that is called when other types or predicates are set.
    func observe(_ body: (@Sendable () -> Void)?) { state.withLock { $0.whenChanged = body } }
}

/// The types that are worth collecting during a workout.
package enum WorkoutTypes {
    /// The distance type of an activity; `nil` for one without.
    package static func distance(of activity: HKWorkoutActivityType) -> HKQuantityType? {
        movement(activity).first { $0.rawValue.hasPrefix("HKQuantityTypeIdentifierDistance") }
            .map { HKQuantityType($0) }
    }

    /// Heart rate, energy, and the types specific to the activity's kind of movement.
    static func collected(during configuration: HKWorkoutConfiguration) -> Set<HKQuantityType> {
        let all: [HKQuantityTypeIdentifier] = [.heartRate, .activeEnergyBurned, .basalEnergyBurned]
        return Set((all + movement(configuration.activityType)).map { HKQuantityType($0) })
    }

    private static func movement(_ activity: HKWorkoutActivityType) -> [HKQuantityTypeIdentifier] {
        switch activity {
        case .running:
            [
                .distanceWalkingRunning, .stepCount, .runningSpeed, .runningPower, .runningStrideLength,
                .runningVerticalOscillation, .runningGroundContactTime,
            ]
        case .cycling, .handCycling: [.distanceCycling, .cyclingSpeed, .cyclingPower, .cyclingCadence]
        case .swimming: [.distanceSwimming, .swimmingStrokeCount]
        case .wheelchairWalkPace, .wheelchairRunPace: [.distanceWheelchair, .pushCount]
        case .downhillSkiing, .snowboarding, .snowSports: [.distanceDownhillSnowSports]
        case .crossCountrySkiing: [.distanceCrossCountrySkiing, .crossCountrySkiingSpeed]
        case .paddleSports: [.distancePaddleSports, .paddleSportsSpeed]
        case .rowing: [.distanceRowing, .rowingSpeed]
        case .skatingSports: [.distanceSkatingSports]
        case .stairClimbing, .stairs: [.stepCount, .flightsClimbed]
        case .yoga, .mindAndBody, .flexibility, .cooldown, .taiChi, .pilates: []
        default: [.distanceWalkingRunning, .stepCount]
        }
    }
}
