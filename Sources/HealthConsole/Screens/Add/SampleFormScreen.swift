import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// The form of one new sample.
package struct SampleFormScreen: FormScreen {
    let type: HKSampleType
    private var entry: SampleForm?
    private var empty: SampleForm?
    private var isSaving = false

    package init(_ type: HKSampleType) { self.type = type }

    package enum Action: FormAction {
        case saved(Answer<String>)
        case leave
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
        isSaving = false
        switch action {
        case .saved(.success(let text)): return [.pop, .notice(SharedStrings.saved(text))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let question = RecordForm(type)?.help(form.focusedField?.id ?? "")
        FormPage(form: form, help: help, question: question).draw(in: rect, on: &grid, environment)
    }

    /// How times and values are written.
    private var help: [String] {
        var lines: [String] = []
        if let summary = type.entry.summary.first.map({ $0.uppercased() + type.entry.summary.dropFirst() }) {
            lines.append(summary + ".")
        }
        lines.append(AddStrings.howToWriteTimes)
        if EntryRules.isInterval(type) { lines.append(AddStrings.howToWriteEnds) }
        if let type = type as? HKQuantityType, UnitPhrase.suggestions(for: type).count > 1 {
            let units = UnitPhrase.suggestions(for: type).prefix(6).joined(separator: ", ")
            if !units.isEmpty { lines.append(AddStrings.units(units)) }
        }
        lines.append(SharedStrings.savedFromHealth)
        return lines
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
