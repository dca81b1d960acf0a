import Foundation
import ProgramTesting
import Testing

@testable import HealthKit

/// `sources NAME` and `devices NAME`.
@Suite("The year of a source or a device, as a command") struct OriginCommandTests {
    private let folder: ScratchFolder
    private let path: String

    private static let device = HKDevice(
        name: "Strap",
        manufacturer: "Maker",
        model: "H10",
        hardwareVersion: "Strap1,2",
        firmwareVersion: nil,
        softwareVersion: "2.0",
        localIdentifier: nil,
        udiDeviceIdentifier: nil
    )

    /// Noon in UTC so many days before today.
    private static func noon(_ daysAgo: Int) -> Date {
        let day = (Date().timeIntervalSince1970 / 86_400).rounded(.down) - Double(daysAgo)
        return Date(timeIntervalSince1970: day * 86_400 + 43_200)
    }

    private static func day(_ daysAgo: Int) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return CalendarDay(noon(daysAgo), in: calendar).text
    }

    private static func steps(_ count: Double, _ daysAgo: Int, device: HKDevice? = nil) -> HKQuantitySample {
        HKQuantitySample(
            type: HKQuantityType(.stepCount),
            quantity: HKQuantity(unit: .count(), doubleValue: count),
            start: noon(daysAgo),
            end: noon(daysAgo).addingTimeInterval(60),
            device: device,
            metadata: nil
        )
    }

    /// A watch with steps on four days and none on the one between, on which a phone has some; another is called the same.
    init() throws {
        folder = try ScratchFolder()
        path = folder.path("origins.store")
        let database = try HKHealthStore(configuration: .person(location: .file(path))).database()
        func source(_ name: String, _ bundle: String) -> HKSourceRevision {
            HKSourceRevision(source: HKSource(name: name, bundleIdentifier: bundle), version: "7.1")
        }
        try database.write { writer in
            let watch = [2, 3, 5, 6].map { Self.steps(1_000, $0, device: Self.device) }
            try writer.save(watch, revision: source("My Watch", "test.watch"), now: Date())
            try writer.save([Self.steps(300, 4)], revision: source("Phone\u{1B}[31m", "test.phone"), now: Date())
            try writer.save([Self.steps(5, 4)], revision: source("My Watch", "test.other"), now: Date())
        }
    }

    private func run(_ arguments: String...) throws -> Command.Outcome {
        try Command.run(arguments + ["--store", path, "--time-zone", "UTC"], in: folder)
    }

    @Test("A source's JSON has its own days, its months, and the days without data with who has them")
    func source() throws {
        let outcome = try run("sources", "test.watch", "--json")
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        let year = try #require(try outcome.json() as? [String: Any])
        #expect(year["name"] as? String == "My Watch" && year["samples"] as? Int == 4)
        #expect(year["days"] as? Int == 4 && year["versions"] as? [String] == ["7.1"])
        let software = try #require(year["software"] as? [[String: Any]])
        #expect(software.count == 1 && software[0]["version"] as? String == "7.1" && software[0].count == 3)
        #expect(software[0]["first"] as? String == Self.day(6) && software[0]["last"] as? String == Self.day(2))
        let measures = try #require(year["measures"] as? [[String: Any]])
        #expect(measures.count == 1 && measures[0]["measure"] as? String == "stepCount")
        #expect(measures[0]["value"] as? Double == 1_000 && measures[0]["day"] as? String == Self.day(2))
        let months = try #require(measures[0]["months"] as? [[String: Any]])
        #expect(months.count == 12)
        #expect(months.compactMap { $0["value"] as? Double }.reduce(0, +) == 4_000)
        #expect(months.compactMap { $0["days"] as? Int }.reduce(0, +) == 4)
        let missing = try #require(year["missing"] as? [[String: Any]])
        let gap = try #require(missing.first { $0["first"] as? String == Self.day(4) })
        #expect(gap["last"] as? String == Self.day(4) && gap["days"] as? Int == 1)
        #expect(gap["bundle"] as? String == "test.phone" && gap["total"] as? Double == 300)
    }

    @Test("A device's JSON has the versions of its software and its sources; it is found by any field")
    func device() throws {
        for name in ["Strap", "strap1,2", "H10", "maker"] {
            let outcome = try run("devices", name, "--json")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let year = try #require(try outcome.json() as? [String: Any])
            #expect(year["hardware"] as? String == "Strap1,2" && year["samples"] as? Int == 4)
            let software = try #require(year["software"] as? [[String: Any]])
            #expect(software.count == 1 && software[0]["version"] as? String == "2.0")
            #expect(software[0]["first"] as? String == Self.day(6) && software[0]["last"] as? String == Self.day(2))
            let sources = try #require(year["sources"] as? [[String: Any]])
            #expect(sources.map { $0["bundle"] as? String } == ["test.watch"])
        }
    }

    @Test("The text is the page, no wider than 80 columns where nobody looks; CSV has a row a measure")
    func text() throws {
        let outcome = try run("sources", "test.watch")
        let lines = outcome.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "My Watch" && lines.allSatisfy { $0.count <= 80 }, "\(outcome.output)")
        #expect(outcome.output.contains("DAYS WITH DATA 4 of ") && outcome.output.contains("The year"))
        #expect(lines.reduce(0) { $0 + $1.count { $0 == "█" } } == 5, "four days, and what the shade means")
        #expect(lines.contains { $0.contains("Steps") && ($0.contains("1,000") || $0.contains("1000")) })
        #expect(lines.contains { $0.contains("Phone") && $0.contains("300") })
        #expect(!outcome.output.contains("\u{1B}") && !outcome.output.contains("▌"))
        let table = try CSVTable.records(try run("sources", "test.watch", "--csv").output)
        #expect(table.count == 2 && table[0].first == "measure" && table[1].first == "stepCount")
    }

    @Test("A name that fits no source, or several, is refused with those there are")
    func names() throws {
        let none = try run("sources", "Nobody")
        #expect(none.status == 1 && none.errors.contains("source not found") && none.errors.contains("My Watch"))
        #expect(!none.errors.contains("\u{1B}"))
        let several = try run("sources", "My Watch")
        #expect(several.status == 1 && several.errors.contains("test.other, test.watch"), "\(several.errors)")
        let device = try run("devices", "Nobody")
        #expect(device.status == 1 && device.errors.contains("device not found"))
        #expect(try run("sources", "test.watch", "--type", "steps").status == 64)
    }
}
