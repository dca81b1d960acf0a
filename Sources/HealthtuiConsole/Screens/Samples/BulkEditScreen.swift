import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The form in which several samples that the person added are edited at once: their value, their times, a metadata key.
package struct BulkEditScreen: FormScreen {
    private let edit: BulkEdit
    /// The number of marked samples that can't be edited.
    private let others: Int
    package var form = Form([])
    private var before: [String] = []
    private var isSaving = false

    private enum Field {
        static let value = "value"
        static let shift = "shift"
        static let key = "key"
        static let note = "note"
    }

    /// A form of the samples that can be edited.
    package init(_ samples: [HKSample]) {
        edit = BulkEdit(BulkEdit.editable(samples))
        others = samples.count - edit.samples.count
    }

    package enum Action: FormAction {
        case saved(Answer<Int>)
        case leave
    }

    private var type: HKSampleType? { edit.samples.first?.sampleType }

    package var title: String {
        SampleStrings.editMarkedTitle(edit.samples.count, type?.entry.name ?? "")
    }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? {
        form.fields.map(\.value) == before ? nil : .text(SampleStrings.notSavedYet)
    }

    package var losing: String { SharedStrings.whatYouChanged }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form = Form(
            valueField(environment) + [
                FormField(id: Field.shift, label: SampleStrings.shift, placeholder: SampleStrings.shiftPlaceholder),
                FormField(id: Field.key, label: SampleStrings.key, placeholder: SampleStrings.keyPlaceholder),
                FormField(id: Field.note, label: SampleStrings.note, placeholder: SampleStrings.notePlaceholder),
            ]
        )
        before = form.fields.map(\.value)
        return []
    }

    private func valueField(_ environment: ConsoleEnvironment) -> [FormField] {
        guard edit.takesValue else { return [] }
        if let type = type as? HKQuantityType {
            return [FormField(id: Field.value, label: SharedStrings.value, suffix: environment.unit(type).label)]
        }
        guard let type, EntryRules.choices(type).count > 1 else { return [] }
        let options = [SampleStrings.unchanged] + EntryRules.choices(type).map(\.label)
        return [FormField(id: Field.value, label: SharedStrings.value, content: .choice(options, selected: 0))]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .saved(.success(let count)):
            return [.pop, .notice(SampleStrings.editedSamples(SharedStrings.samples(count)))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let help = [SampleStrings.editMarkedHelp] + (others > 0 ? [SampleStrings.notYours(others)] : [])
        FormPage(form: form, help: help).draw(in: rect, on: &grid, environment)
    }

    private func text(_ id: String) -> String { (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces) }

    private var newValue: String {
        if case .choice(_, selected: 0)? = form[Field.value]?.content { return "" }
        return text(Field.value)
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        for index in form.fields.indices { form.fields[index].error = nil }
        var edit = edit
        (edit.value, edit.shift) = (newValue, text(Field.shift))
        (edit.key, edit.note) = (text(Field.key), text(Field.note))
        if edit.key.isEmpty, !edit.note.isEmpty {
            form[Field.key]?.error = SampleStrings.keyIsMissing
            form.focusFirstError()
            return [.notice(SharedStrings.notSavedSeeFields)]
        }
        if edit.isEmpty { return [.pop, .notice(SharedStrings.nothingChanged)] }
        do {
            let replacements = try edit.replacements(environment.entryContext)
            isSaving = true
            return [
                .task("save") {
                    .saved(
                        await environment.ask { person in
                            try person.edit(replacements)
                            return replacements.count
                        }
                    )
                }
            ]
        } catch let problems as SampleDraft.Problems {
            for problem in problems.problems { form[Self.field(problem.field)]?.error = problem.text }
            if !form.hasErrors { form[Field.shift]?.error = problems.description }
        } catch {
            form[Field.shift]?.error = Failure(error).text
        }
        form.focusFirstError()
        return [.notice(SharedStrings.notSavedSeeFields)]
    }

    private static func field(_ field: SampleDraft.Field) -> String {
        switch field {
        case .type, .value, .unit, .nutrient: Field.value
        case .start, .end: Field.shift
        case .metadata: Field.key
        }
    }
}
