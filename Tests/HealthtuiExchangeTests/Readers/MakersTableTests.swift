import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Tables of makers, by the mappings of the program.
@Suite struct MakersTableTests {
    private let person = HKHealthStore.person(location: .memory).person

    /// What `make_tables.py` says must come of a file.
    private static func expected(_ name: String) throws -> [String: Any] {
        let all = try JSONSerialization.jsonObject(with: Data(Fixtures.bytes("tables/makers/expected.json")))
        return try #require((all as? [String: [String: Any]])?[name])
    }

    private static func number(_ value: Any) -> Double? {
        (value as? Double) ?? (value as? Int).map(Double.init) ?? (value as? NSNumber)?.doubleValue
    }

    private static let names = [
        "clarity.csv", "libre-mmol.csv", "libre-us.csv", "omron.csv", "ihealth.csv",
        "com.samsung.shealth.tracker.heart_rate.20250328.csv", "com.samsung.shealth.step_daily_trend.20250328.csv",
        "com.samsung.health.sleep_stage.20250328.csv", "physiological_cycles.csv", "raw_hr_hr.csv", "bp.csv",
        "weight.csv", "clocks.csv",
    ]

    private func samples(_ type: HKSampleType) throws -> [HKSample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 1_000)
    }

    private func read(_ name: String, zone: String, as text: [UInt8]? = nil) throws -> ImportSummary {
        let bytes = try text ?? Fixtures.bytes("tables/makers/\(name)")
        let file = try #require(try TableFile.guess(bytes, named: name, ReaderAnswers()))
        #expect(file.doubt == nil)
        let zone = try #require(TimeZone(identifier: zone))
        return try ReaderImport(person)
            .run(bytes, from: name, with: TableReader(file, zone: zone, source: "CSV"))
    }

    @Test("What comes of a maker's table is what was written into it, and again adds nothing", arguments: names)
    func makers(name: String) throws {
        let expected = try Self.expected(name)
        let zone = expected["zone"] as? String ?? "UTC"
        let summary = try read(name, zone: zone)
        #expect(
            Double(summary.total(\.refused)) == expected["refused"].flatMap(Self.number) ?? 0,
            "\(summary.warnings)"
        )
        var first: Date?
        for (key, value) in expected {
            guard let wanted = value as? [Any] else { continue }
            let type = try #require(TypeCatalogue.resolve(key)?.type as? HKSampleType)
            let found = try samples(type)
            #expect(Double(found.count) == wanted.first.flatMap(Self.number), "\(key)")
            first = [first, found.first?.startDate].compactMap { $0 }.min()
            if let source = expected["source"] as? String {
                // Sums of days have a source of their own.
                let sources = [source, HKSource.sumPrefix + source]
                #expect(
                    found.allSatisfy { sources.contains($0.sourceRevision.source.bundleIdentifier) },
                    "\(key)"
                )
            }
            guard wanted.count > 2, let total = Self.number(wanted[1]) else { continue }
            let unit = try #require((wanted[2] as? String).flatMap { TableMapping.unit($0) })
            let sum = found.compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: unit) }.reduce(0, +)
            #expect(abs(sum - total) < 1e-4 * total, "\(key): \(sum)")
        }
        if let time = expected["first"] as? String { #expect(first == (try TableStore.date(time))) }
        #expect(try read(name, zone: zone).added == 0)
    }

    @Test("A maker's table is read the same way with lines of Windows, and in UTF-16", arguments: names)
    func encodings(name: String) throws {
        let expected = try Self.expected(name)
        let text = String(decoding: try Fixtures.bytes("tables/makers/\(name)"), as: UTF8.self)
        let windows = text.replacing("\n", with: "\r\n")
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in windows.drop(while: { $0 == "\u{FEFF}" }).utf16 {
            wide += [UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8)]
        }
        let zone = expected["zone"] as? String ?? "UTC"
        let added = try read(name, zone: zone).added
        #expect(added > 0)
        #expect(try read(name, zone: zone, as: Array(windows.utf8)).added == 0)
        #expect(try read(name, zone: zone, as: wide).added == 0)
    }

    @Test("Clarity's Low and High are clamped, calibrations are entered by hand, and insulin has its reason")
    func clarity() throws {
        let summary = try read("clarity.csv", zone: "Europe/Zurich")
        let glucose = try samples(HKQuantityType(.bloodGlucose))
        let keys = [
            HKMetadataKeyQuantityClampedToUpperBound, HKMetadataKeyQuantityClampedToLowerBound,
            HKMetadataKeyWasUserEntered,
        ]
        let marks = glucose.map { sample in keys.map { sample.metadata?[$0] as? Bool ?? false } }
        #expect(marks == [[false, false, false], [true, false, false], [false, true, false], [false, false, true]])
        #expect(Set(glucose.map { $0.device?.name }) == ["iOS G7"])
        let insulin = try samples(HKQuantityType(.insulinDelivery))
        #expect(insulin.map { $0.metadata?[HKMetadataKeyInsulinDeliveryReason] as? Int } == [2])
        // The person's names, the device and an alert are no measurements; an exercise isn't read.
        #expect(summary.notImported.contains { $0.kind == "rows that aren't measurements" && $0.count == 4 })
        #expect(
            summary.notImported.contains { $0.kind == "rows of a kind that isn't read" && $0.count == 1 && $0.isData }
        )
    }

    @Test("Insulin whose kind a file leaves open is refused with its line")
    func unknownInsulin() throws {
        let text = String(decoding: try Fixtures.bytes("tables/makers/clarity.csv"), as: UTF8.self)
            .replacing("Fast-Acting", with: "Other")
        let summary = try read("clarity.csv", zone: "Europe/Zurich", as: Array(text.utf8))
        #expect(try samples(HKQuantityType(.insulinDelivery)).isEmpty)
        #expect(summary.warnings.contains { $0.contains("line 10: Insulin Value (u): HKInsulinDeliveryReason") })
    }

    @Test("LibreView's long-acting insulin is basal and its rapid-acting insulin a bolus")
    func libreInsulin() throws {
        _ = try read("libre-mmol.csv", zone: "Europe/Zurich")
        let reasons = try samples(HKQuantityType(.insulinDelivery))
            .map { $0.metadata?[HKMetadataKeyInsulinDeliveryReason] as? Int }
        #expect(reasons == [2, 1])
    }

    @Test("Where LibreView's dates leave it open, the order of day and month is asked")
    func openOrder() throws {
        let bytes = try Fixtures.bytes("tables/makers/libre-order-open.csv")
        let file = try #require(try TableFile.guess(bytes, named: "libre.csv", ReaderAnswers()))
        #expect(file.questions.count == 1)
        #expect(file.doubt?.contains("the day or the month first") == true)
        var answers = ReaderAnswers(dateOrder: .dayFirst)
        let answered = try #require(try TableFile.guess(bytes, named: "libre.csv", answers))
        #expect(answered.doubt == nil && answered.tables[0].dateOrder == .dayFirst)
        answers.dateOrder = .monthFirst
        #expect(try TableFile.guess(bytes, named: "libre.csv", answers)?.tables[0].dateOrder == .monthFirst)
    }

    @Test("The steps of a day of Samsung Health last the local day, also where the clocks change")
    func localDays() throws {
        let text = String(
            decoding: try Fixtures.bytes("tables/makers/com.samsung.shealth.step_daily_trend.20250328.csv"),
            as: UTF8.self
        )
        // 2025-03-30 in UTC; the day has 23 hours in Zurich.
        let summary = try read(
            "com.samsung.shealth.step_daily_trend.csv",
            zone: "Europe/Zurich",
            as: Array(text.replacing("1743120000000", with: "1743292800000").utf8)
        )
        #expect(summary.total(\.refused) == 0)
        let steps = try #require(try samples(HKQuantityType(.stepCount)).first)
        #expect(steps.startDate == (try TableStore.date("2025-03-29T23:00:00Z")))
        #expect(steps.endDate == (try TableStore.date("2025-03-30T22:00:00Z")))
    }

    @Test("WHOOP's sleeps add naps to its cycles, and nothing twice")
    func naps() throws {
        _ = try read("physiological_cycles.csv", zone: "UTC")
        let text = """
            Cycle start time,Cycle end time,Cycle timezone,Sleep onset,Wake onset,Respiratory rate (rpm),Nap
            2025-03-27 22:53:21,2025-03-28 22:49:18,UTC+01:00,2025-03-27 22:53:21,2025-03-28 07:17:23,16.7,false
            2025-03-27 22:53:21,2025-03-28 22:49:18,UTC+01:00,2025-03-28 14:00:00,2025-03-28 14:25:00,15.2,true
            """
        #expect(try read("sleeps.csv", zone: "UTC", as: Array(text.utf8)).added == 1)
        let nap = try #require(try samples(HKCategoryType(.sleepAnalysis)).dropFirst().first as? HKCategorySample)
        #expect(nap.value == 0)
        #expect(nap.startDate == (try TableStore.date("2025-03-28T13:00:00Z")))
        #expect(try samples(HKQuantityType(.respiratoryRate)).count == 2)
    }

    @Test("What other apps wrote into Samsung Health has a source of its own")
    func otherApps() throws {
        _ = try read("com.samsung.health.sleep_stage.20250328.csv", zone: "UTC")
        let nights = try samples(HKCategoryType(.sleepAnalysis))
        #expect(
            Set(nights.map(\.sourceRevision.source.bundleIdentifier))
                == ["file:table:samsung-health", "file:table:samsung-health:com.urbandroid.sleep"]
        )
        #expect(nights.compactMap { ($0 as? HKCategorySample)?.value }.sorted() == [3, 4, 5])
    }

    @Test("What an earlier version stored of a maker's table under the common source goes when the file comes again")
    func earlierSource() throws {
        let start = try TableStore.date("2025-03-28T06:31:02Z")
        let text = "Date,Weight (kg)\n2025-03-28 07:31:02,81.2\n"
        let file = try #require(TableFile.guess(Array(text.utf8)))
        let zone = try #require(TimeZone(identifier: "Europe/Zurich"))
        _ = try ReaderImport(person)
            .run(Array(text.utf8), from: "w.csv", with: TableReader(file, zone: zone, source: "CSV"))
        #expect(try samples(HKQuantityType(.bodyMass)).map(\.startDate) == [start])
        _ = try read("weight.csv", zone: "Europe/Zurich")
        let sources = try samples(HKQuantityType(.bodyMass)).map(\.sourceRevision.source.bundleIdentifier)
        #expect(sources == ["file:table:withings"])
    }

    @Test("Every mapping of the program is read, is in the program's list, and names a source of its maker")
    func shipped() throws {
        let folder = Fixtures.own.appending(path: "../../Resources/Mappings")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == KnownMappings.shippedTexts.map { $0.name + KnownMappings.ending })
        for (name, text) in KnownMappings.shippedTexts {
            let mapping = try MappingFile(text, path: name)
            #expect(!mapping.name.isEmpty && !mapping.rules.word.isEmpty)
        }
        #expect(KnownMappings.shipped.count == files.count)
    }

    @Test("Samsung's oxygen saturations and blood pressures come in at their own times, not when they were written")
    func samsung() throws {
        func table(_ kind: String, _ columns: String, _ values: String) throws -> TableStore {
            let name = "com.samsung.health.\(kind)"
            let own = columns.split(separator: " ").map { "\(name).\($0)" }.joined(separator: ",")
            let text = """
                com.samsung.shealth.\(kind),6314005,7
                \(own),\(name).create_time,\(name).start_time,\(name).time_offset,\(name).pkg_name
                \(values),2025-03-28 09:00:00.000,2025-03-28 07:00:00.000,UTC+0100,com.sec.android.app.shealth,

                """
            let store = TableStore()
            let file = try #require(
                try TableFile.guess(Array(text.utf8), named: "\(name).20250328.csv", ReaderAnswers())
            )
            #expect(file.doubt == nil && file.tables.first?.rules != nil)
            let summary = try ReaderImport(store.person)
                .run(Array(text.utf8), from: "a.csv", with: TableReader(file, zone: store.zone, source: "CSV"))
            #expect(summary.added > 0, "\(summary.warnings)")
            return store
        }
        let oxygen = try table("oxygen_saturation", "spo2 heart_rate", "97.0,61.0")
        #expect(try oxygen.values(.oxygenSaturation, "%") == [0.97])
        #expect(try oxygen.samples(.oxygenSaturation).map(\.startDate) == [TableStore.date("2025-03-28T07:00:00Z")])
        let pressure = try table("blood_pressure", "systolic diastolic pulse", "121.0,79.0,64")
        #expect(try pressure.pressures().count == 1)
        #expect(try pressure.values(.heartRate, "count/min") == [64])
    }
}
