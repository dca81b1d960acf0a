import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

@Suite struct ExportImporterTests {
    private let access = HKHealthStore.person(location: .memory)

    private func write(_ body: String) throws -> String {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("import-\(UUID().uuidString).xml").path
        let text = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(body)\n</HealthData>\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func run(_ body: String) throws -> ImportSummary {
        let path = try write(body)
        defer { try? FileManager.default.removeItem(atPath: path) }
        return try ExportImporter(access.person).run(path: path)
    }

    private static let source =
        "sourceName=\"Watch\" sourceVersion=\"9\" creationDate=\"2024-01-01 09:00:00 +0100\" "
        + "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\""

    private static let steps =
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" \(source) unit=\"count\" value=\"100\"/>"

    private func samples(_ identifier: HKQuantityTypeIdentifier) throws -> [HKQuantitySample] {
        try access.person.samples(SampleListQuery(type: HKQuantityType(identifier)), ascending: true, limit: 1_000)
            .compactMap { $0 as? HKQuantitySample }
    }

    @Test("A record keeps value, unit, times, source, version, device and metadata")
    func record() throws {
        let summary = try run(
            """
            <Record type="HKQuantityTypeIdentifierBodyMass" sourceName="Scale &amp; Co" sourceVersion="2.1" \
            device="&lt;&lt;HKDevice: 0x2820&gt;, name:Scale, manufacturer:A, B, model:S1&gt;" unit="lb" \
            creationDate="2024-01-01 09:00:00 +0100" startDate="2024-01-01 08:00:00 +0100" \
            endDate="2024-01-01 08:00:00 +0100" value="154.3">
             <MetadataEntry key="HKWasUserEntered" value="1"/>
             <MetadataEntry key="mood" value="good"/>
            </Record>
            """
        )
        #expect(summary.records.added == 1)
        let sample = try #require(try samples(.bodyMass).first)
        #expect(sample.quantity == HKQuantity(unit: .pound(), doubleValue: 154.3))
        #expect(sample.quantity.unit == .pound())
        #expect(sample.startDate == (try Date("2024-01-01T07:00:00Z", strategy: .iso8601)))
        #expect(sample.creationDate == (try Date("2024-01-01T08:00:00Z", strategy: .iso8601)))
        #expect(sample.sourceRevision.source.name == "Scale & Co")
        #expect(sample.sourceRevision.version == "2.1")
        #expect(sample.device?.manufacturer == "A, B")
        #expect(sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(sample.metadata?["mood"] as? String == "good")
    }

    @Test("Importing again adds nothing; duplicates are both kept")
    func again() throws {
        let body = [Self.steps, Self.steps].joined(separator: "\n")
        let first = try run(body)
        #expect(first.records.added == 2)
        #expect(first.duplicates == 1)
        let second = try run(body)
        #expect(second.records.added == 0)
        #expect(second.records.duplicate == 2)
        let third = try run(body + "\n" + Self.steps)
        #expect(third.records.added == 1)
        #expect(try samples(.stepCount).count == 3)
    }

    @Test("A member of a correlation is the record at top level, wherever that stands", arguments: [0, 1, 2])
    func members(order: Int) throws {
        let member =
            "<Record type=\"HKQuantityTypeIdentifierDietaryEnergyConsumed\" \(Self.source) unit=\"kcal\" value=\"5\"/>"
        let correlation = "<Correlation type=\"HKCorrelationTypeIdentifierFood\" \(Self.source)>\(member)</Correlation>"
        let bodies = [[member, correlation], [correlation, member], [correlation]]
        let summary = try run(bodies[order].joined(separator: "\n"))
        #expect(summary.correlations.added == 1)
        #expect(summary.linkedMembers == 1)
        #expect(summary.records.added == (order == 2 ? 0 : 1))
        #expect(try samples(.dietaryEnergyConsumed).count == 1)
        let food = try access.person.samples(SampleListQuery(type: HKCorrelationType(.food)), limit: 10)
        #expect((food.first as? HKCorrelation)?.objects.count == 1)
        #expect(try run(bodies[order].joined(separator: "\n")).correlations.duplicate == 1)
        #expect(try samples(.dietaryEnergyConsumed).count == 1)
    }

    @Test("What cannot be taken is refused by line and the rest is kept")
    func refusals() throws {
        let dates = "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\" sourceName=\"x\""
        let backwards = "startDate=\"2024-01-01 09:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\" sourceName=\"x\""
        let summary = try run(
            """
            <Record type="HKQuantityTypeIdentifierStepCount" unit="kg" value="1" \(dates)/>
            <Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="many" \(dates)/>
            <Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="1" \(backwards)/>
            <Record type="HKQuantityTypeIdentifierStepCount" unit="furlong" value="1" \(dates)/>
            <Record type="HKCategoryTypeIdentifierSleepAnalysis" value="HKCategoryValueSleepAnalysisFlying" \(dates)/>
            <Record type="HKQuantityTypeIdentifierStepCount" unit="count" value="1" startDate="yesterday" endDate="x"/>
            <Record type="HKDataTypeSleepDurationGoal" unit="hr" value="8" \(dates)/>
            \(Self.steps)
            """
        )
        #expect(summary.records.read == 8)
        #expect(summary.records.refused == 5)
        // A case that isn't known yet is kept under its name, with a warning.
        #expect(summary.records.added == 3)
        #expect(summary.warningCount == 6)
        for (line, warning) in zip(3..., summary.warnings) { #expect(warning.contains(".xml:\(line): "), "\(warning)") }
        #expect(try access.person.types().map(\.identifier).contains("HKDataTypeSleepDurationGoal"))
    }

    @Test("A workout keeps totals, events, statistics and activities")
    func workout() throws {
        _ = try run(
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="9" durationUnit="min" \
            totalDistance="2" totalDistanceUnit="km" totalEnergyBurned="100" totalEnergyBurnedUnit="Cal" \(Self.source)>
             <MetadataEntry key="HKIndoorWorkout" value="1"/>
             <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-01-01 08:02:00 +0100"/>
             <WorkoutEvent type="HKWorkoutEventTypeResume" date="2024-01-01 08:03:00 +0100"/>
             <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" startDate="2024-01-01 08:00:00 +0100" \
            endDate="2024-01-01 08:10:00 +0100" average="140" minimum="100" maximum="170" unit="count/min"/>
            </Workout>
            """
        )
        let found = try access.person.samples(SampleListQuery(type: HKObjectType.workoutType()), limit: 2)
        let workout = try #require(found.first as? HKWorkout)
        #expect(workout.workoutActivityType == .running)
        #expect(workout.duration == 540)
        #expect(workout.totalDistance == HKQuantity(unit: .meter(), doubleValue: 2_000))
        #expect(workout.workoutEvents?.map(\.type) == [.pause, .resume])
        #expect(
            workout.statistics(for: HKQuantityType(.heartRate))?.maximumQuantity()?
                .doubleValue(for: HKUnit(from: "count/min")) == 170
        )
        #expect(
            workout.statistics(for: HKQuantityType(.activeEnergyBurned))?.sumQuantity()?
                .doubleValue(for: .kilocalorie()) == 100
        )
    }

    @Test("A file that is no export is an error that names it")
    func noExport() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("no-\(UUID().uuidString).txt").path
        try Data("hello".utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let error = #expect(throws: ExportSourceError.self) { try ExportImporter(access.person).run(path: path) }
        #expect(error?.description.contains(path) ?? false)
        #expect(throws: (any Error).self) { try ExportImporter(access.person).run(path: path + ".missing") }
    }

    @Test("An import that is cancelled goes on where it stopped and ends the same")
    func cancelled() throws {
        var body = ""
        for index in 0..<150_000 {
            let minute = String(format: "%02d", index / 60 % 60)
            let second = String(format: "%02d", index % 60)
            let hour = String(format: "%02d", index / 3_600 % 24)
            let day = String(format: "%02d", 1 + index / 86_400)
            let time = "2024-01-\(day) \(hour):\(minute):\(second) +0000"
            body +=
                "<Record type=\"HKQuantityTypeIdentifierHeartRate\" sourceName=\"W\" unit=\"count/min\" "
                + "creationDate=\"\(time)\" startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(60 + index % 50)\"/>\n"
        }
        let path = try write(body)
        defer { try? FileManager.default.removeItem(atPath: path) }
        let person = access.person
        #expect(throws: CancellationError.self) {
            try ExportImporter(person)
                .run(
                    path: path,
                    isCancelled: { ((try? person.types())?.first?.count ?? 0) > 0 }
                )
        }
        let partial = try person.types().first?.count ?? 0
        #expect(partial > 0)
        #expect(partial < 150_000)
        let summary = try ExportImporter(person).run(path: path)
        #expect(summary.records.read == 150_000)
        #expect(summary.records.added == 150_000 - partial)
        #expect(try person.types().first?.count == 150_000)
    }

    @Test("An export of many sources comes in whole, duplicates included, and its days sum up as its records do")
    func whole() async throws {
        let path = Fixtures.own.appending(path: "exports/v3-en_GB.xml").path
        let records = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            .count { $0.hasPrefix(" <Record ") }
        let summary = try ExportImporter(access.person).run(path: path)
        #expect(records > 400)
        #expect(summary.records == ImportTally(read: records, added: records))
        #expect(summary.types == 9)
        #expect(summary.duplicates == 2)
        #expect(summary.correlations == ImportTally(read: 4, added: 4))
        #expect(summary.linkedMembers == 12)
        #expect(summary.workouts == ImportTally(read: 2, added: 2))
        #expect(summary.warnings.isEmpty)
        let again = try ExportImporter(access.person).run(path: path)
        #expect(again.records == ImportTally(read: records, duplicate: records))
        #expect(again.workouts.added + again.correlations.added == 0)
        try await compareDays(path)
    }

    /// Sums the steps of each source and day with an XML parser and plain arithmetic, and compares.
    private func compareDays(_ path: String) async throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "America/Los_Angeles"))
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm:ss Z"
        var expected: [String: Double] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        where line.hasPrefix(" <Record type=\"HKQuantityTypeIdentifierStepCount\"") {
            func attribute(_ name: String) -> String? {
                guard let start = line.range(of: " \(name)=\"") else { return nil }
                return line[start.upperBound...].split(separator: "\"", omittingEmptySubsequences: false).first
                    .map(String.init)
            }
            let source = try #require(attribute("sourceName")).replacing("&lt;", with: "<")
                .replacing("&gt;", with: ">").replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
            let startText = try #require(attribute("startDate"))
            let endText = try #require(attribute("endDate"))
            let valueText = try #require(attribute("value"))
            var start = try #require(formatter.date(from: startText))
            let end = try #require(formatter.date(from: endText))
            let value = try #require(Double(valueText))
            let length = end.timeIntervalSince(start)
            repeat {
                let day = calendar.startOfDay(for: start)
                let next = try #require(calendar.date(byAdding: .day, value: 1, to: day))
                let part = length == 0 ? 1 : min(end, next).timeIntervalSince(start) / length
                expected["\(source)|\(day.timeIntervalSinceReferenceDate)", default: 0] += value * part
                start = next
            } while start < end
        }
        var components = DateComponents(day: 1)
        components.calendar = calendar
        let collection = try await HKStatisticsCollectionQueryDescriptor(
            predicate: .quantitySample(type: HKQuantityType(.stepCount)),
            options: [.cumulativeSum, .separateBySource],
            anchorDate: calendar.startOfDay(for: Date(timeIntervalSinceReferenceDate: 0)),
            intervalComponents: components
        )
        .result(for: access.store)
        var found: [String: Double] = [:]
        for day in collection.statistics() {
            for source in day.sources ?? [] {
                found["\(source.name)|\(day.startDate.timeIntervalSinceReferenceDate)"] =
                    day.sumQuantity(for: source)?.doubleValue(for: .count())
            }
        }
        #expect(expected.count > 20)
        #expect(Set(found.keys) == Set(expected.keys))
        for (key, sum) in expected { #expect(abs((found[key] ?? .nan) - sum) < 1e-6, "\(key)") }
    }
}

extension ImportTally {
    fileprivate init(read: Int, added: Int = 0, duplicate: Int = 0) {
        self.init()
        self.read = read
        self.added = added
        self.duplicate = duplicate
    }
}
