import Foundation
import HealthKit

/// Reads the metrics of Health Auto Export.
///
/// The app's values of a quantity aren't the source's own: they are a sum or a mean over a minute, an hour or a day, or
/// a copy of a sample without its end. They are therefore imported as relayed, and count only where the source itself
/// has no data (R5.27).
struct HealthAutoExportMetrics {
    private let formatName: String
    private let spans: HealthAutoExportSpans
    /// The number of values seen so far for each type, source and start.
    private var turns: [String: Int] = [:]
    private var nightsInSums = 0

    init(_ formatName: String, _ spans: HealthAutoExportSpans) {
        self.formatName = formatName
        self.spans = spans
    }

    /// Reads a metric with its values.
    mutating func read(
        _ metric: Range<Int>,
        of walk: JSONWalk,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        // The name may come after the values.
        var (values, name, unit): (Range<Int>?, String?, String?)
        try walk.forEachMember(of: metric) { member, place in
            switch member {
            case "data" where walk.isList(place): values = place
            case "name": name = walk.value(place) as? String
            case "units": unit = walk.value(place) as? String
            default: break
            }
        }
        guard let name, let values else { return sink.refuse("it has no name or no data", at: place) }
        try walk.forEachElement(of: values) { index, element in
            let place = "\(place).data[\(index)]"
            guard let value = walk.value(element) else { return sink.refuse("invalid JSON", at: place) }
            if name == "sleep_analysis" {
                try read(sleep: value, unit ?? "hr", at: place, &sink)
            } else {
                try read(value, of: name, unit ?? "", at: place, &sink)
            }
        }
    }

    /// Reports notes about the whole file.
    func finish(_ sink: inout ReaderSink) {
        guard nightsInSums > 0 else { return }
        sink.note(
            "\(nightsInSums == 1 ? "1 night has" : "\(nightsInSums) nights have") sums and no stages: "
                + "its hours of sleep are stored from when it began, with the time awake at the end. "
                + "For the stages, export sleep without aggregating it"
        )
    }

    private mutating func read(
        _ value: Any,
        of name: String,
        _ unit: String,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        guard let entry = value as? [String: Any], let start = HealthAutoExportDate.local(entry["date"]) else {
            return sink.refuse("\(name) without a date", at: place)
        }
        let source = entry["source"] as? String ?? formatName
        if name == "blood_pressure" { return try pressure(entry, start.date, unit, source, place, &sink) }
        if let event = HealthAutoExportNames.events[name] {
            return try read(event, entry, of: name, unit, start, source, place, &sink)
        }
        guard let identifier = HealthAutoExportNames.type(name) else {
            return sink.refuse("\(name) isn't a known metric", at: place)
        }
        guard let number = ["qty", "Avg", "avg"].lazy.compactMap({ HealthAutoExportNames.number(entry[$0]) }).first
        else { return sink.refuse("\(name) without a number", at: place) }
        let isSum = HKQuantityType(identifier).aggregationStyle == .cumulative
        let grain = spans.grain(of: name, isSum: isSum)
        let scaled = unit == "%" ? number / 100 : number
        var sample = ReadSample(
            type: identifier.rawValue,
            unit: HealthAutoExportNames.unit(unit),
            value: scaled,
            start: start.date,
            end: spans.end(of: start, grain),
            source: source,
            metadata: Self.metadata(entry)
        )
        sample.relay = ReadSample.Relay(
            bucket: grain == .second ? nil : bucket("sum", sample),
            isBounded: !isSum || grain <= .day
        )
        // Version 0.2.0 stored an instantaneous sample from the source, and another one each time the sum had grown.
        let old = isSum && scaled > 0 ? 0...scaled * (1 + 1e-9) : scaled...scaled
        sample.superseded = [ReadSample.Superseded(start: start.date, values: old)]
        try sink.take(sample, at: place)
    }

    /// The identifier of a sample's value among those of its type, source and start.
    private mutating func bucket(_ kind: String, _ sample: ReadSample) -> String {
        let start = sample.start.formatted(.iso8601)
        let key = [sample.type, sample.source.name, kind, start].joined(separator: "\u{1F}")
        let turn = turns[key, default: 0]
        turns[key] = turn + 1
        return "\(kind) \(start)" + (turn == 0 ? "" : " \(turn + 1)")
    }

    private static func metadata(_ entry: [String: Any]) -> [String: String] {
        var metadata: [String: String] = [:]
        switch (entry["mealTime"] as? String)?.lowercased() {
        case "before meal": metadata[HKMetadataKeyBloodGlucoseMealTime] = "1"
        case "after meal": metadata[HKMetadataKeyBloodGlucoseMealTime] = "2"
        default: break
        }
        switch (entry["reason"] as? String)?.lowercased() {
        case "basal": metadata[HKMetadataKeyInsulinDeliveryReason] = "1"
        case "bolus": metadata[HKMetadataKeyInsulinDeliveryReason] = "2"
        default: break
        }
        return metadata
    }

    private func pressure(
        _ entry: [String: Any],
        _ date: Date,
        _ unit: String,
        _ source: String,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        guard let systolic = HealthAutoExportNames.number(entry["systolic"]),
            let diastolic = HealthAutoExportNames.number(entry["diastolic"])
        else {
            return sink.refuse("blood_pressure without systolic or diastolic", at: place, as: .correlations)
        }
        let pressure = ReadPressure(
            systolic: systolic,
            diastolic: diastolic,
            unit: unit.isEmpty ? "mmHg" : HealthAutoExportNames.unit(unit),
            start: date,
            end: date,
            source: ReadSource(name: source)
        )
        try sink.take(pressure, at: place)
    }

