import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The fields of one night of sleep, and the samples made from them.
struct NightForm: Sendable {
    var form: Form
    /// From bedtime to waking, once both are understood.
    private(set) var night: DateInterval?
    /// The stages as far as they are understood.
    private(set) var timeRanges: [StagePhrase.TimeRange] = []
    /// The sources that already recorded sleep in that night; nil while unknown.
    var recorded: [String]?

    static let type = HKCategoryType(.sleepAnalysis)

    private static let bedtime = "bedtime"
    private static let waking = "waking"
    private static let stages = "stages"
    private static let keeps = "keeps"

    init() {
        form = Form([
            FormField(id: Self.bedtime, label: NightStrings.bedtime, placeholder: "23:30"),
            FormField(id: Self.waking, label: NightStrings.waking, placeholder: "7:10"),
            FormField(id: Self.stages, label: NightStrings.stages, placeholder: NightStrings.stagesExample),
            FormField(
                id: Self.keeps,
                label: NightStrings.keeps,
                content: .choice([NightStrings.sleep, NightStrings.sleepAndBed, NightStrings.bed], selected: 0)
            ),
        ])
    }

    /// Whether anything was typed or chosen.
    var isTouched: Bool { form.fields.map(\.value) != NightForm().form.fields.map(\.value) }

    private func text(_ id: String) -> String {
        (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces)
    }

    private var keepsBed: Bool { text(Self.keeps) != NightStrings.sleep }
    private var keepsSleep: Bool { text(Self.keeps) != NightStrings.bed }

    /// Updates the form after typing: the night and its stages, and the notes next to the fields that show how they
    /// were understood.
    mutating func note(_ environment: ConsoleEnvironment) {
        let times = environment.entryContext.times
        // Input that can't be parsed gets no note; saving reports the error.
        night = try? StagePhrase.night(from: text(Self.bedtime), to: text(Self.waking), times)
        let dates = environment.dates
        form[Self.bedtime]?.note = night.map { dates.moment($0.start) } ?? ""
        form[Self.waking]?.note =
            night.map { dates.moment($0.end) + ", " + NumberText.duration($0.duration) } ?? ""
        form[Self.stages]?.error = nil
        form[Self.stages]?.note = ""
        timeRanges = []
        do {
            let phrase = try StagePhrase(text(Self.stages))
            if let night { timeRanges = phrase.drawn(in: night) }
            form[Self.stages]?.note = Self.note(phrase, night)
        } catch {
            form[Self.stages]?.error = "\(error)"
        }
    }

    /// The total of the stages, and the rest of the night.
    private static func note(_ phrase: StagePhrase, _ night: DateInterval?) -> String {
        guard let last = phrase.stages.last else { return "" }
        let given = Double(phrase.given) * 60
        var parts = [NightStrings.stageCount(phrase.stages.count)]
        guard let night else {
            return (parts + [NightStrings.given(NumberText.duration(given))]).joined(separator: ", ")
        }
        let left = night.duration - given
        if last.minutes == nil, left > 0 {
            parts.append(NightStrings.lastTakes(SleepStage.name(last.value.rawValue), NumberText.duration(left)))
        } else if left > 0 {
            parts.append(NightStrings.missing(NumberText.duration(left)))
        } else if left < 0 {
            parts.append(NightStrings.tooMuch(NumberText.duration(-left)))
        }
        return parts.joined(separator: ", ")
    }

    /// The stages that are drawn, from the top.
    var values: [Int] { Set(timeRanges.map(\.value.rawValue)).sorted(by: SleepStage.isAbove) }

    /// The number of samples that saving would add; 0 while unknown.
    var sampleCount: Int {
        guard let night, let phrase = try? StagePhrase(text(Self.stages)) else { return 0 }
        guard keepsSleep else { return 1 }
        guard let stages = try? phrase.filling(night) else { return 0 }
        return max(1, stages.count) + (keepsBed ? 1 : 0)
    }

    /// The help for the focused field.
    var help: [String] {
        switch form.focusedField?.id {
        case Self.bedtime, Self.waking: [NightStrings.timesHelp, SharedStrings.savedFromHealth]
        case Self.stages: [NightStrings.stagesHelp]
        default: [AddStrings.choosing, SharedStrings.savedFromHealth]
        }
    }

    /// The amounts of sleep and of other time in the drawing.
    var summary: String? {
        guard let night else { return nil }
        func length(_ isCounted: (StagePhrase.TimeRange) -> Bool) -> Double {
            timeRanges.filter(isCounted).reduce(0) { $0 + $1.interval.duration }
        }
        let isPlain = timeRanges.isEmpty && text(Self.stages).isEmpty
        let asleep = isPlain ? night.duration : length { $0.value != .awake }
        let awake = length { $0.value == .awake }
        return [NightStrings.asleep(NumberText.duration(asleep))]
            .appending(awake > 0 ? NightStrings.awake(NumberText.duration(awake)) : nil).joined(separator: ", ")
    }

    /// Whether the night that is typed is recorded already.
    var remark: String? {
        guard night != nil, let recorded else { return nil }
        return recorded.isEmpty
            ? NightStrings.notRecorded : NightStrings.recorded(recorded.joined(separator: ", "))
    }

    /// The samples described by the fields; otherwise shows each field's error next to it.
    ///
    /// - Parameter environment: The time and the place.
    /// - Returns: The samples; nil when fields have errors.
    mutating func samples(_ environment: ConsoleEnvironment) -> [HKSample]? {
        for index in form.fields.indices { form.fields[index].error = nil }
        let times = environment.entryContext.times
        var found: [HKSample] = []
        do {
            let night = try StagePhrase.night(from: text(Self.bedtime), to: text(Self.waking), times)
            let phrase = try StagePhrase(text(Self.stages))
            var timeRanges = keepsSleep ? try phrase.filling(night) : []
            if keepsSleep, timeRanges.isEmpty {
                timeRanges = [StagePhrase.TimeRange(value: .asleepUnspecified, interval: night)]
            }
            if keepsBed { timeRanges.insert(StagePhrase.TimeRange(value: .inBed, interval: night), at: 0) }
            found = try timeRanges.map(Self.sample)
        } catch let problem as NightError {
            form[problem.field == .bedtime ? Self.bedtime : Self.waking]?.error = problem.text
        } catch {
            form[Self.stages]?.error = Failure(error).text
        }
        form.focusFirstError()
        return form.hasErrors ? nil : found
    }

    private static func sample(_ timeRange: StagePhrase.TimeRange) throws -> HKSample {
        try HKCategorySample(
            validating: type,
            value: timeRange.value.rawValue,
            start: timeRange.interval.start,
            end: timeRange.interval.end,
            metadata: [HKMetadataKeyWasUserEntered: NSNumber(value: true)]
        )
    }
}

extension Array {
    /// The array with one more element at its end, where there is one.
    fileprivate func appending(_ element: Element?) -> [Element] { element.map { self + [$0] } ?? self }
}
