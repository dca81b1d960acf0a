import RandomTesting
import Testing

@testable import HealthtuiExchange

@Suite("Import dictionary")
struct ImportDictionaryTests {
    /// Writes down what is defined.
    private struct Log: ImportTarget {
        var lines: [String] = []
        mutating func define(series number: UInt32, type: String, unit: String?) {
            lines.append("series \(number) \(type) \(unit ?? "nil")")
        }
        mutating func define(sourceRevision number: UInt32, name: String, version: String?) {
            lines.append("source \(number) \(name) \(version ?? "nil")")
        }
        mutating func define(device number: UInt32, text: String) {
            lines.append("device \(number) \(text)")
        }
        mutating func define(metadata number: UInt32, entries: [ImportedMetadataEntry]) {
            lines.append("metadata \(number) \(entries.map { "\($0.key)=\($0.value)" })")
        }
        mutating func define(caseName number: UInt32, text: String) {
            lines.append("case \(number) \(text)")
        }
    }

    /// Looks up everything in every record.
    private struct Importer: ExportSink, ~Copyable {
        var dictionary = ImportDictionary()
        var log = Log()
        var rows: [[UInt32?]] = []
        mutating func exportDate(_: ByteSlice) {}
        mutating func me(_: ExportElement) {}
        mutating func record(_ record: ExportRecord) throws {
            let element = record.element
            guard let type = element[.type] else { return }
            rows.append([
                try dictionary.series(type: type, unit: element[.unit], in: &log),
                try dictionary.sourceRevision(name: element[.sourceName], version: element[.sourceVersion], in: &log),
                try element[.device].map { try dictionary.device($0, in: &log) },
                try dictionary.metadata(record.metadata, in: &log),
                try element[.value].flatMap { $0.decimal == nil ? try dictionary.caseName($0, in: &log) : nil },
            ])
        }
        mutating func correlation(_: ExportCorrelation) {}
        mutating func workout(_: ExportWorkout) {}
        mutating func activitySummary(_: ExportActivitySummary) {}
    }

    @Test("defines each thing once, before it is used, as text")
    func definitions() throws {
        var importer = Importer()
        var scanner = ExportScanner()
        let bytes = try Fixtures.bytes("every-element.xml")
        try bytes.withUnsafeBytes { try scanner.feed($0, into: &importer) }
        _ = try scanner.finish(into: &importer)
        // Two step counts differ in nothing but the device's address.
        #expect(importer.rows[0] == [0, 0, 0, nil, nil])
        #expect(importer.rows[1] == importer.rows[0])
        #expect(importer.rows[2] == [1, 1, nil, 0, nil])
        #expect(importer.rows[4] == [3, 2, nil, 2, 0])
        #expect(importer.log.lines.count == Set(importer.log.lines).count)
        #expect(importer.log.lines.contains("source 0 Zoë’s iPhone 18.5"))
        #expect(importer.log.lines.contains("source 1 Scale \"Nr. 1\" & Co nil"))
        #expect(importer.log.lines.contains("series 3 HKCategoryTypeIdentifierSleepAnalysis nil"))
        #expect(importer.log.lines.contains("case 0 HKCategoryValueSleepAnalysisAsleepDeep"))
        #expect(
            importer.log.lines.contains(
                "metadata 0 [\"HKWasUserEntered=1\", \"note=before <breakfast>\", \"note=a second entry of the same key\"]"
            )
        )
        #expect(importer.log.lines.filter { $0.hasPrefix("device") }.count == 1)
    }

    @Test("tells a missing version from an empty one, and parts from other parts of the same letters")
    func parts() throws {
        var dictionary = ImportDictionary()
        var log = Log()
        func number(_ name: String, _ version: String?) throws -> UInt32 {
            try withByteSlice(of: name) { name in
                guard let version else { return try dictionary.sourceRevision(name: name, version: nil, in: &log) }
                return try withByteSlice(of: version) {
                    try dictionary.sourceRevision(name: name, version: $0, in: &log)
                }
            }
        }
        let pairs: [(String, String?)] = [("a", nil), ("a", ""), ("a", "b"), ("ab", nil), ("ab", ""), ("", "ab")]
        #expect(try pairs.map { try number($0.0, $0.1) } == [0, 1, 2, 3, 4, 5])
        #expect(try pairs.map { try number($0.0, $0.1) } == [0, 1, 2, 3, 4, 5])
        #expect(log.lines.count == 6)
    }

    @Test("numbers many runs of bytes without mixing them up, like a dictionary of strings")
    func model() {
        var random = SeededGenerator("interner")
        var interner = ByteInterner()
        var model: [String: UInt32] = [:]
        for _ in 0..<30_000 {
            let text = String(Int.random(in: 0..<4_000, using: &random), radix: Int.random(in: 2...36, using: &random))
            let (number, isNew) = withByteSlice(of: text) { interner.number(of: $0) }
            #expect(isNew == (model[text] == nil), "\(text) seed \(random.seed)")
            if let known = model[text] { #expect(known == number, "\(text) seed \(random.seed)") }
            model[text] = number
        }
        #expect(Set(model.values).count == model.count)
    }

    @Test("forgets rather than grow beyond its limit, and never gives a number twice")
    func limit() {
        var interner = ByteInterner(byteLimit: 1_000)
        var numbers: Set<UInt32> = []
        var definitions = 0
        for round in 0..<5_000 {
            let (number, isNew) = withByteSlice(of: "entry number \(round % 700)") { interner.number(of: $0) }
            if isNew {
                definitions += 1
                #expect(numbers.insert(number).inserted)
            }
        }
        #expect(definitions > 700)
    }
}
