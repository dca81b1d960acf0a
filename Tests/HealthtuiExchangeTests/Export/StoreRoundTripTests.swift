import Foundation
import HealthKitStore
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

@Suite struct StoreRoundTripTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func person() -> PersonAccess { HKHealthStore.person(location: .memory).person }

    /// Files of this package that an import takes.
    static let fixtures = [
        "every-element.xml", "exports/v11-clinical.xml", "exports/v12-ios16-broken-dtd.xml", "exports/v14-de_NL.xml",
        "exports/v3-en_GB.xml", "exports/v8-en_US.xml", "exports/routes.zip", "exports/future.zip",
        "imports/export-ios15.xml", "imports/export-ios18.xml", "imports/export-ios8-german.xml",
        "imports/everything.zip", "export-as-phones-write-it.zip", "export-zip64.zip",
    ]

    private func path(_ name: String) -> String { folder.url.appending(path: name).path }

    private func imported(_ fixture: String) throws -> PersonAccess {
        let person = person()
        _ = try ExportImporter(person).run(path: Fixtures.own.appending(path: fixture).path)
        return person
    }

    private func exported(_ person: PersonAccess, _ name: String = "out.zip", plain: Bool = false) throws
        -> ExportSummary
    {
        try AppleExporter(person, isPlain: plain).run(ExportRequest(path: path(name), replaces: true))
    }

    private func reimported(_ name: String = "out.zip") throws -> (person: PersonAccess, summary: ImportSummary) {
        let person = person()
        return (person, try ExportImporter(person).run(path: path(name)))
    }

    @Test("A store that goes into a zip and into a new store is the same store", arguments: fixtures)
    func identity(fixture: String) throws {
        let before = try imported(fixture)
        #expect(try exported(before).isWhole)
        let after = try reimported()
        #expect(after.summary.outcome == .complete)
        #expect(try StoreDump.difference(StoreDump(before), StoreDump(after.person)).isEmpty)
    }

    @Test("A store of random objects of apps, with deletions, links and rights, comes back as it was")
    func randomIdentity() throws {
        var generator = SeededGenerator("round trip")
        let before = try imported("imports/export-ios18.xml")
        try fill(before, &generator)
        let goal = TypeGoal(.atLeast, QuantityText(value: 8_000, unit: "count"), per: .day)
        try before.setGoal(goal, for: HKQuantityType(.stepCount))
        let mark = DayMark("Lisbon", CalendarDay(year: 2026, month: 5, day: 3))
        try before.add(mark)
        #expect(try exported(before).isWhole)
        let (after, summary) = try reimported()
        #expect(try after.marks() == [mark])
        #expect(summary.copy?.hasSettings == true)
        #expect(summary.copy?.deletions ?? 0 > 0)
        #expect(try after.typeGoals() == [HKQuantityType(.stepCount).identifier: goal])
        #expect(try StoreDump.difference(StoreDump(before), StoreDump(after)).isEmpty)
        // And once more, from what came back.
        _ = try exported(after, "again.zip")
        let again = try reimported("again.zip")
        #expect(try StoreDump.difference(StoreDump(before), StoreDump(again.person)).isEmpty)
    }

    /// Objects as apps make them: with fractions of seconds, UUIDs of their own, metadata of all classes.
    private func fill(_ person: PersonAccess, _ generator: inout SeededGenerator) throws {
        var samples: [HKSample] = []
        for index in 0..<300 {
            let start = Date(
                timeIntervalSinceReferenceDate: 700_000_000 + Double.random(in: 0..<1e7, using: &generator)
            )
            var metadata: [String: Any] = ["index": index]
            if index % 3 == 0 { metadata["text"] = "a \"b\" <c> & \u{1F600}" }
            if index % 5 == 0 { metadata["when"] = start }
            if index % 7 == 0 { metadata["how"] = HKQuantity(unit: .percent(), doubleValue: 0.07 * Double(index)) }
            samples.append(
                HKQuantitySample(
                    type: HKQuantityType(.stepCount),
                    quantity: HKQuantity(unit: .count(), doubleValue: Double.random(in: 0..<1_000, using: &generator)),
                    start: start,
                    end: start.addingTimeInterval(Double.random(in: 0..<600, using: &generator)),
                    device: index % 2 == 0 ? HKDevice.local() : nil,
                    metadata: metadata
                )
            )
        }
        try person.save(samples)
        try person.delete(samples.prefix(20).map(\.uuid))
        let types = try person.types()
        let steps = try person.samples(SampleListQuery(type: HKQuantityType(.activeEnergyBurned)), limit: 1)
        try person.delete(steps.map(\.uuid))
        #expect(!types.isEmpty)
        try person.setPreferredUnit(.pound(), for: HKQuantityType(.bodyMass))
    }

    @Test("Without the copy of the store, all that Apple's files can carry comes back", arguments: fixtures)
    func plain(fixture: String) throws {
        let before = try imported(fixture)
        let summary = try exported(before, plain: true)
        #expect(!summary.isWhole)
        let after = try reimported()
        let kinds: [ImportKind] = [.records, .correlations, .workouts, .activitySummaries]
        for kind in kinds { #expect(after.summary.counts[kind].added == summary.counts[kind] ?? 0, "\(kind)") }
        #expect(after.summary.counts[.records].refused == 0)
        #expect(try StoreContents.difference(StoreContents(before), StoreContents(after.person)).isEmpty)
    }

    @Test("A zip into the store that it came from changes nothing; into one that deleted some, those stay deleted")
    func intoItself() throws {
        var generator = SeededGenerator("into itself")
        let store = try imported("imports/export-ios18.xml")
        try fill(store, &generator)
        _ = try exported(store)
        let before = try StoreDump(store)
        let summary = try ExportImporter(store).run(path: path("out.zip"))
        #expect(summary.added == 0)
        #expect(summary.copy?.hasSettings == false)
        #expect(try StoreDump.difference(before, StoreDump(store)).isEmpty)
        let victims = try store.samples(SampleListQuery(type: HKQuantityType(.stepCount)), limit: 5)
        try store.delete(victims.map(\.uuid))
        let again = try ExportImporter(store).run(path: path("out.zip"))
        #expect(again.added == 0)
        #expect(again.deleted == 5)
    }

    @Test("Marks come with a whole export into a store that has others, never twice, and go when it is undone")
    func marks() throws {
        let day = CalendarDay(year: 2026, month: 5, day: 3)
        let (theirs, mine) = (DayMark("Lisbon", day), DayMark("Lisbon", day))
        let before = try imported("imports/export-ios8-german.xml")
        try before.add(theirs)
        _ = try exported(before)
        let other = try imported("imports/export-ios18.xml")
        try other.add(mine)
        for _ in 0..<2 {
            _ = try ExportImporter(other).run(path: path("out.zip"))
            #expect(try Set(other.marks()) == [theirs, mine])
        }
        _ = try other.undo()
        #expect(try other.marks() == [mine])
        _ = try exported(before, plain: true)
        #expect(try reimported().person.marks().isEmpty, "Apple's files have no place for them")
    }

    @Test("An export that was changed after it was written is read itself, and a warning says so")
    func changed() throws {
        let store = try imported("imports/export-ios18.xml")
        _ = try exported(store)
        let bytes = try Data(contentsOf: URL(filePath: path("out.zip")))
        // The same members, with another main file.
        let members = try ZipMembers.read(path("out.zip"))
        var main = String(decoding: try #require(members["apple_health_export/export.xml"]), as: UTF8.self)
        main = main.replacing("value=\"431\"", with: "value=\"432\"")
        let zip = try ZipWriter(path: try folder.write([], to: "changed.zip"), name: "changed.zip", date: Date())
        for (name, content) in members {
            try zip.begin(name)
            try zip.append(name.hasSuffix("export.xml") ? Array(main.utf8) : content)
        }
        try zip.finish()
        let (after, summary) = try reimported("changed.zip")
        #expect(summary.copy == nil)
        #expect(summary.warnings.contains { $0.contains("changed after it was written") })
        let steps = try after.samples(SampleListQuery(type: HKQuantityType(.stepCount)), limit: 10)
        #expect(steps.contains { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .count()) == 432 })
        #expect(bytes.count > 0)
    }

    @Test("The main file is not unpacked where the archive's directory says that it is as it was; without that it is")
    func unpacked() throws {
        let store = try imported("imports/export-ios18.xml")
        _ = try exported(store)
        // Damage in what is not read shows nothing.
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path("out.zip"))))
        let name = Array("apple_health_export/export.xml".utf8)
        let start = try #require(bytes.firstRange(of: name)).upperBound
        for place in start + 200..<start + 240 { bytes[place] ^= 0x55 }
        _ = try folder.write(bytes, to: "holed.zip")
        let (after, summary) = try reimported("holed.zip")
        #expect(summary.copy != nil)
        #expect(summary.warnings.isEmpty)
        #expect(try StoreDump.difference(StoreDump(store), StoreDump(after)).isEmpty)
        // Exports of earlier versions don't name the checksum.
        let members = try ZipMembers.read(path("out.zip"))
        let zip = try ZipWriter(path: try folder.write([], to: "earlier.zip"), name: "earlier.zip", date: Date())
        for (name, content) in members {
            try zip.begin(name)
            let manifest = String(decoding: content, as: UTF8.self)
            let isManifest = name == "healthtui/manifest.json"
            #expect(!isManifest || manifest.contains("mainCRC"))
            try zip.append(isManifest ? Array(manifest.replacing("mainCRC", with: "unknown").utf8) : content)
        }
        try zip.finish()
        #expect(try reimported("earlier.zip").1.copy != nil)
    }

    @Test("A damaged copy of the store is left aside, and the export itself comes in")
    func damagedCopy() throws {
        let store = try imported("imports/export-ios18.xml")
        _ = try exported(store)
        var members = try ZipMembers.read(path("out.zip"))
        members["healthtui/health.store"]?[5_000] ^= 0xFF
        let zip = try ZipWriter(path: try folder.write([], to: "damaged.zip"), name: "damaged.zip", date: Date())
        for (name, content) in members {
            try zip.begin(name)
            try zip.append(content)
        }
        try zip.finish()
        let (_, summary) = try reimported("damaged.zip")
        #expect(summary.copy == nil)
        #expect(summary.records.added > 0)
        #expect(summary.warnings.contains { $0.contains("copy of the store in it is damaged") })
    }
}
