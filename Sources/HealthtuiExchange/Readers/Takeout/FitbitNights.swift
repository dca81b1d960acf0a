import Foundation
import HealthKit

/// Reads the nights of Fitbit's export, which are in local time.
struct FitbitNights {
    let zone: TimeZone

    /// A stage, by seconds since the night began.
    private struct Stage {
        var start: Double
        var end: Double
        var value: HKCategoryValueSleepAnalysis?
    }

    /// The fields of an entry.
    private struct Night {
        var start: WallTime?
        var end: WallTime?
        var stages: [(time: WallTime, seconds: Double, word: String)] = []
        /// Moments awake of less than three minutes, which overlap the stages.
        var wakes: [(time: WallTime, seconds: Double, word: String)] = []
        /// How many of both have no time or no length.
        var unsound = 0
    }

    /// Reads nights.
    ///
    /// - Parameters:
    ///   - items: The list.
    ///   - sink: Receives the samples.
    /// - Throws: ``ImportError`` for invalid JSON, and what the sink throws.
    func read(_ items: JSONItems, _ sink: inout ReaderSink) throws {
        var unknown = 0
        try items.visit { item in
            let place = FitbitEntry.place(item)
            guard let night = try? Self.night(item), let clock = night.start, let last = night.end,
                clock.seconds <= last.seconds
            else { return sink.refuse("not a night with its times", at: place) }
            guard let start = clock.time(in: zone)?.seconds, let end = last.time(in: zone)?.seconds, start <= end else {
                return sink.refuse("a time that clocks skip in \(zone.identifier)", at: place)
            }
            let type = HKCategoryTypeIdentifier.sleepAnalysis.rawValue
            var batches = SampleBatches(FitbitKind.source)
            let inBed = HKCategoryValueSleepAnalysis.inBed.rawValue
            try batches.add(type, "", (start, end), Double(inBed), place, &sink)
            for stage in Self.stages(night, clock) {
                guard let value = stage.value else {
                    unknown += 1
                    continue
                }
                let times = (start + stage.start, start + stage.end)
                try batches.add(type, "", times, Double(value.rawValue), place, &sink)
            }
            try batches.finish(&sink)
            if night.unsound > 0 { sink.leaveOut(night.unsound, "\(place): stages without a time or a length") }
        }
        sink.passOver("sleep: restless, or a stage that isn't known", unknown)
    }

    private static func night(_ item: JSONItems.Item) throws -> Night {
        let walk = item.walk
        var night = Night()
        try walk.forEachMember(of: item.range) { name, range in
            switch name {
            case "startTime": night.start = walk.text(range).flatMap { WallTime.iso($0)?.time }
            case "endTime": night.end = walk.text(range).flatMap { WallTime.iso($0)?.time }
            case "levels":
                try walk.forEachMember(of: range) { part, list in
                    if part == "data" { night.stages = try stages(list, of: walk, &night.unsound) }
                    if part == "shortData" { night.wakes = try stages(list, of: walk, &night.unsound) }
                }
            default: break
            }
        }
        return night
    }

    private static func stages(
        _ list: Range<Int>,
        of walk: JSONWalk,
        _ unsound: inout Int
    ) throws -> [(time: WallTime, seconds: Double, word: String)] {
        var stages: [(time: WallTime, seconds: Double, word: String)] = []
        try walk.forEachElement(of: list) { _, element in
            var time: WallTime?
            var seconds: Double?
            var word = ""
            try walk.forEachMember(of: element) { name, range in
                switch name {
                case "dateTime": time = walk.text(range).flatMap { WallTime.iso($0)?.time }
                case "seconds": seconds = walk.number(range)
                case "level": word = walk.text(range) ?? ""
                default: break
                }
            }
            if let time, let seconds, seconds > 0, seconds <= 2 * 86_400 {
                stages.append((time, seconds, word))
            } else {
                unsound += 1
            }
        }
        return stages.sorted { $0.time.seconds < $1.time.seconds }
    }

    /// The stages in order, without the moments awake, which become stages of their own.
    private static func stages(_ night: Night, _ start: WallTime) -> [Stage] {
        let wakes = night.wakes.map { (start: $0.time.seconds - start.seconds, seconds: $0.seconds) }
        var found: [Stage] = []
        var next = 0
        for stage in night.stages {
            var at = stage.time.seconds - start.seconds
            let end = at + stage.seconds
            let value = FitbitKind.stages[stage.word]
            while next < wakes.count, wakes[next].start < end {
                let wake = (start: max(at, wakes[next].start), end: min(end, wakes[next].start + wakes[next].seconds))
                if wake.end > wake.start {
                    if wake.start > at { found.append(Stage(start: at, end: wake.start, value: value)) }
                    found.append(Stage(start: wake.start, end: wake.end, value: .awake))
                    at = wake.end
                }
                if wakes[next].start + wakes[next].seconds > end { break }
                next += 1
            }
            if at < end { found.append(Stage(start: at, end: end, value: value)) }
        }
        return found
    }
}
