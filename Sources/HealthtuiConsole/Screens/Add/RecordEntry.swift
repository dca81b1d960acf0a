import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// A record as it is typed on a command line: a value and fields by name, read as the form reads them.
package enum RecordEntry {
    /// The sample that the words describe.
    ///
    /// - Parameters:
    ///   - type: A type with a dedicated form.
    ///   - value: The main value: the rating, the answers by number or name separated by commas, or a prescription's purpose.
    ///   - fields: The other fields by any beginning of their names, such as `felt` and `right sphere`.
    ///   - start: When; empty for now.
    ///   - context: The context for parsing the fields.
    /// - Returns: The sample, marked as entered by the person.
    /// - Throws: `EntryError` that names the field, `HKError`.
    package static func sample(
        _ type: HKSampleType,
        value: String,
        fields: [(name: String, text: String)],
        start: String,
        _ context: EntryContext
    ) throws -> HKSample {
        guard let record = RecordForm(type) else { throw EntryError(AddStrings.noForm(type.entry.name)) }
        var form = Form(record.fields)
        try setValue(value, record, in: &form)
        for field in fields { try set(try self.field(field.name, in: form), to: field.text, in: &form) }
        do {
            return try record.sample(form, at: start, context)
        } catch let problem as RecordForm.Problem {
            throw EntryError(AddStrings.problemOf(form[problem.field]?.label ?? "--start", problem.text))
        }
    }

    private static func setValue(_ value: String, _ record: RecordForm, in form: inout Form) throws {
        let value = value.trimmingCharacters(in: .whitespaces)
        switch record {
        case .stateOfMind:
            guard !value.isEmpty else { throw EntryError(AddStrings.sayHowItWas) }
            try set("valence", to: value, in: &form)
        case .prescription: if !value.isEmpty { try set("kind", to: value, in: &form) }
        case .questionnaire(let kind):
            let answers = value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            guard answers.count == kind.questions.count else {
                throw EntryError(
                    AddStrings.wrongAnswers(kind.name, kind.questions.count, answers.count)
                )
            }
            for (index, answer) in answers.enumerated() { try set(RecordForm.answer(index), to: answer, in: &form) }
        }
    }

    private static func folded(_ text: String) -> String {
        text.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// The field that a name means.
    private static func field(_ name: String, in form: Form) throws -> String {
        let wanted = folded(name)
        let exact = form.fields.filter { [folded($0.id), folded($0.label)].contains(wanted) }
        let found =
            exact.isEmpty
            ? form.fields.filter { folded($0.label).hasPrefix(wanted) || folded($0.id).hasPrefix(wanted) } : exact
        guard let field = found.first, found.count == 1, !wanted.isEmpty else {
            let names = (found.isEmpty ? form.fields : found).map { $0.label.lowercased() }.joined(separator: ", ")
            throw EntryError(AddStrings.noField(name, names))
        }
        return field.id
    }

    private static func set(_ id: String, to text: String, in form: inout Form) throws {
        guard let field = form[id] else { return }
        guard case .choice(let options, _) = field.content else {
            form[id]?.content = .text(TextField(text))
            return
        }
        let wanted = folded(text)
        let known = options.indices.filter { folded(options[$0]) == wanted }
        let beginning = options.indices.filter { !wanted.isEmpty && folded(options[$0]).hasPrefix(wanted) }
        // Answers count from 0, as their points do.
        let number =
            id.hasPrefix(RecordForm.answerPrefix) ? Int(text).flatMap { options.indices.contains($0) ? $0 : nil } : nil
        guard let choice = known.first ?? number ?? (beginning.count == 1 ? beginning[0] : nil) else {
            let names = options.map { $0.lowercased() }.joined(separator: ", ")
            throw EntryError(AddStrings.noneOf(field.label, text, names))
        }
        form[id]?.content = .choice(options, selected: choice)
    }
}
