import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The form of the personal details, or of the unit in which a type is shown.
package struct ProfileFormScreen: FormScreen {
    /// The subject of the form.
    package enum Subject: Sendable, Hashable {
        case aboutYou(field: String)
        case unit(HKQuantityType)
    }

    private let subject: Subject
    package var form = Form([])
    private var before: [String] = []
    private var known: CharacteristicValues?
    private var failure: Failure?
    private var isSaving = false

    private static let unit = "unit"
    private static var notSet: String { ProfileStrings.notSet }

    package init(_ subject: Subject) { self.subject = subject }

    package enum Action: FormAction {
        case loaded(Answer<(me: CharacteristicValues, unit: HKUnit?)>)
        case saved(Answer<Bool>)
        case leave
    }

    package var title: String {
        switch subject {
        case .aboutYou: ProfileStrings.aboutYou
        case .unit(let type): ProfileStrings.unitOf(type.entry.name)
        }
    }

    package var isTyping: Bool { known != nil }

    package var contexts: [KeyContext] { known != nil ? [.form] : [] }

    package var unfinished: Unfinished? {
        guard form.fields.map(\.value) != before else { return nil }
        return .text(ProfileStrings.unfinished)
    }

    package var losing: String { SharedStrings.whatYouChanged }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let subject = subject
        return [
            .task("load") {
                .loaded(
                    await environment.ask { person in
                        guard case .unit(let type) = subject else { return (try person.characteristics(), nil) }
                        return (try person.characteristics(), try person.chosenUnit(for: type))
                    }
                )
            }
        ]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(.success(let (me, unit))): fill(me, unit, environment)
        case .loaded(.failure(let failure)): self.failure = failure
        case .saved(.success): return [.pop, .notice(ProfileStrings.savedWithUndo)]
        case .saved(.failure(let failure)):
            isSaving = false
            return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard known != nil else {
            if let failure { return failure.draw(in: rect, on: &grid, theme: environment.theme) }
            grid.write(LoadingLine.line(ProfileStrings.loading, theme: environment.theme), in: rect, x: 1)
            return
        }
        let help: [String] =
            switch subject {
            case .aboutYou:
                [
                    ProfileStrings.birthHelp,
                    ProfileStrings.appsHelp,
                ]
            case .unit:
                [ProfileStrings.unitHelp]
            }
        FormPage(form: form, help: help).draw(in: rect, on: &grid, environment)
    }
}

extension ProfileFormScreen {
    private mutating func fill(_ me: CharacteristicValues, _ unit: HKUnit?, _ environment: ConsoleEnvironment) {
        known = me
        switch subject {
        case .aboutYou(let first):
            form = Form(CharacteristicField.all.map { Self.field($0, me) })
            form.setFocus(CharacteristicField.all.firstIndex { $0.key == first } ?? 0)
        case .unit(let type):
            let options = options(type, environment)
            let chosen = unit.flatMap { unit in Self.units(type).firstIndex { $0 == unit.unitString } }
            form = Form([
                FormField(
                    id: Self.unit,
                    label: ProfileStrings.unit,
                    content: .choice(options, selected: chosen.map { $0 + 1 } ?? 0)
                )
            ])
        }
        before = form.fields.map(\.value)
    }

    private static func field(_ field: CharacteristicField, _ me: CharacteristicValues) -> FormField {
        let text = field.text(me)
        let choices = field.choices.map(\.label)
        guard !choices.isEmpty else {
            let content = FormField.Content.text(TextField(text ?? ""))
            let example = DateStrings.typedBirthday
            return FormField(id: field.key, label: field.label, content: content, placeholder: example)
        }
        let selected = text.flatMap { choices.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return FormField(id: field.key, label: field.label, content: .choice([notSet] + choices, selected: selected))
    }

    private static func units(_ type: HKQuantityType) -> [String] { UnitPhrase.suggestions(for: type) }

    /// The options: the locale's default, then each unit.
    private func options(_ type: HKQuantityType, _ environment: ConsoleEnvironment) -> [String] {
        let usual = ValueUnit(type, locale: environment.locale, chosen: environment.settings.units[type.identifier])
        return [ProfileStrings.asUsual(usual.label)] + Self.units(type).map(UnitPhrase.label)
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving, let known else { return [] }
        if form.fields.map(\.value) == before { return [.pop, .notice(SharedStrings.nothingChanged)] }
        switch subject {
        case .aboutYou: return save(known, environment)
        case .unit(let type):
            guard case .choice(_, let selected)? = form[Self.unit]?.content else { return [] }
            let unit = selected == 0 ? nil : HKUnit.named(Self.units(type)[selected - 1])
            isSaving = true
            return [
                .task("save") {
                    .saved(
                        await environment.ask { person in
                            try person.setPreferredUnit(unit, for: type)
                            return true
                        }
                    )
                }
            ]
        }
    }

    private mutating func save(
        _ known: CharacteristicValues,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        var me = known
        for (index, field) in CharacteristicField.all.enumerated() {
            let text = form.fields[index].value.trimmingCharacters(in: .whitespaces)
            form.fields[index].error = nil
            guard form.fields[index].value != before[index] else { continue }
            do {
                try field.set(text == Self.notSet ? "" : text, &me)
            } catch {
                form.fields[index].error = Failure(error).text
            }
        }
        guard !form.hasErrors else {
            form.focusFirstError()
            return [.notice(SharedStrings.notSavedSeeFields)]
        }
        isSaving = true
        return [
            .task("save") { [me] in
                .saved(
                    await environment.ask { person in
                        try person.setCharacteristics(me)
                        return true
                    }
                )
            }
        ]
    }
}
