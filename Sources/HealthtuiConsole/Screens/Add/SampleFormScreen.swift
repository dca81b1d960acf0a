import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The form of one new sample.
package struct SampleFormScreen: FormScreen {
    let type: HKSampleType
    private var entry: SampleForm?
    private var empty: SampleForm?
    private var isSaving = false
    /// The last month, next to the fields on wide terminals.
    private var preview = ChartPreview()

    package init(_ type: HKSampleType) { self.type = type }

    package enum Action: FormAction {
        case saved(Answer<String>)
        case leave
        case preview(Preview)

        /// The data of the last month.
        package struct Preview: Sendable { let action: ChartPreview.Action }
    }

    package var title: String { type.entry.name }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? {
        guard let entry, let empty, entry.differs(from: empty) else { return nil }
        return .text(AddStrings.unfinished(title))
    }

    package var form: Form {
        get { entry?.form ?? Form([]) }
        set { entry?.form = newValue }
    }

    package mutating func formChanged(_ environment: ConsoleEnvironment) { entry?.note(environment) }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        empty = SampleForm(type, environment)
        entry = empty
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if case .preview(let preview) = action {
            self.preview.reduce(preview.action)
            return []
        }
        isSaving = false
        switch action {
        case .preview: return []
        case .saved(.success(let text)): return [.pop, .notice(SharedStrings.saved(text))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        preview.laidOut(layout, type, environment).map { $0.map { .preview(Action.Preview(action: $0)) } }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let focused = form.focusedField?.id ?? ""
        let question = RecordForm(type)?.help(focused)
        var page = FormPage(form: form, help: help, question: question)
        page.hue = Hue.of(type)
        page.beside = entry?.help(focused) ?? []
        if ChartScreen.charts(type) {
            let typed = entry?.typed(environment) ?? []
            page.facts = { rect, grid in
                var preview = preview
                preview.heading = AddStrings.lastMonth
                preview.levels = typed.map { ChartLevel($0.value, words: [$0.text], hue: page.hue) }
                preview.draw(in: rect, on: &grid, environment)
            }
        }
        page.draw(in: rect, on: &grid, environment)
    }

    /// The accepted formats of times and values.
    private var help: [String] {
        (entry.map { entry in [entry.summary, entry.timesHelp, entry.endsHelp, entry.unitsHelp].compactMap { $0 } }
            ?? []) + [SharedStrings.savedFromHealth]
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        let sample = entry?.sample(environment)
        guard let sample else { return [.notice(SharedStrings.notSavedSeeFields)] }
        isSaving = true
        let text =
            AddStrings.added(
                type.entry.name,
                environment.samples.labelled(sample),
                environment.dates.moment(sample.startDate)
            )
        return [.task("save") { .saved(await environment.ask { try $0.save([sample]) }.map { text }) }]
    }
}
