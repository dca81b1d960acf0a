import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The form of a new mark on a day, or on several in a row.
package struct MarkFormScreen: FormScreen {
    private let day: CalendarDay
    package var form = Form([])
    private var isSaving = false

    package init(_ day: CalendarDay) { self.day = day }

    package enum Action: FormAction {
        case saved(Answer<Saved>)
        case leave

        /// A mark that was saved, or that was there already.
        package struct Saved: Sendable {
            let mark: DayMark
            let isNew: Bool
        }
    }

    private enum Field {
        static let name = "name"
        static let days = "days"
    }

    package var title: String { ChangeStrings.newMark }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? { value(Field.name).isEmpty ? nil : .text(ChangeStrings.unfinished) }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let start = day.start(on: CivilClock(environment.calendar.timeZone))
        form = Form([
            FormField(id: Field.name, label: ChangeStrings.name, placeholder: ChangeStrings.nameExample),
            FormField(
                id: Field.days,
                label: ChangeStrings.days,
                content: .text(TextField(environment.dates.typedDay(start))),
                placeholder: ChangeStrings.daysExample
            ),
        ])
        formChanged(environment)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .saved(.success(let saved)):
            let text = saved.mark.text.printable
            let days = words(saved.mark.first, saved.mark.last, environment)
            return [.pop, .notice(saved.isNew ? ChangeStrings.marked(text, days) : ChangeStrings.known(text))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        FormPage(form: form, help: [ChangeStrings.help]).draw(in: rect, on: &grid, environment)
    }

    /// Says beside the days how they were understood.
    package mutating func formChanged(_ environment: ConsoleEnvironment) {
        // Input that can't be parsed gets no note; saving reports the error.
        let days = try? phrase(environment).days(value(Field.days))
        let note = days.map { words($0.first, $0.last, environment) } ?? ""
        form[Field.days]?.note = note
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        form[Field.name]?.error = nil
        form[Field.days]?.error = nil
        guard let mark = readMark(environment) else {
            form.focusFirstError()
            return [.notice(SharedStrings.notSavedSeeFields)]
        }
        isSaving = true
        return [
            .task("save") {
                .saved(
                    await environment.ask { person in
                        // The same again adds no second one.
                        if let known = try person.marks().first(where: { $0.content == mark.content }) {
                            return Action.Saved(mark: known, isNew: false)
                        }
                        try person.add(mark)
                        return Action.Saved(mark: mark, isNew: true)
                    }
                )
            }
        ]
    }
}

extension MarkFormScreen {
    private func value(_ id: String) -> String { (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces) }

    private func phrase(_ environment: ConsoleEnvironment) -> MarkPhrase {
        MarkPhrase(now: environment.now, calendar: environment.calendar)
    }

    private func words(_ first: CalendarDay, _ last: CalendarDay, _ environment: ConsoleEnvironment) -> String {
        let clock = CivilClock(environment.calendar.timeZone)
        return environment.dates.days(from: first.start(on: clock), through: last.start(on: clock))
    }

    /// The mark that the fields describe; `nil` with an error beside the field that is wrong.
    private mutating func readMark(_ environment: ConsoleEnvironment) -> DayMark? {
        let (name, days) = (value(Field.name), value(Field.days))
        do {
            _ = try phrase(environment).days(days)
        } catch {
            form[Field.days]?.error = Failure(error).text
            return nil
        }
        guard !name.isEmpty else {
            form[Field.name]?.error = ChangeStrings.nameMissing
            return nil
        }
        do {
            return try phrase(environment).mark(name, on: days)
        } catch {
            form[Field.name]?.error = Failure(error).text
            return nil
        }
    }
}
