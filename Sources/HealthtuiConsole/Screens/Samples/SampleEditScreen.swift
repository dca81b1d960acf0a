import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The form in which a sample that the person added is edited; untouched fields keep their exact values.
package struct SampleEditScreen: FormScreen {
    private let sample: HKSample
    package var form = Form([])
    private var before: [String: String] = [:]
    private var isSaving = false

    private static let value = "value"
    private static let systolic = "systolic"
    private static let diastolic = "diastolic"
    private static let start = "start"
    private static let end = "end"

    package init(_ sample: HKSample) { self.sample = sample }

    package enum Action: FormAction {
        case saved(Answer<String>)
        case leave
    }

    package var title: String { SampleStrings.editTitle }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? {
        guard form.fields.contains(where: { $0.value != before[$0.id] }) else { return nil }
        return .text(SampleStrings.notSavedYet)
    }

    package var losing: String { SharedStrings.whatYouChanged }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let isInstant = sample.startDate == sample.endDate && !EntryRules.isInterval(sample.sampleType)
        form = Form(
            valueFields(environment) + [
                Self.field(
                    Self.start,
                    isInstant ? SharedStrings.when : SharedStrings.start,
                    Self.text(sample.startDate, environment)
                )
            ] + (isInstant ? [] : [Self.field(Self.end, SharedStrings.end, endText(environment))])
        )
        before = Dictionary(form.fields.map { ($0.id, $0.value) }, uniquingKeysWith: { first, _ in first })
        formChanged(environment)
        return []
    }

    private static func field(_ id: String, _ label: String, _ text: String, suffix: String = "") -> FormField {
        var field = TextField()
        field.insert(text)
        return FormField(id: id, label: label, content: .text(field), suffix: suffix)
    }

    private func valueFields(_ environment: ConsoleEnvironment) -> [FormField] {
        func field(_ id: String, _ label: String, _ sample: HKQuantitySample) -> FormField {
            let unit = environment.unit(sample.quantityType)
            let number = NumberText.typed(unit.number(sample.quantity) ?? sample.value, in: environment.numberStyle)
            return Self.field(id, label, number, suffix: unit.label)
        }
        switch sample {
        case let sample as HKQuantitySample: return [field(Self.value, SharedStrings.value, sample)]
        case let food as HKCorrelation where SampleEdit.nutrients(of: food) != nil:
            return (SampleEdit.nutrients(of: food) ?? [])
                .map { field($0.quantityType.identifier, $0.quantityType.entry.name, $0) }
        case let pair as HKCorrelation:
            let numbers = pair.objects.compactMap { $0 as? HKQuantitySample }
            let fields = [
                (Self.systolic, SharedStrings.systolic, BloodPressure.systolicType),
                (Self.diastolic, SharedStrings.diastolic, BloodPressure.diastolicType),
            ]
            return fields.compactMap { id, label, type in
                numbers.first { $0.quantityType == type }.map { field(id, label, $0) }
            }
        case let sample as HKCategorySample:
            let cases = EntryRules.choices(sample.categoryType)
            guard cases.count > 1, let selected = cases.firstIndex(where: { $0.value == sample.value }) else {
                return []
            }
            return [
                FormField(
                    id: Self.value,
                    label: SharedStrings.value,
                    content: .choice(cases.map(\.label), selected: selected)
                )
            ]
        default: return []
        }
    }

    private func endText(_ environment: ConsoleEnvironment) -> String {
        sample.hasUndeterminedDuration ? "" : Self.text(sample.endDate, environment)
    }

    /// A time as it can be typed, to the minute; the seconds stay as they were unless it is changed.
    private static func text(_ date: Date, _ environment: ConsoleEnvironment) -> String {
        environment.dates.typed(date)
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .saved(.success(let text)): return [.pop, .notice(SampleStrings.edited(text))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let help = SampleStrings.editHelp
        FormPage(form: form, help: [help]).draw(in: rect, on: &grid, environment)
    }

    /// Shows next to the times how they were understood.
    package mutating func formChanged(_ environment: ConsoleEnvironment) {
        // Input that can't be parsed gets no note; saving reports the error.
        let times = environment.entryContext.times
        let start = changed(Self.start).isEmpty ? sample.startDate : try? times.date(changed(Self.start))
        form[Self.start]?.note = start.map { environment.dates.moment($0) } ?? ""
        let text = changed(Self.end)
        let end = text.isEmpty ? nil : start.flatMap { try? times.date(text, after: $0) }
        form[Self.end]?.note = end.map { environment.dates.moment($0) } ?? ""
    }

    /// The text typed into a field; empty if it's unchanged.
    private func changed(_ id: String) -> String {
        guard let text = form[id]?.value, text != before[id] else { return "" }
        return text.trimmingCharacters(in: .whitespaces)
    }

    /// The typed value; for a blood pressure, the new numbers on their sides of the slash.
    private var newValue: String {
        guard form[Self.systolic] != nil else { return changed(Self.value) }
        let (upper, lower) = (changed(Self.systolic), changed(Self.diastolic))
        return upper.isEmpty && lower.isEmpty ? "" : upper + "/" + lower
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        var edit = SampleEdit(sample)
        (edit.value, edit.start, edit.end) = (newValue, changed(Self.start), changed(Self.end))
        for nutrient in SampleEdit.nutrients(of: sample) ?? [] {
            let identifier = nutrient.quantityType.identifier
            let text = changed(identifier)
            if !text.isEmpty { edit.amounts[identifier] = text }
        }
        if edit.isEmpty { return [.pop, .notice(SharedStrings.nothingChanged)] }
        for index in form.fields.indices { form.fields[index].error = nil }
        do {
            let new = try edit.sample(environment.entryContext)
            let text =
                new.sampleType.entry.name + " " + environment.samples.labelled(new) + ", "
                + environment.dates.moment(new.startDate)
            let old = sample.uuid
            isSaving = true
            return [.task("save") { .saved(await environment.ask { try $0.edit(old, to: new) }.map { text }) }]
        } catch let problems as SampleDraft.Problems {
            for problem in problems.problems { show(problem, environment) }
        } catch {
            show(SampleDraft.Problem(.value, "\(error)"), environment)
        }
        form.focusFirstError()
        return [.notice(SharedStrings.notSavedSeeFields)]
    }

    private mutating func show(_ problem: SampleDraft.Problem, _ environment: ConsoleEnvironment) {
        if form[Self.systolic] != nil, problem.field == .value || problem.field == .unit {
            return showPressure(problem.text, environment.entryContext)
        }
        let id =
            switch problem.field {
            case .start: Self.start
            case .nutrient(let identifier): identifier
            case .end: form[Self.end] == nil ? Self.start : Self.end
            default: form[Self.value] == nil ? Self.start : Self.value
            }
        form[id]?.error = problem.text
    }

    /// Each number's problem is shown next to it; a problem of both together is shown next to the one that was typed.
    private mutating func showPressure(_ text: String, _ context: EntryContext) {
        let parts = [
            (Self.systolic, BloodPressure.systolicType), (Self.diastolic, BloodPressure.diastolicType),
        ]
        for (id, type) in parts where !changed(id).isEmpty {
            let problem = SampleEdit.problem(changed(id), of: type, context)
            form[id]?.error = problem
        }
        guard !form.hasErrors else { return }
        let typed = changed(Self.diastolic).isEmpty ? Self.systolic : Self.diastolic
        form[typed]?.error = text
    }
}
