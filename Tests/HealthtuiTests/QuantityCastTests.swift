import Foundation
import Testing

/// Whether something has a number a day is asked of the measures: of a class is asked only what a class says.
@Suite struct QuantityCastTests {
    /// A file that asks whether a type is a quantity.
    private struct Cast {
        let file: String
        let count: Int
        let why: String
        /// Whether it asks for a number a day, and goes when its screen or command is made of measures.
        var goes = false
    }

    /// Whole folders in which a type represents the value in a file, a segment or a table.
    private static let folders: [(path: String, why: String)] = [
        ("HealthKit/", "HealthKit's own classes."),
        ("HealthtuiExchange/", "What a file's number is: a quantity with a unit."),
        ("HealthtuiStudy/", "A column of numbers with a unit."),
        ("HealthtuiSync/", "Samples that are compared by their quantity, and totals for conflicts."),
    ]

    private static let units = "The person's unit of a value."
    private static let entry = "A quantity is entered as a number with a unit."
    private static let filter = "A filter compares the quantity of a sample with a number."
    private static let samples = "A sample's own value, in its unit."
    private static let merged = "Only quantities are merged by the order of sources, which the page explains."
    private static let chart = "The chart of a type, which becomes that of a measure."

    private static let casts: [Cast] = [
        Cast(
            file: "HealthtuiFacts/Measures/Measure.swift",
            count: 1,
            why: "The one place that makes measures of types."
        ),
        Cast(file: "HealthtuiFacts/Rows/ImportPartFacts.swift", count: 1, why: samples),
        Cast(file: "HealthtuiFacts/Rows/ImportTable.swift", count: 1, why: samples),
        Cast(file: "HealthtuiFacts/Rows/SampleFact.swift", count: 1, why: samples),
        Cast(
            file: "HealthtuiFacts/Assistant/AssistantGrant+Units.swift",
            count: 1,
            why: "The units that an assistant's numbers have."
        ),
        Cast(file: "HealthtuiFacts/Assistant/AssistantStore+Health.swift", count: 1, why: units),
        Cast(file: "HealthtuiFacts/Assistant/AssistantTools+Draft.swift", count: 1, why: entry),
        Cast(
            file: "HealthtuiFacts/Origins/OriginPage.swift",
            count: 2,
            why: "The gaps between days are those of a quantity, which is recorded all day."
        ),
        Cast(file: "HealthtuiEntry/Filters/FilterCompletion.swift", count: 1, why: filter),
        Cast(file: "HealthtuiEntry/Filters/SampleFilterPhrase+Properties.swift", count: 1, why: filter),
        Cast(file: "HealthtuiEntry/Filters/SampleFilterPhrase+Values.swift", count: 2, why: filter),
        Cast(file: "HealthtuiEntry/Filters/SampleFilterPhrase.swift", count: 2, why: filter),
        Cast(file: "HealthtuiEntry/Phrases/EntryRules.swift", count: 2, why: entry),
        Cast(file: "HealthtuiEntry/Phrases/SampleDraft+Content.swift", count: 1, why: entry),
        Cast(file: "healthtui/Arguments/FilterArguments.swift", count: 1, why: units),
        Cast(file: "healthtui/Commands/SamplesCommand.swift", count: 1, why: units),
        Cast(file: "healthtui/Output/Exports/TableExporter.swift", count: 1, why: units),
        Cast(file: "HealthtuiConsole/Base/ConsoleSettings.swift", count: 1, why: units),
        Cast(file: "HealthtuiConsole/Facts/ProfileFacts.swift", count: 2, why: units),
        Cast(file: "HealthtuiConsole/Screens/Browse/OriginChartScreen.swift", count: 2, why: merged),
        Cast(file: "HealthtuiConsole/Screens/Browse/OriginScreen.swift", count: 1, why: merged),
        Cast(
            file: "HealthtuiConsole/Screens/Chart/ChartScreen+Asking.swift",
            count: 1,
            why: "Hours of weekdays are those of quantities."
        ),
        Cast(file: "HealthtuiConsole/Screens/Add/AddScreen.swift", count: 1, why: units),
        Cast(file: "HealthtuiConsole/Screens/Add/SampleForm+Help.swift", count: 2, why: entry),
        Cast(file: "HealthtuiConsole/Screens/Add/SampleForm.swift", count: 2, why: entry),
        Cast(file: "HealthtuiConsole/Screens/Samples/BulkEditScreen.swift", count: 1, why: entry),
        Cast(file: "HealthtuiConsole/Screens/Samples/SamplePreview.swift", count: 1, why: samples),
        Cast(file: "HealthtuiConsole/Screens/Samples/SampleTable.swift", count: 3, why: samples),
        Cast(
            file: "HealthtuiConsole/Screens/Sources/SourceOrderScreen.swift",
            count: 1,
            why: "Only sums are merged by the order of sources."
        ),
        Cast(file: "HealthtuiConsole/Screens/Sources/SourcesScreen.swift", count: 1, why: units),
        Cast(file: "HealthtuiEntry/Phrases/GoalPhrase.swift", count: 3, why: "The amount of a goal.", goes: true),
        Cast(file: "HealthtuiFacts/Report/ReportReader.swift", count: 1, why: "A row of the report.", goes: true),
        Cast(file: "HealthtuiConsole/Facts/ChartSource.swift", count: 4, why: chart, goes: true),
        Cast(file: "HealthtuiConsole/Screens/Chart/ChartScreen+Cursor.swift", count: 1, why: chart, goes: true),
        Cast(file: "HealthtuiConsole/Screens/Chart/ChartScreen.swift", count: 2, why: chart, goes: true),
        Cast(file: "HealthtuiConsole/Screens/Chart/ChartSide.swift", count: 3, why: chart, goes: true),
        Cast(file: "HealthtuiConsole/Screens/Goals/GoalFormScreen.swift", count: 2, why: "A goal's help.", goes: true),
        Cast(file: "HealthtuiConsole/Screens/Summary/DashboardExtras.swift", count: 1, why: "A card.", goes: true),
        Cast(file: "HealthtuiConsole/Screens/Summary/SummaryCells.swift", count: 1, why: "A card.", goes: true),
        Cast(file: "HealthtuiConsole/Screens/Summary/SummaryRow.swift", count: 1, why: "A card.", goes: true),
        Cast(file: "HealthtuiConsole/Shell/CommandFinder.swift", count: 1, why: "What has a form to edit it."),
    ]

