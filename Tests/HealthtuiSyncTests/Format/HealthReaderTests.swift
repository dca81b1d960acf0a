import CoreLocation
import Foundation
import HealthKit
import HealthKitStore
import HealthtuiSync
import RandomTesting
import Testing

/// A group of two stores, read by another program, which is written from the page of the format and shares no code with this one.
@Suite struct HealthReaderTests {
    private let folder: ScratchFolder
    private let laptop: Machine
    private let desktop: Machine
    private let recovery: String
    private var random = SeededGenerator(seed: 0)

    /// How many histories are read.
    private static var runs: Int {
        let environment = ProcessInfo.processInfo.environment
        return environment["SYNC_SCRIPTS"].flatMap { Int($0) } ?? (environment["SOAK_MINUTES"] == nil ? 4 : 100)
    }

    private static let seeds: [UInt64] = {
        var random = SeededGenerator("health data for another program")
        return (0..<runs).map { _ in random.next() }
    }()

    init() throws {
        folder = try ScratchFolder()
        laptop = try Machine("laptop")
        desktop = try Machine("desktop")
        try laptop.importSteps([1, 2, 2, 3], delays: [1, 1])
        try desktop.importSteps([1, 2, 4])
        recovery = try laptop.sync.begin(in: folder.path, name: "laptop")
        try desktop.join(laptop, folder.path)
        _ = try desktop.sync.sync()
        _ = try laptop.sync.sync()
    }

    @Test(
        """
        Another program reads the health data of a group: edits, deletions, what was undone and done again, equal samples, \
        series, workouts, the profile
        """,
        .enabled(if: SecondProgram.isThere, "PyNaCl is not installed: apt-get install python3-nacl"),
        arguments: seeds
    )
    mutating func reads(_ seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        for sample in try Self.records(of: laptop) { try laptop.person.save([sample]) }
        for round in 0..<30 {
            for machine in [laptop, desktop] { try change(machine, round) }
            if Int.random(in: 0..<3, using: &random) > 0 { _ = try laptop.sync.sync() }
            if Int.random(in: 0..<3, using: &random) > 0 { _ = try desktop.sync.sync() }
        }
        // After the history, so that there is something of each kind whatever was undone in it.
        for sample in try Self.records(of: desktop) { try desktop.person.save([sample]) }
        try desktop.person.save([Machine.pressure(150, at: 150)])
        var profile = CharacteristicValues()
        (profile.dateOfBirth, profile.bloodType) = ("1990-12-10", 8)
        try laptop.person.setCharacteristics(profile)
        let day = CalendarDay(year: 2026, month: 5, day: 3)
        let marks = [DayMark("Lisbon", day, CalendarDay(year: 2026, month: 5, day: 10)), DayMark("gone", day)]
        for mark in marks { try laptop.person.add(mark) }
        try desktop.person.add(DayMark("Lisbon", day))
        try laptop.person.removeMark(marks[1].id)
        for _ in 0..<3 { for machine in [laptop, desktop] { _ = try machine.sync.sync() } }
        let (status, output) = try SecondProgram.run(["--health", folder.path, recovery])
        #expect(status == 0, "\(output.suffix(400)), seed \(seed)")
        let (read, expected) = (Set(output.split(separator: "\n").map(String.init)), try Self.lines(laptop))
        #expect(read.subtracting(expected).sorted() == [], "the other program alone, seed \(seed)")
        #expect(expected.subtracting(read).sorted() == [], "the store alone, seed \(seed)")
        let differing = try Self.lines(desktop).symmetricDifference(expected)
        #expect(differing.sorted() == [], "the two machines, seed \(seed)")
        for word in [
            "series", "route", "beats", "voltages", "workout", "members", "content", "value", "link", "profile", "mark",
        ] {
            #expect(output.contains(word), "\(word), seed \(seed)")
        }
    }

