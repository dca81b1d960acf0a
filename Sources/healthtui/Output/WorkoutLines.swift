import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// A workout as lines for a person, like its page in the console without pictures.
struct WorkoutLines {
    let page: WorkoutPage
    let text: WorkoutText
    let environment: ConsoleEnvironment

    private var workout: HKWorkout { page.workout }
    private var activity: HKWorkoutActivityType { page.summary.activity }

    var lines: [String] {
        let dates = environment.dates
        var lines = [
            page.summary.title, "", field("Start", dates.full(workout.startDate)),
            field("End", dates.full(workout.endDate)),
        ]
        lines += figures
        lines.append(field("Source", workout.sourceRevision.source.name))
        lines.append(field("UUID", workout.uuid.uuidString))
        lines += recordings
        lines += section("Zones", zones) + section("Splits", splits) + section("Events", events)
        lines += section("Activities", activities) + section("Statistics", statistics)
        return lines
            + section("Samples", page.members.map { field($0.type.entry.name, $0.count.grouped) })
    }

    /// How much of a workout counts: `all`, `33 %`.
    static func part(_ counted: Double) -> String { counted == 1 ? "all" : RingText.percent(counted) }

    /// The counted part, and the other sources that recorded it.
    private var recordings: [String] {
        guard let recordings = page.recordings else { return [] }
        let counts = field("Counts", Self.part(recordings.counted))
        return [counts]
            + recordings.others.map { other in
                let id = other.uuid.uuidString.prefix(8)
                let facts: [String?] = [
                    other.source, WorkoutText.clock(other.duration),
                    other.distance.map { text.distance($0, of: other.activity) },
                    "counts: \(Self.part(other.counted))", String(id),
                ]
                return field("Also recorded by", facts.compactMap { $0 }.joined(separator: "  "))
            }
    }

    private func field(_ label: String, _ value: String) -> String { label.fitted(to: 28) + value }

    private func section(_ title: String, _ lines: [String]) -> [String] { lines.isEmpty ? [] : ["", title] + lines }

    private var figures: [String] {
        var lines = [field("Time", WorkoutText.clock(workout.duration))]
        if abs(page.elapsed - workout.duration) >= 1 {
            lines.append(field("With pauses", WorkoutText.clock(page.elapsed)))
        }
        if let distance = page.distance {
            lines.append(field("Distance", text.distance(distance, of: activity)))
            if let speed = text.speed(distance, in: workout.duration, activity) {
                lines.append(field("Average speed", speed))
            }
        }
        if let energy = page.summary.energy { lines.append(field("Active energy", text.energy(energy))) }
        if let average = page.averageHeartRate {
            let range = page.heartRateRange.map {
                ", \(NumberText.text($0.lowerBound))–\(NumberText.text($0.upperBound))"
            }
            lines.append(field("Heart rate", NumberText.text(average) + " BPM" + (range ?? "")))
        }
        if let ascent = page.ascent { lines.append(field("Ascent", text.height(ascent))) }
        if let descent = page.descent { lines.append(field("Descent", text.height(descent))) }
        if let effort = page.effort {
            let name = "\(NumberText.exact(effort.score)) \(WorkoutPage.effortName(effort.score))"
            lines.append(field("Effort", name + (effort.isRated ? "" : ", estimated")))
        }
        if let track = page.track { lines.append(field("Route", track.count.of("place"))) }
        return lines
    }

    private var zones: [String] {
        guard let group = page.zones else { return [] }
        return group.zoneDurations.map { each in
            let bounds = ZoneText.bounds(each.zone, of: group.configuration.quantityType, environment.locale)
            return field("Zone \(each.zone.index + 1)  \(bounds)", WorkoutText.clock(each.duration))
        }
    }

    private var splits: [String] {
        page.splits.map { split in
            var parts = [WorkoutText.clock(split.duration.rounded())]
            if split.distance < page.splitLength * 0.999 { parts.append(text.distance(split.distance, of: activity)) }
            if let rate = split.heartRate { parts.append(NumberText.text(rate) + " BPM") }
            if let ascent = split.ascent, let descent = split.descent {
                parts.append("up \(text.height(ascent)), down \(text.height(descent))")
            }
            return field("\(split.number)", parts.joined(separator: "  "))
        }
    }

    private var events: [String] {
        workout.content.events.map { event in
            let interval = WorkoutPage.interval(of: event)
            return field(
                WorkoutPage.name(of: event),
                environment.dates.span(interval.start, interval.end, seconds: true)
            )
        }
    }

    private var activities: [String] {
        page.activities.map { each in
            let name = SampleText.activity(each.workoutConfiguration.activityType)
            let time = environment.dates.time(each.startDate, seconds: true)
            return field(name, WorkoutText.clock(each.duration) + "  from " + time)
        }
    }

    private var statistics: [String] {
        page.statistics.compactMap { each in
            StatisticsText.line(each, environment.locale).map { field(each.quantityType.entry.name, $0) }
        }
    }
}
