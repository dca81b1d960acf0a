import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Mappings as text files: what their lines mean, and what is wrong with them.
@Suite struct MappingTests {
    private static let head = "name Scale\nsource scale\nhas When Mass\n"

    private let store = TableStore()

    private func file(_ text: String, _ mapping: String, named name: String = "table.csv") throws -> TableFile? {
        var answers = ReaderAnswers()
        answers.mappings = [try MappingFile(mapping, path: "own.mapping")]
        return try TableFile.guess(Array(text.utf8), named: name, answers)
    }

    @discardableResult
    private func read(_ text: String, _ mapping: String) throws -> ImportSummary {
        let file = try #require(try file(text, mapping))
        #expect(file.doubt == nil)
        return try ReaderImport(store.person)
            .run(Array(text.utf8), from: "table.csv", with: TableReader(file, zone: store.zone, source: "CSV"))
    }

    @Test(
        "What is wrong with a mapping is said with its file and its line",
        arguments: [
            ("", "own.mapping: a line is missing: name MAKER"),
            ("name A", "own.mapping: a line is missing: source WORD"),
            ("name A\nsource a", "own.mapping: a line is missing: has COLUMN… or header COLUMN…"),
            ("name A\nsource a\nhas B", "own.mapping: a line is missing: column COLUMN ROLE"),
            ("# A remark\n\nname", "own.mapping line 3: name takes one word; quote blanks"),
            ("name Acme Scales", "own.mapping line 1: name takes one word; quote blanks"),
            ("name \"Acme", "own.mapping line 1: a quote isn't closed"),
            ("name \"Acme\"s", "own.mapping line 1: a blank is missing behind a quoted word"),
            ("name A\nname B", "own.mapping line 2: a second line with name"),
            ("source Acme", "own.mapping line 1: a source has lowercase letters, digits and hyphens, 64 at most"),
            ("colunm A start", "own.mapping line 1: unknown word “colunm”"),
            ("has A\nheader B", "own.mapping line 2: either has or header"),
            ("column A", "own.mapping line 1: write column COLUMN ROLE, or column COLUMN ROLE when COLUMN TEXT…"),
            ("column A wight:kg", "own.mapping line 1: unknown role or type “wight”"),
            ("column A bodyMass:s", "own.mapping line 1: s isn't a unit of Weight"),
            (
                "column A bodyMass:*",
                "own.mapping line 1: with the unit * the column's name needs one *, which stands for its unit"
            ),
            ("column A start when B", "own.mapping line 1: write when COLUMN TEXT…"),
            ("none", "own.mapping line 1: write none NUMBER… or none COLUMN NUMBER…"),
            ("none A", "own.mapping line 1: write none NUMBER… or none COLUMN NUMBER…"),
            ("none -1 x", "own.mapping line 1: “x” isn't a number"),
            ("times local", "own.mapping line 1: write times utc or times days"),
            ("dates dym", "own.mapping line 1: write dates dmy, dates mdy or dates ymd"),
            ("decimal dot", "own.mapping line 1: write decimal point or decimal comma"),
            ("others asked", "own.mapping line 1: write others ignored"),
            ("rows A", "own.mapping line 1: write rows COLUMN TEXT…"),
            ("clamp A Low 40 mg/dL", "own.mapping line 1: write clamp COLUMN TEXT NUMBER UNIT lower, or upper"),
            ("clamp A Low 40 mg/dl/x lower", "own.mapping line 1: unknown unit “mg/dl/x”"),
            (
                "metadata A B",
                "own.mapping line 1: write metadata COLUMN KEY VALUE, or metadata COLUMN KEY VALUE when COLUMN TEXT…"
            ),
            ("category A heartRate 1=2", "own.mapping line 1: “heartRate” isn't a category type"),
            ("category A sleepAnalysis 1", "own.mapping line 1: write category COLUMN TYPE TEXT=VALUE…"),
            ("category A sleepAnalysis 1=awake 1=inBed", "own.mapping line 1: two values for “1”"),
            ("span sleepAnalysis inBed A", "own.mapping line 1: write span TYPE VALUE COLUMN COLUMN"),
            (
                "list A heartRate B",
                "own.mapping line 1: a list needs a quantity type and its unit: list COLUMN TYPE:UNIT COLUMN"
            ),
        ]
    )
    func faults(text: String, message: String) throws {
        #expect(throws: ImportError(message)) { try MappingFile(text, path: "own.mapping") }
    }

