import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The target of a line typed after `:`.
enum CommandTarget: Hashable {
    case command(Command)
    case type(HKSampleType)
    case time(CalendarPhrase.Time)
    /// A type at a time: `resting heart rate march`.
    case typeAt(HKSampleType, CalendarPhrase.Time)
    /// Two measures that are compared: `weight vs energy`.
    case comparison(Measure, Measure, TimeRange?)
    /// A type by weekday and hour, apart or at once: `pattern glucose`, `heat steps`.
    case pattern(HKQuantityType, isHeat: Bool)
    /// A question about a measure that no other screen answers: `night <6h this month`.
    case question(MeasureQuestion)
    /// A sample that is to be saved: `weight 75.2 yesterday 7:30`.
    case add(EntryLine)
    /// A line that was understood but can't be done, with the reason.
    case refused(String)
    /// The form that edits the latest sample of a type that the person added: `edit blood pressure`.
    case editLatest(HKSampleType)
    /// The chart of a type over a length of time: `hrv wk`.
    case typeOver(HKSampleType, ChartSpan)
    case origin(DataOrigin)
    case app(AppRecord)
    /// The samples of a type that a filter matches.
    case filtered(HKSampleType, String)

    /// The target that a text names exactly: a main screen or a command, else a day, a month or a year, else a type.
    static func named(_ text: String, keys: KeyMap<Command>, calendar: CalendarPhrase) -> CommandTarget? {
        let name = text.trimmingCharacters(in: .whitespaces)
        guard !name.isEmpty else { return nil }
        let known = commands(keys)
        let lower = name.lowercased()
        let own = known.first { $0.name == lower }
        if let found = own ?? known.first(where: { otherNames[$0.name]?.contains(lower) == true }) {
            return .command(found.command)
        }
        if let time = calendar.time(name) { return .time(time) }
        guard let entry = TypeCatalogue.resolve(name),
            [entry.name, entry.shortName, entry.identifier].contains(where: { $0.lowercased() == name.lowercased() })
        else { return nil }
        return (entry.type as? HKSampleType).map { .type($0) }
    }

    /// Filters that can be typed by name, with their other names.
    static var filters: [(name: String, otherNames: [String], target: CommandTarget)] {
        [
            (
                PaletteStrings.atrialFibrillation, PaletteStrings.atrialFibrillationNames,
                .filtered(HKObjectType.electrocardiogramType(), PaletteStrings.atrialFibrillationFilter)
            ),
            (
                PaletteStrings.outOfRange, PaletteStrings.outOfRangeNames,
                .filtered(HKClinicalType(.labResultRecord), PaletteStrings.outOfRangeFilter)
            ),
        ]
    }

    /// Alternative names of screens, after their contents.
    static let otherNames: [String: [String]] = [
        "browse": ["types", "data"],
        "sources": ["devices"],
        "apps": ["permissions", "access", "requests"],
        "goals": ["streaks", "targets"],
        "profile": ["settings", "units", "guest", "you", "sync", "machines", "studies"],
        "log": ["history"],
        "notices": ["messages"],
        "report": ["doctor", "print"],
        "help": ["keys"],
    ]

    /// The commands that change something or leave at once, without confirmation: a similar name isn't enough to select them.
    static let changes: Set<Command> = [.undo, .redo, .lock, .quit, .suspend]

    /// Commands that make sense from anywhere, by their typed names, each with its description.
    static func commands(_ keys: KeyMap<Command>) -> [(name: String, command: Command, what: String)] {
        let screens = Tab.available(isReadOnly: keys.isReadOnly)
            .map { ($0.title.lowercased(), $0.command, PaletteStrings.screen(keys.label(of: $0.command))) }
        let writing: [(String, Command, String)] = [
            ("undo", .undo, PaletteStrings.undo),
            ("redo", .redo, PaletteStrings.redo),
            ("workout", .startWorkout, PaletteStrings.workout),
            ("zones", .goals, PaletteStrings.ringGoals),
            ("night", .night, PaletteStrings.night),
        ]
        let others: [(String, Command, String)] = [
            ("rings", .rings, PaletteStrings.rings),
            ("goals", .goalList, PaletteStrings.goals),
            ("log", .log, PaletteStrings.log),
            ("notices", .notices, PaletteStrings.notices),
            ("lock", .lock, PaletteStrings.lock),
            ("export", .export, PaletteStrings.export),
            ("report", .report, PaletteStrings.report),
            ("help", .help, PaletteStrings.help),
            ("quit", .quit, PaletteStrings.quit),
            ("q", .quit, PaletteStrings.quit),
            ("redraw", .redraw, PaletteStrings.redraw),
        ]
        return screens + (keys.isReadOnly ? [] : writing) + others
    }
}