    /// Something that a person does.
    private mutating func change(_ machine: Machine, _ round: Int) throws {
        let hour = Double(100 + round)
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: try machine.save(Double.random(in: 1...100, using: &random), at: hour)
        case 2: try machine.person.save([Machine.pressure(Double(100 + round), at: hour)])
        case 3:
            let version = NSNumber(value: Int.random(in: 1...5, using: &random))
            let identifier = ["one", "two"][Int.random(in: 0..<2, using: &random)]
            let metadata: [String: Any] = [
                HKMetadataKeySyncIdentifier: identifier, HKMetadataKeySyncVersion: version,
            ]
            try machine.save(Double(round) + 0.5, at: hour, metadata)
        case 4:
            if let old = try steps(machine, isOwn: true) {
                try machine.edit(old, to: Machine.steps(Double(round) + 0.25, at: hour))
            }
        case 5: if let old = try steps(machine) { _ = try machine.person.delete([old]) }
        case 6: try machine.save(Double(round) + 0.75, at: hour)
        case 7, 8: _ = try machine.person.undo()
        case 9: _ = try machine.person.redo()
        default:
            try machine.importSteps(
                [5, 6, Double(round % 3)],
                restoresDeleted: Int.random(in: 0..<4, using: &random) == 0,
                of: "App \(round % 2)"
            )
        }
    }

    /// Some steps; where they are to be edited, some that the person saved: what was imported has a UUID of version 8.
    private mutating func steps(_ machine: Machine, isOwn: Bool = false) throws -> UUID? {
        let all = try machine.database.read { try $0.store.changes(after: 0).items }
            .compactMap { item -> UUID? in
                guard case .sample(let sample) = item, sample.end == sample.start + 60 else { return nil }
                return isOwn && sample.uuid.uuid.6 >> 4 == 8 ? nil : sample.uuid
            }
        return all.sorted().randomElement(using: &random)
    }

    /// A sample of each kind of content.
    private static func records(of machine: Machine) throws -> [HKSample] {
        func at(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: 710_000_000 + seconds) }
        let isFirst = machine.name == "laptop"
        let series = QuantityContent(
            type: HKQuantityType(.heartRate),
            value: 61,
            unit: HKUnit(from: "count/min"),
            start: at(0),
            end: at(3),
            series: QuantitySeries(
                (0..<3)
                    .map {
                        QuantitySeries.Element(
                            start: 710_000_000 + Double($0),
                            end: 710_000_000 + Double($0),
                            value: 60.5
                        )
                    }
            )
        )
        let workout = HKWorkout(
            activityType: .running,
            start: at(100),
            end: at(200),
            duration: 90,
            totalEnergyBurned: nil,
            totalDistance: nil,
            metadata: nil
        )
        let points = (0..<300)
            .map { place in
                CLLocation(
                    coordinate: CLLocationCoordinate2D(latitude: 52 + Double(place) * 1e-5, longitude: 13.4),
                    altitude: 30 + Double(place % 7) / 4,
                    horizontalAccuracy: 4,
                    verticalAccuracy: 3,
                    timestamp: at(100 + Double(place) / 3)
                )
            }
        let voltages = (0..<500).map { Double(($0 * 7919) % 1_001 - 500) * 0.37 }
        return [
            series.sample(ObjectAttributes(uuid: UUID())), workout,
            try HKWorkoutRoute(route: RouteData(points.map { RoutePoint($0) }), device: nil, metadata: nil),
            try HKElectrocardiogram(
                start: at(300),
                trace: ElectrocardiogramTrace(
                    unit: .voltUnit(with: .micro),
                    leads: [.appleWatchSimilarToLeadI: isFirst ? voltages : voltages.map { $0.rounded() }]
                ),
                samplingFrequency: HKQuantity(unit: .hertz(), doubleValue: 512),
                classification: .sinusRhythm
            ),
            try HKHeartbeatSeriesSample(
                start: at(400),
                series: HeartbeatSeries([0.5, 1.25].map { HeartbeatSeries.Beat(time: $0, precededByGap: $0 > 1) }),
                device: nil,
                metadata: nil
            ),
            HKStateOfMind(date: at(500), kind: .dailyMood, valence: 0.25, labels: [.calm], associations: [.family]),
            HKCategorySample(type: HKCategoryType(.sleepAnalysis), value: 3, start: at(600), end: at(700)),
        ]
    }

    // MARK: What the store has

    private static func bits(_ number: Double) -> String {
        EntryLine.hex(withUnsafeBytes(of: number.bitPattern.bigEndian) { Array($0) })
    }

    private static func lines(_ machine: Machine) throws -> Set<String> {
        let marks = try machine.person.marks()
        return try machine.database.read { reader in
            var lines = Set(marks.map { "mark \($0.id) \($0.first.text) \($0.last.text) \($0.text)" })
            for item in try reader.store.changes(after: 0).items {
                let (uuid, type, source, start, end, what): (UUID, TypeID, SourceID, Double, Double, String)
                switch item {
                case .sample(let sample):
                    (uuid, type, source) = (sample.uuid, sample.type, sample.source)
                    (start, end) = (sample.start, sample.end)
                    let unit = sample.unit == 0 ? "-" : try Self.text(reader.store.dictionaryBytes(.unit, sample.unit))
                    what = "value \(unit) \(bits(sample.value))"
                case .record(let record):
                    (uuid, type, source) = (record.uuid, record.type, record.source)
                    (start, end) = (record.start, record.end)
                    what = try Self.what(record, reader.typeIdentifier(record.type))
                    for link in try reader.store.children(of: uuid) {
                        lines.insert("link \(uuid) \(link.child) \(link.role)")
                    }
                case .tombstone: continue
                }
                let bundle = try reader.source(source).bundleIdentifier
                lines.insert(
                    "sample \(uuid) \(try reader.typeIdentifier(type)) \(bundle) \(bits(start)) \(bits(end)) \(what)"
                )
            }
            lines.insert("profile dateOfBirth 1990-12-10")
            lines.insert("profile bloodType 8")
            return lines
        }
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private static func what(_ record: StoredRecord, _ type: String) throws -> String {
        switch type {
        case HKWorkoutTypeIdentifier:
            return "workout \(try #require(WorkoutContent(json: record.payload)).activity)"
        case HKWorkoutRouteTypeIdentifier:
            let route = try #require(RouteData(bytes: SplitPayload(bytes: record.payload)?.data ?? []))
            let places = route.points.map { point in
                let fields = point.fields
                let numbers = [
                    fields.timestamp, fields.coordinate.latitude, fields.coordinate.longitude, fields.altitude,
                ]
                return numbers.map(bits).joined(separator: ",")
            }
            return "route \(places.joined(separator: " "))"
        case HKDataTypeIdentifierHeartbeatSeries:
            let series = try #require(HeartbeatSeries(bytes: SplitPayload(bytes: record.payload)?.data ?? []))
            let beats = series.beats.map { "\(bits($0.time)),\($0.precededByGap ? 1 : 0)" }
            return "beats \(beats.joined(separator: " "))"
        case HKObjectType.electrocardiogramType().identifier:
            let trace = try #require(ElectrocardiogramTrace(bytes: SplitPayload(bytes: record.payload)?.data ?? []))
            let leads = trace.leads.sorted { $0.key.rawValue < $1.key.rawValue }
                .map { "\($0.key.rawValue):\($0.value.map(bits).joined(separator: ","))" }
            return "voltages \(bits(512)) \(trace.unit.unitString) \(leads.joined(separator: " "))"
        default: break
        }
        if type.hasPrefix("HKQuantityType") {
            let payload = try #require(SeriesPayload(bytes: record.payload))
            let rows = payload.series.elements.map { "\(bits($0.start)),\(bits($0.end)),\(bits($0.value))" }
            return "series \(payload.unit) \(rows.joined(separator: " "))"
        }
        if type.hasPrefix("HKCorrelationType") { return "members" }
        let content = try JSONSerialization.jsonObject(with: Data(record.payload)) as? [String: Any]
        return "content \((content ?? [:]).keys.sorted().joined(separator: ","))"
    }
}
