import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Four times the file is about four times the work, whatever stands in it.
///
/// Work is the processor time of the process: what is quadratic takes sixteen times as much. The sizes are such that a
/// quadratic import would take minutes. Other suites run beside this one and are counted too, so the best of several
/// attempts counts.
@Suite(.serialized) struct ImportGrowthTests {
    private static let dates = "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\""

    private static func step(_ value: Int = 1, more: String = "") -> String {
        "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" unit=\"count\" value=\"\(value)\" \(dates)"
            + "\(more)/>"
    }

    /// Files that grow with a number, each in a way of its own.
    enum Shape: String, CaseIterable {
        case identicalRecords
        case recordsOfOneMoment
        case membersOfOneCorrelation
        case strangeMembersOfOneCorrelation
        case identicalWorkouts
        case correlationsOfOneMoment
        case nestedUnknownElements
        case nestedKnownElements
        case unclosedUnknownElements
        case flaws

        var size: Int {
            switch self {
            case .identicalRecords, .recordsOfOneMoment: 6_000
            case .membersOfOneCorrelation, .strangeMembersOfOneCorrelation: 3_000
            case .identicalWorkouts, .correlationsOfOneMoment: 1_000
            case .nestedUnknownElements, .nestedKnownElements: 60_000
            case .unclosedUnknownElements: 20_000
            case .flaws: 10_000
            }
        }

        func body(_ count: Int) -> String {
            switch self {
            case .identicalRecords: return String(repeating: step(), count: count)
            case .recordsOfOneMoment: return (0..<count).map { step($0) }.joined(separator: "\n")
            case .membersOfOneCorrelation, .strangeMembersOfOneCorrelation:
                let more = self == .membersOfOneCorrelation ? "" : " unheard=\"of\""
                let members = (0..<count).map { step($0 / 2, more: more) }.joined(separator: "\n")
                let type = "type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"W\""
                return "<Correlation \(type) \(dates)>\(members)</Correlation>"
            case .identicalWorkouts:
                let workout = "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" sourceName=\"W\" \(dates)/>\n"
                return String(repeating: workout, count: count)
            case .correlationsOfOneMoment:
                let type = "type=\"HKCorrelationTypeIdentifierFood\" sourceName=\"W\""
                return (0..<count).map { "<Correlation \(type) \(dates)>\(step($0))</Correlation>" }.joined()
            case .nestedUnknownElements:
                return String(repeating: "<a>", count: count) + String(repeating: "</a>\n", count: count)
            case .nestedKnownElements:
                let inner = String(repeating: "<MetadataEntry key=\"a\" value=\"b\">", count: count)
                return "<Workout \(dates)>\(inner)" + String(repeating: "</MetadataEntry>\n", count: count)
                    + "</Workout>"
            case .unclosedUnknownElements:
                return String(repeating: "<a b=\"c\">\n\(step())", count: count)
            case .flaws:
                let entry = "<MetadataEntry key=\"k\" value=\"\u{1}\"/>\n"
                return "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" \(dates)>"
                    + String(repeating: entry, count: count) + "</Workout>"
            }
        }
    }

    private static func processorTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private func work(_ shape: Shape, _ count: Int) throws -> (seconds: Double, summary: ImportSummary) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("grow-\(UUID().uuidString).xml").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = "<HealthData locale=\"en_US\">\n\(shape.body(count))\n\(Self.step(77_777_777))\n</HealthData>"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let access = HKHealthStore.person(location: .memory)
        let began = Self.processorTime()
        let summary = try ExportImporter(access.person).run(path: path)
        _ = try ExportImporter(access.person).run(path: path)
        return (Self.processorTime() - began, summary)
    }

    @Test("Import and import again grow with the file, not with its square", arguments: Shape.allCases)
    func growth(_ shape: Shape) throws {
        var best = Double.infinity
        for _ in 0..<4 where best >= 9 {
            let small = try work(shape, shape.size)
            let large = try work(shape, shape.size * 4)
            // What follows the many is read too.
            #expect(small.summary.records.added > 0 && large.summary.records.added > 0)
            // A fixed cost would flatter the ratio; a tenth of a second of it does no harm.
            best = min(best, large.seconds / max(small.seconds, 0.05))
        }
        #expect(best < 9, "\(shape): four times the file took \(best) times the work")
    }

    @Test("Duplicates of one moment are all kept, and all known again, over many transactions")
    func duplicates() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("duplicates-\(UUID().uuidString).xml")
            .path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let count = 36_000
        let records = (0..<count).map { Self.step($0 % 3) }.joined(separator: "\n")
        try Data("<HealthData locale=\"en\">\(records)</HealthData>".utf8).write(to: URL(fileURLWithPath: path))
        let access = HKHealthStore.person(location: .memory)
        let first = try ExportImporter(access.person).run(path: path)
        #expect(first.records.added == count)
        #expect(first.duplicates == count - 3)
        let again = try ExportImporter(access.person).run(path: path)
        #expect(again.records.duplicate == count)
        let samples = try access.person.samples(SampleListQuery(type: HKQuantityType(.stepCount)), limit: count + 1)
        #expect(Set(samples.map(\.uuid)).count == count)
    }

    @Test("What is nested deeper than anything Apple writes is refused, with its line")
    func depth() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("deep-\(UUID().uuidString).xml").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let inner = String(repeating: "<MetadataEntry key=\"a\" value=\"b\">\n", count: 40)
        let close = String(repeating: "</MetadataEntry>", count: 40)
        let workout = "<Workout workoutActivityType=\"HKWorkoutActivityTypeYoga\" sourceName=\"W\" \(Self.dates)>\n"
        let text = "<HealthData locale=\"en\">\n\(workout)\(inner)\(close)</Workout>\n\(Self.step())</HealthData>"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        let summary = try ExportImporter(HKHealthStore.person(location: .memory).person).run(path: path)
        #expect(summary.records.added == 1)
        #expect(summary.workouts.added == 1)
        #expect(summary.warnings.contains { $0.contains(".xml:26: ") && $0.contains("nested too deep") }, "\(summary)")
    }
}
