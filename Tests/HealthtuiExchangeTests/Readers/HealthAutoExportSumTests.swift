import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Sums that Health Auto Export posts, again with other values and beside the samples that they sum up.
@Suite struct HealthAutoExportSumTests {
    private let store: HKHealthStore
    private let person: PersonAccess
    private let folder: TemporaryFolder
    private let noon = Date(timeIntervalSince1970: 1_707_220_800)

    init() throws {
        (store, person) = HKHealthStore.person(location: .memory)
        folder = try TemporaryFolder()
    }

    /// Posts values of a metric, each a time and a number.
    @discardableResult
    private func post(
        _ values: [(String, Double)],
        metric: String = "step_count",
        units: String = "count",
        source: String = "iPhone|Watch",
        after minutes: Double = 0,
        aggregation: String? = nil
    ) throws -> ImportSummary {
        let entries = values.map { #"{"date": "\#($0.0)", "qty": \#($0.1), "source": "\#(source)"}"# }
        let text =
            #"{"data": {"metrics": [{"name": "\#(metric)", "units": "\#(units)", "data": ["#
            + entries.joined(separator: ", ") + "]}]}}"
        let bytes = Array(text.utf8)
        let reader = try #require(ReaderImport.reader(for: bytes, named: "request"))
        return try ReaderImport(person)
            .run(
                bytes,
                from: "request",
                with: reader,
                posted: noon.addingTimeInterval(minutes * 60),
                aggregation: aggregation
            )
    }

    /// Imports steps as the phone's own export has them, each a start and an end on the day, and a number.
    private func export(_ rows: [(String, String, Int)], source: String) throws {
        let records = rows.map {
            #"<Record type="HKQuantityTypeIdentifierStepCount" sourceName="\#(source)" unit="count" value="\#($0.2)" "#
                + #"creationDate="2024-02-06 \#($0.1) +0000" startDate="2024-02-06 \#($0.0) +0000" "#
                + #"endDate="2024-02-06 \#($0.1) +0000"/>"#
        }
        let text = #"<HealthData locale="en_US">"# + records.joined() + "</HealthData>"
        let file = try folder.write(Array(text.utf8), to: "\(UUID().uuidString).xml")
        _ = try ExportImporter(person).run(path: file)
    }

    private func rows(_ type: HKQuantityTypeIdentifier = .stepCount) throws -> [HKQuantitySample] {
        try person.samples(SampleListQuery(type: HKQuantityType(type)), ascending: true, limit: 100)
            .compactMap { $0 as? HKQuantitySample }
    }

    private func steps() throws -> [Double] { try rows().map { $0.quantity.doubleValue(for: .count()) } }

    /// The merged sum of all steps.
    private func sum() async throws -> Double? {
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)),
            options: .cumulativeSum
        )
        return try await query.result(for: store)?.sumQuantity()?.doubleValue(for: .count())
    }

    @Test("An hour that is posted again with a larger sum replaces the first, and an older posting changes nothing")
    func again() async throws {
        try post([("2024-02-06 13:00:00 +0000", 40), ("2024-02-06 14:00:00 +0000", 1_000)])
        let second = try post(
            [("2024-02-06 13:00:00 +0000", 40), ("2024-02-06 14:00:00 +0000", 1_500)],
            after: 30
        )
        #expect(second.counts[.records].added == 1 && second.counts[.records].duplicate == 1)
        #expect(try steps() == [40, 1_500])
        #expect(try await sum() == 1_540)
        let hour = try #require(try rows().last)
        #expect(hour.endDate.timeIntervalSince(hour.startDate) == 3_600)
        #expect(hour.metadata?[HKMetadataKeySyncIdentifier] as? String == "sum 2024-02-06T14:00:00Z")
        #expect(hour.metadata?[HKMetadataKeySyncVersion] as? NSNumber == NSNumber(value: 1_707_222_600_000))
        let old = try post([("2024-02-06 13:00:00 +0000", 40), ("2024-02-06 14:00:00 +0000", 1_200)], after: 10)
        #expect(old.added == 0 && old.counts[.records].duplicate == 2)
        #expect(try steps() == [40, 1_500])
    }

    @Test("Sums of another source, of another type and of another hour stay beside each other")
    func others() throws {
        let hours = [("2024-02-06 13:00:00 +0000", 40.0), ("2024-02-06 14:00:00 +0000", 1_000)]
        try post(hours)
        try post(hours, source: "Ring", after: 1)
        try post(hours, metric: "flights_climbed", after: 1)
        #expect(try steps().sorted() == [40, 40, 1_000, 1_000])
        #expect(try rows(.flightsClimbed).count == 2)
    }

    @Test("Two values of one source and time in one file are both kept, and recognized again")
    func twice() throws {
        let pair = [("2024-02-06 07:00:00 +0000", 70.0), ("2024-02-06 07:00:00 +0000", 71)]
        try post(pair, metric: "weight_body_mass", units: "kg")
        #expect(try rows(.bodyMass).count == 2)
        #expect(try post(pair, metric: "weight_body_mass", units: "kg", after: 5).added == 0)
    }

    @Test("A sum that you delete stays deleted when it is posted again, and comes back when asked for")
    func deleted() throws {
        let hours = [("2024-02-06 13:00:00 +0000", 40.0), ("2024-02-06 14:00:00 +0000", 1_000)]
        try post(hours)
        _ = try person.delete([try #require(try rows().last).uuid])
        let again = try post([hours[0], ("2024-02-06 14:00:00 +0000", 1_500)], after: 30)
        #expect(again.counts[.records].deleted == 1)
        #expect(try steps() == [40])
    }

    @Test("Sums count nothing beside the samples of the sources that they sum up, whatever comes first (R5.27)")
    func besideSamples() async throws {
        try post([("2024-02-06 13:00:00 +0000", 900), ("2024-02-06 14:00:00 +0000", 1_000)])
        #expect(try await sum() == 1_900)
        try export([("14:03:00", "14:08:00", 600), ("14:30:00", "14:40:00", 400)], source: "iPhone")
        #expect(try await sum() == 1_900)
        try post([("2024-02-06 13:00:00 +0000", 900), ("2024-02-06 14:00:00 +0000", 1_300)], after: 60)
        #expect(try await sum() == 1_900)
        try export([("13:59:00", "14:01:00", 20)], source: "Watch")
        #expect(try await sum() == 1_020)
    }

    @Test("The copy of a sample without its end counts nothing beside the sample")
    func copies() async throws {
        try post([("2024-02-06 14:03:17 +0000", 12), ("2024-02-06 15:04:01 +0000", 7)], source: "iPhone")
        #expect(try rows().allSatisfy { $0.startDate == $0.endDate && $0.metadata == nil })
        try export([("14:03:17", "14:04:20", 12)], source: "iPhone")
        #expect(try await sum() == 19)
        #expect(try post([("2024-02-06 14:03:17 +0000", 12)], source: "iPhone", after: 5).added == 0)
    }

    @Test("A mean beside the samples it is made of does not count either")
    func means() async throws {
        try post(
            [("2024-02-06 13:00:00 +0000", 50), ("2024-02-06 14:00:00 +0000", 100)],
            metric: "resting_heart_rate",
            units: "bpm",
            source: "Watch"
        )
        let text = """
            <HealthData locale="en_US"><Record type="HKQuantityTypeIdentifierRestingHeartRate" sourceName="Watch" \
            unit="count/min" value="60" startDate="2024-02-06 14:10:00 +0000" endDate="2024-02-06 14:10:00 +0000"/></HealthData>
            """
        _ = try ExportImporter(person).run(path: folder.write(Array(text.utf8), to: "export.xml"))
        let query = HKStatisticsQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.restingHeartRate)),
            options: [.discreteMin, .discreteMax]
        )
        let found = try await query.result(for: store)
        let unit = HKUnit.count().unitDivided(by: .minute())
        #expect(found?.minimumQuantity()?.doubleValue(for: unit) == 50)
        #expect(found?.maximumQuantity()?.doubleValue(for: unit) == 60)
    }

    @Test(
        "A span is as long as what the file's times have in common, or as the request says",
        arguments: [
            (["13:00:00", "14:00:00"], nil, 3_600), (["13:00:00", "14:01:00"], nil, 60),
            (["13:00:00", "14:00:01"], nil, 0), (["00:00:00"], nil, 86_400), (["00:00:00"], "Hours", 3_600),
            (["14:00:00"], "Minutes", 60), (["00:00:00"], "Weeks", 604_800), (["00:00:00"], "Months", 2_505_600),
        ] as [([String], String?, Double)]
    )
    func spans(times: [String], aggregation: String?, length: Double) throws {
        try post(times.map { ("2024-02-06 \($0) -0800", 5) }, aggregation: aggregation)
        let sample = try #require(try rows().first)
        #expect(sample.endDate.timeIntervalSince(sample.startDate) == length)
    }

    @Test("What 0.2.0 stored of the same postings goes when they come again, and nothing else does")
    func earlierVersion() async throws {
        let session = try person.beginImport(
            ExportSpelling.forms1,
            restoresDeleted: false,
            named: "HealthAutoExport.json"
        )
        var chunk = ImportChunk()
        chunk.definitions.series = [
            ImportedSeries(type: HKQuantityTypeIdentifier.stepCount.rawValue, unit: "count")
        ]
        chunk.definitions.revisions = [ImportDefinitions.revision(name: "iPhone|Watch", version: nil)]
        let two = try Date("2024-02-06T14:00:00Z", strategy: .iso8601).timeIntervalSinceReferenceDate
        for (start, value) in [(two, 1_000.0), (two, 1_500), (two + 1, 3), (two + 3_600, 7)] {
            let header = ImportedHeader(start: start, end: start, creation: start, revision: ImportNumber.Revision(0))
            chunk.rows.append(ImportedRow(series: ImportNumber.Series(0), value: value, header: header))
        }
        _ = try session.write(chunk)
        try session.finish()
        try post([("2024-02-06 13:00:00 +0000", 40), ("2024-02-06 14:00:00 +0000", 1_500)])
        #expect(try steps() == [40, 1_500, 3, 7])
        try post([("2024-02-06 15:00:00 +0000", 7), ("2024-02-06 16:00:00 +0000", 1)], after: 1)
        #expect(try steps() == [40, 1_500, 3, 7, 1])
    }
}
