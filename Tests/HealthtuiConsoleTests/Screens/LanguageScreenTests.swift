import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Every screen in another language: nothing stays in English.
@Suite struct LanguageScreenTests {
    private typealias Scene = ScreenGoldenTests.Scene

    private static let sizes = [
        Size(width: 200, height: 60), Size(width: 80, height: 24), Size(width: 40, height: 10),
    ]

    /// The template of languages, translated into words that no language has.
    private static let pseudo: TextLocale = {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appendingPathComponent("Resources/Languages/healthtui.pot")
        let template = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let catalogue = MessageCatalogue(PseudoLanguage.translated(template), language: "xx")
        // Where numbers and dates are longest.
        var region = RegionFormat(numbers: Locale(identifier: "fr_FR"), times: Locale(identifier: "en_US"))
        region.numericDateOrder = .yearMonthDay
        return TextLocale(catalogue, region: region)
    }()

    private static let german = TextLocale(
        MessageCatalogue.builtIn("de") ?? MessageCatalogue(),
        region: RegionFormat(numbers: Locale(identifier: "de_DE"), times: Locale(identifier: "de_DE"))
    )

    @Test("The invented language has every text, longer, with accents and wide characters")
    func theInventedLanguageIsComplete() {
        #expect(Self.pseudo.catalogue.count > 2_000)
        #expect(Self.pseudo.catalogue.problems.isEmpty)
        Self.pseudo.during {
            #expect(localized("since \("Monday")") == "šïñçé Monday漢")
            #expect(localized("This store is empty.") == "Ţĥïš šţöřé ïš éɱþţÿ.漢字漢字")
        }
        #expect(PseudoLanguage.words(left: "Ţĥïš ïš Weight 12 kg 漢") == ["Weight"])
    }

    @Test("No screen shows an English word of the program in another language", arguments: ScreenGoldenTests.scenes)
    func screensAreTranslated(scene: ScreenGoldenTests.Scene) async throws {
        try await Self.pseudo.during {
            let console = try await ScreenGoldenTests().open(scene, ScreenGoldenTests.colored)
            var english: Set<String> = []
            for size in Self.sizes {
                try await console.resize(width: size.width, height: size.height)
                for row in console.screen.rows {
                    english.formUnion(PseudoLanguage.words(left: row).filter { !PseudoLanguage.isData($0) })
                }
            }
            #expect(english.isEmpty, "\(scene.name): \(english.sorted())")
        }
    }

    @Test("No page of a record shows one either", arguments: RecordGoldenTests.scenes)
    func recordsAreTranslated(scene: RecordGoldenTests.Scene) async throws {
        try await Self.pseudo.during {
            let console = try await RecordGoldenTests.open(scene, ScreenGoldenTests.colored)
            var english: Set<String> = []
            for size in Self.sizes {
                try await console.resize(width: size.width, height: size.height)
                for row in console.screen.rows {
                    english.formUnion(
                        PseudoLanguage.words(left: row).filter { !PseudoLanguage.isData($0, inRecord: true) }
                    )
                }
            }
            #expect(english.isEmpty, "\(scene.name): \(english.sorted())")
        }
    }

    @Test("Pages of records in German look as they did", arguments: RecordGoldenTests.scenes)
    func germanRecordsLookAsTheyDid(scene: RecordGoldenTests.Scene) async throws {
        try await Self.german.during {
            let console = try await RecordGoldenTests.open(scene, ScreenGoldenTests.colored)
            try await console.resize(width: 80, height: 24)
            let screen = RecordGoldenTests.withoutIdentities(console.screen)
            let difference = Golden.difference(
                from: "german-\(scene.name)",
                [("80x24, German", screen)],
                isCompact: true
            )
            #expect(difference == nil, "\(difference ?? "")")
        }
    }

    @Test(
        "Main screens in German look as they did",
        arguments: [
            "tour", "summary", "browse", "add", "apps", "app", "sources", "import", "workouts", "workout", "profile",
            "chart-heart-rate", "chart-night", "samples", "sample", "form", "request", "help", "delete", "rings",
            "chart-year", "chart-table", "chart-pressure", "chart-nights", "compare", "pattern", "cycle", "rings-day",
            "workout-splits", "sync",
            "workout-events", "report", "export", "goals", "log", "notices", "source-order", "why",
            "profile-form", "import-files", "live", "access", "access-times", "samples-sorted", "locked",
        ]
    )
    func germanLooksAsItDid(name: String) async throws {
        let scene = try #require(ScreenGoldenTests.scenes.first { $0.name == name })
        try await Self.german.during {
            let console = try await ScreenGoldenTests().open(scene, ScreenGoldenTests.colored)
            var screens: [(title: String, grid: CellGrid)] = []
            for size in [Size(width: 80, height: 24), Size(width: 40, height: 10)] {
                try await console.resize(width: size.width, height: size.height)
                screens.append(("\(size.width)x\(size.height), German", console.screen))
            }
            let difference = Golden.difference(from: "german-\(name)", screens, isCompact: true)
            #expect(difference == nil, "\(difference ?? "")")
        }
    }
}

