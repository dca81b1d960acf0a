import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The form of a report for a doctor: asks for the file, the types and the days, and writes it.
package struct ReportScreen: FormScreen {
    package var form = Form([])
    private var before: [String] = []
    private var failure: Failure?
    private var isWriting = false
    private var languages: [ReportLanguage] = []
    private var marks = TimeMarks.none

    package init() {}

    /// The initial choices of the form.
    package struct Choices: Sendable {
        let types: [HKObjectType]
        let languages: [ReportLanguage]
        let marks: TimeMarks
    }

    package enum Action: FormAction {
        case loaded(Answer<Choices>)
        case written(Answer<String>)
        case replace(String)
        case leave
    }

    package var title: String { ReportScreenStrings.title }

    package var isTyping: Bool { !form.fields.isEmpty }

    package var contexts: [KeyContext] { isTyping ? [.form] : [] }

    package var unfinished: Unfinished? {
        if isWriting { return .text(ReportScreenStrings.unfinished) }
        return form.fields.map(\.value) == before ? nil : .text(ReportScreenStrings.unfinished)
    }

    private enum Field {
        static let file = "file"
        static let types = "types"
        static let first = "first"
        static let last = "last"
        static let language = "language"
        static let name = "name"
        static let aboutYou = "aboutYou"
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let languages = environment.reportLanguages
        return [
            .task("load") {
                .loaded(
                    await environment.ask { person in
                        Choices(
                            types: try ReportDefaults.types(person),
                            languages: languages(),
                            marks: TimeMarks(try person.marks())
                        )
                    }
                )
            }
        ]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(.success(let choices)):
            (languages, marks) = (choices.languages, choices.marks)
            fill(choices.types, environment)
        case .loaded(.failure(let failure)): self.failure = failure
        case .written(.success(let reported)):
            isWriting = false
            before = form.fields.map(\.value)
            return [.pop, .notice(reported)]
        case .written(.failure(let failure)):
            isWriting = false
            form[Field.file]?.error = failure.text
            form.setFocus(0)
        case .replace(let path): return write(to: path, replacing: true, environment)
        case .leave: return [.pop]
        }
        return []
    }

    package mutating func formChanged(_ environment: ConsoleEnvironment) {
        for id in [Field.first, Field.last] {
            let day = day(id, environment)
            // A text that isn't a date gets no note; saving reports the error.
            form[id]?.note = (try? day.get()).flatMap { $0 }.map(environment.dates.longDay) ?? ""
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard isTyping else {
            if let failure { return failure.draw(in: rect, on: &grid, theme: environment.theme) }
            let line = LoadingLine.line(ReportScreenStrings.loading, theme: environment.theme)
            grid.write(line, in: rect, x: 1)
            return
        }
        FormPage(
            form: form,
            help: [ReportScreenStrings.help, ReportScreenStrings.formats],
            question: isWriting ? ReportScreenStrings.writing : nil,
            hasLongFields: true
        )
        .draw(in: rect, on: &grid, environment)
    }

    // MARK: Fields

    private mutating func fill(_ types: [HKObjectType], _ environment: ConsoleEnvironment) {
        let today = environment.now
        let calendar = environment.calendar
        let start = calendar.civilStartOfDay(for: today)
        let first = calendar.civilDate(byAdding: .day, value: 1 - 7 * ReportPeriod.usualWeeks, to: start)
        func field(_ id: String, _ label: String, _ value: String, _ placeholder: String = "") -> FormField {
            FormField(id: id, label: label, content: .text(TextField(value)), placeholder: placeholder)
        }
        form = Form([
            field(Field.file, SharedStrings.file, ReportScreenStrings.file(CalendarDay(today, in: calendar).text)),
            field(Field.types, ReportScreenStrings.types, TypeListPhrase.text(types)),
            field(Field.first, ReportScreenStrings.first, environment.dates.typedDay(first)),
            field(Field.last, ReportScreenStrings.last, environment.dates.typedDay(today)),
            FormField(
                id: Field.language,
                label: ReportScreenStrings.language,
                content: .choice(
                    languages.map(\.name),
                    selected: languages.firstIndex(of: environment.reportLanguage) ?? 0
                )
            ),
            field(Field.name, ReportScreenStrings.name, "", ReportScreenStrings.nameHint),
            FormField(
                id: Field.aboutYou,
                label: ReportScreenStrings.aboutYou,
                content: .toggle(true),
                suffix: ReportScreenStrings.aboutYouHint
            ),
        ])
        before = form.fields.map(\.value)
        formChanged(environment)
    }

    private func value(_ id: String) -> String { (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces) }

    /// The start of a field's day; for a month, of its first or last day; nil for an empty field.
    private func day(_ id: String, _ environment: ConsoleEnvironment) -> Result<Date?, EntryError> {
        let text = value(id)
        guard !text.isEmpty else { return .success(nil) }
        let phrase = TimeRangePhrase(now: environment.now, calendar: environment.calendar, marks: marks)
        return Result { () throws(EntryError) -> Date? in
            do {
                let date = id == Field.last ? try phrase.last(of: text) : try phrase.start(of: text)
                return environment.calendar.civilStartOfDay(for: date)
            } catch let error as EntryError {
                throw error
            } catch {
                throw EntryError(error.localizedDescription)
            }
        }
    }

    // MARK: Writing

    /// The request for the fields; nil if one of them is invalid, whose error is then shown beside it.
    private mutating func request(_ environment: ConsoleEnvironment) -> ReportRequest? {
        func take<Value>(_ id: String, _ body: () throws -> Value) -> Value? {
            do {
                return try body()
            } catch let error as EntryError {
                form[id]?.error = error.text
            } catch {
                form[id]?.error = error.localizedDescription
            }
            return nil
        }
        let types = take(Field.types) {
            try TypeListPhrase.types(value(Field.types), where: ReportRequest.canHold)
        }
        let first = take(Field.first) { try day(Field.first, environment).get() }
        let last = take(Field.last) { try day(Field.last, environment).get() }
        guard let types, let first, let last else { return nil }
        let calendar = environment.calendar
        let end = last.map { calendar.civilDate(byAdding: .day, value: 1, to: $0) }
        guard let period = ReportPeriod(from: first, to: end, now: environment.now, calendar: calendar) else {
            form[Field.last]?.error = ReportScreenStrings.noTime
            return nil
        }
        var request = ReportRequest(types: types, period: period, now: environment.now)
        let language = value(Field.language)
        request.language = languages.first { $0.name == language } ?? .english
        request.name = value(Field.name)
        request.isAboutYou = form[Field.aboutYou]?.content == .toggle(true)
        request.paper = .usual(environment.paperLocale)
        request.locale = environment.locale
        if let place = environment.calendar.locale { request.write(as: TextLocale.current.region, in: place) }
        request.units = environment.units
        return request
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isWriting else { return [] }
        let path = PathPhrase.expanded(value(Field.file))
        if path.isEmpty {
            form[Field.file]?.error = ReportScreenStrings.fileMissing
        } else if ReportFile.Format(path: path) == nil {
            form[Field.file]?.error = ReportScreenStrings.ending
        }
        let request = request(environment)
        guard form[Field.file]?.error == nil, request != nil else {
            form.focusFirstError()
            return []
        }
        guard FileManager.default.fileExists(atPath: path) else {
            return write(to: path, replacing: false, environment)
        }
        let dialog = ConfirmDialog(
            title: ReportScreenStrings.title,
            message: ReportScreenStrings.replaceQuestion(URL(fileURLWithPath: path).lastPathComponent),
            confirmLabel: SharedStrings.replace,
            cancelLabel: SharedStrings.keepIt
        )
        return [.ask(dialog, confirmed: .replace(path))]
    }

    private mutating func write(
        to path: String,
        replacing replaces: Bool,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard let format = ReportFile.Format(path: path), let request = request(environment) else { return [] }
        isWriting = true
        return [
            .task("write") {
                .written(
                    await environment.ask { person in
                        let file = try ReportFile(person, format: format)
                        let outcome = try file.write(request, to: path, replacing: replaces)
                        let count = outcome.facts.missingTypes.count
                        return count == 0
                            ? ReportScreenStrings.wrote(path) : ReportScreenStrings.withoutData(path, count)
                    }
                )
            }
        ]
    }
}
