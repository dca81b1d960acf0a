import Foundation
import HealthKit
import Testing

@testable import HealthtuiExchange

@Suite("An import beside a console")
struct ImportThrottleTests {
    @Test("While keys come without end an import goes on, and brings everything")
    func endlessKeys() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("beside-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        let attention = try #require(ConsoleAttention(storePath: path, moment: .seconds(3_600)))
        let other = try #require(ConsoleAttention(storePath: path))
        attention.keyCame()
        #expect(other.isHeld)
        let records = (0..<20_000)
            .map { number in
                let minute = number / 60 % 60
                let hour = number / 3_600
                let time = String(format: "2024-03-01 %02d:%02d:%02d +0000", hour, minute, number % 60)
                return "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"Phone\" unit=\"count\" "
                    + "startDate=\"\(time)\" endDate=\"\(time)\" value=\"\(number % 90)\"/>\n"
            }
        let export = folder.appendingPathComponent("export.xml")
        let text = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(records.joined())</HealthData>\n"
        try text.write(to: export, atomically: true, encoding: .utf8)
        let person = HKHealthStore.person(location: .file(path)).person
        let summary = try ExportImporter(person).run(path: export.path)
        #expect(summary.counts[.records].added == 20_000)
        #expect(other.isHeld)
    }
}
