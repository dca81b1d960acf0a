import Foundation

extension HKHealthStore {
    /// Stores the date on this thread.
    func recalibrateNow(_ type: HKSampleType, _ date: Date) throws {
        try port.send(RecalibrateCall(type: type, date: date))
    }

    /// The two parts of an energy.
    struct EnergySplit {
        var resting: HKQuantity
        var active: HKQuantity
    }

    /// Splits on this thread.
    func splitNow(_ total: HKQuantity, _ start: Date, _ end: Date) throws -> EnergySplit {
        let unit = total.unit
        guard unit.isCompatible(with: .kilocalorie()) else {
            throw HKError.invalid("Energy is needed, not \(total)")
        }
        let seconds = end.timeIntervalSince(start)
        guard seconds.isFinite, seconds >= 0 else {
            throw HKError.invalid("startDate (\(start)) cannot be after endDate (\(end))")
        }
        let body = try port.send(BodyFactsCall(date: start))
        let kilocalories = body.restingKilocaloriesPerDay * seconds / 86_400
        let all = max(0, total.doubleValue(for: unit))
        let resting = min(all, HKQuantity(unit: .kilocalorie(), doubleValue: kilocalories).doubleValue(for: unit))
        return EnergySplit(
            resting: HKQuantity(unit: unit, doubleValue: resting),
            active: HKQuantity(unit: unit, doubleValue: all - resting)
        )
    }
}

extension StoreNamespace {
    /// The key of the recalibration dates: the start of valid estimates by type, in seconds since the reference date.
    package static let recalibrations = "recalibrations"
}