    private static func found() throws -> [String: Int] {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Sources")
        var found: [String: Int] = [:]
        let files = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        for path in files where path.hasSuffix(".swift") && !folders.contains(where: { path.hasPrefix($0.path) }) {
            let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
            let count = casts(in: text)
            if count > 0 { found[path] = count }
        }
        return found
    }

    /// The number of casts to a quantity type, and of questions for one, in a source.
    private static func casts(in text: String) -> Int {
        text.matches(of: /\b(?:as\??|is) HKQuantityType\b/).count
    }

    @Test("Only the listed files ask whether a type is a quantity, and each says why")
    func castsAreListed() throws {
        let found = try Self.found()
        let listed = Dictionary(Self.casts.map { ($0.file, $0) }, uniquingKeysWith: { first, _ in first })
        #expect(listed.count == Self.casts.count, "a file is listed twice")
        for (file, count) in found.sorted(by: { $0.key < $1.key }) {
            guard let cast = listed[file] else {
                Issue.record(
                    "\(file) asks whether a type is a quantity: ask Measure(of:) whether it has a number a day"
                )
                continue
            }
            #expect(cast.goes ? count <= cast.count : count == cast.count, "\(file) asks \(count) times")
        }
        for cast in Self.casts where found[cast.file] == nil {
            Issue.record("\(cast.file) asks no more: take it from the list")
        }
    }

    @Test("Casts are found in code: a check of the check")
    func castsAreFound() {
        #expect(Self.casts(in: "guard let type = named as? HKQuantityType else { return }") == 1)
        #expect(
            Self.casts(in: "case let type as HKQuantityType where x: 1\ncase is HKQuantityType, is HKCategoryType:")
                == 2
        )
        #expect(Self.casts(in: "let name: HKQuantityTypeIdentifier = this as? HKQuantityTypeIdentifier") == 0)
    }
}
