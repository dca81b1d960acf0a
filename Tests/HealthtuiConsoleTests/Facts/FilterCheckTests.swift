import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiFacts
import RandomTesting
import Testing

/// What is checked of samples one by one, and that every filter finds what a reader of all samples would.
@Suite struct FilterCheckTests {
    private static let bpm = HKUnit.count().unitDivided(by: .minute())
    private static let rate = HKQuantityType(.heartRate)

    private static func phrase(_ type: HKSampleType, _ person: PersonAccess, zone: String = "Europe/Berlin") throws
        -> SampleFilterPhrase
    {
        var calendar = TestStore.calendar
        calendar.timeZone = try #require(TimeZone(identifier: zone))
        return SampleFilterPhrase(
            type: type,
            context: EntryContext(
                now: TestStore.now,
                timeZone: calendar.timeZone,
                numbers: NumberStyle(typedIn: Locale(identifier: "en_GB")),
                unitLocale: Locale(identifier: "de_DE")
            ),
            calendar: calendar,
            names: try FilterNames(of: type, person)
        )
    }

    private static func found(
        _ text: String,
        _ type: HKSampleType,
        _ store: TestStore,
        zone: String = "Europe/Berlin"
    ) throws -> [HKSample] {
        let reading = try #require(try phrase(type, store.person, zone: zone).reading(text))
        let timeZone = try #require(TimeZone(identifier: zone))
        let list = FilteredSamples(SampleListQuery(type: type), reading.expression, timeZone: timeZone)
        var samples: [HKSample] = []
        var position: SampleListPosition?
        while true {
            let page = try list.page(after: position, ascending: false, limit: 50, .person(store.person))
            samples += page
            guard page.count == 50 else { break }
            position = SampleListPosition(behind: page, after: position)
        }
        #expect(try list.count(.person(store.person)) == samples.count, "\(text)")
        return samples
    }

    // MARK: Laws

    /// A condition, and what it means without the reader and the store.
    private struct Condition {
        let text: String
        let holds: @Sendable (HKQuantitySample) -> Bool
    }

    private static func value(_ sample: HKQuantitySample) -> Double { sample.quantity.doubleValue(for: bpm) }

    private static func hour(_ sample: HKQuantitySample) -> Int {
        TestStore.calendar.component(.hour, from: sample.startDate)
    }

    private static let run = (start: TestStore.time(3, 18), end: TestStore.time(3, 18).addingTimeInterval(2_400))

    private static let conditions: [Condition] = [
        Condition(text: ">100") { value($0) > 100 }, Condition(text: "<= 70") { value($0) <= 70 },
        Condition(text: "80..110") { (80...110).contains(value($0)) },
        Condition(text: "polar") { $0.sourceRevision.source.name == "Polar Flow" },
        Condition(text: "device=apple") { $0.device != nil },
        Condition(text: "motion context=sedentary") { $0.metadata?[HKMetadataKeyHeartRateMotionContext] != nil },
        Condition(text: "time 18:00-10:00") { hour($0) >= 18 || hour($0) < 10 },
        Condition(text: "time 12:00-13:00") { hour($0) == 12 },
        Condition(text: "weekday mon-wed") {
            (2...4).contains(TestStore.calendar.component(.weekday, from: $0.startDate))
        },
        Condition(text: "weekend") { [1, 7].contains(TestStore.calendar.component(.weekday, from: $0.startDate)) },
        Condition(text: "in workout") { $0.startDate >= run.start && $0.startDate <= run.end },
        Condition(text: "since 2026-11-10") { $0.startDate >= TestStore.time(11, 0) },
    ]

    /// A random filter with what it means.
    private static func filter(_ depth: Int, _ random: inout SeededGenerator) -> Condition {
        let choice = depth == 0 ? 0 : Int.random(in: 0..<5, using: &random)
        guard choice > 0 else { return conditions[Int.random(in: 0..<conditions.count, using: &random)] }
        let left = filter(depth - 1, &random)
        if choice == 1 { return Condition(text: "not (\(left.text))") { !left.holds($0) } }
        let right = filter(depth - 1, &random)
        switch choice {
        case 2: return Condition(text: "(\(left.text)) or (\(right.text))") { left.holds($0) || right.holds($0) }
        case 3: return Condition(text: "(\(left.text)) (\(right.text))") { left.holds($0) && right.holds($0) }
        default: return Condition(text: "((\(left.text)) and (\(right.text)))") { left.holds($0) && right.holds($0) }
        }
    }

