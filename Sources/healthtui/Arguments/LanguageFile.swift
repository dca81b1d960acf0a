import Foundation
import Glibc
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiFacts

/// The language of the console: built in, or translated by the person in `languages/xx.po` next to the settings.
enum LanguageFile {
    /// No catalogue is longer.
    private static let limit = 4 << 20

    /// Chooses the language for this process, and how numbers and dates are written.
    ///
    /// - Parameter settings: The person's settings; errors in a language are added to their problems.
    static func choose(_ settings: inout ConsoleSettings) {
        let environment = ProcessInfo.processInfo.environment
        let codes = LanguageChoice.codes(setting: settings.language, environment: environment)
        var problems: [String] = []
        var catalogue: MessageCatalogue?
        for code in codes where catalogue == nil { catalogue = self.catalogue(code, &problems) }
        let region = settings.region.format(
            numbers: .person(environment: environment, category: "LC_NUMERIC"),
            times: .person(environment: environment, category: "LC_TIME")
        )
        if catalogue != nil || region != .standard {
            TextLocale(catalogue ?? MessageCatalogue(), region: region).choose()
        }
        settings.take(problems)
        if catalogue == nil, !codes.isEmpty {
            settings.lacksLanguage(among: ["en"] + MessageCatalogue.builtInLanguages)
        }
    }

    /// Chooses the language of a recorded session.
    static func choose(_ beginning: RecordedSession.Beginning, _ settings: ConsoleSettings) {
        var problems: [String] = []
        let catalogue = beginning.language.flatMap { self.catalogue($0, &problems) }
        let region = beginning.times.map {
            settings.region.format(numbers: Locale(identifier: beginning.numbers), times: Locale(identifier: $0))
        }
        TextLocale(catalogue ?? MessageCatalogue(), region: region ?? .standard).choose()
    }

    // MARK: Reports

    /// The languages that reports can be written in: English, and those that have a catalogue.
    static func reportLanguages() -> [ReportLanguage] {
        // Most people have no such folder.
        let files = (try? FileManager.default.contentsOfDirectory(atPath: SettingsFile.folder + "/languages")) ?? []
        let own = files.filter { $0.hasSuffix(".po") }.map { String($0.dropLast(3)) }
            // A name that isn't a code can't be chosen.
            .filter { LanguageChoice.codes(setting: $0, environment: [:]).first == $0 }
        let built = MessageCatalogue.builtInLanguages
        let codes = built + own.filter { !built.contains($0) }.sorted()
        return [ReportLanguage.english] + codes.compactMap { reportLanguage($0) }
    }

    /// The language of a report, or nil if it has no catalogue.
    static func reportLanguage(_ code: String) -> ReportLanguage? {
        // The console reports errors in a catalogue.
        var problems: [String] = []
        return catalogue(code, &problems).map { ReportLanguage($0) }
    }

    /// The catalogue of a language; nil where there is neither one in the program nor a file.
    ///
    /// The installed console has those in the program alone: a file would let any program of the person word the question for a
    /// permission.
    private static func catalogue(_ language: String, _ problems: inout [String]) -> MessageCatalogue? {
        let built = MessageCatalogue.builtIn(language)
        let name = "languages/\(language).po"
        let path = SettingsFile.folder + "/" + name
        guard FileManager.default.fileExists(atPath: path) else { return built }
        guard !ProcessGroup.isRaised else {
            problems.append(LanguageProblems.notInstalled(name))
            return built
        }
        do {
            let own = MessageCatalogue(try SettingsFile.text(path, limit: limit), language: language)
            problems += own.problems.map { LanguageProblems.atLine($0.line, of: name, $0.text) }
            return built?.merging(own) ?? own
        } catch {
            problems.append("\(error)")
            return built
        }
    }
}
