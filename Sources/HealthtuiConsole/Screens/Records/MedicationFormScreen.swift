import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The form of a new medication of the person's list.
package struct MedicationFormScreen: FormScreen {
    package var form = Form([])
    private var isSaving = false

    package init() {}

    package enum Action: FormAction {
        case saved(Answer<String>)
        case leave
    }

    package var title: String { MedicationStrings.newTitle }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? {
        ["name", "nickname"].contains { !trimmed($0).isEmpty } ? .text(MedicationStrings.unfinished) : nil
    }

    private static let forms: [HKMedicationGeneralForm] = [
        .tablet, .capsule, .liquid, .drops, .injection, .inhaler, .spray, .cream, .ointment, .gel, .patch, .powder,
        .device, .unknown,
    ]

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form = Form([
            FormField(id: "name", label: MedicationStrings.name, placeholder: MedicationStrings.nameExample),
            FormField(id: "nickname", label: MedicationStrings.nickname, placeholder: MedicationStrings.nicknameHint),
            FormField(
                id: "form",
                label: MedicationStrings.form,
                content: .choice(Self.forms.map(DoseWords.form), selected: 0)
            ),
        ])
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .saved(.success(let name)): return [.pop, .notice(SharedStrings.saved(name))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let help = MedicationStrings.formHelp
        FormPage(form: form, help: [help]).draw(in: rect, on: &grid, environment)
    }

    private func trimmed(_ id: String) -> String {
        (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces)
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        let (name, nickname) = (trimmed("name"), trimmed("nickname"))
        guard !name.isEmpty else {
            form["name"]?.error = MedicationStrings.nameMissing
            form.focusFirstError()
            return []
        }
        let chosen = form["form"]?.value ?? ""
        let medication = MedicationPlan.medication(
            name,
            nickname: nickname.isEmpty ? nil : nickname,
            form: Self.forms.first { DoseWords.form($0) == chosen } ?? .tablet
        )
        isSaving = true
        return [
            .task("save") {
                .saved(
                    await environment.ask {
                        try $0.save(medication)
                        return name
                    }
                )
            }
        ]
    }
}
