import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiTerminalUI

/// The fields that a type's samples are typed into, and how they become a draft.
struct SampleForm: Sendable {
    let type: HKSampleType
    var form: Form

    static let value = "value"
    static let systolic = "systolic"
    static let diastolic = "diastolic"
    static let start = "start"
    static let end = "end"
    private static let metadata = "metadata-"

    init(_ type: HKSampleType, _ environment: ConsoleEnvironment) {
        self.type = type
        if let record = RecordForm(type) {
            form = Form(
                record.fields + [FormField(id: Self.start, label: SharedStrings.when, placeholder: AddStrings.now)]
            )
            note(environment)
            return
        }
        let required = EntryRules.requiredMetadata(type)
        form = Form(Self.valueFields(type, environment) + required.map(Self.field) + Self.timeFields(type))
        note(environment)
    }

    /// Whether anything was typed or chosen.
    func differs(from other: SampleForm) -> Bool { form.fields.map(\.value) != other.form.fields.map(\.value) }

    private static func valueFields(_ type: HKSampleType, _ environment: ConsoleEnvironment) -> [FormField] {
        if EntryRules.pressurePair(type) != nil {
            let unit = environment.unit(BloodPressure.systolicType).label
            return [
                FormField(id: systolic, label: SharedStrings.systolic, suffix: unit),
                FormField(id: diastolic, label: SharedStrings.diastolic, suffix: unit),
            ]
        }
        if let type = type as? HKQuantityType {
            return [FormField(id: value, label: SharedStrings.value, suffix: environment.unit(type).label)]
        }
        let choices = EntryRules.choices(type).map(\.label)
        guard choices.count > 1 else { return [] }
        return [FormField(id: value, label: SharedStrings.value, content: .choice(choices, selected: 0))]
    }

    private static func field(_ key: MetadataKeyEntry) -> FormField {
        let choices = EntryRules.choices(key).map(\.label)
        if !choices.isEmpty {
            return FormField(id: metadata + key.key, label: key.label, content: .choice(choices, selected: 0))
        }
        if key.valueType == .flag {
            return FormField(
                id: metadata + key.key,
                label: key.label,
                content: .choice([SharedStrings.no, SharedStrings.yes], selected: 0)
            )
        }
        return FormField(id: metadata + key.key, label: key.label)
    }

    private static func timeFields(_ type: HKSampleType) -> [FormField] {
        guard EntryRules.isInterval(type) else {
            return [FormField(id: start, label: SharedStrings.when, placeholder: AddStrings.now)]
        }
        return [
            FormField(id: start, label: SharedStrings.start, placeholder: AddStrings.now),
            FormField(id: end, label: SharedStrings.end, placeholder: AddStrings.theStart),
        ]
    }

    /// Fills the fields of a quantity or a blood pressure and its time.
    ///
    /// - Parameters:
    ///   - sample: A sample of the form's type, which has no length.
    ///   - environment: The units and the numbers of the person.
    mutating func fill(with sample: HKSample, _ environment: ConsoleEnvironment) {
        let numbers = (sample as? HKCorrelation)?.objects.compactMap { $0 as? HKQuantitySample } ?? []
        let fields = [
            (Self.value, sample as? HKQuantitySample),
            (Self.systolic, numbers.first { $0.quantityType == BloodPressure.systolicType }),
            (Self.diastolic, numbers.first { $0.quantityType == BloodPressure.diastolicType }),
        ]
        for case (let id, let sample?) in fields {
            let number = environment.unit(sample.quantityType).number(sample.quantity)
            set(id, number.map { NumberText.typed($0, in: environment.numberStyle) } ?? "")
        }
        set(Self.start, environment.dates.typed(sample.startDate))
        note(environment)
    }

    private mutating func set(_ id: String, _ text: String) {
        form[id]?.content = .text(TextField(text))
    }

    /// Says beside the times how they were understood.
    mutating func note(_ environment: ConsoleEnvironment) {
        let times = environment.entryContext.times
        let dates = environment.dates
        // Input that can't be parsed gets no note; saving reports the error.
        let startText = trimmed(Self.start)
        let start = startText.isEmpty ? environment.now : try? times.date(startText)
        form[Self.start]?.note = start.map { dates.moment($0) } ?? ""
        let endText = trimmed(Self.end)
        let end = endText.isEmpty ? nil : start.flatMap { try? times.date(endText, after: $0) }
        form[Self.end]?.note = end.map { dates.moment($0) } ?? ""
        noteNumbers(environment)
    }

