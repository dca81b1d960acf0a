import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Sums of days end with their days, and what is of a workout ends with the workout.
@Suite("Health Auto Export: days and workouts") struct HealthAutoExportDayTests {
    private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }

    private func post(_ data: String, in zone: TimeZone, aggregation: String? = nil) throws -> (
        PersonAccess, ImportSummary
    ) {
        let person = HKHealthStore.person(location: .memory).person
        let bytes = Array(#"{"data": {\#(data)}}"#.utf8)
        let reader = try #require(ReaderImport.reader(for: bytes, named: "request"))
        let summary = try ReaderImport(person, zone: zone)
            .run(bytes, from: "request", with: reader, aggregation: aggregation)
        return (person, summary)
    }

    private func steps(_ dates: [String], in zone: TimeZone, aggregation: String? = nil) throws -> [HKSample] {
        let values = dates.enumerated().map { #"{"date": "\#($0.element)", "qty": \#($0.offset + 1), "source": "P"}"# }
        let data =
            #""metrics": [{"name": "step_count", "units": "count", "data": [\#(values.joined(separator: ","))]}]"#
        let (person, _) = try post(data, in: zone, aggregation: aggregation)
        return try person.samples(SampleListQuery(type: HKQuantityType(.stepCount)), ascending: true, limit: 500)
    }

    private func hours(_ samples: [HKSample]) -> [Double] {
        samples.map { $0.endDate.timeIntervalSince($0.startDate) / 3_600 }
    }

    @Test(
        "A day ends where the next sum begins, wherever the machine is",
        arguments: [
            (
                [
                    "2026-03-27 00:00:00 +0100", "2026-03-28 00:00:00 +0100", "2026-03-29 00:00:00 +0100",
                    "2026-03-30 00:00:00 +0200",
                ], [24.0, 24, 23, 24]
            ),
            (["2026-10-24 00:00:00 +0200", "2026-10-25 00:00:00 +0200", "2026-10-26 00:00:00 +0100"], [24, 25, 24]),
            (["2026-04-05 00:00:00 +1100", "2026-04-06 00:00:00 +1000"], [25, 24]),
            (["2026-10-04 00:00:00 +1000", "2026-10-05 00:00:00 +1100"], [23, 24]),
            // Half an hour on Lord Howe Island.
            (["2026-04-05 00:00:00 +1100", "2026-04-06 00:00:00 +1030"], [24.5, 24]),
            // A day that is missing, and a journey, say nothing.
            (["2026-03-27 00:00:00 +0100", "2026-03-29 00:00:00 +0100", "2026-03-31 00:00:00 +0200"], [24, 24, 24]),
            (["2026-05-01 00:00:00 +0200", "2026-05-02 00:00:00 +0900"], [24, 24]),
        ]
    )
    func nextSum(dates: [String], lengths: [Double]) throws {
        #expect(hours(try steps(dates, in: .gmt)) == lengths)
    }

    @Test(
        "Without a next sum a day ends as the machine's zone says, where its offset is that of the sum",
        arguments: [
            ("Europe/Berlin", "2026-03-29 00:00:00 +0100", 23.0), ("Europe/Berlin", "2026-10-25 00:00:00 +0200", 25),
            ("Europe/Berlin", "2026-06-01 00:00:00 +0200", 24), ("America/New_York", "2026-03-08 00:00:00 -0500", 23),
            ("America/New_York", "2026-11-01 00:00:00 -0400", 25),
            ("Australia/Sydney", "2026-04-05 00:00:00 +1100", 25),
            ("Australia/Sydney", "2026-10-04 00:00:00 +1000", 23),
            ("America/Santiago", "2026-04-04 00:00:00 -0300", 25),
            ("Australia/Lord_Howe", "2026-04-05 00:00:00 +1100", 24.5),
            ("Europe/Berlin", "2026-03-29 00:00:00 +0000", 24),
            ("GMT", "2026-03-29 00:00:00 +0100", 24),
        ]
    )
    func zoneOfMachine(name: String, date: String, length: Double) throws {
        #expect(hours(try steps([date], in: zone(name))) == [length])
        #expect(hours(try steps([date], in: zone(name), aggregation: "Days")) == [length])
    }

    @Test("The days of a year follow each other without gap or overlap, in every zone")
    func year() throws {
        var generator = SeededGenerator("days of a year")
        let names = [
            "Europe/Berlin", "America/New_York", "Australia/Sydney", "Asia/Kolkata", "Pacific/Auckland", "UTC",
        ]
        for name in names {
            let zone = try zone(name)
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let year = Int.random(in: 2_015...2_035, using: &generator)
            var dates: [String] = []
            var ends: [Date] = []
            for day in 1...366 {
                let parts = DateComponents(year: year, month: 1, day: day)
                guard let start = calendar.date(from: parts),
                    let end = calendar.date(from: DateComponents(year: year, month: 1, day: day + 1))
                else { continue }
                let offset = zone.secondsFromGMT(for: start)
                let local = start.addingTimeInterval(Double(offset)).formatted(.iso8601).prefix(10)
                let sign = offset < 0 ? "-" : "+"
                let minutes = abs(offset) / 60
                dates.append("\(local) 00:00:00 \(sign)" + String(format: "%02d%02d", minutes / 60, minutes % 60))
                ends.append(end)
            }
            let found = try steps(dates, in: Bool.random(using: &generator) ? zone : .gmt)
            #expect(found.count == dates.count)
            // The last is alone.
            #expect(
                zip(found, ends).dropLast().allSatisfy { $0.endDate == $1 },
                "\(name) \(year), seed \(generator.seed)"
            )
        }
    }

    @Test("Weeks, months and years end with their last day too")
    func longer() throws {
        let berlin = try zone("Europe/Berlin")
        let weeks = ["2026-03-23 00:00:00 +0100", "2026-03-30 00:00:00 +0200", "2026-04-06 00:00:00 +0200"]
        #expect(hours(try steps(weeks, in: .gmt)) == [167, 168, 168])
        let months = ["2026-03-01 00:00:00 +0100", "2026-04-01 00:00:00 +0200", "2026-05-01 00:00:00 +0200"]
        #expect(hours(try steps(months, in: berlin)) == [743, 720, 744])
        #expect(hours(try steps(["2028-01-01 00:00:00 +0100"], in: berlin, aggregation: "Years")) == [8_784])
    }

    // MARK: Workouts

    private func rates(_ start: String, _ end: String, _ values: [(String, Double)]) throws -> (
        HKWorkout, ImportSummary
    ) {
        let list = values.map {
            #"{"date": "2026-08-21 \#($0.0) +0200", "Min": \#($0.1), "Avg": \#($0.1), "Max": \#($0.1), "units": "bpm"}"#
        }
        let data =
            #""workouts": [{"name": "Outdoor Run", "start": "2026-08-21 \#(start) +0200", "end": "2026-08-21 \#(end) +0200", "#
            + #""heartRateData": [\#(list.joined(separator: ","))]}]"#
        let (person, summary) = try post(data, in: .gmt)
        let found = try person.samples(SampleListQuery(type: .workoutType()), limit: 2).first as? HKWorkout
        return (try #require(found), summary)
    }

    @Test("Heart rate before a workout's start and after its end is none of it")
    func heartRate() throws {
        let unit = HKUnit.count().unitDivided(by: .minute())
        func average(_ start: String, _ end: String, _ values: [(String, Double)]) throws -> Double? {
            let (workout, summary) = try rates(start, end, values)
            #expect(summary.outcome == .complete)
            return workout.statistics(for: HKQuantityType(.heartRate))?.averageQuantity()?.doubleValue(for: unit)
        }
        // Second by second: the end belongs to it.
        #expect(try average("07:00:00", "07:31:00", [("07:31:00", 150), ("07:31:05", 140), ("07:32:58", 110)]) == 150)
        #expect(try average("07:00:00", "07:31:00", [("06:59:59", 90), ("07:00:00", 100), ("07:30:59", 120)]) == 110)
        // Minute by minute: a minute that it began or ended in is of it, the one that begins with its end is not.
        #expect(try average("08:53:10", "08:56:38", [("08:53:00", 96)]) == 96)
        #expect(
            try average(
                "08:53:10",
                "08:56:38",
                [("08:52:00", 70), ("08:53:00", 90), ("08:56:00", 110), ("08:57:00", 80)]
            ) == 100
        )
        #expect(try average("07:00:00", "07:31:00", [("07:30:00", 150), ("07:31:00", 110)]) == 150)
        #expect(try average("07:00:00", "07:31:00", [("07:31:07", 110), ("07:31:09", 110)]) == nil)
    }

    @Test("Workouts are known by their names in the languages of phones, and others keep their name")
    func names() throws {
        let known: [(String, HKWorkoutActivityType)] = [
            ("户外 步行", .walking), ("户外 跑步", .running), ("室内 骑行", .cycling),
            ("Funktionales Krafttraining", .functionalStrengthTraining),
            ("Entraînement de Force Fonctionnelle", .functionalStrengthTraining),
            ("Musculation", .traditionalStrengthTraining),
            ("Outdoor Run", .running), ("Indoor Cycling", .cycling),
            ("Traditional Strength Training", .traditionalStrengthTraining),
            ("Outdoor Walk", .walking), ("Laufen", .running), ("Gehen Outdoor", .walking), ("Course à pied", .running),
            ("Corrida ao Ar Livre", .running), ("Outdoor Radfahren", .cycling),
            ("High Intensity Interval Training", .highIntensityIntervalTraining), ("Pool Swim", .swimming),
            ("Open Water Swim", .swimming), ("Yoga", .yoga), ("Hiking", .hiking), ("Mixed Cardio", .mixedCardio),
            ("Core Training", .coreTraining), ("Gehen (Indoor)", .walking), ("Freiwasserschwimmen", .swimming),
            ("Rollstuhl (Lauftempo)", .wheelchairRunPace), ("Sonstiges", .other), ("RUDERN", .rowing),
            ("Fußball", .soccer),
        ]
        for (name, type) in known { #expect(HealthAutoExportActivity.named(name) == type, "\(name)") }
        for name in ["Blorbing", "Outdoor", "户外", "", "Outdoor Blorbing"] {
            #expect(HealthAutoExportActivity.named(name) == nil, "\(name)")
        }
        let data =
            #""workouts": [{"name": "Blorbing", "start": "2026-08-21 07:00:00 +0200", "end": "2026-08-21 07:30:00 +0200"}]"#
        let (person, summary) = try post(data, in: .gmt)
        let workout = try person.samples(SampleListQuery(type: .workoutType()), limit: 2).first as? HKWorkout
        #expect(workout?.content.activityName == "Blorbing" && summary.outcome == .complete)
    }

    @Test("Every activity has a German name, and no name in the table is two activities'")
    func table() throws {
        let url = Fixtures.own.deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Resources/workout-names.json")
        struct Table: Decodable {
            let places: [String]
            let names: [String: [String]]
        }
        let table = try JSONDecoder().decode(Table.self, from: Data(contentsOf: url))
        let cases = try #require(TypeCatalogue.shared.workoutActivities?.cases)
        for (name, words) in table.names {
            let type = try #require(cases.first { $0.name == name }, "\(name)")
            for word in words {
                #expect(HealthAutoExportActivity.named(word)?.rawValue == UInt(type.value), "\(word)")
                for place in table.places.prefix(40) {
                    #expect(HealthAutoExportActivity.named("\(word) \(place)") != nil, "\(word) \(place)")
                }
            }
        }
    }

    @Test("Series of a workout become its statistics, unless it has a total that says the same")
    func series() throws {
        func value(_ minute: Int, _ number: Double, _ unit: String) -> String {
            #"{"date": "2026-08-21 07:\#(10 + minute):00 +0200", "qty": \#(number), "units": "\#(unit)"}"#
        }
        let data = #"""
            "workouts": [{"name": "Indoor Cycling", "start": "2026-08-21 07:10:00 +0200", "end": "2026-08-21 07:12:00 +0200",
             "activeEnergyBurned": {"qty": 40, "units": "kcal"},
             "activeEnergy": [\#(value(0, 10, "kcal")), \#(value(1, 12, "kcal"))],
             "basalEnergy": [\#(value(0, 4.184, "kJ")), \#(value(1, 4.184, "kJ")), \#(value(2, 99, "kJ"))],
             "cyclingPower": [\#(value(0, 100, "W")), \#(value(1, 200, "W")), \#(value(5, 900, "W"))]}]
            """#
        let (person, summary) = try post(data, in: .gmt)
        #expect(summary.outcome == .complete && summary.notImported.map(\.count) == [2, 3, 3])
        let workout = try #require(
            try person.samples(SampleListQuery(type: .workoutType()), limit: 2).first as? HKWorkout
        )
        func sum(_ type: HKQuantityTypeIdentifier) -> Double? {
            workout.statistics(for: HKQuantityType(type))?.sumQuantity()?.doubleValue(for: .kilocalorie())
        }
        #expect(sum(.activeEnergyBurned) == 40)
        #expect(abs((sum(.basalEnergyBurned) ?? 0) - 2) < 1e-9)
        let power = workout.statistics(for: HKQuantityType(.cyclingPower))
        #expect(power?.averageQuantity()?.doubleValue(for: .watt()) == 150)
        #expect(power?.maximumQuantity()?.doubleValue(for: .watt()) == 200)
    }
}
