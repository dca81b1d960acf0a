import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import Testing

/// The pages of sources and devices, with known answers.
@Suite struct OriginReaderTests {
    private static let phone = MeasureStore.revision("Phone", "com.phone")
    private static let rate = HKUnit.count().unitDivided(by: .minute())

    private static func device(_ software: String?, hardware: String = "Watch6,1") -> HKDevice {
        HKDevice(
            name: "Watch",
            manufacturer: "Maker",
            model: "Watch",
            hardwareVersion: hardware,
            firmwareVersion: nil,
            softwareVersion: software,
            localIdentifier: nil,
            udiDeviceIdentifier: nil
        )
    }

    private func quantity(
        _ type: HKQuantityTypeIdentifier,
        _ value: Double,
        _ unit: HKUnit,
        _ start: Date,
        _ device: HKDevice? = nil
    ) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(type),
            quantity: HKQuantity(unit: unit, doubleValue: value),
            start: start,
            end: start.addingTimeInterval(60),
            device: device,
            metadata: nil
        )
    }

    /// A watch with steps on eight days of twelve, and a phone that has most of the others.
    private func filled() throws -> MeasureStore {
        let store = try MeasureStore()
        let days = [1, 2, 3, 4, 7, 8, 10, 11]
        try store.save(
            days.map { quantity(.stepCount, 1_000, .count(), store.time($0, 9)) }
                + [2, 4, 8, 10].map { quantity(.heartRate, 60, Self.rate, store.time($0, 9)) }
        )
        try store.save(
            [1, 2, 3, 4, 5, 6, 7, 8, 10, 11].map { quantity(.stepCount, 900, .count(), store.time($0, 9)) },
            from: Self.phone
        )
        return store
    }

    private func reader(_ origin: DataOrigin, _ store: MeasureStore) throws -> OriginReader {
        try OriginReader(origin, store.person, calendar: store.calendar, now: store.now)
    }

    @Test("A source's days are its own, whatever others recorded at the same time")
    func source() throws {
        let store = try filled()
        let page = try reader(.source(MeasureStore.watch.source), store).page()
        #expect(page.rows.map(\.measure.id) == ["stepCount", "heartRate"])
        #expect(page.overview.samples == 12)
        let steps = try #require(page.rows.first)
        #expect(steps.samples == 8 && steps.days.days.count == 8)
        #expect(steps.days.days.values.allSatisfy { $0.value == 1_000 })
        #expect(steps.latest?.day == store.day(11))
        #expect(steps.first == store.time(1, 9))
        #expect(steps.last == store.time(11, 9, 1))
        #expect(steps.value(store.day(1)..<store.day(13)) == 1_000)
        #expect(page.count(store.day(2)) == 2 && page.level(store.day(2)) == .all)
        #expect(page.count(store.day(1)) == 1 && page.level(store.day(1)) == .half)
        #expect(page.level(store.day(5)) == .none)
        #expect(page.firstDay(on: store.clock) == store.day(1))
        let lived = page.lived(on: store.clock)
        #expect(lived == store.day(1)..<store.day(13))
        #expect(page.daysWithData(lived) == 8)
        // The phone's are not the watch's.
        let other = try reader(.source(Self.phone.source), store).page()
        #expect(other.rows.map(\.measure.id) == ["stepCount"])
        #expect(other.rows[0].days.days.values.allSatisfy { $0.value == 900 })
    }

    @Test("Days without data are told the latest first, with the source that has them; today is none of them")
    func gaps() throws {
        let store = try filled()
        let reader = try reader(.source(MeasureStore.watch.source), store)
        let gaps = try reader.gaps(try reader.page())
        #expect(gaps.map(\.days) == [store.day(9)..<store.day(10), store.day(5)..<store.day(7)])
        #expect(gaps.first?.owner == nil)
        let owner = try #require(gaps.last?.owner)
        #expect(owner.source == Self.phone.source && owner.days == 2 && owner.total == 1_800)
    }

    @Test("A source has its place for each measure, who counts before it, and its part of the year")
    func places() throws {
        let store = try filled()
        let (watch, phone) = (MeasureStore.watch.source, Self.phone.source)
        let steps = HKQuantityType(.stepCount).identifier
        func places(_ source: HKSource) throws -> [OriginPlace] {
            let reader = try reader(.source(source), store)
            return try reader.places(try reader.page())
        }
        try store.person.setSourceOrder(steps, order: [watch, phone].map(\.bundleIdentifier), excluded: [])
        let own = try places(watch)
        #expect(own.map(\.measure.id) == ["stepCount", "heartRate"])
        #expect(own.map(\.place) == [1, 1] && own.map(\.of) == [2, 1] && own.map(\.first) == [nil, nil])
        #expect(own.map(\.rule) == [.ordered, .each])
        // The phone's 900 count on the two days on which the watch has nothing.
        #expect(own.map(\.share) == [.total(8_000.0 / 9_800), nil])
        let other = try #require(try places(phone).first)
        #expect(other.place == 2 && other.of == 2 && other.first == watch && other.share == .total(1_800.0 / 9_800))

        try store.person.setSourceOrder(steps, order: [], excluded: [watch.bundleIdentifier])
        let left = try #require(try places(watch).first)
        #expect(left.place == nil && left.of == 1 && left.leftOut == 1 && left.share == nil)
        let only = try #require(try places(phone).first)
        #expect(only.place == 1 && only.of == 1 && only.leftOut == 1 && only.first == nil)
    }

    @Test("Of workouts that two sources recorded, those of the second count where the first has none")
    func workouts() throws {
        let store = try MeasureStore()
        try store.save([1, 2].map { try store.workout(.running, store.time($0, 9), minutes: 60) })
        try store.save(
            [try store.workout(.running, store.time(2, 9, 30), minutes: 60)]
                + [3, 4].map { try store.workout(.running, store.time($0, 9), minutes: 60) },
            from: Self.phone
        )
        try store.person.setSourceOrder(
            HKObjectType.workoutType().identifier,
            order: [MeasureStore.watch.source, Self.phone.source].map(\.bundleIdentifier),
            excluded: []
        )
        let reader = try reader(.source(Self.phone.source), store)
        let place = try #require(try reader.places(try reader.page()).first)
        #expect(place.place == 2 && place.first == MeasureStore.watch.source)
        #expect(place.share == .workouts(whole: 2, part: 1, of: 3))
    }

    @Test("All years begin with the first sample, and a week is shaded by the measures that have a value in it")
    func allYears() throws {
        let store = try filled()
        let old = CalendarDay(year: 2024, month: 3, day: 6).start(on: store.clock).addingTimeInterval(36_000)
        try store.save([quantity(.heartRate, 70, Self.rate, old)])
        let reader = try OriginReader(
            .source(MeasureStore.watch.source),
            store.person,
            calendar: store.calendar,
            now: store.now,
            showsAll: true
        )
        let first = CalendarDay(year: 2024, month: 3, day: 4)
        #expect(reader.year.showsAll && reader.year.start == first)
        let page = try reader.page()
        #expect(page.level(ofWeek: first) == .half && page.count(ofWeek: first.advanced(by: 7)) == 0)
        #expect(page.level(ofWeek: store.day(2)) == .all)
        let lived = page.lived(on: store.clock)
        #expect(lived.lowerBound == first.advanced(by: 2) && page.daysWithData(lived) == 9)
        #expect(page.year.years.map(\.year.lowerBound.year) == [2024, 2025, 2026])
        // Of one year the day two years ago is no part.
        #expect(try self.reader(.source(MeasureStore.watch.source), store).page().rows[1].days.days.count == 4)
    }

    @Test("A device is one with all its software, each version from the first day to the last, and no other hardware")
    func device() throws {
        let store = try MeasureStore()
        let (old, new) = (Self.device("10.2"), Self.device("10.4"))
        try store.save(
            (1...5).map { quantity(.heartRate, 60, Self.rate, store.time($0, 9), old) }
                + (6...11).map { quantity(.heartRate, 70, Self.rate, store.time($0, 9), new) }
                + [quantity(.heartRate, 200, Self.rate, store.time(3, 12), Self.device("10.2", hardware: "Other"))]
        )
        let reader = try reader(.device(old), store)
        #expect(reader.overview.samples == 11 && reader.overview.devices.count == 2)
        #expect(reader.overview.partners.map(\.samples) == [11])
        #expect(reader.overview.partners.map(\.origin) == [.source(MeasureStore.watch.source)])
        let software = try reader.software()
        #expect(software.map(\.version) == ["10.2", "10.4"] && software.map(\.samples) == [5, 6])
        #expect(software.map(\.days) == [store.day(1)...store.day(5), store.day(6)...store.day(11)])
        let page = try reader.page()
        #expect(page.rows.count == 1 && page.rows[0].days.days[store.day(3)]?.value == 60)
        #expect(try store.person.count(try reader.samples(of: HKQuantityType(.heartRate))) == 11)
        #expect(try reader.gaps(page).isEmpty)
    }

    @Test("A version of a source's app spans the days from its first sample to its last, of whatever type")
    func versions() throws {
        let store = try MeasureStore()
        func revision(_ version: String?) -> HKSourceRevision {
            HKSourceRevision(source: MeasureStore.watch.source, version: version)
        }
        try store.save([quantity(.stepCount, 100, .count(), store.time(1, 9))], from: revision(nil))
        try store.save(
            (3...5).map { quantity(.stepCount, 100, .count(), store.time($0, 9)) }
                + [quantity(.heartRate, 60, Self.rate, store.time(2, 9))],
            from: revision("9.1")
        )
        try store.save(
            [6, 9].map { quantity(.heartRate, 60, Self.rate, store.time($0, 9)) }
                + (7...11).map { quantity(.stepCount, 100, .count(), store.time($0, 9)) },
            from: revision("10.0")
        )
        // Another source's version of the same name is none of these.
        try store.save(
            [quantity(.stepCount, 100, .count(), store.time(1, 9))],
            from: HKSourceRevision(source: Self.phone.source, version: "9.1")
        )
        let versions = try reader(.source(MeasureStore.watch.source), store).software()
        #expect(versions.map(\.version) == ["9.1", "10.0"])
        #expect(versions.map(\.days) == [store.day(2)...store.day(5), store.day(6)...store.day(11)])
        #expect(versions.allSatisfy { $0.samples == nil })
    }

    @Test("A filter that is typed over a device's samples keeps to the device")
    func filtered() throws {
        let store = try MeasureStore()
        try store.save([
            quantity(.heartRate, 60, Self.rate, store.time(1, 9), Self.device("1")),
            quantity(.heartRate, 80, Self.rate, store.time(2, 9), Self.device("2")),
            quantity(.heartRate, 90, Self.rate, store.time(3, 9)),
        ])
        let query = try reader(.device(Self.device("1")), store).samples(of: HKQuantityType(.heartRate))
        let above = try SampleFilter(
            HKQuery.predicateForQuantitySamples(
                with: .greaterThan,
                quantity: HKQuantity(unit: Self.rate, doubleValue: 70)
            )
        )
        let samples = FilteredSamples(query, .stored(above), timeZone: store.calendar.timeZone)
        #expect(try samples.count(.person(store.person)) == 1)
    }

    @Test("What a source no longer has is nothing: no row, no day, no gap")
    func nothing() throws {
        let store = try filled()
        let reader = try reader(.source(HKSource(name: "Gone", bundleIdentifier: "gone")), store)
        let page = try reader.page()
        #expect(page.rows.isEmpty && page.overview.samples == 0)
        #expect(page.lived(on: store.clock).isEmpty && page.firstDay(on: store.clock) == nil)
        #expect(try reader.gaps(page).isEmpty && reader.software().isEmpty)
    }
}
