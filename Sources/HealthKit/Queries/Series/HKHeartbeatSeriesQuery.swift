import Foundation

/// Gives the heartbeats of a series, one at a time.
open class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
    private let series: HKHeartbeatSeriesSample
    private let handler: (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - heartbeatSeries: A series of the store; one that does not exist results in `errorNoData`.
    ///   - dataHandler: Called on a background queue with each heartbeat: the seconds since the start of the series, whether
    ///     heartbeats before it may be missing, and whether it is the last; or with an error.
    public init(
        heartbeatSeries: HKHeartbeatSeriesSample,
        dataHandler: @escaping (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void
    ) {
        series = heartbeatSeries
        handler = dataHandler
        super.init(type: heartbeatSeries.sampleType, predicate: HKQuery.predicateForObject(with: heartbeatSeries.uuid))
    }

    override func start(_ store: HKHealthStore) {
        ask(store, RecordDataCall(type: series.sampleType, uuid: series.uuid)) { result in
            self.deliver(result.map { HeartbeatSeries(bytes: $0.data)?.beats ?? [] })
        }
        run.end()
    }

    private func deliver(_ result: Result<[HeartbeatSeries.Beat], any Error>) {
        switch result {
        case .failure(let error): handler(self, 0, false, true, error)
        case .success(let beats):
            for (index, beat) in beats.enumerated() {
                guard run.isActive else { return }
                handler(self, beat.time, beat.precededByGap, index == beats.count - 1, nil)
            }
        }
    }
}