/// A language for tests: every letter has an accent, and texts are longer by wide characters.
enum PseudoLanguage {
    private static let letters: [Character: Character] = {
        let plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        let accented = "åƀçðéƒğĥïĵķļɱñöþɋřšţüṽŵẋÿžÅƁÇÐÉƑĞĤÏĴĶĻḾÑÖÞɊŘŠŢÜṼŴẊŸŽ"
        return Dictionary(uniqueKeysWithValues: zip(plain, accented))
    }()

    /// A catalogue's template with a translation of every message.
    static func translated(_ template: String) -> String {
        var (text, plural) = ("", "")
        var isHeader = true
        return template.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                if line.isEmpty { isHeader = false }
                if isHeader { return String(line) }
                if line.hasPrefix("msgid ") { text = String(line.dropFirst("msgid \"".count).dropLast()) }
                if line.hasPrefix("msgid_plural ") {
                    plural = String(line.dropFirst("msgid_plural \"".count).dropLast())
                }
                if line.hasPrefix("msgstr ") { return "msgstr \"\(pseudo(text))\"" }
                if line.hasPrefix("msgstr[0]") { return "msgstr[0] \"\(pseudo(text))\"" }
                if line.hasPrefix("msgstr[1]") { return "msgstr[1] \"\(pseudo(plural))\"" }
                return String(line)
            }
            .joined(separator: "\n")
    }

    /// A text with its escapes and placeholders, longer by two fifths.
    private static func pseudo(_ text: String) -> String {
        var translated = ""
        var isEscaped = false
        for character in text {
            translated.append(isEscaped ? character : letters[character] ?? character)
            isEscaped = character == "\\" && !isEscaped
        }
        let blanks = translated.reversed().prefix { $0 == " " }
        let count = text.filter(\.isLetter).count
        let wide = (0..<((count + 4) / 5)).map { $0 % 2 == 0 ? "漢" : "字" }.joined()
        return count < 3 ? translated : translated.dropLast(blanks.count) + wide + String(blanks)
    }

    /// The words of three letters or more that have no accent.
    static func words(left row: String) -> [String] {
        row.matches(of: /[A-Za-z]+/)
            .filter { match in
                // A piece of a word with an accent is data of another kind, and none of English.
                let before =
                    match.range.lowerBound == row.startIndex
                    ? nil : row[row.index(before: match.range.lowerBound)]
                let after = match.range.upperBound == row.endIndex ? nil : row[match.range.upperBound]
                return match.output.count >= 3 && [before, after].allSatisfy { $0.map { !isAccented($0) } ?? true }
            }
            .map { String($0.output) }
    }

    private static func isAccented(_ character: Character) -> Bool {
        character.isLetter && !character.isASCII && !"漢字".contains(character)
    }

    /// Whether a word is of the person's data, of a file or typed, and no text of the program.
    static func isData(_ word: String, inRecord: Bool = false) -> Bool {
        data.contains(word) || (inRecord && record.contains(word)) || word.allSatisfy { $0.isHexDigit }
    }

    private static let record: Set<String> = [
        // What records hold: names, places, and documents as they are.
        "Ibuprofen", "Metformin", "HbA", "Blood", "type", "Clinic", "clinic", "Example", "example", "Verifiable",
        "Records",
        "SMARTHealthCard", "Influenza", "immunization", "smarthealth", "cards", "key", "http", "https", "org", "fhir",
        "loinc", "lab", "Observation", "High", "high", "low", "valueQuantity", "coding", "effectiveDateTime", "final",
        "unit",
        "text", "referenceRange", "interpretation", "resourceType", "system", "status", "value", "code", "discharge",
        "See",
        "Quill", "each", "twice", "May", "day", "walk", "below", "Dose", "Letter", "Plan", "sugar", "Town", "Medicines",
        "Name",
    ]

    private static let data: Set<String> = [
        // Names of apps, devices, people, folders and files, and what is typed.
        "healthtui", "Watch", "Scale", "Phone", "iPhone", "Polar", "Flow", "stepdemo", "local", "com", "apple", "Apple",
        "Inc", "health", "watch", "phone", "polar", "flow", "scale", "alex", "home", "Photos", "Downloads", "export",
        "HealthAutoExport", "notes", "very", "ver", "long", "name", "printer", "cache", "report", "port", "expo", "hea",
        "run", "made", "hand", "note", "import", "version", "usr", "bin", "laptop", "nas", "thinkpad", "Shared",
        "everything", "Old", "Clinic", "Ears", "ECG", "Patient", "Records", "mcp", "desk", "Desk", "Chat", "deskchat",
        "Europe", "Berlin",
        // How a file was recognized, which is English as notes about files are.
        "HealthData", "element", "exports", "app", "has", "have", "the",
        // Columns of a table.
        "Datum", "Uhrzeit", "Gewicht", "Fett", "Notiz",
        // Ends of files, and keys of HealthKit.
        "html", "txt", "csv", "pdf", "zip", "xml", "json", "GPX", "HKQuantityTypeIdentifier", "MadeUp",
        "HKQuantityTypeIdentifierMad", "HKQuantityTypeIdentifierMadeUp", "HKMetadataKeyHeartRateMotionContext",
        "HKMetadataKeyHeartRateMoti", "Health", "HealthKit", "English",
        // Units, and marks of a chart without colours.
        "kcal", "min", "BPM", "mcg", "mmHg", "kPa", "cmAq", "ooooooo", "oooooooo", "oooooooooooo",
    ]
}
