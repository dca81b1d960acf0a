import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// The JSON of Oura.
@Suite struct OuraTests {
    private let person = HKHealthStore.person(location: .memory).person

    private static let file = """
        {"sleep": [
          {"day": "2025-03-28", "bedtime_start": "2025-03-27T23:15:00+01:00", "bedtime_end": "2025-03-28T00:15:00+01:00",
           "sleep_phase_5_min": "442211332224", "average_hrv": 65, "lowest_heart_rate": 48, "average_breath": 14.25},
          {"type": "deleted", "bedtime_start": "2025-03-27T23:15:00+01:00", "bedtime_end": "2025-03-28T00:15:00+01:00"},
          {"bedtime_start": "2025-03-27T23:15:00", "bedtime_end": "2025-03-28T00:15:00"},
          {"bedtime_start": "2025-03-29T23:00:00+01:00", "bedtime_end": "2025-03-29T23:07:00+01:00",
           "sleep_phase_5_min": "1119", "average_hrv": null}],
         "daily_activity": [
          {"day": "2025-03-28", "steps": 9120, "active_calories": 420, "total_calories": 2450},
          {"day": "2025-03-30", "steps": 0, "active_calories": 12.5}, {"steps": 1}],
         "daily_readiness": [{"day": "2025-03-28", "score": 80}], "heartrate": [{"bpm": 60}, {"bpm": 61}]}
        """

    private func read(
        _ text: String = file,
        posted: Date = Date(timeIntervalSince1970: 1_743_300_000),
        zone: String = "Europe/Zurich"
    ) throws -> ImportSummary {
        var answers = ReaderAnswers()
        answers.zone = TimeZone(identifier: zone)
        let reader = try #require(ReaderImport.reader(for: Array(text.utf8), named: "oura.json"))
        #expect(reader.name == "Oura")
        return try ReaderImport(person, answers: answers)
            .run(Array(text.utf8), from: "oura.json", with: reader, posted: posted)
    }

