import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// What a line typed after `:` leads to.
enum CommandTarget: Equatable {
    case command(Command)
    case type(HKSampleType)
    case time(CalendarPhrase.Time)

    /// What a text names: a main screen or a command, else a day, a month or a year, else a type.
    static func resolve(_ text: String, keys: KeyMap<Command>, calendar: CalendarPhrase) -> CommandTarget? {
        let name = text.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty else { return nil }
        if let command = commands(keys).first(where: { $0.name == name.lowercased() })?.command {
            return .command(command)
        }
        if let time = calendar.time(name) { return .time(time) }
        let entry = TypeCatalogue.resolve(name) ?? TypeCatalogue.search(name).first { $0.type is HKSampleType }
        return (entry?.type as? HKSampleType).map { .type($0) }
    }

    /// Names that begin with a text, for completion.
    static func names(beginning text: String, keys: KeyMap<Command>) -> [String] {
        let types = TypeCatalogue.shared.entries.filter { $0.type is HKSampleType }.map(\.name)
        return (commands(keys).map(\.name) + types).filter { $0.lowercased().hasPrefix(text.lowercased()) }
    }

    /// Commands that make sense from anywhere, by the names they are typed as.
    private static func commands(_ keys: KeyMap<Command>) -> [(name: String, command: Command)] {
        let screens = Tab.available(isReadOnly: keys.isReadOnly).map { ($0.title.lowercased(), $0.command) }
        let turning: [(String, Command)] = keys.isReadOnly ? [] : [("undo", .undo), ("redo", .redo)]
        let others: [(String, Command)] = [
            ("log", .log), ("lock", .lock), ("export", .export), ("help", .help), ("quit", .quit), ("q", .quit),
            ("redraw", .redraw),
        ]
        return screens + turning + others
    }
}
