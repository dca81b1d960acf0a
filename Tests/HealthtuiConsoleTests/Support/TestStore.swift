import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiTerminalUI

/// A store in memory with the data of some weeks, and a fixed moment at which everything is looked at.
struct TestStore: Sendable {
    /// Saturday, 21 November 2026, 14:20 in Berlin.
    static let now = Date(timeIntervalSince1970: 1_795_267_200)

    static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        calendar.firstWeekday = 2
        return calendar
    }()

    static let watch = HKSourceRevision(
        source: HKSource(name: "My Watch", bundleIdentifier: "com.apple.health.watch"),
        version: "11.1",
        productType: "Watch6,1",
        operatingSystemVersion: OperatingSystemVersion(majorVersion: 11, minorVersion: 1, patchVersion: 0)
    )
    static let phone = HKSourceRevision(
        source: HKSource(name: "My iPhone", bundleIdentifier: "com.apple.health.phone"),
        version: "18.1",
        productType: "iPhone15,2",
        operatingSystemVersion: OperatingSystemVersion(majorVersion: 18, minorVersion: 1, patchVersion: 0)
    )
    static let polar = HKSourceRevision(
        source: HKSource(name: "Polar Flow", bundleIdentifier: "fi.polar.flow"),
        version: "5.27"
    )
    static let watchDevice = HKDevice(
        name: "Apple Watch",
        manufacturer: "Apple Inc.",
        model: "Watch",
        hardwareVersion: "Watch6,1",
        firmwareVersion: nil,
        softwareVersion: "11.1",
        localIdentifier: nil,
        udiDeviceIdentifier: nil
    )

    let store: HKHealthStore
    let person: PersonAccess

    /// A store in memory, or in a file.
    init(at location: HKHealthStoreConfiguration.Location = .memory) {
        (store, person) = HKHealthStore.person(location: location, clock: { Self.now })
    }

    /// A store that was opened elsewhere.
    init(_ person: PersonAccess) { (store, self.person) = (person.store, person) }

    /// A store with forty days of steps, heart rate, sleep, weight and blood pressure.
    static func filled() throws -> TestStore {
        let store = TestStore()
        try store.fill()
        return store
    }

    func save(_ samples: [HKSample], from revision: HKSourceRevision) throws {
        try store.database().write { try $0.save(samples, revision: revision, now: Self.now) }
    }

    /// A time of a day so many days ago.
    static func time(_ daysAgo: Int, _ hour: Double) -> Date {
        let day = days.indices.contains(daysAgo) ? days[daysAgo] : midnight(daysAgo)
        return day.addingTimeInterval(hour * 3_600)
    }

    /// The midnights of the last days, today's first: tests ask for them a million times, and a calendar takes its time.
    private static let days = (0..<400).map(midnight)

    private static func midnight(_ daysAgo: Int) -> Date {
        calendar.date(byAdding: .day, value: -daysAgo, to: calendar.startOfDay(for: now)) ?? now
    }

    func environment(
        isReadOnly: Bool = false,
        theme: Theme = .plain,
        importFile: @escaping ImportFile = { _, _, _ in ImportSummary() }
    ) -> ConsoleEnvironment {
        var environment = ConsoleEnvironment(
            store: store,
            person: person,
            theme: theme,
            calendar: Self.calendar,
            locale: Locale(identifier: "de_DE"),
            numberLocale: Locale(identifier: "en_GB"),
            isReadOnly: isReadOnly,
            clock: { Self.now },
            importFile: importFile
        )
        environment.reportLanguage = .english
        // The clock of tests stands still.
        environment.readingTime = { _ in 0 }
        environment.paperLocale = Locale(identifier: "en_GB")
        return environment
    }
}

extension TestStore {
    /// The samples of forty days, made once: each test saves the same ones into a store of its own.
    private static let samples = Result { try made() }

    private func fill() throws {
        for part in try Self.samples.get() { try save(part.samples, from: part.revision) }
    }