    @Test("A value that a category doesn't have is refused with those that it has")
    func unknownValue() throws {
        let text = "category A sleepAnalysis 1=dreaming"
        let error = #expect(throws: ImportError.self) { try MappingFile(text, path: "own.mapping") }
        #expect(error?.description.contains("asleepDeep") == true)
    }

    @Test("A person's mapping goes before the program's, and its source is the maker")
    func ownFirst() throws {
        let bytes = try Fixtures.bytes("tables/makers/weight.csv")
        let text = String(decoding: bytes, as: UTF8.self)
        let mapping = """
            name Mine
            source mine
            has Date "Weight (*)"
            column Date start
            column "Weight (*)" leanBodyMass:*
            others ignored
            """
        #expect(try file(text, mapping)?.tables.first?.rules?.origin == "own.mapping")
        try read(text, mapping)
        let samples = try store.samples(.leanBodyMass)
        #expect(samples.map(\.sourceRevision.source.bundleIdentifier) == ["file:table:mine"])
        #expect(samples.map(\.sourceRevision.source.name) == ["Mine"])
    }

    @Test("What a mapping leaves open goes to the guess, with its questions")
    func openColumns() throws {
        let text = "When,Mass,HRV\n2026-07-01 08:00,80.5,40\n"
        let mapping = Self.head + "column When start\ncolumn Mass bodyMass:kg\n"
        let guess = try #require(try file(text, mapping))
        #expect(guess.doubt?.contains("SDNN or RMSSD is not said") == true)
        let closed = try #require(try file(text, mapping + "others ignored\n"))
        #expect(closed.doubt == nil && closed.tables[0].columns[2].role == .ignored)
    }

    @Test("What the person says of a column goes before a mapping")
    func personFirst() throws {
        let text = "When,Mass\n2026-07-01 08:00,80.5\n"
        var answers = ReaderAnswers(roles: ["Mass": .measure(type: "HKQuantityTypeIdentifierBodyMass", unit: "lb")])
        answers.mappings = [
            try MappingFile(Self.head + "column When start\ncolumn Mass bodyMass:kg\n", path: "own.mapping")
        ]
        let file = try #require(try TableFile.guess(Array(text.utf8), named: "t.csv", answers))
        #expect(file.tables[0].columns[1].role == .measure(type: "HKQuantityTypeIdentifierBodyMass", unit: "lb"))
    }

    @Test("A mapping is for files with its columns, its name and its first field only")
    func signature() throws {
        let rows = [["Scale data", "2"], ["When", "Mass", "Note"]]
        func header(_ lines: String, named name: String = "scale-1.csv") throws -> Int? {
            try MappingFile("name A\nsource a\n\(lines)\ncolumn When start\ncolumn Mass bodyMass:kg", path: "own")
                .header(in: rows, named: name)
        }
        #expect(try header("has when MASS") == 1)
        #expect(try header("has When Weight") == nil)
        #expect(try header("header When Mass Note") == 1)
        #expect(try header("header When Mass") == nil)
        #expect(try header("header Mass When Note") == nil)
        #expect(try header("file scale-*.csv\nhas When Mass") == 1)
        #expect(try header("file scale-*.csv\nhas When Mass", named: "SCALE-.CSV") == 1)
        #expect(try header("file scale-*.csv\nhas When Mass", named: "my-scale-1.csv") == nil)
        #expect(try header("preamble \"Scale *\"\nhas When Mass") == 1)
        #expect(try header("preamble \"Balance *\"\nhas When Mass") == nil)
    }

