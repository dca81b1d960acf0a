import Foundation
import HealthKit

/// Reads what Fitbit's export has by local times: weights and resting heart rates.
struct FitbitDays {
    let zone: TimeZone

    /// Reads weights, which are in pounds whatever the person uses.
    ///
    /// - Parameters:
    ///   - items: The list.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError`` for invalid JSON, and what the sink throws.
    func weights(_ items: JSONItems, _ sink: inout ReaderSink) throws {
        var (fats, repeated) = (0, 0)
        try items.visit { item in
            let place = FitbitEntry.place(item)
            var texts: [String: String] = [:]
            var weight: Double?
            let isSound: ()? = try? item.walk.forEachMember(of: item.range) { name, range in
                if name == "weight" { weight = item.walk.number(range) }
                if name == "fat" { fats += 1 }
                if name == "date" || name == "time" { texts[name] = item.walk.text(range) }
            }
            guard isSound != nil, let weight, let day = texts["date"], let hour = texts["time"],
                let clock = WallTime(american: day + " " + hour)
            else { return sink.refuse("not a weight with its time", at: place) }
            guard let time = clock.time(in: zone) else {
                return sink.refuse("a time that clocks skip in \(zone.identifier)", at: place)
            }
            if time.isRepeated { repeated += 1 }
            try sink.take(sample(.bodyMass, "lb", weight, time.seconds, time.seconds), at: place)
        }
        sink.passOver("weight: body fat beside a weight", fats)
        if repeated > 0 { sink.note("times that clocks repeat are the first of the two: \(repeated)") }
    }

    /// Reads resting heart rates, a day each.
    ///
    /// - Parameters:
    ///   - items: The list.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError`` for invalid JSON, and what the sink throws.
    func restingRates(_ items: JSONItems, _ sink: inout ReaderSink) throws {
        var padding = 0
        try items.visit { item in
            let place = FitbitEntry.place(item)
            guard let entry = try? FitbitEntry(item), let time = entry.time, let value = entry.parts["value"] else {
                return sink.refuse("not a heart rate with its day", at: place)
            }
            // The list continues for up to a year, with days without data.
            guard let rate = value.number, rate != 0, entry.parts["date"]?.text != nil else {
                padding += 1
                return
            }
            let (start, end) = (time.dayStart(in: zone), time.nextDay.dayStart(in: zone))
            try sink.take(sample(.restingHeartRate, "count/min", rate, start, end), at: place)
        }
        sink.passOver("resting_heart_rate: days without a value", padding, isData: false)
    }

    private func sample(
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        _ value: Double,
        _ start: Double,
        _ end: Double
    ) -> ReadSample {
        ReadSample(
            type: type.rawValue,
            unit: unit,
            value: value,
            start: Date(timeIntervalSinceReferenceDate: start),
            end: Date(timeIntervalSinceReferenceDate: end),
            source: FitbitKind.source
        )
    }
}
