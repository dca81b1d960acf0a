import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Tables as other programs write them: their units, dates, numbers, encodings, and the lines before them.
@Suite struct TableTests {
    private let person = HKHealthStore.person(location: .memory).person
    private static let berlin = TimeZone(identifier: "Europe/Berlin") ?? .gmt

    private func guess(
        _ text: String,
        _ reported: [String: TableMapping.Role] = [:],
        dates: TableMapping.DateOrder? = nil,
        decimal: TableNumbers.Decimal? = nil
    ) throws -> TableMapping {
        try #require(file(Array(text.utf8), reported, dates: dates, decimal: decimal).tables.first)
    }

    private func file(
        _ bytes: [UInt8],
        _ reported: [String: TableMapping.Role] = [:],
        dates: TableMapping.DateOrder? = nil,
        decimal: TableNumbers.Decimal? = nil
    ) throws -> TableFile {
        try #require(TableFile.guess(bytes, ReaderAnswers(roles: reported, dateOrder: dates, decimal: decimal)))
    }

    @discardableResult
    private func read(
        _ bytes: [UInt8],
        _ reported: [String: TableMapping.Role] = [:],
        decimal: TableNumbers.Decimal? = nil,
        isForced: Bool = false
    ) throws -> ImportSummary {
        let file = try file(bytes, reported, decimal: decimal)
        return try ReaderImport(person, isForced: isForced)
            .run(bytes, from: "table.csv", with: TableReader(file, zone: Self.berlin, source: "CSV"))
    }

    @discardableResult
    private func read(
        _ text: String,
        _ reported: [String: TableMapping.Role] = [:],
        decimal: TableNumbers.Decimal? = nil,
        isForced: Bool = false
    ) throws -> ImportSummary {
        try read(Array(text.utf8), reported, decimal: decimal, isForced: isForced)
    }

    private func samples(_ type: HKQuantityTypeIdentifier) throws -> [HKQuantitySample] {
        try person.samples(SampleListQuery(type: HKQuantityType(type)), ascending: true, limit: 100)
            .compactMap { $0 as? HKQuantitySample }
    }

    private func values(_ type: HKQuantityTypeIdentifier, _ unit: String) throws -> [Double] {
        let unit = try #require(HKUnit.named(unit))
        return try samples(type).map { ($0.quantity.doubleValue(for: unit) * 1e6).rounded() / 1e6 }
    }

    // MARK: Units

    @Test(
        "Percentages are hundredths where a table writes them so, and parts of one where it writes those",
        arguments: [
            ("SpO2", "97", 0.97), ("SpO2 (%)", "97", 0.97), ("SpO2", "0.97", 0.97), ("SpO2 (%)", "0.97", 0.97),
            ("Blood oxygen %", "97%", 0.97), ("Oxygen Saturation", "97 %", 0.97),
        ]
    )
    func percentages(header: String, value: String, part: Double) throws {
        let mapping = try guess("Date,\(header)\n2024-01-01 08:00,\(value)\n")
        #expect(mapping.questions == [])
        try read("Date,\(header)\n2024-01-01 08:00,\(value)\n")
        #expect(try values(.oxygenSaturation, "%") == [part])
    }

    @Test("Body fat of 22.5 is 22.5 %, beside a weight under the name Fat too")
    func bodyFat() throws {
        try read("Date,Weight (kg),BMI,Fat\n2024-01-01 08:00,71.5,22.1,22.5\n")
        #expect(try values(.bodyFatPercentage, "%") == [0.225])
        #expect(try samples(.dietaryFatTotal).isEmpty)
    }

    @Test("Of a percentage that may be both, it is asked")
    func openPercentage() throws {
        let text = "Date,Walking Asymmetry\n2024-01-01,0.5\n2024-01-02,1\n"
        #expect(try guess(text).questions.count == 1)
    }

    @Test("A percentage that 0.2.0 stored a hundred times too large goes when the table comes again")
    func percentageOf020() throws {
        let text = "Date,SpO2\n2024-01-01 08:00,97\n"
        var old = try file(Array(text.utf8))
        old.tables[0].columns[1].scale = 1
        _ = try ReaderImport(person, isForced: true)
            .run(Array(text.utf8), from: "t.csv", with: TableReader(old, zone: Self.berlin, source: "CSV"))
        #expect(try values(.oxygenSaturation, "%") == [97])
        try read(text)
        #expect(try values(.oxygenSaturation, "%") == [0.97])
        #expect(try read(text).added == 0)
    }

