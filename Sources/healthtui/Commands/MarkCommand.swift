import ArgumentParser
import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// Lists the marks on days.
struct MarksCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "marks",
        abstract: "List your marks on days, the latest first.",
        discussion: "healthtui mark adds one. No app can read them."
    )

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments

    func run() throws { try MarkRows.write(try store.openForReading().marks(), format.format) }
}

/// Adds a mark to days, or removes one.
struct MarkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mark",
        abstract: "Mark a day, or several in a row, with words of yours, or remove a mark.",
        discussion: """
              healthtui mark 'new medication' 3 oct
              healthtui mark Lisbon 2026-05-03 2026-05-10
              healthtui mark --remove Lisbon
              healthtui mark --remove migraine 21 nov
            A mark has at most 60 characters, and a name that isn't a time. Where several marks have a name, --remove needs \
            the days too, or the first digits of the identity. healthtui undo takes back what was done.
            """
    )

    @Flag(name: .long, help: "Remove the mark.")
    var remove = false

    @Argument(help: ArgumentHelp("The words.", valueName: "text"))
    var text: String

    @Argument(help: ArgumentHelp("The day, or the first and the last day.", valueName: "day"))
    var days: [String] = []

    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ListFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func run() throws {
        if remove { try removeMark() } else { try addMark() }
    }

    private var typedDays: String { days.joined(separator: " ") }

    private var phrase: MarkPhrase {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = .person(category: "LC_TIME")
        calendar.timeZone = zone.zone
        return MarkPhrase(now: Date(), calendar: calendar)
    }

    private func addMark() throws {
        let mark = try reading { try phrase.mark(text, on: typedDays) }
        let person = store.open()
        // Repeating the command, as scripts do, doesn't add a second one.
        if let known = try person.marks().first(where: { $0.content == mark.content }) {
            return try MarkRows.write([known], format.format)
        }
        try person.add(mark)
        try MarkRows.write([mark], format.format)
    }

    private func removeMark() throws {
        let days = try self.days.isEmpty ? nil : reading { try phrase.days(typedDays) }
        // Without a store nothing can be removed, and none is made.
        let person = store.exists ? store.open() : try store.openForReading()
        let marks = try person.marks()
        let chosen = MarkPhrase.chosen(text, on: days, among: marks)
        guard let mark = chosen.first else {
            let isOnOthers = days != nil && !MarkPhrase.chosen(text, on: nil, among: marks).isEmpty
            throw CommandFailure(shown, isOnOthers ? "there is no such mark on these days" : "there is no such mark")
        }
        guard chosen.count == 1 else {
            let choices = chosen.prefix(8).map(MarkRows.choice).joined(separator: "; ")
            let more = chosen.count > 8 ? "; and \((chosen.count - 8).grouped) more" : ""
            throw CommandFailure(
                shown,
                "several marks have this name; add the days, or name one by its identity: \(choices)\(more)"
            )
        }
        try person.removeMark(mark.id)
        try MarkRows.write(marks.filter { $0.id != mark.id }, format.format)
    }

    private var shown: String { String(text.prefix(DayMark.mostCharacters)).printable }

    /// The result of a closure, whose errors are reported as those of the command line.
    private func reading<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as EntryError {
            throw CommandFailure.usage("mark", error.text)
        } catch let error as HKError where error.code == .errorInvalidArgument {
            throw CommandFailure.usage("mark", error.text)
        }
    }
}

/// Marks as rows of a list.
private enum MarkRows {
    static func write(_ marks: [DayMark], _ format: OutputFormat) throws {
        var writer = ListWriter(
            format,
            keys: ["uuid", "text", "first", "last", "days"],
            columns: [.left("First day"), .left("Last day"), .right("Days"), .flexible("Mark")],
            emptyText: "There are no marks; healthtui mark adds one."
        )
        for mark in marks.reversed() { try writer.append(row(mark)) }
        try writer.finish()
    }

    private static func row(_ mark: DayMark) -> ListRow {
        let days = mark.first.distance(to: mark.last) + 1
        return ListRow(
            fields: [
                ("uuid", .text(mark.id.uuidString)), ("text", .text(mark.text)), ("first", .text(mark.first.text)),
                ("last", .text(mark.last.text)), ("days", .integer(days)),
            ],
            cells: [mark.first.text, days > 1 ? mark.last.text : "", days.grouped, mark.text]
        )
    }

    /// A mark among others of its name: `2026-05-03 to 2026-05-10 (3F2A9C1B)`.
    static func choice(_ mark: DayMark) -> String {
        let days = mark.first == mark.last ? mark.first.text : "\(mark.first.text) to \(mark.last.text)"
        return "\(days) (\(mark.id.uuidString.prefix(8)))"
    }
}