    @Test("A pattern finds what it describes, as a slow search of all ways does")
    func patterns() throws {
        /// Whether a pattern describes a text, by trying what each star may stand for.
        func isFound(_ pattern: Substring, _ text: Substring) -> Bool {
            guard let first = pattern.first else { return text.isEmpty }
            if first == "*" {
                return (0...text.count).contains { isFound(pattern.dropFirst(), text.dropFirst($0)) }
            }
            return text.first == first && isFound(pattern.dropFirst(), text.dropFirst())
        }
        var random = SeededGenerator("patterns of mappings")
        for _ in 0..<3_000 {
            let pattern = String(
                (0..<Int.random(in: 1...6, using: &random)).map { _ in "ab*".randomElement(using: &random) ?? "*" }
            )
            let text = String(
                (0..<Int.random(in: 0...7, using: &random)).map { _ in "ab".randomElement(using: &random) ?? "a" }
            )
            let found = TextPattern(pattern).matches(text)
            #expect(found == isFound(pattern[...], text[...]), "seed \(random.seed): \(pattern) \(text)")
            guard found, let matched = TextPattern(pattern).matched(in: text) else { continue }
            #expect(pattern.replacing("*", with: matched) == text, "seed \(random.seed): \(pattern) \(text)")
        }
        #expect(TextPattern("Weight (*)").matched(in: " Weight (KG) ") == "KG")
        #expect(TextPattern("* (*)").matched(in: "Weight (kg)") == nil)
        #expect(TextPattern("ab*ba").matched(in: "aba") == nil)
    }

    @Test("Rows by kind, sentinels, lists and spans become what the lines say; the rest is counted")
    func lines() throws {
        let mapping = """
            name Band
            source band
            has When Kind Rate
            rows Kind rate night
            skip Kind note
            column When start
            column Rate heartRate:count/min when Kind rate
            none Rate 0 255
            span sleepAnalysis inBed From To
            list Rates heartRate:count/min Seconds
            device Band
            others ignored
            """
        let text = """
            When,Kind,Rate,From,To,Rates,Seconds,Band
            2026-07-01 08:00,rate,61,,,,,B1
            2026-07-01 08:01,rate,0,,,,,B1
            2026-07-01 08:02,RATE,255,,,,,B1
            2026-07-01 08:03,night,70,2026-06-30 23:00,2026-07-01 06:30,"[50, 52]","[60,30]",B2
            2026-07-01 08:04,night,,,,"[50, 52]","[60]",B2
            2026-07-01 08:05,night,,,,"[1e400]","[60]",B2
            2026-07-01 08:06,note,1,,,,,
            ,,,,,,,
            2026-07-01 08:07,other,1,,,,,
            """
        let summary = try read(text, mapping)
        #expect(try store.values(.heartRate, "count/min").sorted() == [50, 52, 61])
        #expect(Set(try store.samples(.heartRate).map { $0.device?.name }) == ["B1", "B2"])
        let last = try #require(try store.samples(.heartRate).last)
        #expect(last.startDate == (try TableStore.date("2026-07-01T06:04:00Z")))
        #expect(last.endDate == (try TableStore.date("2026-07-01T06:04:30Z")))
        let nights = try store.person.samples(
            SampleListQuery(type: HKCategoryType(.sleepAnalysis)),
            ascending: true,
            limit: 10
        )
        #expect(nights.map(\.startDate) == [try TableStore.date("2026-06-30T21:00:00Z")])
        #expect(summary.warnings.count { $0.contains("Rates: not a list with how long each value lasted") } == 2)
        #expect(summary.notImported.map(\.count) == [1, 1])
    }

