import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The form of one night of sleep: bedtime, waking and the stages in one line, drawn as they are typed.
package struct NightFormScreen: FormScreen {
    private(set) var entry = NightForm()
    private var isSaving = false
    /// The night that was last checked for existing samples.
    private var asked: DateInterval?

    package init() {}

    package enum Action: FormAction {
        case saved(Answer<String>)
        /// The sources that already recorded sleep in a night.
        case found(Answer<[String]>, DateInterval)
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

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form.handle(key)
        formChanged(environment)
        return find(environment)
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        form.paste(text)
        formChanged(environment)
        return find(environment)
    }

    /// Finds who recorded sleep in the night that is typed.
    private mutating func find(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard entry.night != asked else { return [] }
        asked = entry.night
        entry.recorded = nil
        guard let night = entry.night else { return [] }
        let query = SampleListQuery(type: NightForm.type, from: night.start, to: night.end)
        return [
            .task("found") {
                let samples = await environment.ask { try $0.samples(query, limit: Self.most) }
                return .found(samples.map { Set($0.map(\.sourceRevision.source.shownName)).sorted() }, night)
            }
        ]
    }

    /// The most samples of a night that are looked at.
    private static let most = 200

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if case .found(let answer, let night) = action {
            // Saving doesn't depend on it.
            if night == entry.night, case .success(let sources) = answer { entry.recorded = sources }
            return []
        }
        isSaving = false
        switch action {
        case .found: return []
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
