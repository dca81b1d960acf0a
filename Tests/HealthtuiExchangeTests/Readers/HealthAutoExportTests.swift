import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// What Health Auto Export writes on phones of all kinds, and files that are damaged in parts.
@Suite struct HealthAutoExportTests {
    private let person = HKHealthStore.person(location: .memory).person

    private func run(_ text: String) throws -> ImportSummary {
        let bytes = Array(text.utf8)
        let reader = try #require(ReaderImport.reader(for: bytes, named: "request"))
        return try ReaderImport(person).run(bytes, from: "request", with: reader)
    }

    private func steps() throws -> [HKQuantitySample] {
        try person.samples(SampleListQuery(type: HKQuantityType(.stepCount)), ascending: true, limit: 100)
            .compactMap { $0 as? HKQuantitySample }
    }

    private static func metric(_ data: String) -> String {
        "{\"data\": {\"metrics\": [{\"name\": \"step_count\", \"units\": \"count\", \"data\": [\(data)]}]}}"
    }

    @Test(
        "A time is read as phones of twelve hours and ISO 8601 write it too",
        arguments: [
            ("2024-09-28 16:51:59 +1000", "2024-09-28T06:51:59Z"),
            ("2024-09-28 4:51:59 pm +1000", "2024-09-28T06:51:59Z"),
            ("2024-09-28 4:51:59\u{202F}PM +1000", "2024-09-28T06:51:59Z"),
            ("2024-09-28 12:00:00 a.m. +0000", "2024-09-28T00:00:00Z"),
            ("2024-09-28 12:30:00 PM +0000", "2024-09-28T12:30:00Z"), ("2024-09-28T16:51:59Z", "2024-09-28T16:51:59Z"),
            ("2024-09-28T16:51:59.250+02:00", "2024-09-28T14:51:59Z"),
        ]
    )
    func times(text: String, time: String) throws {
        #expect(HealthAutoExportDate.read(text) == (try Date(time, strategy: .iso8601)))
    }

    @Test(
        "What is no time is none",
        arguments: [
            "", "now", "2024-09-28", "2024-09-28 13:00:00 pm +1000", "2024-09-28 0:00:00 am +1000",
            "2024-09-31 04:00:00 +1000", "2024-09-28 4:00:00 xm +1000", "2024-09-28 4:00 pm +1000",
            "2024-09-28 4:00:00 pm", "2024-09-28 -4:00:00 +1000", String(repeating: "4", count: 5_000),
        ]
    )
    func noTimes(text: String) {
        #expect(HealthAutoExportDate.read(text) == nil)
        #expect(HealthAutoExportDate.read(4) == nil)
    }

    @Test("The name and the unit may stand behind the values; a value that is no JSON is told, and the rest comes in")
    func order() throws {
        let summary = try run(
            "\u{FEFF}{\"data\": {\"ecg\": [{\"a\": [1, 2]}, {}], \"metrics\": [{\"data\": ["
                + "{\"date\": \"2024-02-06 14:30:00 -0800\", \"qty\": 3, \"source\": \"a \\\" ] } b\"},"
                + "{\"date\": \"2024-02-06 14:31:00 -0800\", \"qty\": 1e999},"
                + "{\"date\": \"2024-02-06 14:32:00 -0800\", \"qty\": nonsense},"
                + "{\"date\": \"2024-02-06 14:33:00 -0800\", \"qty\": 4}"
                + "], \"units\": \"count\", \"name\": \"step_count\"}], \"symptoms\": [{}], \"medications\": []}}"
        )
        #expect(summary.counts[.records].added == 2)
        #expect(summary.counts[.records].refused == 3 && summary.counts[.electrocardiograms].refused == 2)
        #expect(summary.warnings.contains { $0.contains("data.metrics[0].data[2]: invalid JSON") })
        #expect(summary.warnings.contains { $0.contains("data.symptoms[0]: it has no start") })
        #expect(summary.notImported.isEmpty)
        #expect(try steps().map(\.sourceRevision.source.name) == ["a \" ] } b", "Health Auto Export"])
    }

    @Test("A kind that is not known is counted, and is none of what came in")
    func others() throws {
        let summary = try run("{\"data\": {\"dreams\": [{}, {}, {}], \"metrics\": []}}")
        #expect(summary.notImported == [ImportSummary.Skipped(kind: "dreams", count: 3, firstLine: nil)])
        #expect(summary.total(\.read) == 0 && summary.outcome == .nothing)
    }

    @Test("A post with nothing new is complete", arguments: ["{\"data\":{}}", "\u{FEFF}{ \"data\" : { } }\n"])
    func empty(text: String) throws {
        let summary = try run(text)
        #expect(summary.outcome == .complete && summary.total(\.read) == 0 && summary.warnings.isEmpty)
        for other in ["{\"data\":[]}", "{\"data\":{}} x", "{\"date\":{}}", "{\"data\":{\"x\":1}}"] {
            #expect(ReaderImport.reader(for: Array(other.utf8), named: "request") == nil, "\(other)")
        }
    }

