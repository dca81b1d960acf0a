import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// What a line typed after `:` leads to.
enum CommandTarget: Hashable {
    case command(Command)
    case type(HKSampleType)
    case time(CalendarPhrase.Time)
    case origin(DataOrigin)
    case app(AppRecord)

    /// What a text names in so many words: a main screen or a command, else a day, a month or a year, else a type.
    static func named(_ text: String, keys: KeyMap<Command>, calendar: CalendarPhrase) -> CommandTarget? {
        let name = text.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty else { return nil }
        if let command = commands(keys).first(where: { $0.name == name.lowercased() })?.command {
            return .command(command)
        }
        if let time = calendar.time(name) { return .time(time) }
        guard let entry = TypeCatalogue.resolve(name),
            [entry.name, entry.shortName, entry.identifier].contains(where: { $0.lowercased() == name.lowercased() })
        else { return nil }
        return (entry.type as? HKSampleType).map { .type($0) }
    }

    /// Commands that make sense from anywhere, by the names they are typed as, each with what it does.
    static func commands(_ keys: KeyMap<Command>) -> [(name: String, command: Command, what: String)] {
        let screens = Tab.available(isReadOnly: keys.isReadOnly)
            .map { ($0.title.lowercased(), $0.command, "screen " + keys.label(of: $0.command)) }
        let writing: [(String, Command, String)] = [
            ("undo", .undo, "take back what you did last"), ("redo", .redo, "do again what was taken back"),
            ("workout", .startWorkout, "start a workout, or go to the one that runs"),
            ("goals", .goals, "goals of the rings, and your zones"),
        ]
        let others: [(String, Command, String)] = [
            ("rings", .rings, "rings of a month"), ("log", .log, "what you did"),
            ("lock", .lock, "lock the store"), ("export", .export, "write everything to a file"),
            ("help", .help, "keys that work here"),
            ("quit", .quit, "leave"), ("q", .quit, "leave"), ("redraw", .redraw, "draw the screen again"),
        ]
        return screens + (keys.isReadOnly ? [] : writing) + others
    }
}
