import Foundation
import HealthKit

/// Reads the JSON of Oura: an object with a list of periods of sleep and one of days, as its interface for programs has them.
package struct OuraReader: Reader {
    /// A number of an entry, and its HealthKit type.
    struct Field: Sendable {
        let list: String
        let name: String
        let type: HKQuantityTypeIdentifier
        let unit: String
    }

    /// The numbers that are read.
    static let fields = [
        Field(list: nights, name: "average_hrv", type: .heartRateVariabilityRMSSD, unit: "ms"),
        Field(list: nights, name: "average_breath", type: .respiratoryRate, unit: "count/min"),
        Field(list: days, name: "steps", type: .stepCount, unit: "count"),
        Field(list: days, name: "active_calories", type: .activeEnergyBurned, unit: "kcal"),
    ]

    /// The stages of five minutes each, by their digits.
    static let stages: [(digit: UInt8, value: HKCategoryValueSleepAnalysis)] = [
        (UInt8(ascii: "1"), .asleepDeep), (UInt8(ascii: "2"), .asleepCore), (UInt8(ascii: "3"), .asleepREM),
        (UInt8(ascii: "4"), .awake),
    ]

    /// The lists without anything that HealthKit has a type for.
    static let scores: Set<String> = [
        "daily_sleep", "daily_readiness", "daily_stress", "daily_resilience", "daily_cardiovascular_age", "sleep_time",
        "rest_mode_period", "ring_configuration", "personal_info", "tag", "enhanced_tag",
    ]

    static let nights = "sleep"
    static let days = "daily_activity"
    /// The most stages of a period: a day has 288.
    private static let mostStages = 2_000
    private static let source = ReadSource(identifier: "oura", name: "Oura")

    package init() {}

    package var name: String { "Oura" }
    package let endings: Set<String> = [".json"]
    package var asksQuestions: Bool { true }

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        let text = String(decoding: beginning.prefix(8_192), as: UTF8.self)
        guard text.drop(while: { $0.isWhitespace || $0 == "\u{FEFF}" }).hasPrefix("{") else { return false }
        let hasNights = text.contains("\"bedtime_start\"") && text.contains("\"sleep\"")
        return hasNights || text.contains("\"daily_activity\"") && text.contains("\"day\"")
    }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        try bytes.withUnsafeBufferPointer { buffer in
            do {
                try read(JSONWalk(buffer), &sink)
            } catch let failure as JSONWalk.Failure {
                throw ImportError("line \(failure.line): invalid JSON, or the file is cut short")
            }
        }
    }

    private func read(_ walk: JSONWalk, _ sink: inout ReaderSink) throws {
        let root = try walk.root()
        guard walk.isObject(root) else { throw ImportError("it isn't an object") }
        var zone: TimeZone?
        try walk.forEachMember(of: root) { list, place in
            guard list == Self.days, zone == nil else { return }
            try walk.forEachElement(of: place) { index, _ in
                if zone == nil { zone = try sink.zone(at: "\(list)[\(index)]") }
            }
        }
        try walk.forEachMember(of: root) { list, place in
            var others = 0
            try walk.forEachElement(of: place) { index, element in
                let place = "\(list)[\(index)]"
                switch list {
                case Self.nights: try readNight(walk, element, place, &sink)
                case Self.days: try readDay(walk, element, zone ?? sink.hints.zone, place, &sink)
                default: others += 1
                }
            }
            sink.passOver(list, others, isData: !Self.scores.contains(list))
        }
    }

    // MARK: Entries

    private func readNight(
        _ walk: JSONWalk,
        _ element: Range<Int>,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        let names = Self.fields.filter { $0.list == Self.nights }.map(\.name)
        let wanted = Set(names + ["bedtime_start", "bedtime_end", "sleep_phase_5_min", "type"])
        guard let entry = try walk.object(element, only: wanted) else {
            return sink.refuse("not a period of sleep", at: place)
        }
        if let kind = entry["type"] as? String, ["deleted", "rest"].contains(kind) {
            return sink.passOver("periods that are deleted or no sleep", 1, isData: false)
        }
        guard let start = Self.time(entry["bedtime_start"]), let end = Self.time(entry["bedtime_end"]), start < end
        else {
            return sink.refuse("no bedtime_start and bedtime_end with their zone", at: place)
        }
        try take(.inBed, start, end, place, &sink)
        if let digits = entry["sleep_phase_5_min"] as? String {
            try readStages(Array(digits.utf8.prefix(Self.mostStages)), start, end, place, &sink)
        }
        try take(entry, of: Self.nights, start, end, place, &sink)
    }

    /// Stores runs of equal stages, each stage of five minutes.
    private func readStages(
        _ digits: [UInt8],
        _ start: Date,
        _ end: Date,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        var first = 0
        while first < digits.count {
            let digit = digits[first]
            let count = digits[first...].prefix { $0 == digit }.count
            let (from, until) = (start + Double(first) * 300, min(start + Double(first + count) * 300, end))
            first += count
            guard let stage = Self.stages.first(where: { $0.digit == digit }) else {
                sink.refuse("sleep_phase_5_min: an unknown stage", at: place)
                continue
            }
            if from < until { try take(stage.value, from, until, place, &sink) }
        }
    }

    private func readDay(
        _ walk: JSONWalk,
        _ element: Range<Int>,
        _ zone: TimeZone,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        let names = Self.fields.filter { $0.list == Self.days }.map(\.name)
        guard let entry = try walk.object(element, only: Set(names + ["day"])),
            let moment = (entry["day"] as? String).flatMap({ TableDate.moment($0, nil) }), moment.clock == nil,
            let day = moment.day, let start = moment.zonedTime(zone)?.first,
            let end = moment.zonedTime(zone, laterDays: 1)?.first,
            start < end
        else { return sink.refuse("no day", at: place) }
        let name = "\(day.year)-\(day.month)-\(day.day)"
        try take(entry, of: Self.days, day: name, start, end, place, &sink)
    }

    // MARK: Samples

    private func take(
        _ entry: [String: Any],
        of list: String,
        day: String? = nil,
        _ start: Date,
        _ end: Date,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        for field in Self.fields where field.list == list {
            guard let value = HealthAutoExportNames.number(entry[field.name]) else { continue }
            // A ring that wasn't worn has zeros.
            if value == 0 { continue }
            var sample = ReadSample(
                type: field.type.rawValue,
                unit: field.unit,
                value: value,
                start: start,
                end: end,
                source: Self.source
            )
            if let day {
                // A later file has the complete data of an unfinished day.
                sample.identity = ReadIdentity(["oura", field.name, day], changed: sink.hints.posted)
                sample.isRelayed = true
            }
            try sink.take(sample, at: place)
        }
    }

    private func take(
        _ value: HKCategoryValueSleepAnalysis,
        _ start: Date,
        _ end: Date,
        _ place: String,
        _ sink: inout ReaderSink
    ) throws {
        let sample = ReadSample(
            type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue,
            value: Double(value.rawValue),
            start: start,
            end: end,
            source: Self.source
        )
        try sink.take(sample, at: place)
    }

    /// A time with the offset of its zone.
    private static func time(_ value: Any?) -> Date? {
        guard let text = value as? String, let moment = TableDate.moment(text, nil), moment.offset != nil else {
            return nil
        }
        return moment.zonedTime(.gmt)?.first
    }
}
