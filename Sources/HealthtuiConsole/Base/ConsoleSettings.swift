import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The user's settings in `config.toml`: keys, look, mouse, the first screen, language, region and units.
package struct ConsoleSettings: Sendable {
    /// The main screen to begin with; nil for the summary.
    package private(set) var start: Tab?
    /// Whether the mouse is used; nil when the file does not say.
    package private(set) var mouse: Bool?
    /// Whether only ASCII is drawn; nil when the file does not say.
    package private(set) var ascii: Bool?
    /// Whether lines are drawn in braille; not for fonts that have none.
    package private(set) var hasBraille = true
    package private(set) var palette = Palette.standard
    /// After how many seconds an unlocked store is locked; nil for never.
    package private(set) var lockAfter: Double? = 8 * 3600
    /// Whether the store is locked when the screen is, by the launcher.
    package private(set) var locksWithScreen = false
    /// Units by the identifier of the type.
    package private(set) var units: [String: HKUnit] = [:]
    /// The code of the language of the console, such as `de`; nil for that of the locale.
    package private(set) var language: String?
    /// The format of numbers and dates; the locale supplies the rest.
    package private(set) var region = RegionSettings()
    private var languageLine = 0
    /// The errors in the language's catalogue, each with its file and line; the rest of it is used.
    package private(set) var languageProblems: [String] = []
    /// The settings that couldn't be parsed, by line; the rest are in effect.
    package private(set) var problems: [SettingsProblem] = []

    private var keys: [(command: String, keys: [String], line: Int)] = []

    package init() {}

    /// Reads settings.
    ///
    /// - Parameter text: The text of a `config.toml`.
    package init(_ text: String) {
        let read = SettingsText(text)
        problems = read.problems
        // The palette is applied before single colours.
        for entry in read.entries where entry.table.isEmpty && entry.key == "theme" { take(entry) }
        for entry in read.entries where !(entry.table.isEmpty && entry.key == "theme") { take(entry) }
        var map = KeyTable.keys()
        for setting in keys {
            problems += Self.rebind(setting, &map).map { SettingsProblem(setting.line, $0) }
        }
        problems.sort { ($0.line, $0.text) < ($1.line, $1.text) }
    }

    /// The settings with the keys and the colors that the program itself has.
    package var builtIn: ConsoleSettings {
        var settings = self
        (settings.keys, settings.palette, settings.problems) = ([], .standard, [])
        return settings
    }

    /// The key table with the person's own keys.
    ///
    /// - Parameter isReadOnly: Whether keys that write are hidden and blocked.
    /// - Returns: The key map; errors in the settings are among the problems.
    package func keyMap(isReadOnly: Bool = false) -> KeyMap<Command> {
        var map = KeyTable.keys(isReadOnly: isReadOnly)
        for setting in keys { _ = Self.rebind(setting, &map) }
        return map
    }

    /// Gives a command other keys, unless that cannot be: then the old ones stay.
    private static func rebind(
        _ setting: (command: String, keys: [String], line: Int),
        _ map: inout KeyMap<Command>
    ) -> [String] {
        var changed = map
        let problems = changed.rebind([setting.command: setting.keys], typing: KeyTable.typingContexts)
        // One reason is enough: a key may mean something in several places.
        if let problem = problems.first { return [problem.description] }
        if changed.label(of: .interrupt).isEmpty {
            return [SettingsStrings.interruptNeedsKey]
        }
        map = changed
        return []
    }

    private mutating func take(_ entry: SettingsText.Entry) {
        switch entry.table {
        case "": takeGeneral(entry)
        case "keys":
            guard let names = entry.value.texts else {
                return complain(entry, SettingsStrings.keysAreTexts)
            }
            keys.append((entry.key, names, entry.line))
        case "colors": takeColor(entry)
        case "units": takeUnit(entry)
        case "region":
            if let problem = region.take(entry.key, entry.value) { complain(entry, problem) }
        default:
            complain(entry, SettingsStrings.noTable(entry.table))
        }
    }

    /// Adds the problems of the language's catalogue, or of another file next to the settings.
    package mutating func take(_ languageProblems: [String]) { self.languageProblems += languageProblems }

    /// Notes that the language that was set has no catalogue.
    ///
    /// - Parameter languages: The codes of those that have one.
    package mutating func lacksLanguage(among languages: [String]) {
        guard let language else { return }
        let text = SettingsStrings.noLanguage(language, languages.joined(separator: ", "))
        problems.append(SettingsProblem(languageLine, text))
        problems.sort { ($0.line, $0.text) < ($1.line, $1.text) }
    }

    private mutating func takeGeneral(_ entry: SettingsText.Entry) {
        switch (entry.key, entry.value) {
        case ("start", .text(let name)):
            guard let tab = Tab.allCases.first(where: { $0.title.lowercased() == name.lowercased() }) else {
                let names = Tab.allCases.map { $0.title.lowercased() }.joined(separator: ", ")
                return complain(entry, SettingsStrings.noScreen(name, names))
            }
            start = tab
        case ("theme", .text(let name)):
            guard let palette = Palette.named[name] else {
                let names = Palette.named.keys.sorted().joined(separator: ", ")
                return complain(entry, SettingsStrings.noTheme(name, names))
            }
            self.palette = palette
        case ("lock-after", .text(let span)):
            do {
                lockAfter = try SpanPhrase.seconds(span)
            } catch {
                complain(entry, "\(error)")
            }
        case ("language", .text(let code)):
            language = code
            languageLine = entry.line
        case ("lock-after", _), ("language", _): complain(entry, SettingsStrings.isText(entry.key))
        case ("lines", .text("braille")): hasBraille = true
        case ("lines", .text("blocks")): hasBraille = false
        case ("lines", _): complain(entry, SettingsStrings.noLines)
        case ("mouse", .flag(let flag)): mouse = flag
        case ("ascii", .flag(let flag)): ascii = flag
        case (Self.lockWithScreen, .flag(let flag)): locksWithScreen = flag
        case ("start", _), ("theme", _): complain(entry, SettingsStrings.isText(entry.key))
        case ("mouse", _), ("ascii", _), (Self.lockWithScreen, _): complain(entry, SettingsStrings.isFlag(entry.key))
        default:
            complain(entry, SettingsStrings.noSetting(entry.key))
        }
    }

    private mutating func takeColor(_ entry: SettingsText.Entry) {
        var colors: [Color] = []
        guard let names = entry.value.texts, !names.isEmpty else {
            return complain(entry, SettingsStrings.colorIsText)
        }
        for name in names {
            guard let color = Color(named: name) else {
                return complain(entry, SettingsStrings.noColor(name, Color.names.joined(separator: ", ")))
            }
            colors.append(color)
        }
        if entry.key == "series" {
            palette.series = colors
        } else if let hue = Hue(named: entry.key) {
            palette.own[hue] = colors[0]
        } else {
            complain(entry, SettingsStrings.noColored(entry.key, Hue.names.joined(separator: ", ")))
        }
    }

    private mutating func takeUnit(_ entry: SettingsText.Entry) {
        guard case .text(let name) = entry.value else { return complain(entry, SettingsStrings.unitIsText) }
        guard let type = TypeCatalogue.resolve(entry.key)?.type as? HKQuantityType else {
            return complain(entry, SettingsStrings.noQuantity(entry.key))
        }
        do {
            units[type.identifier] = try UnitPhrase.unit(name, for: type)
        } catch {
            complain(entry, "\(error)")
        }
    }

    private mutating func complain(_ entry: SettingsText.Entry, _ text: String) {
        problems.append(SettingsProblem(entry.line, text))
    }
}
