import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// When the rows of tables were, and how long they lasted.
@Suite struct TableTimeTests {
    private let store = TableStore()

    // MARK: Nights

    @Test(
        "A night ends at the hour that it says, also where the clocks change",
        arguments: [
            ("2026-03-27", "23:00", "07:00", "2026-03-27T22:00:00Z", "2026-03-28T06:00:00Z"),
            ("2026-03-28", "23:00", "07:00", "2026-03-28T22:00:00Z", "2026-03-29T05:00:00Z"),
            ("2026-10-24", "23:00", "07:00", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"),
            ("2026-12-31", "22:30", "00:15", "2026-12-31T21:30:00Z", "2026-12-31T23:15:00Z"),
            ("2026-02-28", "23:00", "24:00", "2026-02-28T22:00:00Z", "2026-02-28T23:00:00Z"),
            ("2026-06-01", "13:00", "14:00", "2026-06-01T11:00:00Z", "2026-06-01T12:00:00Z"),
        ]
    )
    func nights(day: String, start: String, end: String, from: String, to: String) throws {
        try store.read("Date,Start,End,Active Energy (kcal)\n\(day),\(start),\(end),40\n")
        let sample = try #require(try store.samples(.activeEnergyBurned).first)
        let wanted = (start: try TableStore.date(from), end: try TableStore.date(to))
        #expect(sample.startDate == wanted.start && sample.endDate == wanted.end)
    }

    @Test("In every zone a night ends at its wall clock hour")
    func generatedNights() throws {
        var random = SeededGenerator("nights of tables")
        let names = [
            "Europe/Berlin", "America/New_York", "Australia/Sydney", "America/Santiago", "Asia/Kolkata", "Pacific/Apia",
        ]
        for _ in 0..<120 {
            let zone = try #require(names.randomElement(using: &random).flatMap { TimeZone(identifier: $0) })
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = zone
            let store = TableStore(zone: zone)
            let day = Date(
                timeIntervalSince1970: 1_750_000_000 + 86_400 * Double(Int.random(in: 0..<365, using: &random))
            )
            let parts = calendar.dateComponents([.year, .month, .day], from: day)
            let (hour, last) = (Int.random(in: 20...23, using: &random), Int.random(in: 5...9, using: &random))
            let date = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            try store.read("Date,Start,End,Active Energy (kcal)\n\(date),\(hour):00,0\(last):30,40\n")
            let sample = try #require(try store.samples(.activeEnergyBurned).first)
            let end = calendar.dateComponents([.hour, .minute], from: sample.endDate)
            let start = calendar.dateComponents([.day, .hour], from: sample.startDate)
            #expect(end.hour == last && end.minute == 30, "seed \(random.seed): \(zone.identifier) \(date)")
            #expect(start.hour == hour && start.day == parts.day, "seed \(random.seed): \(zone.identifier) \(date)")
            let night = sample.endDate.timeIntervalSince(sample.startDate)
            #expect((6 * 3_600...15 * 3_600).contains(night), "seed \(random.seed): \(zone.identifier) \(date)")
        }
    }

    @Test("When a row was written is its time only where nothing else says when it was measured")
    func writingTimes() throws {
        let text = """
            com.samsung.shealth.meter,1,1
            com.samsung.health.meter.create_time,com.samsung.health.meter.start_time,com.samsung.health.meter.heart_rate
            2026-07-01 09:00:00.000,2026-07-01 07:00:00.000,61
            """
        try store.read(text)
        #expect(try store.samples(.heartRate).map(\.startDate) == [try TableStore.date("2026-07-01T07:00:00Z")])
        let alone = TableStore()
        try alone.read(text.replacing("start_time", with: "other"))
        #expect(try alone.samples(.heartRate).map(\.startDate) == [try TableStore.date("2026-07-01T09:00:00Z")])
    }

    // MARK: Changes of clocks

    @Test("A time that clocks skip is refused with its line; one that they repeat is the first, and is reported")
    func changesOfClocks() throws {
        let text =
            "Date,Time,Heart rate (bpm)\n2026-10-25,02:30:00,61\n2026-03-29,02:30:00,63\n2026-03-29,03:30:00,64\n"
        let summary = try store.read(text)
        let times = try store.samples(.heartRate).map(\.startDate)
        #expect(times == [try TableStore.date("2026-03-29T01:30:00Z"), try TableStore.date("2026-10-25T00:30:00Z")])
        #expect(summary.warnings.contains { $0.contains("line 3: the clocks of Europe/Berlin skipped this time") })
        #expect(summary.warnings.contains { $0.contains("a row has a time that the clocks show twice") })
        #expect(summary.counts[.records].refused == 1)
    }

    @Test("An offset or an abbreviation says which of two times it is, and a day begins where the clocks go on")
    func saidTimes() throws {
        let text = "Start,Heart rate (bpm)\n2026-10-25 02:30:00 CET,61\n2026-10-25 02:30:00+02:00,62\n"
        let summary = try store.read(text)
        #expect(!summary.warnings.contains { $0.contains("show twice") })
        #expect(
            try store.samples(.heartRate).map(\.startDate)
                == [try TableStore.date("2026-10-25T00:30:00Z"), try TableStore.date("2026-10-25T01:30:00Z")]
        )
        // In Beirut the clocks go from 0:00 to 1:00.
        let beirut = TableStore(zone: try #require(TimeZone(identifier: "Asia/Beirut")))
        let days = try beirut.read("Date,Weight (kg)\n2026-03-29,80.5\n")
        #expect(days.counts[.records].refused == 0)
        #expect(try beirut.samples(.bodyMass).map(\.startDate) == [try TableStore.date("2026-03-28T22:00:00Z")])
    }

    @Test("In every zone a time is what a search of all offsets from UTC finds for it")
    func searchedTimes() throws {
        var random = SeededGenerator("clocks of tables")
        let names = [
            "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Santiago", "Pacific/Apia",
            "Asia/Beirut",
            "Africa/Casablanca", "America/St_Johns",
        ]
        var kinds: Set<Int> = []
        for _ in 0..<2_000 {
            let zone = try #require(names.randomElement(using: &random).flatMap { TimeZone(identifier: $0) })
            // Half of the times are near a change of clocks.
            var time = Date(
                timeIntervalSince1970: 1_262_304_000 + Double(Int.random(in: 0..<525_600_000, using: &random))
            )
            if Bool.random(using: &random), let change = zone.nextDaylightSavingTimeTransition(after: time) {
                time = change + Double(Int.random(in: -10_000...10_000, using: &random))
            }
            let shift = Double(Int.random(in: -1...1, using: &random) * 3_600)
            let minute = (time.timeIntervalSinceReferenceDate / 60).rounded() * 60
            let wall = minute + Double(zone.secondsFromGMT(for: time)) + shift
            let found = stride(from: 54_000.0, through: -54_000, by: -900)
                .filter { zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: wall - $0)) == Int($0) }
                .map { wall - $0 }
            let day = try #require(CivilDay(atReferenceDate: wall))
            let clock = wall - Double(day.daysSinceReferenceDate) * 86_400
            let read = try #require(TableMoment(day: day, clock: clock).zonedTime(zone))
            let context = "seed \(random.seed): \(zone.identifier) \(wall)"
            #expect(read.isSkipped == found.isEmpty, "\(context)")
            kinds.insert(found.count)
            guard let first = found.first else { continue }
            #expect(read.first.timeIntervalSinceReferenceDate == first, "\(context)")
            #expect(read.second?.timeIntervalSinceReferenceDate == (found.count > 1 ? found[1] : nil), "\(context)")
        }
        #expect(kinds == [0, 1, 2])
    }

    @Test("A day of a point in time is the one that its seconds say")
    func civilDays() throws {
        var random = SeededGenerator("days of tables")
        for _ in 0..<2_000 {
            let number = Int.random(in: -730_485...2_921_000, using: &random)
            let time = Double(number) * 86_400 + Double(Int.random(in: 0..<86_400, using: &random))
            let day = try #require(CivilDay(atReferenceDate: time))
            #expect(day.daysSinceReferenceDate == number, "seed \(random.seed): \(number)")
        }
        #expect(CivilDay(atReferenceDate: .nan) == nil && CivilDay(atReferenceDate: 1e300) == nil)
        #expect(CivilDay(atReferenceDate: -1e12) == nil)
    }

    // MARK: Forms

    @Test(
        "Times are read with the time of day first, without marks, at 24:00, and with the zone's own abbreviations",
        arguments: [
            ("23:00:00 May 20 2026", "2026-05-20T21:00:00Z"), ("21:34:53 16/07/2026", "2026-07-16T19:34:53Z"),
            ("21:34:53 16-07-2026", "2026-07-16T19:34:53Z"), ("21:34, 16.07.2026", "2026-07-16T19:34:00Z"),
            ("9:34 PM, 16 July 2026", "2026-07-16T19:34:00Z"), ("2026-05-20 24:00", "2026-05-20T22:00:00Z"),
            ("20260520T230300Z", "2026-05-20T23:03:00Z"), ("20260520T2303", "2026-05-20T21:03:00Z"),
            ("20260520T230300+0530", "2026-05-20T17:33:00Z"), ("20260520T230300.5Z", "2026-05-20T23:03:00Z"),
            ("202605202303", "2026-05-20T21:03:00Z"), ("2026-05-20 23:03 CEST", "2026-05-20T21:03:00Z"),
            ("2026-05-20 23:03 CET", "2026-05-20T22:03:00Z"), ("23:03 MESZ 20.05.2026", "2026-05-20T21:03:00Z"),
            ("2026-05-20 23:03:00 -0700", "2026-05-21T06:03:00Z"), ("2026-05-20 23:03 UTC+2", "2026-05-20T21:03:00Z"),
            ("20.05.2026 - 23:03", "2026-05-20T21:03:00Z"), ("23:03 - 20.05.2026", "2026-05-20T21:03:00Z"),
            ("23:03 +02:00 20.05.2026", "2026-05-20T21:03:00Z"),
            ("Wed May 20 23:03:00 CEST 2026", "2026-05-20T21:03:00Z"),
            ("2026-05-20T23:03:00.000+02:00", "2026-05-20T21:03:00Z"), ("20.05.2026 23.03", "2026-05-20T21:03:00Z"),
            ("20260520 23:03", "2026-05-20T21:03:00Z"),
        ]
    )
    func forms(text: String, time: String) throws {
        let table = "When;Heart Rate (bpm)\n\(text);61\n"
        #expect(try store.file(table).questions == [])
        let summary = try store.read(table)
        let start = try #require(try store.samples(.heartRate).first?.startDate, "\(summary.warnings)")
        #expect(abs(start.timeIntervalSince(try TableStore.date(time))) < 1)
    }

    @Test(
        "A time whose zone isn't known, or that isn't one, is refused with its line",
        arguments: [
            "2026-05-20 23:03 PDT", "2026-05-20 24:01", "2026-05-20 23:60", "20260520T250000Z", "2026-05-20 23:03 XYZ",
        ]
    )
    func refused(text: String) throws {
        let summary = try store.read("When,Heart Rate (bpm)\n2026-05-20 22:00,60\n\(text),61\n")
        #expect(try store.values(.heartRate, "count/min") == [60])
        #expect(summary.warnings.count == 1 && summary.warnings[0].contains("line 3"))
    }

    @Test("An abbreviation is that of the person's zone: the same one elsewhere is another time")
    func abbreviations() throws {
        let table = "When,Heart Rate (bpm)\n2026-07-20 12:00 CST,61\n"
        for (zone, time) in [("Asia/Shanghai", "2026-07-20T04:00:00Z"), ("America/Chicago", "2026-07-20T18:00:00Z")] {
            let store = TableStore(zone: try #require(TimeZone(identifier: zone)))
            try store.read(table)
            #expect(try store.samples(.heartRate).first?.startDate == TableStore.date(time))
        }
        try store.read("When,Zone,Heart Rate (bpm)\n2026-07-20 12:00,CEST,61\n2026-07-20 13:00,PDT,62\n")
        #expect(try store.samples(.heartRate).map(\.startDate) == [TableStore.date("2026-07-20T10:00:00Z")])
    }

    @Test("Milliseconds since 1970 are times under any name")
    func milliseconds() throws {
        let text = """
            timestampUnixMs;systolic;diastolic;pulse;bodyweight
            1541545200000;null;null;null;72.0
            1541631600000;128;82;61;null
            """
        #expect(try store.file(text).questions == [])
        try store.read(text)
        #expect(try store.values(.bodyMass, "kg") == [72])
        #expect(try store.pressures() == ["128/82"])
        #expect(try store.samples(.heartRate).first?.startDate == Date(timeIntervalSince1970: 1_541_631_600))
    }

    // MARK: Durations

    private func seconds(_ text: String, _ roles: [String: TableMapping.Role] = [:]) throws -> [Double] {
        let store = TableStore()
        try store.read(text, roles)
        return try store.samples(.activeEnergyBurned).map { $0.endDate.timeIntervalSince($0.startDate) }
    }

    private static func table(_ durations: [String], _ name: String = "Duration") -> String {
        "Date;\(name);Active Energy (kcal)\n"
            + durations.enumerated().map { "2026-03-0\($0 + 1) 08:00;\($1);40\n" }.joined()
    }

    @Test(
        "Durations are read as they are written",
        arguments: [
            ("1h 5m", 3_900.0), ("1 h 5 min", 3_900), ("45 min", 2_700), ("PT1H5M", 3_900), ("PT90S", 90),
            ("P1DT1H", 90_000),
            ("1:05:10", 3_910), ("1h05", 3_900), ("1,5 h", 5_400), ("1.5 hours", 5_400), ("1:05 h", 3_900),
            ("45:10 min", 2_710), ("1 Std. 5 Min.", 3_900), ("2 hours and 5 minutes", 7_500), ("45:10", 2_710),
            ("5m30", 330), ("12:30.5", 750.5), ("0:00", 0),
        ]
    )
    func durations(text: String, seconds wanted: Double) throws {
        #expect(try store.file(Self.table([text])).questions == [])
        #expect(try seconds(Self.table([text])) == [wanted])
    }

    @Test("Two numbers around a colon are asked about, and read as is said")
    func openPairs() throws {
        let table = Self.table(["1:05", "0:45", "1:05:10"])
        let questions = try store.file(table).questions.map(\.description)
        #expect(questions.count == 1)
        #expect(questions[0].contains("line 2: Duration: 1:05 could be 1 h 5 min or 1 min 5 s"))
        #expect(questions[0].contains("--map \"Duration=duration:h:mm\" or --map \"Duration=duration:m:ss\""))
        #expect(try seconds(table, ["Duration": .duration(unit: "h:mm")]) == [3_900, 2_700, 3_910])
        #expect(try seconds(table, ["Duration": .duration(unit: "m:ss")]) == [65, 45, 3_910])
        #expect(try store.file(Self.table(["1:05"], "Duration (h:mm)")).questions == [])
        #expect(try seconds(Self.table(["1:05"], "Duration (mm:ss)")) == [65])
    }

    @Test("A first number over 23 is of minutes, in whatever row it is")
    func minutes() throws {
        #expect(try seconds(Self.table(["1:05", "24:10"])) == [65, 1_450])
        #expect(try store.file(Self.table(["1:05", "23:10"])).questions.count == 1)
        let far = Self.table(["1:05"]) + String(repeating: "2026-03-05 08:00;0:40;40\n", count: 20_005)
        #expect(try store.file(far).questions.count == 1)
        #expect(try store.file(far + "2026-03-06 08:00;59:00;40\n").questions == [])
    }

    @Test("A distance that nobody goes in minutes leaves hours")
    func distances() throws {
        let table = """
            Date,Duration,Distance (km),Activity
            2026-03-01 08:00,1:05,12.0,Running
            2026-03-02 08:00,0:45,9.1,Running
            2026-03-03 08:00,1:05:10,12.0,Running
            """
        #expect(try store.file(table).questions == [])
        try store.read(table)
        #expect(
            try store.samples(.distanceWalkingRunning).map { $0.endDate.timeIntervalSince($0.startDate) } == [
                3_900, 2_700, 3_910,
            ]
        )
        // 65 seconds are enough for 300 m, and so are 65 minutes.
        #expect(
            try store.file("Date,Duration,Distance (km),Activity\n2026-03-01 08:00,1:05,0.3,Running\n").questions.count
                == 1
        )
        // One row says hours, another minutes.
        let divided =
            "Date,Duration,Distance (km),Activity\n2026-03-01 08:00,1:05,12,Running\n2026-03-02 08:00,45:00,9,Running\n"
        #expect(try store.file(divided).questions.count == 1)
    }

    @Test("A plain number needs a unit; what is no duration is refused")
    func plainNumbers() throws {
        let questions = try store.file(Self.table(["65"])).questions.map(\.description)
        #expect(questions.count == 1 && questions[0].contains("--map \"Duration=duration:min\""))
        #expect(try seconds(Self.table(["65"]), ["Duration": .duration(unit: "min")]) == [3_900])
        #expect(try seconds(Self.table(["65"], "Duration (min)")) == [3_900])
        let summary = try store.read(Self.table(["45 min", "long", "1:75", "5 parsecs"]))
        #expect(summary.counts[.records].added == 1 && summary.counts[.records].refused == 3)
        #expect(summary.warnings.contains { $0.contains("line 3") && $0.contains("Duration") })
    }
}
