import Foundation
import HealthtuiDeflation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Folders, archives and compressed files: one import, whatever they hold.
@Suite struct ContainerTests {
    private let folder: TemporaryFolder
    private let person = HKHealthStore.person(location: .memory).person

    init() throws { folder = try TemporaryFolder() }

    /// Ways to hold files.
    enum Container: String, CaseIterable {
        case folder, zip, zipInZip, compressed, zipOfCompressed
    }

    /// Weights at full hours, as Health Auto Export has them.
    private static func weights(_ values: [(hour: Int, kilograms: Int)]) -> [UInt8] {
        let data = values.map {
            "{\"date\": \"2024-02-06 \($0.hour):00:00 +0000\", \"qty\": \($0.kilograms), \"source\": \"Scale\"}"
        }
        let metric = "{\"name\": \"weight_body_mass\", \"units\": \"kg\", \"data\": [\(data.joined(separator: ", "))]}"
        return Array("{\"data\": {\"metrics\": [\(metric)]}}".utf8)
    }

    /// A table of weights at full hours.
    private static func table(_ values: [(hour: Int, kilograms: Int)]) -> [UInt8] {
        let rows = values.map { "2026-11-20 \($0.hour):00,\($0.kilograms)" }
        return Array((["Date,Weight (kg)"] + rows).joined(separator: "\n").utf8)
    }

    private static let tableFile = Array("Date,Weight (kg)\n2026-11-20 08:00,71.5\n".utf8)

    private static let runFile = Array("RUN 1,7\n1600000000,100\n1600000001,110\n".utf8)

    /// The files of a container: of two formats, and one of none.
    private static let files: [(String, [UInt8])] = [
        ("a/run.bin", runFile), ("b/health.json", weights([(10, 71), (11, 72)])),
        ("readme.rst", Array("Nothing to see.".utf8)),
    ]

    private func zip(_ files: [(String, [UInt8])], _ name: String = "a.zip") throws -> String {
        let path = try folder.write([], to: name)
        let writer = try ZipWriter(path: path, name: name, date: Date(timeIntervalSince1970: 1_700_000_000))
        for file in files {
            try writer.begin(file.0)
            try writer.append(file.1)
        }
        try writer.finish()
        return path
    }