    private func samples(_ type: HKSampleType) throws -> [HKSample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 100)
    }

    private func values(_ type: HKQuantityTypeIdentifier, _ unit: String) throws -> [Double] {
        let unit = try #require(HKUnit.named(unit))
        return try samples(HKQuantityType(type))
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: unit) }
    }

    @Test(
        "Nights come with their stages of five minutes, days with their sums; again adds nothing; the rest is counted"
    )
    func whole() throws {
        let summary = try read()
        let sleep = try samples(HKCategoryType(.sleepAnalysis)).compactMap { $0 as? HKCategorySample }
        let night = sleep.filter { $0.startDate < (try? TableStore.date("2025-03-28T12:00:00Z")) ?? .distantPast }
        let first = try TableStore.date("2025-03-27T22:15:00Z")
        let stages = night.filter { $0.value != 0 }
        #expect(stages.map(\.value) == [2, 3, 4, 5, 3, 2])
        #expect(stages.map { $0.startDate.timeIntervalSince(first) / 300 } == [0, 2, 4, 6, 8, 11])
        #expect(stages.map { $0.endDate.timeIntervalSince($0.startDate) / 300 } == [2, 2, 2, 2, 3, 1])
        #expect(night.filter { $0.value == 0 }.map { $0.endDate.timeIntervalSince($0.startDate) } == [3_600])
        // Stages end with the time in bed, and an unknown one is refused.
        let nap = sleep.filter { !night.contains($0) && $0.value != 0 }
        #expect(nap.map { $0.endDate.timeIntervalSince($0.startDate) } == [420])
        #expect(try values(.heartRateVariabilityRMSSD, "ms") == [65])
        #expect(try values(.respiratoryRate, "count/min") == [14.25])
        #expect(try values(.stepCount, "count") == [9_120])
        #expect(try values(.activeEnergyBurned, "kcal") == [420, 12.5])
        let energy = try samples(HKQuantityType(.activeEnergyBurned))
        #expect(energy.map { $0.endDate.timeIntervalSince($0.startDate) } == [86_400, 23 * 3_600])
        #expect(energy[0].startDate == (try TableStore.date("2025-03-27T23:00:00Z")))
        #expect(Set(sleep.map(\.sourceRevision.source.bundleIdentifier)) == ["file:oura"])
        #expect(summary.warnings.contains { $0.contains("sleep[2]: no bedtime_start") })
        #expect(summary.warnings.contains { $0.contains("sleep[3]: sleep_phase_5_min: an unknown stage") })
        #expect(summary.warnings.contains { $0.contains("daily_activity[2]: no day") })
        #expect(summary.notImported.contains { $0.kind == "heartrate" && $0.count == 2 && $0.isData })
        #expect(summary.notImported.contains { $0.kind == "daily_readiness" && $0.count == 1 && !$0.isData })
        #expect(try read().added == 0)
    }

    @Test("A later file has the whole of a day that wasn't over, in whatever zone it is read")
    func laterDays() throws {
        _ = try read()
        let later = Self.file.replacing("9120", with: "10500")
        _ = try read(later, posted: Date(timeIntervalSince1970: 1_743_400_000), zone: "Europe/Helsinki")
        #expect(try values(.stepCount, "count") == [10_500])
        _ = try read()
        #expect(try values(.stepCount, "count") == [10_500])
    }

    @Test("The zone of days is asked before anything is stored; nights alone have their own")
    func zones() throws {
        let reader = OuraReader()
        #expect(throws: ImportError.self) {
            try ReaderImport(person).run(Array(Self.file.utf8), from: "oura.json", with: reader)
        }
        #expect(try samples(HKCategoryType(.sleepAnalysis)).isEmpty)
        let nights = Self.file.replacing("daily_activity", with: "daily_sleep")
        #expect(try ReaderImport(person).run(Array(nights.utf8), from: "oura.json", with: reader).added > 0)
    }

    @Test(
        "What isn't JSON of Oura is an error or nothing",
        arguments: [
            "{\"sleep\": [{\"bedtime_start\": 3", "{\"sleep\": 7, \"bedtime_start\": []}", "{\"sleep\": [[[[]]]]}",
            "[]",
        ]
    )
    func notOura(text: String) throws {
        let summary = Result {
            try ReaderImport(person).run(Array(text.utf8), from: "oura.json", with: OuraReader())
        }
        if case .success(let summary) = summary { #expect(summary.added == 0) }
    }
}

extension OuraTests {
    @Test("The page about Oura has what the reader reads; UPDATE_DOCUMENTATION=1 writes its table anew")
    func page() throws {
        let url = Fixtures.own.appending(path: "../../Documentation/Formats/Oura.md")
        let page = try String(contentsOf: url, encoding: .utf8)
        var rows = OuraReader.fields.map { field in
            let type = TypeCatalogue.shared.entry(identifier: field.type.rawValue)?.shortName ?? ""
            return "| `\(field.list)[].\(field.name)` | `\(type)` | \(field.unit) |"
        }
        let enumeration = try #require(TypeCatalogue.shared.enumeration("HKCategoryValueSleepAnalysis"))
        for stage in OuraReader.stages {
            let value = try #require(enumeration.case(value: stage.value.rawValue)?.name)
            let digit = Character(UnicodeScalar(stage.digit))
            rows.append("| `sleep[].sleep_phase_5_min`: \(digit) | `sleepAnalysis`: `\(value)` | |")
        }
        rows.append("| `sleep[].bedtime_start`, `bedtime_end` | `sleepAnalysis`: `inBed` | |")
        let head = "| in the file | becomes | unit |\n| --- | --- | --- |\n"
        let parts = page.components(separatedBy: head)
        try #require(parts.count == 2)
        let rest = parts[1].split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("|") }
        let written = parts[0] + head + rows.joined(separator: "\n") + "\n" + rest.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] != nil {
            try Data(written.utf8).write(to: url)
        } else {
            #expect(page == written, "UPDATE_DOCUMENTATION=1 writes it anew")
        }
    }
}