    private static func made() throws -> [(samples: [HKSample], revision: HKSourceRevision)] {
        let store = TestStore()
        var watch: [HKSample] = []
        var phone: [HKSample] = []
        for day in 0..<40 {
            for hour in 8..<(day == 0 ? 14 : 20) {
                let steps = Double(200 + (day * 37 + hour * 61) % 700)
                watch.append(try store.quantity(.stepCount, steps, .count(), day, Double(hour), length: 1_800))
                phone.append(
                    try store.behind(watch[watch.count - 1]) {
                        try store.quantity(.stepCount, steps - 20, .count(), day, Double(hour), length: 1_800)
                    }
                )
                let rate = Double(58 + (day * 13 + hour * 29) % 70)
                watch.append(
                    try store.quantity(
                        .heartRate,
                        rate,
                        .count().unitDivided(by: .minute()),
                        day,
                        Double(hour) + 0.2,
                        device: watchDevice,
                        metadata: [HKMetadataKeyHeartRateMotionContext: 1]
                    )
                )
            }
            watch += try store.night(day)
        }
        return [
            (watch, Self.watch), (phone, Self.phone), (try store.polarSamples(), polar), (try store.own(), .health),
        ]
    }

    private func polarSamples() throws -> [HKSample] {
        try stride(from: 1, to: 40, by: 4)
            .map { try quantity(.heartRate, 140, .count().unitDivided(by: .minute()), $0, 18.5) }
    }

    private func own() throws -> [HKSample] {
        var own: [HKSample] = []
        for day in stride(from: 1, to: 40, by: 3) {
            own.append(try quantity(.bodyMass, 71.5 - Double(40 - day) * 0.03, .gramUnit(with: .kilo), day, 7.5))
        }
        for day in stride(from: 2, to: 40, by: 5) { own.append(try pressure(118 + Double(day % 7), 76, day)) }
        return own
    }

    /// A sample that is listed behind another of the same time: their UUIDs, which are random, order them.
    private func behind(_ other: HKSample, _ make: () throws -> HKSample) rethrows -> HKSample {
        while true {
            let sample = try make()
            if sample.uuid > other.uuid { return sample }
        }
    }

    func quantity(
        _ type: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        _ daysAgo: Int,
        _ hour: Double,
        length: TimeInterval = 0,
        device: HKDevice? = nil,
        metadata: [String: Any]? = nil
    ) throws -> HKQuantitySample {
        let start = Self.time(daysAgo, hour)
        return try HKQuantitySample(
            validating: HKQuantityType(type),
            quantity: HKQuantity(unit: unit, doubleValue: value),
            start: start,
            end: start.addingTimeInterval(length),
            device: device,
            metadata: metadata
        )
    }

    func pressure(_ systolic: Double, _ diastolic: Double, _ daysAgo: Int) throws -> HKCorrelation {
        let members: Set<HKSample> = [
            try quantity(.bloodPressureSystolic, systolic, .millimeterOfMercury(), daysAgo, 7),
            try quantity(.bloodPressureDiastolic, diastolic, .millimeterOfMercury(), daysAgo, 7),
        ]
        let start = Self.time(daysAgo, 7)
        return try HKCorrelation(
            validating: HKCorrelationType(.bloodPressure),
            start: start,
            end: start,
            objects: members
        )
    }

    /// Seven hours of sleep in four stages, ending on a day.
    private func night(_ daysAgo: Int) throws -> [HKSample] {
        let stages: [HKCategoryValueSleepAnalysis] = [.asleepCore, .asleepDeep, .asleepREM, .awake, .asleepCore]
        return try stages.enumerated()
            .map { index, stage in
                let start = Self.time(daysAgo, -0.5 + Double(index) * 1.5)
                return try HKCategorySample(
                    validating: HKCategoryType(.sleepAnalysis),
                    value: stage.rawValue,
                    start: start,
                    end: start.addingTimeInterval(5_400)
                )
            }
    }
}
