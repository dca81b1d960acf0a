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
        switch command {
        case .nextField: form?.form.handle(.tab)
        case .goOn:
            guard let fields = form?.form, fields.focus < fields.fields.count - 1 else { return save(environment) }
            form?.form.handle(.tab)
        case .previousField: form?.form.handle(.backtab)
        case .save: return save(environment)
        case .cancel, .interrupt: return cancel()
        default: return nil
        }
        form?.note(environment)
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
        if event.kind == .press, case .item("form", let index, _) = event.target { form?.form.press(index) }
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
        var body = rect
        if rect.height > 12 { _ = body.cutTop(1) }
        // A question is read whole, however little room there is.
        let question = RecordForm(type)?.help(form.form.focusedField?.id ?? "")
        let wanted = (question?.wrapped(to: rect.width - 2).count ?? 0) + 1
        let reserved = min(max(2, wanted), max(2, body.height - 2))
        let fields = body.cutTop(min(form.form.fields.count, max(1, body.height - reserved)))
        form.form.draw(in: fields, on: &grid, theme: environment.theme)
        drawHelp(in: body, on: &grid, environment)
    }

    /// How times and values are written, where there is room to say it.
    private func drawHelp(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        var y = 1
        if let error = form?.form.focusedField?.error {
            // Beside its field there may not be room for all of it.
            for line in error.wrapped(to: rect.width - 2) {
                grid.write(line, in: rect, x: 1, y: y, style: environment.theme.error)
                y += 1
            }
            y += 1
        }
        var lines: [String] = []
        if let question = RecordForm(type)?.help(form?.form.focusedField?.id ?? "") { lines.append(question) }
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
        let wrapped = lines.flatMap { $0.wrapped(to: rect.width - 2) }
        for (index, line) in wrapped.enumerated() {
            grid.write(line, in: rect, x: 1, y: y + index, style: environment.theme.dim)
        }
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

    private func cancel() -> [ScreenEffect<Action>] {
        guard unfinished != nil else { return [.pop] }
        let dialog = ConfirmDialog(
            title: title,
            message: "Leave without saving what you typed?",
            confirmLabel: "Leave",
            cancelLabel: "Stay"
        )
        return [.ask(dialog, confirmed: .leave)]
    }
}
