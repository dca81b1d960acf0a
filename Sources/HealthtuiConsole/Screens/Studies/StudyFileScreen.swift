import Foundation
import HealthtuiEntry
import HealthtuiStudy
import HealthtuiTerminalUI

/// Asks for the file of a study, which is looked at before anything else.
package struct StudyFileScreen: FormScreen {
    package var form = Form([])
    private var isReading = false

    package init() {}

    package enum Action: FormAction {
        case read(Answer<StudyVisit>)
        case leave
    }

    package var title: String { StudyStrings.fileTitle }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    private static let file = "file"
    private static let code = "code"

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form = Form([
            FormField(id: Self.file, label: SharedStrings.file, placeholder: "~/study.json"),
            FormField(id: Self.code, label: StudyStrings.code, placeholder: StudyStrings.codeHelp),
        ])
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isReading = false
        switch action {
        case .read(.success(let visit)): return [.pop, .open(.study(visit))]
        case .read(.failure(let failure)):
            form[Self.file]?.error = failure.text
            form.focusFirstError()
            return []
        case .leave: return [.pop]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        FormPage(form: form, help: [StudyStrings.fileHelp], hasLongFields: true).draw(in: rect, on: &grid, environment)
    }

    private func typed(_ id: String) -> String { (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces) }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isReading else { return [] }
        let code = typed(Self.code)
        guard !typed(Self.file).isEmpty else {
            form[Self.file]?.error = StudyStrings.fileMissing
            form.focusFirstError()
            return []
        }
        isReading = true
        form[Self.file]?.error = nil
        let path = PathPhrase.expanded(typed(Self.file))
        return [
            .task("read") {
                .read(
                    await environment.ask { _ in
                        let study = try SignedStudy(path: path)
                        return StudyVisit(
                            study: study.data,
                            name: study.description.shownTitle,
                            code: code.isEmpty ? nil : code
                        )
                    }
                )
            }
        ]
    }
}
