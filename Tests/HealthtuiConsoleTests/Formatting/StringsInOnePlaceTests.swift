import Foundation
import Testing

/// What a person reads stands in the folders `Strings` and nowhere else, so that one who translates has one place.
@Suite struct StringsInOnePlaceTests {
    /// The folders below `Sources` that hold no texts but in their own folder `Strings`.
    private static let folders = [
        "HealthtuiConsole", "HealthtuiEntry", "HealthtuiFacts/Goals", "HealthtuiFacts/Records", "HealthtuiFacts/Report",
        "HealthtuiFacts/Workouts",
        "HealthtuiTerminalUI",
    ]

    /// A literal that reads like a text and is none for people.
    private struct Exception {
        let file: String
        /// `¤` where an interpolation stands; nil for every literal of the file.
        let text: String?
        let why: String

        func holds(_ literal: TextScanner.Literal) -> Bool { text == nil || text == literal.text }
    }

    private static let exceptions: [Exception] = [
        known(
            "HealthtuiTerminalUI/Lines/Style.swift",
            ["color ¤"],
            "What tests call a colour that has a number alone."
        ),
        known(
            "HealthtuiTerminalUI/Loop/Effect.swift",
            ["every ¤", "after ¤", "send ¤", "copy ¤"],
            "What tests are told."
        ),
        known("HealthtuiEntry/Phrases/TimePhrase.swift", ["at "], "A word that people type, and that is not shown."),
        known("HealthtuiEntry/Phrases/UnitPhrase.swift", ["Cal"], "HealthKit's own string of a unit."),
        known("HealthtuiEntry/Formatting/DevicePhrase.swift", ["Watch"], "How the hardware names itself."),
        known("HealthtuiEntry/Formatting/ValueUnit.swift", ["Cal"], "HealthKit's own string of a unit."),
        known("HealthtuiConsole/Base/Failure.swift", [": The "], "Where HealthKit's own message begins."),
        known(
            "HealthtuiConsole/Facts/Inventory.swift",
            ["heading ", "type ", "unknown ", "source ", "device "],
            "What tells rows apart when a list is read again."
        ),
        known(
            "HealthtuiConsole/Screens/Apps/AppsScreen.swift",
            ["heading ", "request ¤", "app "],
            "What tells rows apart when a list is read again."
        ),
        [
            Exception(
                file: "HealthtuiConsole/Screens/Tour/SampleExport.swift",
                text: nil,
                why: "It writes the XML of an export."
            ),
            Exception(
                file: "HealthtuiConsole/Screens/Tour/ExampleRun.swift",
                text: nil,
                why: "It writes the GPX of a route."
            ),
        ],
        ["ReportChart", "ReportPage", "ReportPage+Sections", "ReportStyle"]
            .map { Exception(file: "HealthtuiFacts/Report/\($0).swift", text: nil, why: "It writes HTML.") },
        known("HealthtuiFacts/Records/ClinicalList.swift", ["loinc ", "name "], "What tells tests apart."),
        known("HealthtuiConsole/Shell/ScreenEvent.swift", ["¤ takes no ¤"], "A mistake in the console itself."),
        known(
            "HealthtuiConsole/Shell/Session/RecordedSession.swift",
            ["healthtui session 1", "at ¤", "zone ¤", "locale ¤ ¤", "language ¤"],
            "The file's own words, which are read again."
        ),
        known(
            "HealthtuiConsole/Shell/Session/SessionLine.swift",
            ["press ", "type ", "paste ", "click ¤,¤", "wheel ¤ ¤,¤", "size ¤x¤", "wait ¤", "expect "],
            "The file's own words, which are read again."
        ),
    ]
    .flatMap { $0 }

    /// The literals of one file.
    private static func known(_ file: String, _ texts: [String], _ why: String) -> [Exception] {
        texts.map { Exception(file: file, text: $0, why: why) }
    }

    private static let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")