    @Test("A text that a category doesn't have is refused, and never stored as a number")
    func categories() throws {
        let mapping = """
            name Band
            source band
            has When Until Stage
            column When start
            column Until end
            category Stage sleepAnalysis 1=awake "deep sleep"=asleepDeep
            """
        let text =
            "When,Until,Stage\n2026-07-01 01:00,2026-07-01 02:00,1\n2026-07-01 02:00,2026-07-01 03:00,Deep Sleep\n"
            + "2026-07-01 03:00,2026-07-01 04:00,2\n2026-07-01 04:00,2026-07-01 05:00,\n"
        #expect(throws: ImportError.self) { try MappingFile(mapping, path: "own.mapping") }
        let summary = try read(text, mapping.replacing("\"deep sleep\"=asleepDeep", with: "\"deep sleep=asleepDeep\""))
        let values = try store.person
            .samples(SampleListQuery(type: HKCategoryType(.sleepAnalysis)), ascending: true, limit: 10)
            .compactMap { ($0 as? HKCategorySample)?.value }
        #expect(values == [2, 4])
        #expect(summary.warnings.contains { $0.contains("line 4: Stage: a value that the mapping doesn't have") })
    }
}

/// The page about mappings.
@Suite struct MappingPageTests {
    private static let page = Result {
        try String(contentsOf: Fixtures.own.appending(path: "../../Documentation/Mappings.md"), encoding: .utf8)
    }

    @Test("The example of the page is read, and reads a table as it says")
    func example() throws {
        let page = try Self.page.get()
        let block = try #require(page.split(separator: "```text\n").dropFirst().first?.split(separator: "```").first)
        var answers = ReaderAnswers()
        answers.mappings = [try MappingFile(String(block), path: "example")]
        let text = """
            Recorded;Kind;Glucose mg/dL;Insulin;Meter;Note
            03.02.2026 08:00;glucose;101,5;;M1;
            03.02.2026 09:00;manual;LO;;M1;
            03.02.2026 10:00;glucose;0;;M1;
            03.02.2026 11:00;insulin;90;1,5;M1;
            03.02.2026 12:00;note;90;;M1;7
            """
        let store = TableStore()
        let guess = try TableFile.guess(Array(text.utf8), named: "acme-1.csv", answers)
        let file = try #require(guess)
        #expect(file.tables[0].rules?.origin == "example" && file.doubt == nil)
        let summary = try ReaderImport(store.person)
            .run(Array(text.utf8), from: "acme-1.csv", with: TableReader(file, zone: store.zone, source: "CSV"))
        #expect(summary.total(\.refused) == 0, "\(summary.warnings)")
        #expect(try store.values(.bloodGlucose, "mg/dL") == [101.5, 20])
        #expect(try store.values(.insulinDelivery, "IU") == [1.5])
        let typed = try store.samples(.bloodGlucose).map { $0.metadata?[HKMetadataKeyWasUserEntered] as? Bool ?? false }
        #expect(typed == [false, true])
        #expect(try TableFile.guess(Array(text.utf8), named: "other.csv", answers)?.tables[0].rules == nil)
    }

