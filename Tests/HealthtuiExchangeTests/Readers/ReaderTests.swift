import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

@Suite struct ReaderTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    private func samples(_ type: HKQuantityTypeIdentifier) throws -> [HKQuantitySample] {
        try person.samples(SampleListQuery(type: HKQuantityType(type)), ascending: true, limit: 100)
            .compactMap { $0 as? HKQuantitySample }
    }

    private static let export = """
        {"data": {"metrics": [
         {"name": "step_count", "units": "count", "data": [
          {"date": "2024-02-06 14:30:00 -0800", "qty": 123, "source": "Phone"},
          {"date": "2024-02-06 15:30:00 -0800", "qty": 7.5, "source": "Watch"},
          {"qty": 1}]},
         {"name": "heart_rate", "units": "bpm", "data": [
          {"date": "2024-02-06 14:30:00 -0800", "Min": 60, "Avg": 64.5, "Max": 70}]},
         {"name": "blood_oxygen_saturation", "units": "%", "data": [{"date": "2024-02-06 14:30:00 -0800", "qty": 97}]},
         {"name": "weight_body_mass", "units": "lb", "data": [{"date": "2024-02-06 07:00:00 -0800", "qty": 150.5}]},
         {"name": "blood_pressure", "units": "mmHg", "data": [
          {"date": "2024-02-06 07:00:00 -0800", "systolic": 120, "diastolic": 80}]},
         {"name": "mood_of_the_day", "units": "", "data": [{"date": "2024-02-06 07:00:00 -0800", "qty": 1}]}
        ]}}
        """

    @Test(
        "Health Auto Export's metrics come in with unit, time and source; again adds nothing; what is unknown is said"
    )
    func healthAutoExport() throws {
        let file = try folder.write(Array(Self.export.utf8), to: "HealthAutoExport.json")
        let reader = try #require(ReaderImport.reader(for: file))
        #expect(reader.name == "Health Auto Export")
        let summary = try ReaderImport(person).run(path: file, with: reader)
        #expect(summary.counts[.records].added == 5)
        #expect(summary.counts[.records].read == 7)
        #expect(summary.counts[.records].refused == 2)
        #expect(summary.counts[.correlations].added == 1)
        #expect(summary.warnings.contains { $0.contains("data.metrics[0].data[2]") })
        #expect(summary.warnings.contains { $0.contains("mood_of_the_day") })
        let steps = try samples(.stepCount)
        #expect(steps.map { $0.quantity.doubleValue(for: .count()) } == [123, 7.5])
        #expect(steps.map(\.sourceRevision.source.name) == ["Phone", "Watch"])
        #expect(steps.first?.startDate == (try Date("2024-02-06T22:30:00Z", strategy: .iso8601)))
        #expect(try samples(.heartRate).first?.quantity.doubleValue(for: .count().unitDivided(by: .minute())) == 64.5)
        #expect(try samples(.oxygenSaturation).first?.quantity.doubleValue(for: .percent()) == 0.97)
        #expect(try samples(.bodyMass).first?.quantity.doubleValue(for: .pound()) == 150.5)
        let again = try ReaderImport(person).run(path: file, with: reader)
        #expect(again.added == 0)
        #expect(again.counts[.records].duplicate == 5)
        #expect(again.counts[.correlations].duplicate == 1)
    }

    private static let workouts = """
        {"data": {"metrics": [{"name": "sleep_analysis", "units": "hr", "data": [
          {"startDate": "2024-02-06 23:00:00 -0800", "endDate": "2024-02-06 23:40:00 -0800", "qty": 0.67,
           "value": "Core", "source": "Watch"},
          {"startDate": "2024-02-06 23:40:00 -0800", "endDate": "2024-02-07 00:10:00 -0800", "value": "REM"},
          {"startDate": "2024-02-07 00:10:00 -0800", "endDate": "2024-02-07 00:20:00 -0800", "value": "In Bed"},
          {"startDate": "2024-02-07 00:10:00 -0800", "endDate": "2024-02-07 00:20:00 -0800", "value": "Floating"},
          {"date": "2024-02-06", "asleep": 7.5, "sleepStart": "2024-02-06 23:00:00 -0800"}]}],
         "workouts": [
          {"id": "1", "name": "Outdoor Run", "start": "2024-01-15 07:30:00 -0800", "end": "2024-01-15 08:00:10 -0800",
           "duration": 1800, "isIndoor": false, "activeEnergyBurned": {"qty": 250, "units": "kcal"},
           "distance": {"qty": 5.2, "units": "km"}},
          {"id": "2", "name": "Mind and Body", "start": "2024-01-16 07:30:00 -0800", "end": "2024-01-16 08:00:00 -0800",
           "activeEnergyBurned": {"qty": 10, "units": "furlong"}, "source": "Watch"},
          {"id": "3", "name": "Moon Walking", "start": "2024-01-17 07:30:00 -0800", "end": "2024-01-17 08:00:00 -0800"},
          {"id": "4", "name": "Yoga", "start": "2024-01-18 08:30:00 -0800", "end": "2024-01-18 08:00:00 -0800"},
          {"id": "5", "name": "Yoga", "start": "yesterday"}, 7]}}
        """

    @Test("Health Auto Export's workouts and stages of sleep come in; again adds nothing; what cannot be taken is said")
    func healthAutoExportWorkouts() throws {
        let file = try folder.write(Array(Self.workouts.utf8), to: "HealthAutoExport.json")
        let reader = try #require(ReaderImport.reader(for: file))
        let summary = try ReaderImport(person).run(path: file, with: reader)
        let counts = summary.counts[.workouts]
        #expect(counts.read == 6 && counts.added == 3 && counts.refused == 3)
        #expect(summary.warnings.contains { $0.contains("data.workouts[3]: the workout ends before it starts") })
        let workouts = try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 10)
            .compactMap { $0 as? HKWorkout }
        #expect(workouts.map(\.workoutActivityType) == [.running, .mindAndBody, .other])
        #expect(workouts.map(\.duration) == [1_800, 1_800, 1_800])
        #expect(workouts[0].startDate == (try Date("2024-01-15T15:30:00Z", strategy: .iso8601)))
        let distance = workouts[0].statistics(for: HKQuantityType(.distanceWalkingRunning))?.sumQuantity()
        #expect(distance?.doubleValue(for: .meter()) == 5_200)
        let energy = workouts.map { $0.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity() }
        #expect(energy[0]?.doubleValue(for: .kilocalorie()) == 250 && energy[1] == nil)
        #expect(workouts[0].metadata?[HKMetadataKeyIndoorWorkout] as? Bool == false)
        #expect(workouts.map(\.sourceRevision.source.name) == ["Health Auto Export", "Watch", "Health Auto Export"])
        let nights =
            try person.samples(
                SampleListQuery(type: HKCategoryType(.sleepAnalysis)),
                ascending: true,
                limit: 10
            )
            .compactMap { ($0 as? HKCategorySample)?.value }
        #expect(nights == [3, 5, 0])
        #expect(summary.counts[.records].refused == 2)
        let again = try ReaderImport(person).run(path: file, with: reader)
        #expect(again.added == 0 && again.counts[.workouts].duplicate == 3)
    }

    @Test(
        "What is no file of a format is not read as one",
        arguments: ["{\"data\":", "[]", "{\"data\":{\"metrics\":3}}"]
    )
    func notAnExport(text: String) throws {
        let file = try folder.write(Array(text.utf8), to: "some.json")
        guard let reader = ReaderImport.reader(for: file) else { return }
        let summary = Result { try ReaderImport(person).run(path: file, with: reader) }
        if case .success(let summary) = summary { #expect(summary.added == 0) }
    }

    private func table(_ text: String, _ change: (inout TableMapping) -> Void = { _ in }) throws -> ImportSummary {
        let file = try folder.write(Array(text.utf8), to: "table.csv")
        var tables = try #require(TableFile.guess(Array(text.utf8)))
        change(&tables.tables[0])
        let zone = try #require(TimeZone(identifier: "Europe/Berlin"))
        return try ReaderImport(person)
            .run(path: file, with: TableReader(tables, zone: zone, source: "Table"))
    }

    @Test("Columns are guessed from their names, with units in parentheses; times without a zone are the person's")
    func guess() throws {
        let text =
            "Date;Weight (kg);Body Fat Percentage;Note\r\n13.07.2024 08:15;71,5;;\"a; \"\"note\"\"\"\r\n14.07.2024;71,25;;\r\n"
        let mapping = try #require(TableFile.guess(Array(text.utf8))?.tables.first)
        #expect(
            mapping.columns.map(\.role).prefix(2) == [
                .start, .measure(type: HKQuantityTypeIdentifier.bodyMass.rawValue, unit: "kg"),
            ]
        )
        #expect(mapping.columns.last?.role == .ignored)
        #expect(mapping.dateOrder == .dayFirst)
        #expect(mapping.problem == nil)
        let summary = try table(text)
        #expect(summary.added == 2)
        let weights = try samples(.bodyMass)
        #expect(weights.map { $0.quantity.doubleValue(for: .gramUnit(with: .kilo)) } == [71.5, 71.25])
        #expect(weights.first?.startDate == (try Date("2024-07-13T06:15:00Z", strategy: .iso8601)))
        #expect(weights.first?.sourceRevision.source.name == "Table")
        #expect(try table(text).added == 0)
    }

    @Test("A column of dates says when something was, in whatever language it is named")
    func dates() throws {
        let text = "Notiz;Datum;Weight (kg)\nok;13.07.2024 08:15;71,5\n;14.07.2024;71,25\n"
        let mapping = try #require(TableFile.guess(Array(text.utf8))?.tables.first)
        #expect(mapping.columns.map(\.role).prefix(2) == [.ignored, .start])
        #expect(mapping.dateOrder == .dayFirst)
        #expect(try table(text).added == 2)
    }

    @Test("A table with types, values and units is read; what cannot be is said with its line")
    func typed() throws {
        let text = """
            start,end,type,value,unit,source
            2024-01-01T08:00:00+01:00,2024-01-01T08:10:00+01:00,HKQuantityTypeIdentifierStepCount,100,count,Phone
            2024-01-01 09:00:00 +0100,,heartRate,61,count/min,Watch
            yesterday,,heartRate,61,count/min,Watch
            2024-01-01T10:00:00Z,,heartRate,many,count/min,Watch
            2024-01-01T10:00:00Z,,heartRate,60,kg,Watch
            """
        let summary = try table(text)
        #expect(summary.added == 2)
        #expect(summary.counts[.records].refused == 3)
        for line in [4, 5, 6] {
            #expect(summary.warnings.contains { $0.contains("line \(line):") }, "\(summary.warnings)")
        }
        #expect(try samples(.stepCount).first?.endDate == (try Date("2024-01-01T07:10:00Z", strategy: .iso8601)))
    }

    @Test("Dates that could be either wait for the person to say which")
    func ambiguous() throws {
        let text = "date,Weight (kg)\n01/02/2024,70\n03/04/2024,71\n"
        #expect(try #require(TableFile.guess(Array(text.utf8))).tables[0].dateOrder == nil)
        #expect(try table(text).counts[.records].refused == 2)
        #expect(try table(text) { $0.dateOrder = .monthFirst }.added == 2)
        #expect(try samples(.bodyMass).first?.startDate == (try Date("2024-01-01T23:00:00Z", strategy: .iso8601)))
    }

    @Test("A table without times or values says what is missing")
    func problems() throws {
        #expect(TableFile.guess(Array("a".utf8)) == nil)
        #expect(TableFile.guess(Array("a,b\n1,2".utf8))?.problem?.contains("dates") == true)
        #expect(TableFile.guess(Array("date,b\n1,2".utf8))?.problem?.contains("values") == true)
        #expect(TableFile.guess(Array("date,value\n1,2".utf8))?.problem?.contains("type") == true)
    }

    @Test("Any bytes are read to their end as a table")
    func bytes() throws {
        var generator = SeededGenerator("tables")
        let letters = Array("date,value;\"\n\r\t2024-01-01 (kg) ".utf8)
        for _ in 0..<300 {
            let count = Int.random(in: 0..<200, using: &generator)
            let bytes = (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &generator)] }
            _ = TableFile.guess(bytes)
            var text = SeparatedText(bytes)
            var records = 0
            while text.next() != nil { records += 1 }
            #expect(records <= count)
        }
    }
}