    @Test("A file that is cut anywhere adds nothing, and says on which line it ends")
    func cut() throws {
        let whole =
            Self.metric(
                "\n{\"date\": \"2024-02-06 14:30:00 -0800\", \"qty\": 3},\n{\"date\": \"2024-02-06 14:31:00 -0800\"}"
            )
        for count in stride(from: 30, to: whole.utf8.count, by: 3) {
            let text = String(whole.prefix(count))
            let line = 1 + text.filter { $0 == "\n" }.count
            let error = #expect(throws: ImportError.self) { try run(text) }
            #expect(
                error?.description
                    == "request: Health Auto Export: line \(line): invalid JSON, or the file is cut short"
            )
        }
        for text in [
            whole + "x", whole + whole, whole.replacing("]}]", with: "}]]"), whole.replacing("{\"date", with: "\"date"),
        ] {
            #expect(throws: ImportError.self, "\(text)") { try run(text) }
        }
        #expect(try steps().isEmpty)
        #expect(try run(whole).counts[.records].added == 1)
    }

    @Test("A workout with a long route comes in with all its places")
    func workout() throws {
        let place = "{\"latitude\": 48.1, \"longitude\": 11.5, \"timestamp\": \"2024-03-01 08:00:00 +0100\"}"
        let route = Array(repeating: place, count: 2_000).joined(separator: ",")
        let summary = try run(
            "{\"data\": {\"workouts\": [{\"route\": [\(route)], \"name\": \"Outdoor Run\", \"duration\": 60, "
                + "\"start\": \"2024-03-01 8:00:00 am +0100\", \"end\": \"2024-03-01 8:30:00 am +0100\"}, [], null]}}"
        )
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.counts[.workouts].refused == 2)
        #expect(summary.counts[.workoutRoutes].added == 1)
        let routes = try person.samples(SampleListQuery(type: HKSeriesType.workoutRoute()), ascending: true, limit: 9)
        #expect((routes.first as? HKWorkoutRoute)?.count == 2_000)
    }

    @Test("The parts of any JSON are those that a parser finds, and nothing that is cut passes for whole")
    func walk() throws {
        var generator = SeededGenerator("walks over JSON")
        func value(_ depth: Int) -> Any {
            switch Int.random(in: 0...(depth > 3 ? 4 : 6), using: &generator) {
            case 0: NSNull()
            case 1: Bool.random(using: &generator)
            case 2: Double.random(in: -1e6...1e6, using: &generator)
            case 3: Int.random(in: -9...9, using: &generator)
            case 4:
                String(
                    (0..<Int.random(in: 0...5, using: &generator))
                        .map { _ in "a\"\\\n{}[],:é".randomElement(using: &generator) ?? "a" }
                )
            case 5: (0..<Int.random(in: 0...4, using: &generator)).map { _ in value(depth + 1) }
            default:
                Dictionary(
                    uniqueKeysWithValues: (0..<Int.random(in: 0...4, using: &generator))
                        .map { ("k\($0)", value(depth + 1)) }
                )
            }
        }
        func rebuilt(_ walk: JSONWalk, _ range: Range<Int>) throws -> Any {
            if walk.isList(range) {
                var list: [Any] = []
                try walk.forEachElement(of: range) { index, part in
                    #expect(index == list.count)
                    list.append(try rebuilt(walk, part))
                }
                return list
            }
            if walk.isObject(range) {
                var object: [String: Any] = [:]
                try walk.forEachMember(of: range) { object[$0] = try rebuilt(walk, $1) }
                return object
            }
            return try #require(walk.value(range))
        }
        for round in 0..<400 {
            let made: [Any] = [value(0)]
            let style: JSONSerialization.WritingOptions = round % 2 == 0 ? [] : .prettyPrinted
            let bytes = [UInt8](try JSONSerialization.data(withJSONObject: made, options: style))
            try bytes.withUnsafeBufferPointer { buffer in
                let walk = JSONWalk(buffer)
                func spelled(_ value: Any) throws -> Data {
                    try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
                }
                let parsed = try JSONSerialization.jsonObject(with: Data(bytes))
                #expect(
                    try spelled(rebuilt(walk, walk.root())) == spelled(parsed),
                    "\(String(decoding: bytes, as: UTF8.self))"
                )
            }
            let cut = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &generator)))
            cut.withUnsafeBufferPointer { buffer in
                _ = #expect(throws: JSONWalk.Failure.self) { try JSONWalk(buffer).root() }
            }
        }
    }
}
