import Foundation
import HealthKit

/// Hands over what a file has.
struct FITEmission {
    let file: FITCollection
    /// The number of the part, in messages.
    let part: Int
    let owner: FITScaleOwner

    private var place: String { "part \(part)" }

    /// Hands over everything, and reports what isn't stored.
    ///
    /// - Parameters:
    ///   - sessions: The number of sessions before it with the same names; grows by those of the file.
    ///   - sink: Takes it.
    /// - Throws: The sink's errors.
    func run(after sessions: inout Int, into sink: inout ReaderSink) throws {
        if let plan = file.origin.plan {
            sink.passOver("FIT \(plan)", 1, isData: false)
            return
        }
        let maker = FITWorkouts(file)
        let made = maker.make()
        for var workout in made.workouts {
            sessions += 1
            workout.identity = file.origin.identity(session: sessions, changed: sink.hints.posted)
            try sink.take(workout, at: "\(place), session \(sessions)")
        }
        let loose = ReadSeries(type: .heartRate, unit: "count/min", points: maker.looseRates(made.workouts))
        for series in [loose] + file.days.series where !series.points.isEmpty {
            var own = series
            (own.source, own.device) = (file.origin.source, file.origin.device)
            try sink.take(own, at: place)
        }
        try takeMeasurements(&sink)
        report(made, &sink)
    }

    // MARK: Scales and cuffs

    private func takeMeasurements(_ sink: inout ReaderSink) throws {
        let own = file.scales.measurements.filter { owner.has($0) }
        sink.passOver("measurements of other people", file.scales.measurements.count - own.count, isData: false)
        var weights = ReadSeries(type: .bodyMass, unit: "kg")
        var fats = ReadSeries(type: .bodyFatPercentage, unit: "%")
        var rates = ReadSeries(type: .heartRate, unit: "count/min")
        for measurement in own {
            switch measurement.content {
            case .weight(let weight, let fat):
                if let weight { weights.points.append(ReadSeries.Point(at: measurement.time, value: weight)) }
                if let fat { fats.points.append(ReadSeries.Point(at: measurement.time, value: fat / 100)) }
            case .pressure(let systolic, let diastolic, let rate):
                try take(pressure: systolic, diastolic, at: measurement.time, &sink)
                if let rate { rates.points.append(ReadSeries.Point(at: measurement.time, value: rate)) }
            }
        }
        for series in [weights, fats, rates] where !series.points.isEmpty {
            var own = series
            (own.source, own.device) = (file.origin.source, file.origin.device)
            try sink.take(own, at: place)
        }
    }

    private func take(
        pressure systolic: Double,
        _ diastolic: Double,
        at time: Double,
        _ sink: inout ReaderSink
    ) throws {
        guard systolic > diastolic || sink.hints.isForced else {
            return sink.refuse("the systolic value is not above the diastolic one", at: place, as: .correlations)
        }
        let date = Date(timeIntervalSinceReferenceDate: time)
        let source = file.origin.source
        let parts: [(HKQuantityTypeIdentifier, Double)] = [
            (.bloodPressureSystolic, systolic), (.bloodPressureDiastolic, diastolic),
        ]
        var correlation = ReadCorrelation(
            type: .bloodPressure,
            start: date,
            end: date,
            source: source,
            members: parts.map { type, value in
                var member = ReadSample(
                    type: type.rawValue,
                    unit: "mmHg",
                    value: value,
                    start: date,
                    end: date,
                    source: source
                )
                member.device = file.origin.device
                return member
            }
        )
        correlation.device = file.origin.device
        try sink.take(correlation, at: place)
    }

    // MARK: Reports

    private func report(_ made: FITWorkouts.Made, _ sink: inout ReaderSink) {
        file.tally.report(to: &sink)
        sink.passOver("sessions of flying, driving or games", made.driven, isData: false)
        for (measure, count) in made.unstored.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            sink.passOver("record: \(measure), which the sport has no type for", count, isData: false)
        }
        let columns = file.columns
        let untimed = columns.untimed + file.beats.unplaced + file.days.untimed + file.scales.untimed
        sink.passOver("messages without a time", untimed, isData: false)
        refuse(columns.unset + file.untimed, "a time that counts from when the device was switched on", &sink)
        refuse(columns.strayed, "a record more than a day from those beside it", &sink)
        refuse(columns.disordered + file.days.disordered, "a record before the one that it follows", &sink)
        if columns.nowhere > 0 { sink.leaveOut(columns.nowhere, "\(place): \(columns.nowhere) invalid locations") }
        let surplus = columns.surplus + file.surplus + file.days.surplus + file.scales.surplus
        if surplus > 0 {
            sink.leaveOut(
                surplus,
                "\(place): \(surplus) messages beyond the \(FITColumns.most) that are read of a file"
            )
        }
    }

    private func refuse(_ count: Int, _ reason: String, _ sink: inout ReaderSink) {
        guard count > 0 else { return }
        sink.summary.counts[.records].read += count
        sink.refuse(count == 1 ? reason : "\(reason) (\(count) of them)", place, count: count)
    }
}
