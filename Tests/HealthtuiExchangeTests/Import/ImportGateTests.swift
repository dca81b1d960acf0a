import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// No file makes the store damaged: what its own readers would not decode is refused before it is written.
@Suite("The gate before the writer") struct ImportGateTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let times =
        "sourceName=\"W\" startDate=\"2026-09-01 16:00:00 +0100\" endDate=\"2026-09-01 16:30:00 +0100\""

    private func problems(_ path: String) throws -> [String] {
        try StoreDoctor(path: path).check().problems.map { "\($0)" }
    }

    private func store(_ name: String) -> String { folder.url.appending(path: name).path }

    @Test(
        "What makes no sense to the store is refused with its line, and the rest comes in",
        arguments: [
            "<Correlation type=\"HKQuantityTypeIdentifierStepCount\" \(times)></Correlation>",
            "<Correlation type=\"HKWorkoutTypeIdentifier\" \(times)></Correlation>",
            "<Correlation type=\"HKCategoryTypeIdentifierSleepAnalysis\" \(times)></Correlation>",
            "<Record type=\"HKWorkoutTypeIdentifier\" value=\"1\" \(times)/>",
            "<Record type=\"HKCorrelationTypeIdentifierFood\" value=\"1\" \(times)/>",
            "<Record type=\"HKCategoryTypeIdentifierSleepAnalysis\" value=\"1.5\" \(times)/>",
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"kg\" value=\"1\" \(times)/>",
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"1e999\" \(times)/>",
        ]
    )
    func refused(element: String) throws {
        let path = store("health.store")
        let good = "<Record type=\"HKQuantityTypeIdentifierStepCount\" unit=\"count\" value=\"9\" \(Self.times)/>"
        let file = try folder.write(Array(export(element + "\n" + good).utf8), to: "export.xml")
        let summary = try ExportImporter(HKHealthStore.person(location: .file(path)).person).run(path: file)
        #expect(summary.outcome == .partial && summary.total(\.added) == 1, "\(summary.counts)")
        #expect(summary.warnings.contains { $0.hasPrefix("export.xml:3: ") }, "\(summary.warnings)")
        #expect(try problems(path) == [])
    }

    @Test(
        "A number that is too large is left out, and the workout or the day comes in",
        arguments: [
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" duration=\"1e308\" durationUnit=\"min\" \(times)/>",
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" totalDistance=\"1e999\" totalDistanceUnit=\"km\" \(times)/>",
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(times)><WorkoutEvent duration=\"1e308\" "
                + "durationUnit=\"hr\" type=\"HKWorkoutEventTypeLap\" date=\"2026-09-01 16:10:00 +0100\"/></Workout>",
            "<Workout workoutActivityType=\"HKWorkoutActivityTypeRunning\" \(times)><WorkoutActivity uuid=\"x\" "
                + "duration=\"1e308\" durationUnit=\"hr\" startDate=\"2026-09-01 16:10:00 +0100\"/></Workout>",
            "<ActivitySummary dateComponents=\"2026-09-01\" activeEnergyBurned=\"1e999\"/>",
        ]
    )
    func numbers(element: String) throws {
        let path = store("health.store")
        let file = try folder.write(Array(export(element).utf8), to: "export.xml")
        let summary = try ExportImporter(HKHealthStore.person(location: .file(path)).person).run(path: file)
        #expect(summary.total(\.added) == 1 && summary.total(\.refused) == 0, "\(summary.counts)")
        #expect(try problems(path) == [])
    }

    @Test("The gate holds whatever is handed to it, and says how many it refused")
    func handed() throws {
        let path = store("health.store")
        let person = HKHealthStore.person(location: .file(path)).person
        let session = try person.beginImport(ExportSpelling.forms1, restoresDeleted: false, named: "test")
        var chunk = ImportChunk()
        chunk.definitions.series = [
            ImportedSeries(type: HKQuantityTypeIdentifier.stepCount.rawValue, unit: "count"),
            ImportedSeries(type: HKQuantityTypeIdentifier.stepCount.rawValue, unit: "kg"),
            ImportedSeries(type: HKCategoryTypeIdentifier.sleepAnalysis.rawValue, unit: ""),
            ImportedSeries(type: HKCorrelationTypeIdentifier.food.rawValue, unit: ""),
        ]
        chunk.definitions.revisions = [ImportDefinitions.revision(name: "W", version: nil)]
        func header(_ start: Double = 0, _ end: Double = 1) -> ImportedHeader {
            ImportedHeader(start: start, end: end, creation: end, revision: .init(0))
        }
        func row(_ series: UInt32, _ value: Double, _ header: ImportedHeader) -> ImportedRow {
            ImportedRow(series: .init(series), value: value, header: header)
        }
        chunk.rows = [
            row(0, 1, header()), row(0, .nan, header()), row(0, 1, header(2, 1)),
            row(0, 1, header(.infinity, .infinity)),
            row(1, 1, header()), row(2, 0.5, header()), row(2, 1, header()), row(3, 1, header()),
        ]
        chunk.correlations = [
            ImportedCorrelation(series: .init(3), header: header(), members: [row(0, 1, header())]),
            ImportedCorrelation(series: .init(0), header: header(), members: []),
            ImportedCorrelation(series: .init(3), header: header(3, 4), members: [row(2, 0.5, header())]),
        ]
        var wrong = WorkoutContent(activityType: HKWorkoutActivityType.running.rawValue)
        wrong.duration = .infinity
        let member = ImportedWorkoutMember(row: row(0, 5, header(5, 6)), isEffort: false)
        chunk.workouts = [
            ImportedWorkout(header: header(), content: wrong, members: [member]),
            ImportedWorkout(header: header(), content: WorkoutContent(activityType: 37)),
        ]
        var day = ActivitySummaryContent(day: "2026-09-01")
        day.activeEnergyBurned = QuantityText(value: .nan, unit: "kcal")
        chunk.summaries = [day, ActivitySummaryContent(day: "then"), ActivitySummaryContent(day: "2026-09-02")]
        let prescription = PrescriptionContent(
            form: .plain,
            type: HKVisionPrescriptionType.glasses.rawValue,
            expiration: .infinity,
            rightEye: nil,
            leftEye: nil,
            brand: nil
        )
        chunk.objects = [
            ImportedObject(
                kind: .visionPrescriptions,
                type: HKObjectType.visionPrescriptionType().identifier,
                header: header(),
                content: .prescription(prescription),
                text: [1]
            ),
            ImportedObject(
                kind: .audiograms,
                type: HKQuantityTypeIdentifier.stepCount.rawValue,
                header: header(),
                content: .audiogram(AudiogramContent(points: [])),
                text: [2]
            ),
        ]
        let outcome = try session.write(chunk)
        try session.finish()
        let tallies = outcome.tallies
        #expect(tallies[.records].added == 3 && tallies[.records].refused == 6, "\(tallies[.records])")
        #expect(tallies[.correlations].added == 1 && tallies[.correlations].refused == 2)
        #expect(tallies[.workouts].added == 1 && tallies[.workouts].refused == 1)
        #expect(tallies[.activitySummaries].added == 1 && tallies[.activitySummaries].refused == 2)
        #expect(tallies[.visionPrescriptions].refused == 1 && tallies[.audiograms].refused == 1)
        #expect(try problems(path) == [])
    }

    /// How many damaged files come into the store: 20,000 in a soak, of which the suite reads a part.
    private static let mutants = Soak.count(250, soak: 20_000)

    @Test("After damaged exports, posts and tables, all into one store, nothing in it is damaged")
    func damaged() throws {
        var generator = SeededGenerator("damaged imports")
        let path = store("health.store")
        let person = HKHealthStore.person(location: .file(path)).person
        let posts = try ["imports/auto-export.json"].map { try Fixtures.bytes($0) }
        let exports =
            try ["every-element.xml", "exports/v14-de_NL.xml", "exports/v3-en_GB.xml", "imports/export-ios18.xml"]
            .map { try Fixtures.bytes($0) } + [Array(export(Self.everything).utf8)]
        for round in 0..<Self.mutants {
            let kind = round % 5
            let seeds = kind == 3 ? posts : kind == 4 ? Self.tables.map { Array($0.utf8) } : exports
            let seed = seeds.randomElement(using: &generator) ?? []
            // An error in words is as good as an import.
            switch kind {
            case 3:
                let bytes = Self.damaged(seed, &generator)
                guard let reader = ReaderImport.reader(for: bytes, named: "post.json") else { continue }
                _ = try? ReaderImport(person).run(bytes, from: "post.json", with: reader)
            case 4:
                let bytes = Self.damagedTable(seed, &generator)
                guard let tables = TableFile.guess(bytes) else { continue }
                let reader = TableReader(tables, zone: .gmt, source: "CSV")
                _ = try? ReaderImport(person).run(bytes, from: "table.csv", with: reader)
            default:
                let file = try folder.write(Self.damaged(seed, &generator), to: "export.xml")
                _ = try? ExportImporter(person).run(path: file)
            }
            if round % 250 == 249 {
                let found = try problems(path)
                #expect(found == [], "seed \(generator.seed), by round \(round)")
                guard found.isEmpty else { return }
            }
        }
    }

    private static let tables = [
        "Date,Time,Systolic (mmHg),Diastolic (mmHg),Pulse (bpm)\n2026-05-20,07:30,128,82,64\n2026-05-21,07:31,131,84,61\n",
        "date;weight (kg);body fat (%)\n20.05.2026 07:30;71,5;18,2\n21.05.2026 07:30;71,3;18,1\n",
        "Timestamp,Glucose (mmol/L),Insulin (IU)\n2026-05-20T07:30:00Z,5.4,2.5\n2026-05-20T12:00:00Z,6.1,4\n",
        "Activity,Start,Duration,Distance (km),Steps\nRunning,2026-05-20 18:00,0:45:00,8.2,7100\nWalking,2026-05-21 18:00,1h 5m,5,6400\n",
    ]

    /// A cell in the place of another, a cell that is none, or a line twice.
    private static func damagedTable(_ whole: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        let separator: Character = whole.contains(UInt8(ascii: ";")) ? ";" : ","
        var rows = String(decoding: whole, as: UTF8.self).split(separator: "\n")
            .map { $0.split(separator: separator, omittingEmptySubsequences: false).map(String.init) }
        func place() -> (row: Int, column: Int) {
            let row = Int.random(in: 0..<rows.count, using: &generator)
            return (row, Int.random(in: 0..<rows[row].count, using: &generator))
        }
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let (to, from) = (place(), place())
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: rows[to.row][to.column] = rows[from.row][from.column]
            case 1: rows[to.row][to.column] = pieces.randomElement(using: &generator) ?? ""
            case 2: rows[to.row][to.column] = cells.randomElement(using: &generator) ?? ""
            default: rows.insert(rows[from.row], at: to.row)
            }
        }
        return Array(rows.map { $0.joined(separator: String(separator)) }.joined(separator: "\n").utf8)
    }

    private static let cells = [
        "128/82", "1.234", "1,234.5", "<14", "24:00", "99:99", "31.02.2026", "1e5", "-0", "∞", "kg", "date", "\"",
        "1'2", "1779262200000",
        "PT1H5M", "2026-05-20 07:30 CEST", "0001-01-01", "９", "12 st 3 lb",
    ]

    /// Values of a file in the place of others, lines twice, and numbers that are none: the structure mostly stays, what it
    /// says does not.
    private static func damaged(_ whole: [UInt8], _ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            let marks = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
            guard marks.count > 4 else { return bytes }
            func value() -> Range<Int> {
                let pair = Int.random(in: 0..<marks.count / 2, using: &generator) * 2
                return marks[pair] + 1..<marks[pair + 1]
            }
            let piece = Array((pieces.randomElement(using: &generator) ?? "").utf8)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes.replaceSubrange(value(), with: Array(bytes[value()]))
            case 1, 2: bytes.replaceSubrange(value(), with: piece)
            default:
                let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
                guard let line = lines.randomElement(using: &generator),
                    let place = lines.randomElement(using: &generator)
                else { continue }
                bytes.insert(contentsOf: Array(line) + [UInt8(ascii: "\n")], at: place.startIndex)
            }
        }
        return bytes
    }

    private static let pieces = [
        "", "0", "-1", "1e308", "-1e308", "1e999", "nan", "inf", "1e-320", "9223372036854775807",
        "18446744073709551616",
        "HKQuantityTypeIdentifierStepCount", "HKCategoryTypeIdentifierSleepAnalysis", "HKCorrelationTypeIdentifierFood",
        "HKWorkoutTypeIdentifier", "HKDataTypeIdentifierAudiogram", "HKActivitySummaryTypeIdentifier", "x", "kg",
        "count",
        "mmol<1e400>/L", "0001-01-01 00:00:00 +0000", "9999-12-31 23:59:59 -2359", "%", "m/s^2", "true", "null",
        "\u{1F}",
    ]

    /// What the fixtures have none of.
    private static let everything = """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" totalDistance="5"
         totalDistanceUnit="km" sourceName="W" startDate="2026-09-01 16:00:00 +0100" endDate="2026-09-01 16:30:00 +0100">
        <MetadataEntry key="HKAverageMETs" value="6.2 kcal/hr·kg"/>
        <WorkoutEvent type="HKWorkoutEventTypeLap" date="2026-09-01 16:10:00 +0100" duration="3" durationUnit="min"/>
        <WorkoutActivity uuid="0F1E2D3C-0000-4000-8000-000000000000" startDate="2026-09-01 16:00:00 +0100"
         endDate="2026-09-01 16:30:00 +0100" duration="30" durationUnit="min"><WorkoutStatistics
         type="HKQuantityTypeIdentifierHeartRate" average="140" minimum="90" maximum="171" unit="count/min"/></WorkoutActivity>
        <WorkoutZoneGroup type="HKQuantityTypeIdentifierHeartRate" source="user" unit="count/min"><WorkoutZone maximum="120"
         duration="3" durationUnit="min"/><WorkoutZone minimum="120" maximum="140" duration="4" durationUnit="min"/><WorkoutZone
         minimum="140" duration="1" durationUnit="min"/></WorkoutZoneGroup>
        <Record type="HKQuantityTypeIdentifierWorkoutEffortScore" unit="appleEffortScore" value="4" sourceName="W"
         startDate="2026-09-01 16:00:00 +0100" endDate="2026-09-01 16:30:00 +0100"/>
        </Workout>
        <VisionPrescription type="HKVisionPrescriptionTypeContacts" dateIssued="2026-09-01 16:00:00 +0100"
         expirationDate="2027-09-01 16:00:00 +0100" brand="B"><RightEye sphere="-1" sphereUnit="D" baseCurve="8.6"
         baseCurveUnit="mm" prismAmount="1" prismAmountUnit="prismDiopter" prismAngle="90" prismAngleUnit="deg"/></VisionPrescription>
        <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="E" startDate="2026-09-01 16:00:00 +0100"
         endDate="2026-09-01 16:05:00 +0100"><SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" leftEarValue="10"
         leftEarUnit="dBHL" leftEarMasked="1" leftEarClampingRangeLowerBound="-10"/></Audiogram>
        """
}
