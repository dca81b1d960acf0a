import Foundation
import HealthEntry
import HealthFacts
import HealthKit
import TerminalUI

/// The form of one night of sleep: bedtime, waking and the stages in one line, drawn as they are typed.
package struct NightFormScreen: FormScreen {
    private var entry = NightForm()
    private var isSaving = false

    package init() {}

    package enum Action: FormAction {
        case saved(Answer<String>)
        case leave
    }

    /// Whether a type is entered night by night.
    static func isOf(_ type: HKSampleType) -> Bool { type == NightForm.type }

    package var title: String { NightForm.type.entry.name }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? { entry.isTouched ? .text(NightStrings.unfinished) : nil }

    package var form: Form {
        get { entry.form }
        set { entry.form = newValue }
    }

    package mutating func formChanged(_ environment: ConsoleEnvironment) { entry.note(environment) }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .saved(.success(let text)): return [.pop, .notice(SharedStrings.saved(text))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        guard let samples = entry.samples(environment), let first = samples.first, let last = samples.last else {
            return [.notice(SharedStrings.notSavedSeeFields)]
        }
        isSaving = true
        let length = NumberText.duration(last.endDate.timeIntervalSince(first.startDate))
        let text = NightStrings.saved(samples.count, title, length)
        return [.task("save") { .saved(await environment.ask { try $0.save(samples) }.map { text }) }]
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let help = [NightStrings.stagesHelp, NightStrings.timesHelp, SharedStrings.savedFromHealth]
        var body = rect
        let lines = form.fields.count + (rect.height > 12 ? 1 : 0)
        guard let night = entry.night, !entry.stretches.isEmpty, rect.height >= lines + 11 else {
            return FormPage(form: form, help: help).draw(in: rect, on: &grid, environment)
        }
        let words = NightStrings.stagesHelp.wrapped(to: max(1, rect.width - 2)).count
        let page = body.cutTop(min(lines + max(2, words) + 2, rect.height - 9))
        FormPage(form: form, help: [NightStrings.stagesHelp]).draw(in: page, on: &grid, environment)
        drawNight(night, in: body, on: &grid, environment)
    }

    /// The night as it will be saved.
    private func drawNight(
        _ night: DateInterval,
        in rect: Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let theme = environment.theme
        var body = rect
        if let summary = entry.summary { grid.write(Line(summary, .bold), in: body.cutTop(1), x: 1) }
        _ = body.cutTop(body.height > 8 ? 1 : 0)
        body = body.cutTop(min(body.height, 22))
        let used = Set(entry.stretches.map(\.value.rawValue)).sorted(by: SleepNight.isAbove)
        let places = Dictionary(used.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        func share(_ date: Date) -> Double { date.timeIntervalSince(night.start) / max(1, night.duration) }
        let segments = entry.stretches.compactMap { stretch in
            places[stretch.value.rawValue]
                .map {
                    TimelineSegment(row: $0, start: share(stretch.interval.start), end: share(stretch.interval.end))
                }
        }
        let labels = CivilHours.hours(in: night, environment.calendar)
            .map { AxisLabel(share($0), environment.dates.time($0)) }
        var chart = TimelineChart(rows: used.map(SleepStage.name), segments: segments, labels: labels)
        chart.isStepped = true
        chart.hues = used.map { Hue.ofSleep($0) ?? .sleep }
        chart.draw(in: body, on: &grid, theme: theme)
    }
}

/// The full hours of a time as clocks show them.
enum CivilHours {
    /// The full hours in a time; an hour that clocks show twice is there twice.
    static func hours(in time: DateInterval, _ calendar: Calendar) -> [Date] {
        var hours: [Date] = []
        let quarter = 900.0
        // Zones are whole quarters of an hour from each other, so a full hour begins on one.
        var date = Date(
            timeIntervalSinceReferenceDate: (time.start.timeIntervalSinceReferenceDate / quarter).rounded(.up) * quarter
        )
        while date <= time.end, hours.count < 400 {
            let isFull = calendar.component(.minute, from: date) == 0 && calendar.component(.second, from: date) == 0
            if isFull { hours.append(date) }
            date = date.addingTimeInterval(isFull ? 1_800 : quarter)
        }
        return hours
    }
}