    private func bytes(_ path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(filePath: path))) }

    /// Makes a container of some files.
    private func make(_ kind: Container, _ files: [(String, [UInt8])] = Self.files) throws -> String {
        switch kind {
        case .folder:
            for file in files { _ = try folder.write(file.1, to: "folder/" + file.0) }
            return folder.url.appending(path: "folder").path
        case .zip: return try zip(files)
        case .zipInZip: return try zip([("inner.zip", bytes(zip(files, "inner.zip")))], "outer.zip")
        case .compressed:
            let inner = try bytes(zip(files, "inner.zip"))
            return try folder.write(#require(Gzip.compressed(inner)), to: "a.zip.gz")
        case .zipOfCompressed:
            return try zip(files.map { ($0.0 + ".gz", try #require(Gzip.compressed($0.1))) })
        }
    }

    private func importer(_ answers: ReaderAnswers = ReaderAnswers(), _ more: [any Reader] = []) -> ReaderImport {
        var importer = ReaderImport(person, answers: answers)
        importer.readers = KnownReaders.all + [ExampleReader()] + more
        return importer
    }

    private func run(_ path: String, takesTables: Bool = true) throws -> ImportSummary {
        try importer().run(try #require(FileContainer(path: path)), takesTables: takesTables)
    }

    private func count(_ type: HKSampleType) throws -> Int {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 1_000).count
    }

    @Test(
        "Files come in from every kind of container, as one import that one step undoes; again adds nothing",
        arguments: Container.allCases
    )
    func everyKind(kind: Container) throws {
        let path = try make(kind)
        let summary = try run(path)
        #expect(summary.outcome == .complete)
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.counts[.records].added == 4)
        #expect(summary.notImported.first { !$0.isData }?.count == 1)
        #expect(try person.steps().count == 1)
        #expect(try count(.workoutType()) == 1)
        #expect(try count(HKQuantityType(.bodyMass)) == 2)
        let again = try run(path)
        #expect(again.added == 0)
        #expect(again.counts[.records].duplicate == 4)
        _ = try person.undo()
        #expect(try count(.workoutType()) == 0)
        #expect(try count(HKQuantityType(.bodyMass)) == 0)
    }

    @Test("One step takes back the hundreds of FIT files of an archive, and the next import brings them again")
    func hundreds() throws {
        let files = (0..<300)
            .map { number in
                let record = FITRunFile.Record(latitude: 500_000_000 + Int32(number), longitude: 100_000_000)
                let start = 1_000_000_000 + UInt32(number) * 3_600
                let run = FITRunFile(start: start, records: Array(repeating: record, count: 4))
                return ("Activities/\(number).fit", run.bytes)
            }
        let path = try zip(files)
        for _ in 0..<2 {
            let summary = try run(path)
            #expect(summary.outcome == .complete, "\(summary.warnings)")
            #expect(summary.counts[.workouts].added == 300)
            #expect(try count(.workoutType()) == 300)
            #expect(try count(HKSeriesType.workoutRoute()) == 300)
            #expect(try person.undo() != nil)
            #expect(try count(.workoutType()) == 0)
            #expect(try count(HKSeriesType.workoutRoute()) == 0)
            #expect(try count(HKQuantityType(.heartRate)) == 0)
            #expect(try person.undo() == nil)
        }
    }

    @Test("Bytes that didn't come from a file are a container too, and a file by itself is none")
    func bytesAlone() throws {
        let container = try #require(try FileContainer(bytes(make(.zip)), named: "post"))
        #expect(!container.isExport)
        #expect(try importer().run(container, takesTables: true).counts[.workouts].added == 1)
        #expect(try FileContainer(Self.runFile, named: "post") == nil)
        #expect(try FileContainer(path: folder.write(Self.runFile, to: "a.run")) == nil)
        #expect(FileContainer(path: folder.url.appending(path: "missing").path) == nil)
    }

    @Test("A file that can't be read is named, and the others come in")
    func oneFails() throws {
        let path = try zip([("a.bin", Array("RUN 1,7\nnothing\n".utf8)), ("b.bin", Self.runFile)])
        let summary = try run(path)
        #expect(summary.outcome == .partial)
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.warnings.contains { $0.hasPrefix("a.zip/a.bin: it has no record") })
        #expect(summary.warnings.contains { $0.hasPrefix("a.zip/a.bin: line 2:") })
    }

    @Test("What two files say comes in once, and what one file says twice comes in twice", arguments: [false, true])
    func overlapping(isOther: Bool) throws {
        let first = Self.table([(10, 71), (10, 71), (11, 72)])
        let second = isOther ? Self.table([(11, 72), (12, 73)]) : first
        let summary = try run(zip([("a.csv", first), ("b.csv", second)]))
        #expect(try count(HKQuantityType(.bodyMass)) == (isOther ? 4 : 3))
        #expect(summary.counts[.records].duplicate == (isOther ? 1 : 3))
    }

    @Test("A copy of a run in the same archive adds nothing")
    func copies() throws {
        let summary = try run(zip([("a.bin", Self.runFile), ("b.bin", Self.runFile)]))
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.counts[.workouts].duplicate == 1)
        #expect(try count(HKQuantityType(.heartRate)) == 2)
    }

    @Test("Thousands of small files come in, in order, as one step")
    func many() throws {
        let files = (0..<2_000)
            .map { number in
                let start = 1_600_000_000 + 100 * number
                return ("\(number).bin", Array("RUN 1,7\n\(start),100\n\(start + 1),110\n".utf8))
            }
        let summary = try run(zip(files))
        #expect(summary.counts[.workouts].added == 2_000)
        #expect(summary.counts[.records].added == 4_000)
        #expect(try person.steps().count == 1)
        #expect(try run(zip(files)).added == 0)
    }

    @Test("Archives are read to a depth of three, and what lies deeper is named")
    func deep() throws {
        var path = try zip([("run.bin", Self.runFile)], "1.zip")
        for depth in 2...3 { path = try zip([("\(depth - 1).zip", bytes(path))], "\(depth).zip") }
        #expect(try run(path).counts[.workouts].added == 1)
        path = try zip([("3.zip", bytes(path)), ("other.bin", Self.runFile)], "4.zip")
        let summary = try run(path)
        #expect(summary.warnings.contains { $0.hasPrefix("4.zip/3.zip/2.zip/1.zip: ") && $0.contains("depth of 3") })
        #expect(summary.outcome == .partial)
    }

    @Test("An archive that unpacks to 200 times its size is left there, and that is said")
    func bomb() throws {
        let path = try folder.write([], to: "bomb.zip")
        let writer = try ZipWriter(path: path, name: "bomb.zip", date: Date(timeIntervalSince1970: 0))
        try writer.begin("run.bin")
        try writer.append(Self.runFile)
        try writer.begin("table.csv")
        let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        for _ in 0..<80 { try writer.append(piece) }
        try writer.finish()
        let summary = try run(path)
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.warnings.contains { $0.contains("200 times its size") })
        #expect(summary.outcome == .partial)
    }

    @Test("An archive that is cut, at any place, brings no more than it holds, and fails in no other way")
    func cut() throws {
        let whole = try bytes(make(.zip))
        for length in stride(from: 4, to: whole.count, by: 23) {
            let path = try folder.write(whole.prefix(length), to: "cut.zip")
            do {
                #expect(try run(path).added <= 5, "\(length)")
            } catch let error as ExportSourceError {
                #expect(error.path.hasSuffix("cut.zip"))
            }
        }
        #expect(try count(.workoutType()) <= 1)
    }

    @Test("A damaged compressed file is named")
    func damagedCompression() throws {
        var packed = try #require(Gzip.compressed(Self.runFile))
        packed[packed.count / 2] ^= 0xFF
        let summary = try run(zip([("a.bin.gz", packed), ("b.bin", Self.runFile)]))
        #expect(summary.counts[.workouts].added == 1)
        #expect(summary.warnings.contains { $0.hasPrefix("a.zip/a.bin") })
    }

    @Test("Names of an archive's files are never paths")
    func names() throws {
        let summary = try run(zip([("../../run.bin", Self.runFile), ("/etc/passwd", Array("root".utf8))]))
        #expect(summary.counts[.workouts].added == 1)
        let outside = folder.url.deletingLastPathComponent().deletingLastPathComponent()
        #expect(!FileManager.default.fileExists(atPath: outside.appending(path: "run.bin").path))
    }

    @Test("A link that leads out of a folder isn't followed")
    func links() throws {
        let outside = try folder.write(Self.runFile, to: "outside.bin")
        _ = try folder.write(Self.weights([(10, 71)]), to: "folder/a.json")
        let inside = folder.url.appending(path: "folder")
        try FileManager.default.createSymbolicLink(
            atPath: inside.appending(path: "link.bin").path,
            withDestinationPath: outside
        )
        let summary = try run(inside.path)
        #expect(summary.counts[.workouts].read == 0)
        #expect(summary.warnings.contains { $0.contains("link link.bin leads out") })
    }

    @Test("An export of the Health app in a container goes to its importer, between other files")
    func exportInside() throws {
        let record =
            "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"W\" unit=\"count\" value=\"1\" "
            + "startDate=\"2024-01-01 08:00:00 +0100\" endDate=\"2024-01-01 08:10:00 +0100\"/>"
        let text = "<?xml version=\"1.0\"?><HealthData locale=\"en\">\(record)</HealthData>"
        let export = try zip([("apple_health_export/export.xml", Array(text.utf8))], "export.zip")
        #expect(FileContainer(path: export) == nil)
        let other = Array("RUN 1,8\n1600000100,100\n1600000101,110\n".utf8)
        let path = try zip([("a.bin", Self.runFile), ("export.zip", bytes(export)), ("b.bin", other)], "all.zip")
        let summary = try run(path)
        #expect(summary.outcome == .complete)
        #expect(summary.counts[.records].added == 5)
        #expect(summary.counts[.workouts].added == 2)
        #expect(summary.types == 2)
        #expect(try person.steps().count == 1)
        let steps = try person.samples(SampleListQuery(type: HKQuantityType(.stepCount)), ascending: true, limit: 10)
        #expect(steps.map(\.sourceRevision.source.name) == ["W"])
        let sources = try person.samples(SampleListQuery(type: .workoutType()), ascending: true, limit: 10)
            .map(\.sourceRevision.source.bundleIdentifier)
        #expect(sources == ["file:run:7", "file:run:8"])
        #expect(try run(path).added == 0)
    }

    @Test("A container without a file of a known format is an error, and nothing is kept of it")
    func nothingKnown() throws {
        for kind in [Container.zip, .folder] {
            let path = try make(kind, [("readme.rst", Array("Nothing.".utf8))])
            #expect(throws: ExportSourceError.self) { try run(path) }
        }
        #expect(try person.steps().isEmpty)
    }

    @Test("Tables come in when their columns are confirmed; what they leave open is named with the option that answers")
    func tables() throws {
        let open = Array("Date,Weight\n2024-01-01 08:00,158\n".utf8)
        let path = try zip([("a.csv", Self.tableFile), ("b.csv", open), ("c.csv", Array("a,b\n1,2\n".utf8))])
        let unconfirmed = try run(path, takesTables: false)
        #expect(unconfirmed.added == 0)
        #expect(unconfirmed.warnings.contains { $0.hasPrefix("a.zip/a.csv: add --yes") })
        let inquiry = try importer().inquire(#require(FileContainer(path: path)))
        #expect(inquiry.questions.count == 1)
        #expect(inquiry.tables.tables.count == 2)
        #expect(try count(HKQuantityType(.bodyMass)) == 0)
        let summary = try run(path)
        #expect(summary.added == 1)
        #expect(summary.warnings.contains { $0.hasPrefix("a.zip/b.csv: ") && $0.contains("--map \"Weight=") })
        let answers = try ReaderAnswers()
            .adding(.column("Weight", role: "bodyMass:lb")) { _ in HKQuantityType(.bodyMass) }
        let answered = try importer(answers).run(#require(FileContainer(path: path)), takesTables: true)
        #expect(answered.added == 1)
        #expect(answered.outcome == .complete)
    }

    @Test("Times without a zone are a question, once for all files; answered, they come in")
    func zones() throws {
        let files = [("a.bin", Array("LOCAL 1".utf8)), ("b.bin", Array("LOCAL 2".utf8))]
        let path = try zip(files)
        let container = try #require(FileContainer(path: path))
        let inquiry = try importer(ReaderAnswers(), [LocalReader()]).inquire(container)
        let question = try #require(inquiry.questions.first)
        #expect(inquiry.questions.count == 1)
        #expect(question.isOfZone && question.description.contains("--time-zone"))
        let open = try importer(ReaderAnswers(), [LocalReader()]).run(container, takesTables: true)
        #expect(open.outcome == .nothing)
        #expect(open.warnings.contains { $0.hasPrefix("a.zip/b.bin: ") && $0.contains("--time-zone") })
        let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        let answers = try ReaderAnswers().adding(.zone(zone)) { _ in HKQuantityType(.bodyMass) }
        let summary = try importer(answers, [LocalReader()]).run(container, takesTables: true)
        #expect(summary.added == 2)
        let alone = try folder.write(Array("LOCAL 1".utf8), to: "alone.bin")
        #expect(importer().question(path: alone, for: LocalReader())?.isOfZone == true)
        #expect(throws: ImportError.self) { try importer().run(path: alone, with: LocalReader()) }
        #expect(try importer(answers).run(path: alone, with: LocalReader()).added == 0)
    }

    @Test("Readers get streams and groups of files, from archives and from disks", arguments: [Container.zip, .folder])
    func inputs(kind: Container) throws {
        let files = [
            ("x/1.bin", Array("GROUP 20".utf8)),
            ("stream.bin", Array("STREAM".utf8) + Array(repeating: 0x41, count: 100_000)),
            ("y/2.bin", Array("GROUP 21".utf8)),
        ]
        let container = try #require(FileContainer(path: make(kind, files)))
        let summary = try importer(ReaderAnswers(), [SumReader(), LengthReader()]).run(container, takesTables: true)
        #expect(summary.added == 2)
        let values = try person.samples(SampleListQuery(type: HKQuantityType(.bodyMass)), ascending: true, limit: 10)
            .compactMap { ($0 as? HKQuantitySample)?.quantity.doubleValue(for: .gramUnit(with: .kilo)) }
        #expect(values == [41, 100.006])
        let alone = try folder.write(Array("GROUP 30".utf8), to: "alone.bin")
        #expect(try importer().run(path: alone, with: SumReader()).added == 1)
        let short = Array("STREAM".utf8) + Array(repeating: 0x41, count: 1_000)
        let stream = try folder.write(short, to: "short.bin")
        #expect(try importer().run(path: stream, with: LengthReader()).added == 1)
    }
}

/// A weight in kilograms at a time that differs by its value.
private func weight(_ value: Double) -> ReadSample {
    let time = Date(timeIntervalSince1970: 1_600_000_000 + value)
    return ReadSample(
        type: HKQuantityTypeIdentifier.bodyMass.rawValue,
        unit: "kg",
        value: value,
        start: time,
        end: time,
        source: "Test"
    )
}

/// Needs the zone of its times.
private struct LocalReader: Reader {
    let name = "local"
    let endings: Set<String> = []
    let asksQuestions = true

    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { beginning.starts(with: Array("LOCAL".utf8)) }

    func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        let zone = try sink.zone(at: "line 1")
        let digit = Double(bytes.last ?? 0)
        try sink.take(weight(digit + Double(zone.secondsFromGMT()) / 3_600), at: "line 1")
    }
}

/// Adds up what the files of a group say.
private struct SumReader: GroupReader {
    let name = "sum"
    let endings: Set<String> = []

    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { beginning.starts(with: Array("GROUP".utf8)) }

    func group(of path: String) -> String? { "all" }

    func read(_ files: [MemberFile], into sink: inout ReaderSink) throws {
        var sum = 0.0
        for file in files {
            let text = String(decoding: try file.bytes(atMost: 100), as: UTF8.self)
            #expect(try String(contentsOfFile: file.openPath, encoding: .utf8) == text)
            sum += Double(text.dropFirst(6)) ?? 0
        }
        try sink.take(weight(sum), at: "all")
    }
}

/// Counts the bytes of a file, a thousand a kilogram.
private struct LengthReader: StreamReader {
    let name = "length"
    let endings: Set<String> = []

    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { beginning.starts(with: Array("STREAM".utf8)) }

    func read(_ stream: MemberStream, into sink: inout ReaderSink) throws {
        var count = 0
        while true {
            let piece = try stream.next()
            if piece.isEmpty { break }
            count += piece.count
        }
        try sink.take(weight(Double(count) / 1_000), at: "all")
    }
}
