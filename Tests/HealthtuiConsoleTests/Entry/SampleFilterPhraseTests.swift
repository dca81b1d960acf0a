import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import Testing

@Suite struct SampleFilterPhraseTests {
    private static let context = EntryContext(
        now: TestStore.now,
        timeZone: TestStore.calendar.timeZone,
        numbers: NumberStyle(typedIn: Locale(identifier: "en_GB")),
        unitLocale: Locale(identifier: "de_DE")
    )

    private func phrase(_ type: HKSampleType) -> SampleFilterPhrase {
        SampleFilterPhrase(
            type: type,
            context: Self.context,
            calendar: TestStore.calendar,
            names: FilterNames(
                sources: [TestStore.watch.source, TestStore.phone.source, TestStore.polar.source],
                devices: [TestStore.watchDevice]
            )
        )
    }

    private static let rate = HKQuantityType(.heartRate)

    /// How many of a store's samples a phrase finds, counted by the store.
    private func found(_ text: String, _ type: HKSampleType, in store: TestStore) throws -> Int {
        var query = SampleListQuery(type: type)
        query.matching = try #require(try phrase(type).reading(text)).filter
        return try store.person.count(query)
    }

    @Test(
        "What was understood is told in words",
        arguments: [
            (">100", "above 100 BPM"), (">= 100 bpm", "at least 100 BPM"), ("70..80", "70 BPM to 80 BPM"),
            ("70", "70 BPM"),
            ("=70", "70 BPM"), ("my watch", "from My Watch"), ("my", "from My Watch or My iPhone"),
            ("last march", "in Mar 2026"), ("yesterday", "on Fri 20 Nov 2026"),
            ("since 2026-11", "since Sun 1 Nov 2026"),
            ("before monday", "before Mon 16 Nov 2026"), ("watch6", "by Watch6,1"),
            ("motion context=sedentary", "motion context sedentary"),
            ("not polar", "not from Polar Flow"),
            (">100 my watch last march", "above 100 BPM, from My Watch, in Mar 2026"),
            ("2026", "in 2026"), ("=2026", "2,026 BPM"), ("device:apple", "by Watch6,1"),
            ("motion context=", "with motion context"),
        ]
    )
    func words(text: String, words: String) throws {
        #expect(try phrase(Self.rate).reading(text)?.text == words)
    }

    @Test("Each condition finds what the store counts by hand, and several find what all hold for")
    func finds() throws {
        let store = try TestStore.filled()
        let all = try store.person.samples(SampleListQuery(type: Self.rate), limit: 10_000)
            .compactMap { $0 as? HKQuantitySample }
        let bpm = HKUnit.count().unitDivided(by: .minute())
        func value(_ sample: HKQuantitySample) -> Double { sample.quantity.doubleValue(for: bpm) }
        let day = TestStore.calendar.dateInterval(of: .day, for: TestStore.time(1, 12))
        let expected: [(String, (HKQuantitySample) -> Bool)] = [
            (">100", { value($0) > 100 }), ("<=60", { value($0) <= 60 }), ("70..80", { (70...80).contains(value($0)) }),
            ("85", { (84.5..<85.5).contains(value($0)) }), ("polar", { $0.sourceRevision.source.name == "Polar Flow" }),
            ("watch6", { $0.device != nil }), ("yesterday", { day?.contains($0.startDate) ?? false }),
            ("motion context=sedentary", { $0.device != nil }), ("not watch", { $0.device == nil }),
            (">100 watch", { value($0) > 100 && $0.device != nil }),
        ]
        for (text, holds) in expected {
            let count = all.count(where: holds)
            #expect(count > 0, "\(text) would find nothing")
            #expect(try found(text, Self.rate, in: store) == count, "\(text)")
        }
    }

    @Test("A value matches what is displayed as it, in the typed unit, and a unit after a range applies to both ends")
    func units() throws {
        let store = try TestStore.filled()
        let mass = HKQuantityType(.bodyMass)
        let all = try store.person.samples(SampleListQuery(type: mass), limit: 100)
            .compactMap { $0 as? HKQuantitySample }
        let pounds = all.count { (150...156).contains($0.quantity.doubleValue(for: .pound())) }
        #expect(pounds > 0 && pounds < all.count)
        #expect(try found("150..156 lb", mass, in: store) == pounds)
        let shown = all.count { (70.25..<70.35).contains($0.quantity.doubleValue(for: .gramUnit(with: .kilo))) }
        #expect(shown > 0)
        #expect(try found("70.3", mass, in: store) == shown)
    }

    @Test("A stage of sleep is found by its name or the beginning of a word of it")
    func categories() throws {
        let store = try TestStore.filled()
        let sleep = HKCategoryType(.sleepAnalysis)
        #expect(try found("deep", sleep, in: store) == 40)
        #expect(try found("awake", sleep, in: store) == 40)
    }

    @Test(
        "What is not understood says what can be written, and nothing ends the program",
        arguments: [
            "xyzzy", ">", ">abc", "80..70", "70..", "..", "not", "motion context=xyzzy", "=", "since xyzzy",
            "70 parsecs",
            "source:", "-5", String(repeating: "9", count: 400), String(repeating: "a", count: 2_000), "\u{0}\u{7}",
            "__HK=1",
        ]
    )
    func nonsense(text: String) throws {
        #expect(throws: FilterError.self) { try phrase(Self.rate).reading(text) }
        for type in [HKCategoryType(.sleepAnalysis), HKObjectType.workoutType()] as [HKSampleType] {
            _ = try? phrase(type).reading(text)
        }
    }

    @Test("Nothing typed asks for nothing")
    func empty() throws {
        #expect(try phrase(Self.rate).reading("  ") == nil)
    }
}
