import CoreLocation
import Foundation

/// Gives the locations of a route, in batches and in order of time.
open class HKWorkoutRouteQuery: HKQuery, @unchecked Sendable {
    private static let batchSize = 500

    private let route: HKWorkoutRoute
    private let interval: ClosedRange<Double>?
    private let handler: (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void

    /// Makes a query for all locations of a route.
    ///
    /// - Parameters:
    ///   - workoutRoute: A route of the store; one that does not exist results in `errorNoData`.
    ///   - dataHandler: Called on a background queue with some locations and whether they are the last; or with an error.
    public init(
        route workoutRoute: HKWorkoutRoute,
        dataHandler: @escaping (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
    ) {
        route = workoutRoute
        interval = nil
        handler = dataHandler
        super.init(type: workoutRoute.sampleType, predicate: HKQuery.predicateForObject(with: workoutRoute.uuid))
    }

    /// Makes a query for the locations of a route within a time.
    ///
    /// - Parameters:
    ///   - workoutRoute: A route of the store; one that does not exist results in `errorNoData`.
    ///   - dateInterval: The time, both ends included.
    ///   - dataHandler: Called on a background queue with some locations and whether they are the last; or with an error.
    public init(
        route workoutRoute: HKWorkoutRoute,
        dateInterval: DateInterval,
        dataHandler: @escaping (HKWorkoutRouteQuery, [CLLocation]?, Bool, (any Error)?) -> Void
    ) {
        route = workoutRoute
        interval =
            dateInterval.start.timeIntervalSinceReferenceDate...dateInterval.end.timeIntervalSinceReferenceDate
        handler = dataHandler
        super.init(type: workoutRoute.sampleType, predicate: HKQuery.predicateForObject(with: workoutRoute.uuid))
    }

    override func start(_ store: HKHealthStore) {
        ask(store, RecordDataCall(type: route.sampleType, uuid: route.uuid)) { result in
            self.deliver(
                result.map { payload in
                    (RouteData(bytes: payload.data)?.points ?? [])
                        .filter { self.interval?.contains($0.fields.timestamp) ?? true }
                }
            )
        }
        run.end()
    }

    private func deliver(_ result: Result<[RoutePoint], any Error>) {
        switch result {
        case .failure(let error): handler(self, nil, true, error)
        case .success(let points):
            if points.isEmpty { return handler(self, [], true, nil) }
            for start in stride(from: 0, to: points.count, by: Self.batchSize) {
                guard run.isActive else { return }
                let end = min(start + Self.batchSize, points.count)
                handler(self, points[start..<end].map(\.location), end == points.count, nil)
            }
        }
    }
}