    @Test(
        "Random filters find exactly the samples that hold, whatever the store does of it, and no order of parts matters"
    )
    func laws() async throws {
        let store = try TestStore.filled()
        _ = try await store.run(places: 0)
        let all = try store.person.samples(SampleListQuery(type: Self.rate), limit: 10_000)
            .compactMap { $0 as? HKQuantitySample }
        for condition in Self.conditions {
            let count = all.count(where: condition.holds)
            #expect(count > 0 && count < all.count, "\(condition.text) tells nothing apart")
        }
        let seed = newSeed()
        var random = SeededGenerator(seed: seed)
        func uuids(_ text: String) throws -> Set<UUID> { Set(try Self.found(text, Self.rate, store).map(\.uuid)) }
        for _ in 0..<12 {
            let (a, b) = (Self.filter(2, &random), Self.filter(2, &random))
            let comment: Comment = "seed \(seed): \(a.text) | \(b.text)"
            let (inA, inB) = (try uuids(a.text), try uuids(b.text))
            #expect(inA == Set(all.filter(a.holds).map(\.uuid)), comment)
            #expect(try uuids("not not (\(a.text))") == inA, comment)
            #expect(try uuids("not (\(a.text))").isDisjoint(with: inA), comment)
            #expect(try uuids("(\(b.text)) and (\(a.text))") == inA.intersection(inB), comment)
            #expect(try uuids("(\(b.text)) or (\(a.text))") == inA.union(inB), comment)
            #expect(
                try uuids("not ((\(a.text)) and (\(b.text)))") == uuids("not (\(a.text)) or not (\(b.text))"),
                comment
            )
        }
    }

    // MARK: Clocks

    /// A sample at a moment, in a time zone of its own or none.
    private func sample(_ iso: String, zone: String? = nil) throws -> HKQuantitySample {
        let date = try Date(iso, strategy: .iso8601)
        return try HKQuantitySample(
            validating: Self.rate,
            quantity: HKQuantity(unit: Self.bpm, doubleValue: 70),
            start: date,
            end: date,
            device: nil,
            metadata: zone.map { [HKMetadataKeyTimeZone: $0] }
        )
    }

    @Test(
        "The clock is the one where the sample was recorded: its own time zone's, else the person's, summer time or not"
    )
    func clocks() throws {
        let store = TestStore()
        let samples = try [
            // Half past one and half past two, twice, in the night when clocks went back in Berlin.
            sample("2026-10-24T23:30:00Z"), sample("2026-10-25T00:30:00Z"), sample("2026-10-25T01:30:00Z"),
            // Just before and after clocks went forward: 01:59 and 03:00.
            sample("2026-03-29T00:59:00Z"), sample("2026-03-29T01:00:00Z"),
            // 22:10 in Tokyo, 14:10 in Berlin; an unknown zone is none.
            sample("2026-06-05T13:10:00Z", zone: "Asia/Tokyo"), sample("2026-06-05T13:10:00Z", zone: "Mars/Olympus"),
            // Lord Howe's clocks go by half an hour: 22:15 at 10:30.5 hours east.
            sample("2026-06-06T11:45:00Z", zone: "Australia/Lord_Howe"),
        ]
        try store.save(samples, from: TestStore.watch)
        func found(_ text: String, zone: String = "Europe/Berlin") throws -> [Int] {
            let uuids = try Self.found(text, Self.rate, store, zone: zone).map(\.uuid)
            return samples.indices.filter { uuids.contains(samples[$0].uuid) }
        }
        #expect(try found("time 01:00-02:00") == [0, 3])
        #expect(try found("time 02:00-03:00") == [1, 2])
        #expect(try found("time 03:00-04:00") == [4])
        #expect(try found("time 22:00-23:00") == [5, 7])
        #expect(try found("time 15:00-16:00") == [6])
        #expect(try found("time 00:30-01:30", zone: "UTC") == [1, 3, 4])
        // 13:10 of a Friday in UTC, and of a Friday evening in Tokyo; Lord Howe's is of Saturday.
        #expect(try found("weekday fri") == [5, 6])
        #expect(try found("weekday sat") == [7])
        #expect(
            try found("weekday sat", zone: "America/Los_Angeles")
                == [0, 1, 2, 3, 4, 7]
        )
        #expect(try found("time 00:00-24:00") == Array(samples.indices))
    }

    // MARK: Workouts

    @Test("A sample is in a workout when it has time in one; bisection finds what looking at all spans does")
    func spans() {
        func date(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<50 {
            let spans = (0..<Int.random(in: 0...12, using: &random))
                .map { _ -> (start: Date, end: Date) in
                    let start = Double(Int.random(in: 0...100, using: &random))
                    return (date(start), date(start + Double(Int.random(in: 0...15, using: &random))))
                }
            let index = TimeSpans(spans)
            for start in 0...110 {
                let moment = date(Double(start))
                #expect(index.touches(moment, moment) == spans.contains { $0.start <= moment && moment <= $0.end })
                let end = date(Double(start) + 3)
                let long = spans.filter { $0.start < $0.end }
                #expect(TimeSpans(long).touches(moment, end) == long.contains { $0.start < end && $0.end > moment })
            }
        }
    }

    // MARK: Health records

    @Test(
        "A result is out of range by its laboratory's range, where numbers and units allow it, else by what it says",
        arguments: [
            (
                "\"valueQuantity\":{\"value\":7,\"unit\":\"%\"},\"referenceRange\":[{\"low\":{\"value\":4},\"high\":{\"value\":6}}]",
                true
            ),
            (
                "\"valueQuantity\":{\"value\":6,\"unit\":\"%\"},\"referenceRange\":[{\"low\":{\"value\":4},\"high\":{\"value\":6}}]",
                false
            ),
            ("\"valueQuantity\":{\"value\":3,\"unit\":\"%\"},\"referenceRange\":[{\"low\":{\"value\":4}}]", true),
            (
                "\"valueQuantity\":{\"value\":7,\"unit\":\"%\"},\"referenceRange\":[{\"high\":{\"value\":60,\"unit\":\"mmol/mol\"}}]",
                nil
            ),
            ("\"valueQuantity\":{\"value\":7,\"unit\":\"%\"}", nil), ("\"valueString\":\"A\"", nil),
            (
                "\"valueQuantity\":{\"value\":5,\"comparator\":\"<\"},\"referenceRange\":[{\"high\":{\"value\":6}}]",
                false
            ),
            (
                "\"valueQuantity\":{\"value\":5,\"comparator\":\"<\"},\"referenceRange\":[{\"low\":{\"value\":3},\"high\":{\"value\":6}}]",
                nil
            ),
            (
                "\"valueQuantity\":{\"value\":9,\"comparator\":\">\"},\"referenceRange\":[{\"high\":{\"value\":6}}]",
                true
            ),
            ("\"valueString\":\"positive\",\"interpretation\":[{\"coding\":[{\"code\":\"A\"}]}]", true),
            ("\"valueString\":\"negative\",\"interpretation\":{\"coding\":[{\"code\":\"N\"}]}", false),
            (
                "\"valueQuantity\":{\"value\":7},\"referenceRange\":[{\"high\":{\"value\":6}},{\"high\":{\"value\":8}}]",
                nil
            ),
            (
                "\"valueQuantity\":{\"value\":7},\"referenceRange\":[{\"high\":{\"value\":6},\"appliesTo\":[{\"text\":\"men\"}]}]",
                nil
            ),
            ("\"component\":[{\"valueQuantity\":{\"value\":7},\"referenceRange\":[{\"high\":{\"value\":6}}]}]", true),
            (
                "\"valueQuantity\":{\"value\":7},\"referenceRange\":[{\"low\":{\"value\":9},\"high\":{\"value\":6}}]",
                nil
            ),
            ("\"valueQuantity\":[],\"referenceRange\":3,\"interpretation\":\"H\"", nil),
        ] as [(String, Bool?)]
    )
    func ranges(json: String, isOutside: Bool?) {
        #expect(ClinicalResult(Data("{\(json)}".utf8), sex: .notSet).isOutside == isOutside)
        #expect(ClinicalResult(Data("\(json)}".utf8), sex: .notSet).isOutside == nil)
    }

    @Test("A range for one sex applies only to people with that reference sex")
    func rangesOfSexes() {
        func appliesTo(_ system: String, _ code: String) -> String {
            "[{\"coding\":[{\"system\":\"\(system)\",\"code\":\"\(code)\"}]}]"
        }
        let women = [
            appliesTo("http://hl7.org/fhir/administrative-gender", "female"),
            appliesTo("http://terminology.hl7.org/CodeSystem/v3-AdministrativeGender", "F"),
            appliesTo("http://snomed.info/sct", "248152002"), "[{\"text\":\"Women\"}]", "{\"text\":\"female\"}",
        ]
        let others = [
            appliesTo("http://snomed.info/sct", "77386006"), "[{\"text\":\"pregnant\"}]", "7", "\"women\"",
            "[{\"text\":\"women\"},{\"text\":\"men\"}]", "[{\"text\":\"women\"},{\"text\":\"Asian\"}]",
            appliesTo("http://example.org", "female"),
        ]
        func verdict(_ appliesTo: String, _ value: Double, _ sex: HKReferenceSex) -> Bool? {
            let range = "{\"low\":{\"value\":12},\"high\":{\"value\":16},\"appliesTo\":\(appliesTo)}"
            let json = "{\"valueQuantity\":{\"value\":\(value)},\"referenceRange\":[\(range)]}"
            return ClinicalResult(Data(json.utf8), sex: sex).isOutside
        }
        for subject in women {
            for (value, isOutside) in [(11, true), (12, false), (16, false), (17, true)] as [(Double, Bool)] {
                #expect(verdict(subject, value, .female) == isOutside, "\(subject)")
                #expect(verdict(subject, value, .male) == nil && verdict(subject, value, .notSet) == nil, "\(subject)")
            }
        }
        for subject in others {
            for sex in [HKReferenceSex.female, .male, .notSet] {
                #expect(verdict(subject, 11, sex) == nil, "\(subject)")
            }
        }
        // An empty list names nobody in particular.
        #expect(verdict("[]", 11, .notSet) == true)
        // Of two ranges the one for the other sex says nothing.
        let both = """
            {"valueQuantity":{"value":12.5},"referenceRange":[
            {"low":{"value":12},"high":{"value":16},"appliesTo":[{"text":"women"}]},
            {"low":{"value":14},"high":{"value":18},"appliesTo":[{"text":"men"}]}]}
            """
        let verdicts = [HKReferenceSex.female, .male, .notSet]
            .map { ClinicalResult(Data(both.utf8), sex: $0).isOutside }
        #expect(verdicts == [false, true, nil])
    }

    @Test("Lab results are found by range, value, name, status and code, and a number in no unit meets none with one")
    func labs() throws {
        let store = TestStore()
        try store.labResults()
        try store.clinicalRecord("Blood type", identifier: "b", json: "{\"valueString\":\"A\"}")
        let type = HKClinicalType(.labResultRecord)
        let expected = [
            ("out of range", 1), ("not out of range", 3), ("in range", 2), ("not (in range or out of range)", 1),
            ("value > 5.5 %", 2), ("value > 5.5", 0), ("hba1c", 3), ("name=\"blood type\"", 1), ("name~BLOOD", 1),
            ("status=final", 3), ("status!=final", 1), ("code=4548-4", 3), ("out of range and hba1c", 1),
            ("resource=observation", 4), ("value = 5.1 % or blood", 2),
        ]
        for (text, count) in expected { #expect(try Self.found(text, type, store).count == count, "\(text)") }
    }

    @Test("Electrocardiograms, blood pressures, workouts and nights are found by their properties")
    func properties() async throws {
        let store = try TestStore.filled()
        try store.electrocardiogram()
        try store.electrocardiogram(symptoms: .present, classification: .atrialFibrillation)
        _ = try await store.run(places: 0)
        let pressure = try #require(BloodPressure.type)
        let all = try store.person.samples(SampleListQuery(type: pressure), limit: 100)
            .compactMap { ($0 as? HKCorrelation).flatMap { BloodPressure($0) } }
        let high = all.count { $0.systolic > 120 }
        #expect(high > 0 && high < all.count)
        let expected: [(HKSampleType, String, Int)] = [
            (HKObjectType.electrocardiogramType(), "classification=afib", 1),
            (HKObjectType.electrocardiogramType(), "not afib", 1),
            (HKObjectType.electrocardiogramType(), "symptoms=present heart rate <= 60", 1),
            (HKObjectType.electrocardiogramType(), "heart rate > 60", 0), (pressure, "systolic > 120", high),
            (pressure, "systolic > 120 or systolic <= 120 mmHg", all.count), (pressure, "diastolic = 76", all.count),
            (HKObjectType.workoutType(), "running", 1), (HKObjectType.workoutType(), "activity=cycling", 0),
            (HKObjectType.workoutType(), "duration > 30 min distance > 5 km", 1),
            (HKObjectType.workoutType(), "duration > 40 min", 0),
            (HKCategoryType(.sleepAnalysis), "deep or awake", 80),
            (HKCategoryType(.sleepAnalysis), "value=deep duration < 1 s", 0),
        ]
        for (type, text, count) in expected { #expect(try Self.found(text, type, store).count == count, "\(text)") }
    }

    @Test("An empty store has nothing that any filter finds")
    func empty() throws {
        let store = TestStore()
        for text in ["not in workout", "in workout", "weekend or >100", "not (time 00:00-24:00)"] {
            #expect(try Self.found(text, Self.rate, store).isEmpty)
        }
    }

    @Test("A scan that is no longer wanted ends at the next page")
    func cancels() throws {
        let store = try TestStore.filled()
        let reading = try #require(try Self.phrase(Self.rate, store.person).reading("weekend"))
        let list = FilteredSamples(SampleListQuery(type: Self.rate), reading.expression, timeZone: .gmt)
        #expect(throws: CancellationError.self) { try list.count(.person(store.person)) { _ in false } }
        #expect(throws: CancellationError.self) {
            try list.page(after: nil, ascending: true, limit: 9, .person(store.person)) { true }
        }
    }
}