    /// The Swift files of a folder, by their path below `Sources`.
    private static func files(_ folder: String) throws -> [(path: String, text: String)] {
        let root = sources.appendingPathComponent(folder)
        let found = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
        return try found.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("Strings/") }.sorted()
            .map { ("\(folder)/\($0)", try String(contentsOf: root.appendingPathComponent($0), encoding: .utf8)) }
    }

    @Test("No folder has texts for people: they are in Strings", arguments: folders)
    func folderHoldsNoStrings(_ folder: String) throws {
        let files = try Self.files(folder)
        #expect(!files.isEmpty, "\(folder) holds no file")
        for file in files {
            for literal in TextScanner.literals(in: file.text) where TextScanner.isForPeople(literal.text) {
                let isKnown = Self.exceptions.contains { $0.file == file.path && $0.holds(literal) }
                #expect(isKnown, "\(file.path):\(literal.line): “\(literal.text)” belongs into Strings")
            }
        }
    }

    /// Where a literal is shown whatever it looks like: a single word in lower case reads like a name of the program's own.
    private static func shownWords(in source: String) -> [String] {
        let shown =
            #/(?:\bLine\(|\.notice\(|\bwrite\(|TableColumn\(|(?:title|message|emptyText|placeholder|(?:confirm|cancel)Label): )"([a-z]{2,})"/#
        return source.split(separator: "\n").filter { !$0.drop { $0 == " " }.hasPrefix("//") }
            .flatMap { $0.matches(of: shown) }.map { String($0.output.1) }
    }

    @Test("A single word that is drawn, printed or a title is in Strings too", arguments: folders)
    func shownWordsStandInStrings(_ folder: String) throws {
        for file in try Self.files(folder) {
            let words = Self.shownWords(in: file.text)
            #expect(words.isEmpty, "\(file.path): \(words.joined(separator: ", ")) belong into Strings")
        }
        let sample = """
            let a = Line("none", theme.dim); return [.notice("saved")]
            // Line("no") is a comment
            ConfirmDialog(title: "delete", confirmLabel: "yes"); let name = "list"
            """
        #expect(Self.shownWords(in: sample) == ["none", "saved", "delete", "yes"])
    }

    @Test("Every exception is still needed")
    func exceptionsAreNeeded() throws {
        for exception in Self.exceptions {
            let text = try String(contentsOf: Self.sources.appendingPathComponent(exception.file), encoding: .utf8)
            let found = TextScanner.literals(in: text)
                .contains {
                    TextScanner.isForPeople($0.text) && exception.holds($0)
                }
            #expect(found, "\(exception.file) needs no exception for “\(exception.text ?? "its texts")” any more")
        }
    }

    @Test("Strings name no screen and import no widgets: they are words, numbers and dates")
    func textsKnowNoScreens() throws {
        let files = try ["HealthtuiConsole/Strings", "HealthtuiEntry/Strings", "HealthtuiTerminalUI/Strings"]
            .flatMap(Self.files)
        #expect(files.count > 20)
        for file in files {
            let imports = file.text.split(separator: "\n").filter { $0.hasPrefix("import ") }
            #expect(
                imports.allSatisfy {
                    ["import Foundation", "import HealthtuiEntry", "import HealthKitLocalization"].contains($0)
                },
                "\(file.path) imports \(imports)"
            )
        }
    }

    @Test("The reading of sources finds texts and passes names over: a check of the check")
    func theScannerScans() {
        let source = ##"""
            // "A comment speaks" and /* "so does this" */ is passed over
            let id = "export.field" /* "Inside /* "deeper" */ still a comment" */
            let label = "Cancel"
            let key = "no"; let question = "really?"
            let text = "saved \(count(of: "one sample", in: (a, b))) now"
            let raw = #"a "raw" text \(not one) \#(name("Inner"))"#
            let quoted = "a \"b\" // no comment \u{1b}[0m"
            let long = """
                Several lines
                of text
                """
            let type = "HKStateOfMind.Kind"
            let last = "after it"
            """##
        let literals = TextScanner.literals(in: source)
        #expect(
            literals.map(\.text) == [
                "export.field", "Cancel", "no", "really?", "saved ¤ now", "one sample",
                "a \"raw\" text \\(not one) ¤", "Inner", "a \"b\" // no comment [0m",
                "\n    Several lines\n    of text\n    ", "HKStateOfMind.Kind", "after it",
            ]
        )
        #expect(literals.map(\.line) == [2, 3, 4, 4, 5, 5, 6, 6, 7, 8, 12, 13])
        #expect(
            literals.map { TextScanner.isForPeople($0.text) } == [
                false, true, false, true, true, true, true, true, true, true, false, true,
            ]
        )
        for name in [
            "", "  ", "no", "sample.list", "kcal", "×", "10.2", "save.¤", "HKQuantityTypeIdentifierStepCount", "--json",
        ] {
            #expect(!TextScanner.isForPeople(name), "\(name) is no text")
        }
        for text in ["a day", "Day", "opening…", "total:", "not saved: "] {
            #expect(TextScanner.isForPeople(text), "\(text) is a text")
        }
    }
}