    @Test(
        "A unit that is not said is told by the values where they leave one, and asked for where they leave several",
        arguments: [
            ("Body Temperature", "98.6", "degF", false), ("Body Temperature", "36.6", "degC", false),
            ("Height", "180", "cm", false), ("Height", "1.8", "m", false), ("Weight", "71.5", "kg", false),
            ("Weight", "158", "kg", true), ("Blood Glucose", "5.4", "mmol<180.1558800000541>/L", false),
            ("Blood Glucose", "110", "mg/dL", false), ("Cycling Distance", "5.2", "km", true),
            ("Heart Rate", "61", "count/min", false), ("Steps", "1200", "count", false),
        ]
    )
    func units(header: String, value: String, unit: String, isOpen: Bool) throws {
        let mapping = try guess("Date,\(header)\n2024-01-01 08:00,\(value)\n")
        guard case .measure(_, let found)? = mapping.columns.last?.role else {
            Issue.record("\(header) is no measure")
            return
        }
        #expect(HKUnit.named(found) == HKUnit.named(unit))
        #expect(mapping.questions.isEmpty != isOpen, "\(mapping.questions)")
        if isOpen { #expect(mapping.questions[0].description.contains("--map \"\(header)=")) }
    }

    @Test(
        "A unit behind a name is read with or without parentheses",
        arguments: [("Weight kg", "kg"), ("weight_lbs", "lb"), ("Weight [lb]", "lb"), ("Weight, kg", "kg")]
    )
    func unitsBehindNames(header: String, unit: String) throws {
        let mapping = try guess("Date;\(header)\n2024-01-01;158\n")
        #expect(
            mapping.columns.last?.role == .measure(type: HKQuantityTypeIdentifier.bodyMass.rawValue, unit: unit)
        )
        #expect(mapping.questions == [])
    }

    @Test("What nobody has is not stored, unless it is forced")
    func bounds() throws {
        let text = "Date,Heart Rate (bpm)\n2024-01-01 08:00,700\n2024-01-01 08:01,70\n"
        let summary = try read(text)
        #expect(summary.counts[.records].added == 1 && summary.counts[.records].refused == 1)
        #expect(summary.warnings.contains { $0.contains("line 2") && $0.contains("--force") })
        #expect(try read(text, isForced: true).added == 1)
    }

    @Test(
        "Names that look like a type and are none are left out, and it is said why",
        arguments: ["Total Calories", "Calories Burned", "Calories", "Muscle Mass", "Skeletal Muscle Mass (kg)"]
    )
    func traps(header: String) throws {
        let mapping = try guess("Date,Weight (kg),\(header)\n2024-01-01,71,30\n")
        #expect(mapping.columns.last?.role == .ignored)
        #expect(mapping.columns.last?.note != nil)
    }

