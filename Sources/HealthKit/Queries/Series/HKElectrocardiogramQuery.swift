import Foundation

/// Gives the voltages of an electrocardiogram, one at a time.
open class HKElectrocardiogramQuery: HKQuery, @unchecked Sendable {
    /// The result of the query.
    public enum Result {
        /// The voltages at one time.
        case measurement(HKElectrocardiogram.VoltageMeasurement)
        /// There are no more.
        case done
        /// The query failed.
        case error(any Error)
    }

    private let electrocardiogram: HKElectrocardiogram
    private let handler: (HKElectrocardiogramQuery, HKElectrocardiogramQuery.Result) -> Void

    /// Makes a query.
    ///
    /// - Parameters:
    ///   - ecg: An electrocardiogram of the store; one that does not exist results in `errorNoData`.
    ///   - dataHandler: Called on a background queue with each measurement in order of time, then with `done`, or with an
    ///     error.
    public init(
        _ ecg: HKElectrocardiogram,
        dataHandler: @escaping (HKElectrocardiogramQuery, HKElectrocardiogramQuery.Result) -> Void
    ) {
        electrocardiogram = ecg
        handler = dataHandler
        super.init(type: ecg.sampleType, predicate: HKQuery.predicateForObject(with: ecg.uuid))
    }

    override func start(_ store: HKHealthStore) {
        ask(store, RecordDataCall(type: electrocardiogram.sampleType, uuid: electrocardiogram.uuid)) { result in
            self.deliver(
                result.map { payload in
                    let hertz = ElectrocardiogramContent(bytes: payload.content)?.hertz ?? 0
                    return hertz > 0
                        ? ElectrocardiogramTrace(bytes: payload.data)?.measurements(hertz: hertz) ?? [] : []
                }
            )
        }
        run.end()
    }

    private func deliver(_ result: Swift.Result<[HKElectrocardiogram.VoltageMeasurement], any Error>) {
        switch result {
        case .failure(let error): handler(self, .error(error))
        case .success(let measurements):
            for measurement in measurements {
                guard run.isActive else { return }
                handler(self, .measurement(measurement))
            }
            if run.isActive { handler(self, .done) }
        }
    }
}