    // MARK: Events

    private func read(
        _ type: HKCategoryTypeIdentifier,
        _ entry: [String: Any],
        of name: String,
        _ unit: String,
        _ start: HealthAutoExportDate.Local,
        _ source: String,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        let grain = spans.grain(of: name, isSum: true)
        var sample = ReadSample(
            type: type.rawValue,
            value: 0,
            start: start.date,
            end: start.date,
            source: source
        )
        if type == .sexualActivity {
            // For a daily value, only the day is known.
            sample.end = spans.end(of: start, grain < .day ? .second : grain)
            for (key, used) in [("Unspecified", nil), ("Protection Used", "1"), ("Protection Not Used", "0")] {
                let count = HealthAutoExportNames.number(entry[key]) ?? 0
                guard (1...100).contains(count) else { continue }
                sample.metadata = used.map { [HKMetadataKeySexualActivityProtectionUsed: $0] } ?? [:]
                for _ in 0..<Int(count) { try sink.take(sample, at: place) }
            }
            return
        }
        guard let number = HealthAutoExportNames.number(entry["qty"]), number >= 0 else {
            return sink.refuse("\(name) without a number", at: place)
        }
        if type == .appleStandHour {
            guard grain <= .hour else {
                return sink.refuse("\(name) of a day does not say which hours; export it by hours", at: place)
            }
            // The category's value for standing is 0, and for sitting 1.
            sample.value = number > 0 ? 0 : 1
            sample.end = start.date.addingTimeInterval(3_600)
            return try sink.take(sample, at: place)
        }
        // A value that describes its quality is a single event, even if the other values are sums.
        guard grain < .hour || entry["value"] is String else {
            return sink.refuse("a sum of \(name) does not say when; export it by minutes", at: place)
        }
        let seconds = HKUnit.named(HealthAutoExportNames.unit(unit))?.conversion(to: .second())?.scale
        sample.end = start.date.addingTimeInterval(min(number * (seconds ?? 0), 86_400))
        try sink.take(sample, at: place)
    }

    // MARK: Sleep

    /// Reads a stage of sleep, or a night as a whole.
    private mutating func read(
        sleep value: Any,
        _ unit: String,
        at place: String,
        _ sink: inout ReaderSink
    ) throws {
        guard let entry = value as? [String: Any] else { return sink.refuse("not an object", at: place) }
        let source = entry["source"] as? String ?? entry["sleepSource"] as? String ?? formatName
        guard let name = entry["value"] as? String, let start = HealthAutoExportDate.read(entry["startDate"]),
            let end = HealthAutoExportDate.read(entry["endDate"])
        else { return try read(night: entry, unit, source, place, &sink) }
        guard let stage = HealthAutoExportNames.stage(name) else {
            return sink.refuse("the stage of sleep is none that is known", at: place)
        }
        try sink.take(Self.sleep(stage, start, end, source), at: place)
    }

    private static func sleep(
        _ stage: HKCategoryValueSleepAnalysis,
        _ start: Date,
        _ end: Date,
        _ source: String
    ) -> ReadSample {
        ReadSample(
            type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue,
            value: Double(stage.rawValue),
            start: start,
            end: end,
            source: source
        )
    }

    /// Reads a night that is given only as sums: its start and end, the sleep duration, and the total of each stage.
    ///
    /// The start, end and hours are kept, and the hours of each stage as metadata. The times of the stages aren't
    /// known.
    private mutating func read(
        night entry: [String: Any],
        _ unit: String,
        _ source: String,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        guard let scale = HKUnit.named(HealthAutoExportNames.unit(unit))?.conversion(to: .second())?.scale else {
            return sink.refuse("a night in sums has a unit of time", at: place)
        }
        func seconds(_ key: String) -> Double { max(0, HealthAutoExportNames.number(entry[key]) ?? 0) * scale }
        let stages = ["core", "deep", "rem"].filter { seconds($0) > 0 }
        let known = stages.reduce(0) { $0 + seconds($1) }
        let total = [seconds("totalSleep"), seconds("asleep"), known].max() ?? 0
        guard let start = HealthAutoExportDate.read(entry["sleepStart"]),
            let end = HealthAutoExportDate.read(entry["sleepEnd"]), start <= end
        else {
            return sink.refuse(
                "a night in sums without its start and end; export sleep without aggregating it",
                at: place
            )
        }
        guard total > 0, total <= end.timeIntervalSince(start) + 120 else {
            return sink.refuse("a night in sums has no sleep, or more than fits between its start and end", at: place)
        }
        let woke = min(end, start.addingTimeInterval(total))
        var asleep = Self.sleep(.asleepUnspecified, start, woke, source)
        for stage in stages {
            let hours = (seconds(stage) / 36).rounded() / 100
            asleep.metadata[stage == "rem" ? "REM" : stage.capitalized] = "\(hours) hr"
        }
        var samples = [("asleep", asleep)]
        if end.timeIntervalSince(woke) >= 60 { samples.append(("awake", Self.sleep(.awake, woke, end, source))) }
        if let lay = HealthAutoExportDate.read(entry["inBedStart"]),
            let rose = HealthAutoExportDate.read(entry["inBedEnd"]), lay < rose
        {
            samples.append(("bed", Self.sleep(.inBed, lay, rose, source)))
        }
        let day = (entry["date"] as? String).map { String($0.prefix(10)) } ?? start.formatted(.iso8601)
        for (kind, sample) in samples {
            var sample = sample
            sample.relay = ReadSample.Relay(bucket: "night \(day) \(kind)")
            try sink.take(sample, at: place)
        }
        nightsInSums += 1
    }
}