    /// Shows next to the numbers how they were understood, if that differs from the typed text.
    private mutating func noteNumbers(_ environment: ConsoleEnvironment) {
        let pair = EntryRules.pressurePair(type)
        let types = [
            (Self.value, type as? HKQuantityType), (Self.systolic, pair?.systolic), (Self.diastolic, pair?.diastolic),
        ]
        let context = environment.entryContext
        for case (let id, let type?) in types where form[id] != nil {
            let phrase = QuantityPhrase(type: type, defaultUnit: context.unit(for: type), style: context.numbers)
            let unit = environment.unit(type)
            // Input that can't be parsed gets no note; saving reports the error.
            let number = (try? phrase.quantity(trimmed(id))).flatMap { unit.number($0) }
            let text = trimmed(id)
            // The thousands separator here is the decimal separator elsewhere.
            let hasGroups = context.numbers.groupSeparator.map { text.contains($0) } ?? false
            let isAsTyped = number.map { !hasGroups && [NumberText.exact($0), unit.text($0)].contains(text) } ?? true
            form[id]?.note =
                isAsTyped
                ? ""
                : number.map {
                    (hasGroups ? NumberText.typed($0, in: context.numbers) : NumberText.exact($0)) + " " + unit.label
                } ?? ""
        }
    }

    private func trimmed(_ id: String) -> String {
        (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// The sample described by the fields; otherwise shows each field's error.
    ///
    /// - Parameter environment: The time and the place.
    /// - Returns: The sample; nil if fields have errors, which are then shown next to them.
    mutating func sample(_ environment: ConsoleEnvironment) -> HKSample? {
        for index in form.fields.indices { form.fields[index].error = nil }
        let context = environment.entryContext
        if let record = RecordForm(type) { return self.record(record, context) }
        checkPressure(context)
        do {
            let sample = try draft.sample(context)
            guard !form.hasErrors else {
                form.focusFirstError()
                return nil
            }
            return sample
        } catch let problems as SampleDraft.Problems {
            for problem in problems.problems { show(problem) }
        } catch {
            show(SampleDraft.Problem(.value, "\(error)"))
        }
        form.focusFirstError()
        return nil
    }

    /// The record described by the fields; otherwise shows each field's error next to it.
    private mutating func record(_ record: RecordForm, _ context: EntryContext) -> HKSample? {
        do {
            return try record.sample(form, at: trimmed(Self.start), context)
        } catch let problem as RecordForm.Problem {
            let place = form[problem.field] == nil ? Self.start : problem.field
            form[place]?.error = problem.text
        } catch {
            form[Self.start]?.error = Failure(error).text
        }
        form.focusFirstError()
        return nil
    }

    private var draft: SampleDraft {
        var metadata: [String: String] = [:]
        for field in form.fields where field.id.hasPrefix(Self.metadata) {
            metadata[String(field.id.dropFirst(Self.metadata.count))] = field.value
        }
        let isPair = form[Self.systolic] != nil
        let pair = trimmed(Self.systolic) + "/" + trimmed(Self.diastolic)
        return SampleDraft(
            type: type,
            value: isPair ? pair : trimmed(Self.value),
            start: trimmed(Self.start),
            end: trimmed(Self.end),
            metadata: metadata
        )
    }

    /// Checks both numbers of a blood pressure separately, so that each error is next to its field.
    private mutating func checkPressure(_ context: EntryContext) {
        guard let pair = EntryRules.pressurePair(type) else { return }
        let upper = number(Self.systolic, pair.systolic, context)
        let lower = number(Self.diastolic, pair.diastolic, context)
        if let upper, let lower, lower >= upper {
            form[Self.diastolic]?.error = AddStrings.diastolicTooHigh
        }
    }

    private mutating func number(_ id: String, _ type: HKQuantityType, _ context: EntryContext) -> Double? {
        let phrase = QuantityPhrase(type: type, defaultUnit: context.unit(for: type), style: context.numbers)
        do {
            guard !trimmed(id).isEmpty else { throw EntryError(AddStrings.valueMissing) }
            return try phrase.quantity(trimmed(id)).converted(to: type.canonicalUnit)
        } catch {
            form[id]?.error = "\(error)"
            return nil
        }
    }

    private mutating func show(_ problem: SampleDraft.Problem) {
        let id =
            switch problem.field {
            case .type, .value, .unit: form[Self.value] == nil ? Self.diastolic : Self.value
            case .start: Self.start
            case .end: form[Self.end] == nil ? Self.start : Self.end
            case .metadata(let key): Self.metadata + key
            case .nutrient: Self.value
            }
        // An error about one of two numbers was already reported.
        if id == Self.diastolic, form.hasErrors { return }
        let place = form[id] == nil ? Self.start : id
        form[place]?.error = problem.text
    }
}
