import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Electrocardiograms, workouts and audiograms of an export as FHIR.
@Suite struct FHIRRecordingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private typealias Resource = [String: Any]

    private func exported(_ person: PersonAccess) throws -> (resources: [String: Resource], summary: ExportSummary) {
        let path = folder.url.appending(path: "all.json").path
        let summary = try FHIRExporter(person).run(ExportRequest(path: path, replaces: true))
        let bundle = try #require(
            try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? Resource
        )
        let entries = try #require(bundle["entry"] as? [Resource])
        let pairs = entries.compactMap { entry in
            (entry["fullUrl"] as? String).flatMap { url in (entry["resource"] as? Resource).map { (url, $0) } }
        }
        #expect(pairs.count == entries.count)
        #expect(Set(pairs.map(\.0)).count == pairs.count)
        // Health records go out as they came, whatever they lack.
        for (url, resource) in pairs where resource["performer"] != nil {
            #expect(Self.problems(resource).isEmpty, "\(url): \(Self.problems(resource))")
        }
        return (Dictionary(uniqueKeysWithValues: pairs), summary)
    }

    private func imported(_ fixture: String) throws -> PersonAccess {
        let person = HKHealthStore.person(location: .memory).person
        _ = try ExportImporter(person).run(path: Fixtures.own.appending(path: fixture).path)
        return person
    }

    private static let fixtures = [
        "every-element.xml", "imports/everything.zip", "imports/export-ios15.xml", "imports/export-ios18.xml",
        "exports/routes.zip", "exports/v14-de_NL.xml",
    ]

    /// What R4 demands of an observation and isn't there.
    private static func problems(_ resource: Resource) -> [String] {
        guard resource["resourceType"] as? String == "Observation" else { return [] }
        var problems: [String] = []
        if resource["status"] as? String == nil { problems.append("status") }
        if resource["effectiveDateTime"] == nil, resource["effectivePeriod"] == nil { problems.append("effective") }
        for (name, part) in [("whole", resource)] + (resource["component"] as? [Resource] ?? []).map({ ("part", $0) }) {
            let code = part["code"] as? Resource
            if code?["coding"] as? [Resource] == nil, code?["text"] as? String == nil {
                problems.append("\(name): code")
            }
            if part.keys.filter({ $0.hasPrefix("value") }).count > 1 { problems.append("\(name): values") }
            if let sampled = part["valueSampledData"] as? Resource {
                for key in ["origin", "period", "dimensions", "data"] where sampled[key] == nil { problems.append(key) }
                if (sampled["origin"] as? Resource)?["value"] == nil { problems.append("origin") }
            }
        }
        func empty(_ value: Any) -> Bool {
            switch value {
            case let object as Resource: object.isEmpty || object.values.contains(where: empty)
            case let array as [Any]: array.isEmpty || array.contains(where: empty)
            case let text as String: text.isEmpty
            default: value is NSNull
            }
        }
        if empty(resource) { problems.append("something empty") }
        return problems
    }

    private static func codes(_ part: Resource) -> [String] {
        ((part["code"] as? Resource)?["coding"] as? [Resource] ?? []).compactMap { $0["code"] as? String }
    }

    private static func value(_ part: Resource) -> Double? {
        ((part["valueQuantity"] as? Resource)?["value"] as? NSNumber)?.doubleValue
    }

    private static func url(_ sample: HKSample) -> String { "urn:uuid:" + sample.uuid.uuidString.lowercased() }

    private func samples<Sample: HKSample>(_ type: HKSampleType, _ person: PersonAccess, as _: Sample.Type) throws
        -> [Sample]
    {
        try person.samples(SampleListQuery(type: type), limit: 1_000).compactMap { $0 as? Sample }
    }

    @Test("An electrocardiogram's voltages come back from SampledData, at their distance of time", arguments: fixtures)
    func electrocardiograms(fixture: String) throws {
        let person = try imported(fixture)
        let all = try samples(HKObjectType.electrocardiogramType(), person, as: HKElectrocardiogram.self)
        let (resources, summary) = try exported(person)
        #expect(summary.leftOut.allSatisfy { $0.kind != HKObjectType.electrocardiogramType().identifier })
        for sample in all {
            let resource = try #require(resources[Self.url(sample)])
            #expect(Self.codes(resource).contains("11524-6"))
            let parts = try #require(resource["component"] as? [Resource])
            let data = try #require(
                parts.compactMap { $0["valueSampledData"] as? Resource }.first
            )
            let hertz = try #require(sample.samplingFrequency?.converted(to: .hertz()))
            let period = try #require((data["period"] as? NSNumber)?.doubleValue)
            #expect(abs(period * hertz - 1_000) < 1e-6)
            let text = try #require(data["data"] as? String)
            let numbers = text.split(separator: " ").map { Double($0) }
            let trace = try #require(
                try person.snapshot(ExportSelection()) { try $0.trace(of: sample) }
            )
            let voltages = try #require(trace.leads[.appleWatchSimilarToLeadI])
            #expect(!text.contains("e") && numbers.count == voltages.count)
            for (number, voltage) in zip(numbers, voltages) {
                let expected = HKQuantity(unit: trace.unit, doubleValue: voltage)
                    .doubleValue(for: .voltUnit(with: .micro))
                #expect(number.map { abs($0 - expected) <= abs(expected) * 1e-12 + 1e-9 } ?? false)
            }
            let classification = parts.compactMap { $0["valueCodeableConcept"] as? Resource }
            #expect(!classification.isEmpty)
        }
        #expect(fixture != "imports/everything.zip" || !all.isEmpty)
    }

    @Test("A workout says what was done, how long, and all of its statistics", arguments: fixtures)
    func workouts(fixture: String) throws {
        let person = try imported(fixture)
        let all = try samples(HKObjectType.workoutType(), person, as: HKWorkout.self)
        let resources = try exported(person).resources
        for workout in all {
            let resource = try #require(resources[Self.url(workout)])
            #expect(Self.codes(resource).contains("73985-4"))
            let activity = (resource["valueCodeableConcept"] as? Resource)?["coding"] as? [Resource]
            #expect(activity?.first?["code"] as? String == ExportSpelling.activityName(of: workout.content))
            let parts = try #require(resource["component"] as? [Resource])
            let duration = try #require(parts.first { Self.codes($0) == ["55411-3"] })
            #expect(abs((Self.value(duration) ?? 0) * 60 - workout.duration) < 1e-6)
            for (type, statistics) in workout.allStatistics {
                let own = parts.filter { Self.codes($0).contains(type.identifier) }
                let numbers = [
                    statistics.sumQuantity(), statistics.averageQuantity(), statistics.minimumQuantity(),
                    statistics.maximumQuantity(),
                ]
                #expect(own.count == numbers.compactMap { $0 }.count, "\(type.identifier)")
            }
        }
        #expect(!fixture.hasPrefix("imports/everything") || !all.isEmpty)
    }

    @Test("An audiogram has a member for each frequency, with what each ear heard", arguments: fixtures)
    func audiograms(fixture: String) throws {
        let person = try imported(fixture)
        let all = try samples(HKObjectType.audiogramSampleType(), person, as: HKAudiogramSample.self)
        let (resources, again) = (try exported(person).resources, try exported(person).resources)
        #expect(Set(resources.keys) == Set(again.keys))
        for audiogram in all {
            let resource = try #require(resources[Self.url(audiogram)])
            let members = (resource["hasMember"] as? [Resource] ?? []).compactMap { $0["reference"] as? String }
            #expect(members.count == audiogram.sensitivityPoints.count)
            for (member, point) in zip(members, audiogram.sensitivityPoints) {
                let parts = try #require(resources[member]?["component"] as? [Resource])
                func number(_ code: String) -> Double? { parts.first { Self.codes($0) == [code] }.flatMap(Self.value) }
                let level = HKUnit.decibelHearingLevel()
                #expect(number("frequency") == point.frequency.converted(to: .hertz()))
                #expect(number("leftEarSensitivity") == point.leftEarSensitivity?.converted(to: level))
                #expect(number("rightEarSensitivity") == point.rightEarSensitivity?.converted(to: level))
            }
        }
        #expect(fixture != "every-element.xml" || !all.isEmpty)
    }
}
