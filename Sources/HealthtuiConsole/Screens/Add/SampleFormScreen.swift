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

    /// The draft that is decided by saving, and its sample.
    private let draft: (id: UUID, sample: HKSample)?

    package init(_ type: HKSampleType) { (self.type, draft) = (type, nil) }

    /// The form filled with the sample of a draft.
    ///
    /// - Parameters:
    ///   - sample: The sample that the draft becomes unchanged.
    ///   - draft: The identity of the draft, which is decided when the form is saved.
    package init(_ sample: HKSample, of draft: UUID) {
        (type, self.draft) = (sample.sampleType, (draft, sample))
    }

    package enum Action: FormAction {
        /// The entry was saved; `false` where its draft no longer waited, and nothing was saved.
        case saved(Answer<Bool>, String)
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
        var entry = SampleForm(type, environment)
        if let draft { entry.fill(with: draft.sample, environment) }
        (empty, self.entry) = (entry, entry)
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
        case .saved(.success(true), let text): return [.pop, .notice(SharedStrings.saved(text))]
        case .saved(.success(false), _): return [.pop, .notice(AssistantStrings.isGone)]
        case .saved(.failure(let failure), _): return [.notice(SharedStrings.notSaved(failure.text))]
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
            ?? []) + [draft == nil ? SharedStrings.savedFromHealth : AssistantStrings.formHelp]
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        guard let sample = sample(environment) else { return [.notice(SharedStrings.notSavedSeeFields)] }
        isSaving = true
        let text =
            AddStrings.added(
                type.entry.name,
                environment.samples.labelled(sample),
                environment.dates.moment(sample.startDate)
            )
        let draft = draft?.id
        return [
            .task("save") {
                .saved(
                    await environment.ask { person in
                        if let draft { return try person.saveDraft(draft, as: sample) }
                        try person.save([sample])
                        return true
                    },
                    text
                )
            }
        ]
    }

    /// The sample that the fields describe; nil when some have errors.
    private mutating func sample(_ environment: ConsoleEnvironment) -> HKSample? {
        // The fields of a draft have minutes and rounded numbers: unchanged, it is saved as it was drafted.
        if let draft, unfinished == nil { return draft.sample }
        return entry?.sample(environment)
    }
}
