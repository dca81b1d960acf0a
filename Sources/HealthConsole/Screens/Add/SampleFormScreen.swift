import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// The form of one new sample.
package struct SampleFormScreen: Screen {
    let type: HKSampleType
    private var form: SampleForm?
    private var empty: SampleForm?
    private var isSaving = false

    package init(_ type: HKSampleType) { self.type = type }

    package enum Action: Sendable {
        case saved(Answer<String>)
        case leave
    }

    package var title: String { type.entry.name }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? {
        guard let form, let empty, form.differs(from: empty) else { return nil }
        return .text("What you typed for \(title) is not saved.")
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        empty = SampleForm(type, environment)
        form = empty
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch form?.form.obey(command) {
        case .moved: form?.note(environment)
        case .save: return save(environment)
        case .leave: return Form.leave(title, losing: unfinished.map { _ in "what you typed" }, .leave)
        case nil: return nil
        }
        return []
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form?.form.handle(key)
        form?.note(environment)
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form?.form.paste(text)
        form?.note(environment)
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form?.form.mouse(event)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .saved(.success(let text)): return [.pop, .notice("saved " + text)]
        case .saved(.failure(let failure)): return [.notice("not saved: " + failure.text)]
        case .leave: return [.pop]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard let form else { return }
        let question = RecordForm(type)?.help(form.form.focusedField?.id ?? "")
        FormPage(form: form.form, help: help, question: question).draw(in: rect, on: &grid, environment)
    }

    /// How times and values are written.
    private var help: [String] {
        var lines: [String] = []
        if let summary = type.entry.summary.first.map({ $0.uppercased() + type.entry.summary.dropFirst() }) {
            lines.append(summary + ".")
        }
        lines.append("Times: now, -10m, 14:20, yesterday 22:30, mon 8:00, 2026-11-21 14:20.")
        if EntryRules.isInterval(type) { lines.append("An end such as +30m counts from the start.") }
        if let type = type as? HKQuantityType, UnitPhrase.suggestions(for: type).count > 1 {
            let units = UnitPhrase.suggestions(for: type).prefix(6).joined(separator: ", ")
            if !units.isEmpty { lines.append("Units: \(units).") }
        }
        lines.append("Saved from the source Health, as entered by you.")
        return lines
    }

    private mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving, var form else { return [] }
        let sample = form.sample(environment)
        self.form = form
        guard let sample else { return [.notice("not saved: see beside the fields")] }
        isSaving = true
        let text =
            type.entry.name + " " + environment.samples.labelled(sample) + ", "
            + environment.dates.moment(sample.startDate)
        return [.task("save") { .saved(await environment.ask { try $0.save([sample]) }.map { text }) }]
    }
}
