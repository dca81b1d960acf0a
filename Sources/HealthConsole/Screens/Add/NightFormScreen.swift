import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// The form of one night of sleep: bedtime, waking and the stages in one line, drawn as they are typed.
package struct NightFormScreen: FormScreen {
    private(set) var entry = NightForm()
    private var isSaving = false

    package init() {}

    package enum Action: FormAction {
        case saved(Answer<String>)
        case leave
    }

    /// Whether a type is entered night by night.
    static func isOf(_ type: HKSampleType) -> Bool { type == NightForm.type }

    package var title: String { NightForm.type.entry.name }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? { entry.isTouched ? .text(NightStrings.unfinished) : nil }

    package var form: Form {
        get { entry.form }
        set { entry.form = newValue }
    }

    package mutating func formChanged(_ environment: ConsoleEnvironment) { entry.note(environment) }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .saved(.success(let text)): return [.pop, .notice(SharedStrings.saved(text))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        guard let samples = entry.samples(environment), let first = samples.first, let last = samples.last else {
            return [.notice(SharedStrings.notSavedSeeFields)]
        }
        isSaving = true
        let length = NumberText.duration(last.endDate.timeIntervalSince(first.startDate))
        let text = NightStrings.saved(samples.count, title, length)
        return [.task("save") { .saved(await environment.ask { try $0.save(samples) }.map { text }) }]
    }
}