    @Test("Heart rate variability of WHOOP is RMSSD; of a table that does not say, it is asked")
    func variability() throws {
        let whoop =
            "Cycle start time,Cycle end time,Cycle timezone,Recovery score %,Resting heart rate (bpm),"
            + "Heart rate variability (ms),Day Strain,Energy burned (cal)\n"
            + "2024-01-01 23:00:00,2024-01-02 23:00:00,UTC-05:00,61,50,48,10.1,2400\n"
        #expect(try guess(whoop).questions == [])
        try read(whoop)
        #expect(try values(.heartRateVariabilityRMSSD, "ms") == [48])
        #expect(try samples(.heartRateVariabilitySDNN).isEmpty && samples(.activeEnergyBurned).isEmpty)
        #expect(
            try samples(.heartRateVariabilityRMSSD).first?.startDate
                == (try Date("2024-01-02T04:00:00Z", strategy: .iso8601))
        )
        let other = try guess("Date,HRV\n2024-01-01,48\n").questions
        #expect(other.count == 1 && other[0].description.contains("heartRateVariabilitySDNN"))
    }

    // MARK: Distances

    @Test("A distance is that of the activity of its row, and lasts as long as the row says")
    func activities() throws {
        let text = """
            Activity Type,Date,Favorite,Title,Distance,Calories,Time,Avg HR
            Running,2024-01-15 07:30:00,false,"Morning, slow",5.20,"1,020",00:31:05,152
            Cycling,2024-01-16 07:30:00,false,Ride,20.10,640,01:10:00,--
            Pool Swimming,2024-01-17 07:30:00,false,Swim,1.5,300,00:40:00,130
            Strength Training,2024-01-18 07:30:00,false,Gym,0.00,230,00:55:00,110
            Tennis,2024-01-19 07:30:00,false,Match,1.45,500,01:00:00,128
            """
        let open = try guess(text)
        #expect(open.columns[4].words.contains("the distance of the activity"))
        #expect(open.questions.contains { $0.description.contains("Distance=distance:km") })
        let reported: [String: TableMapping.Role] = [
            "Distance": .measure(type: TableMapping.activityDistance, unit: "km")
        ]
        #expect(try guess(text, reported).questions == [])
        let summary = try read(text, reported)
        #expect(try values(.distanceWalkingRunning, "km") == [5.2])
        #expect(try values(.distanceCycling, "km") == [20.1])
        #expect(try values(.distanceSwimming, "km") == [1.5])
        #expect(summary.counts[.records].refused == 1)
        let run = try #require(try samples(.distanceWalkingRunning).first)
        #expect(run.endDate.timeIntervalSince(run.startDate) == 31 * 60 + 5)
        #expect(try samples(.activeEnergyBurned).isEmpty)
    }

    @Test("A distance without an activity is asked about")
    func plainDistance() throws {
        #expect(
            try guess("Date,Distance (km)\n2024-01-01,5\n").questions
                .contains { $0.description.contains("distanceCycling:km") }
        )
        #expect(try guess("Date,Steps,Distance (km)\n2024-01-01,7000,5\n").questions == [])
    }

    // MARK: Times

    @Test("A date and a time of day in two columns are one time")
    func twoColumns() throws {
        let text = "Date,Time,Systolic (mmHg)\n2024-07-13,08:15,120\n2024-07-13,7:45 PM,118\n"
        try read(text.replacing("Systolic (mmHg)", with: "Heart Rate (bpm)"))
        let starts = try samples(.heartRate).map(\.startDate)
        #expect(
            starts == [
                try Date("2024-07-13T06:15:00Z", strategy: .iso8601),
                try Date("2024-07-13T17:45:00Z", strategy: .iso8601),
            ]
        )
    }

    @Test(
        "Dates are read with names of months, years of two digits, seconds since 1970 and half days",
        arguments: [
            ("13 Jul 2024 08:15", "2024-07-13T06:15:00Z"), ("Jul 13, 2024 8:15 AM", "2024-07-13T06:15:00Z"),
            ("13-Jul-24 08:15", "2024-07-13T06:15:00Z"), ("13. Juli 2024 08:15", "2024-07-13T06:15:00Z"),
            ("13 juillet 2024 08:15", "2024-07-13T06:15:00Z"), ("13.07.24 08:15", "2024-07-13T06:15:00Z"),
            ("7/13/24 8:15 am", "2024-07-13T06:15:00Z"), ("13/07/2024 08:15:00", "2024-07-13T06:15:00Z"),
            ("1720851300", "2024-07-13T06:15:00Z"), ("1720851300000", "2024-07-13T06:15:00Z"),
            ("2024-07-13T08:15:00+02:00", "2024-07-13T06:15:00Z"), ("2024/07/13 08:15", "2024-07-13T06:15:00Z"),
            ("20240713", "2024-07-12T22:00:00Z"), ("Saturday, July 13, 2024 8:15 a.m.", "2024-07-13T06:15:00Z"),
        ]
    )
    func dates(text: String, time: String) throws {
        let table = "Date\tHeart Rate (bpm)\n\(text)\t61\n"
        #expect(try guess(table).questions == [])
        try read(table)
        #expect(try samples(.heartRate).map(\.startDate) == [try Date(time, strategy: .iso8601)])
    }

    @Test(
        "What is no date is none",
        arguments: [
            "", "soon", "31 Feb 2024", "13 Foo 2024", "2024-13-01", "12", "71.5", "25:00", "13 Jul 2024 25:00",
            "1/2/3/4", "99999999999",
        ]
    )
    func noDates(text: String) {
        #expect(TableMapping.DateOrder.allCases.allSatisfy { TableDate.moment(text, $0)?.day == nil })
        #expect(TableDate.moment(text, .dayFirst)?.absolute == nil)
    }

    @Test("Dates that could be read in two ways are asked about, with what to pass")
    func openDates() throws {
        let text = "date,Weight (kg)\n01/02/2024,70\n03/04/2024,71\n"
        #expect(try guess(text).questions.contains { $0.description.contains("--dates dmy") })
        #expect(try guess(text, dates: .monthFirst).questions == [])
    }

    // MARK: Lines and letters

    @Test("Lines before the header are passed over, and a second table is read")
    func preambles() throws {
        let libre =
            "Glucose Data,Generated on,15-01-2024 10:00 UTC,Generated by,N. N.\n"
            + "Device,Serial Number,Device Timestamp,Record Type,Historic Glucose mmol/L,Scan Glucose mmol/L\n"
            + "FreeStyle,1,13-01-2024 08:32,0,5.4,\nFreeStyle,1,13-01-2024 08:40,1,,5.6\n"
        #expect(try guess(libre).questions == [])
        try read(libre)
        #expect(try values(.bloodGlucose, "mmol<180.1558800000541>/L") == [5.4, 5.6])
        let fitbit =
            "Body\nDate,Weight,BMI,Fat\n\"2024-01-13\",\"71.5\",\"22.1\",\"20.5\"\n\nActivities\n"
            + "Date,Calories Burned,Steps\n\"2024-01-13\",\"2,345\",\"12,345\"\n"
        try read(fitbit, decimal: .point)
        #expect(try values(.bodyMass, "kg") == [71.5])
        #expect(try values(.stepCount, "count") == [12_345])
        try read("Activities\nDate,Calories Burned,Steps,Distance\n2024-01-14,\"2,345\",\"12,346\",4.25\n")
        #expect(try values(.stepCount, "count") == [12_345, 12_346])
    }

    @Test("Samsung's first line, long names, trailing commas and times of UTC are read")
    func samsung() throws {
        let text =
            "com.samsung.shealth.tracker.heart_rate,6311006,5\n"
            + "com.samsung.health.heart_rate.start_time,com.samsung.health.heart_rate.time_offset,"
            + "com.samsung.health.heart_rate.heart_rate\n2024-01-13 08:00:00.000,UTC+0200,61.0,\n"
        #expect(try guess(text).questions == [])
        try read(text)
        #expect(try samples(.heartRate).map(\.startDate) == [try Date("2024-01-13T08:00:00Z", strategy: .iso8601)])
    }

    @Test("Tables in UTF-16, in Latin-1, with carriage returns and with a line that names the separator are read")
    func encodings() throws {
        let text = "Größe;Datum;Weight (kg)\nmäßig;13.07.2024;71,5\n"
        let wanted = try guess(text).columns
        #expect(wanted[0].name == "Größe")
        let latin = try #require(text.data(using: .isoLatin1))
        let little = try #require(text.data(using: .utf16LittleEndian))
        let big = try #require(text.data(using: .utf16BigEndian))
        let forms: [[UInt8]] = [
            [UInt8](latin), [0xFF, 0xFE] + [UInt8](little), [0xFE, 0xFF] + [UInt8](big), [UInt8](little),
            Array(text.replacing("\n", with: "\r").utf8), Array(text.replacing("\n", with: "\r\n").utf8),
            Array("sep=;\n\(text)".utf8), Array("\"sep=;\"\r\n\(text)".utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
        ]
        for bytes in forms {
            let mapping = try #require(TableFile.guess(bytes)?.tables.first)
            #expect(mapping.columns.map(\.name) == wanted.map(\.name))
            try read(bytes)
        }
        #expect(try values(.bodyMass, "kg") == [71.5])
    }
}