    @Test("The page's mapping of Withings' variability reads a list of it as RMSSD, in which -1 is no value")
    func variability() throws {
        let name = "raw_bed_rmssd.csv"
        let text = "start,duration,value\n2026-07-01T00:00:00+02:00,\"[60,60,60]\",\"[41,-1,38]\"\n"
        // No mapping of the program takes it for rates or steps.
        #expect(try TableFile.guess(Array(text.utf8), named: name, ReaderAnswers())?.tables[0].rules == nil)
        let lines = try #require(
            Self.page.get().components(separatedBy: "```text\n").last?.split(separator: "```").first
        )
        var answers = ReaderAnswers()
        answers.mappings = [try MappingFile(String(lines), path: "variability")]
        let store = TableStore()
        let file = try #require(try TableFile.guess(Array(text.utf8), named: name, answers))
        #expect(file.doubt == nil)
        let summary = try ReaderImport(store.person)
            .run(Array(text.utf8), from: name, with: TableReader(file, zone: store.zone, source: "CSV"))
        #expect(summary.total(\.refused) == 0, "\(summary.warnings)")
        #expect(try store.values(.heartRateVariabilityRMSSD, "ms") == [41, 38])
        let starts = try store.samples(.heartRateVariabilityRMSSD).map(\.startDate)
        #expect(starts == [try TableStore.date("2026-06-30T22:00:00Z"), try TableStore.date("2026-06-30T22:02:00Z")])
    }

    @Test("The page has every mapping of the program with its maker, and every line that a mapping may have")
    func everyMapping() throws {
        let page = try Self.page.get()
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        for mapping in KnownMappings.shipped {
            #expect(rows.contains { $0.hasPrefix("| `\(mapping.path)` |") && $0.hasSuffix("| \(mapping.name) |") })
        }
        let words = [
            "name", "source", "has", "header", "file", "preamble", "column", "others", "rows", "skip", "none", "clamp",
            "metadata", "category", "span", "list", "app", "device", "times", "dates", "decimal",
        ]
        for word in words {
            #expect(rows.contains { $0.hasPrefix("| `\(word) ") }, "\(word)")
            // A line of the word alone is wrong by its words, not by the word itself.
            let error = #expect(throws: ImportError.self) { try MappingFile(word, path: "own") }
            #expect(error?.description.contains("unknown word") == false, "\(word)")
        }
    }
}

/// Mappings that are written of a guess.
@Suite struct MappingWriterTests {
    @Test(
        "A mapping that is written of a guess reads the table in the same way",
        arguments: [
            "Date,Weight (kg),Body Fat (%),Note\n13.07.2026 08:15,80.5,22.1,a\n",
            "Start,End,\"Heart rate (bpm)\",\"say \"\"x\"\" # 1\"\n2026-07-13 08:15,2026-07-13 08:16,61,1\n",
            "Datum;Uhrzeit;Gewicht (kg)\n13.07.2026;08:15;80,5\n",
            "type,value,unit,startDate,source\nheartRate,61,count/min,2026-07-13T08:15:00Z,Watch\n",
            "Date,Duration (min),Active Calories\n2026-07-13 08:15,30,120\n",
            "Date,Systolic (mmHg),Diastolic (mmHg),Time zone\n2026-07-13 08:15,128,82,+02:00\n",
            "when,Glucose (mmol/L)\n2026-07-13 08:15,5.4\n2026-07-13 09:15,5.6\n",
        ]
    )
    func roundTrip(text: String) throws {
        let bytes = Array(text.utf8)
        let guess = try #require(TableFile.guess(bytes)?.tables.first)
        let mapping = try MappingFile(MappingWriter.text(guess, maker: "Acme Ltd. (1)"), path: "own")
        #expect(mapping.rules.word == "acme-ltd-1")
        var answers = ReaderAnswers()
        answers.mappings = [mapping]
        let again = try #require(TableFile.guess(bytes, answers)?.tables.first)
        #expect(again.rules?.origin == "own")
        #expect(again.columns.map(\.role) == guess.columns.map(\.role))
        #expect(again.columns.map(\.scale) == guess.columns.map(\.scale))
        #expect(again.dateOrder == guess.dateOrder)
        #expect(again.questions == guess.questions)
    }

    @Test("What a table leaves open is a remark of its mapping, and is asked again")
    func openQuestions() throws {
        let text = "Date,Glucose,HRV\n2026-07-13 08:15,5.4,40\n"
        let guess = try #require(TableFile.guess(Array(text.utf8))?.tables.first)
        let mapping = MappingWriter.text(guess, maker: "Acme")
        #expect(mapping.contains("# column HRV "))
        #expect(mapping.contains("# Open: "))
        var answers = ReaderAnswers()
        answers.mappings = [try MappingFile(mapping, path: "own")]
        let again = try #require(TableFile.guess(Array(text.utf8), answers)?.tables.first)
        #expect(again.rules != nil && again.questions == guess.questions)
    }
}
