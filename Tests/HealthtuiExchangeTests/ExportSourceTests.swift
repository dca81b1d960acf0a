import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

@Suite("Export source")
struct ExportSourceTests {
    private static let whole = Result { try scan(Fixtures.bytes("every-element.xml")) }

    private func read(_ path: String) throws -> (scan: Scan, source: ExportSource) {
        let source = try ExportSource(path: path)
        var log = EventLog()
        let report = try source.scan(into: &log)
        return (Scan(events: log.events, report: report), source)
    }

    private func reason(_ path: String) -> ExportSourceError? {
        #expect(throws: ExportSourceError.self) { _ = try ExportSource(path: path) }
    }

    @Test(
        "reads a plain file, a zip with data descriptors and a zip64 to the same end",
        arguments: [
            ("every-element.xml", "every-element.xml"),
            ("export-as-phones-write-it.zip", "apple_health_export/export.xml"),
            ("export-zip64.zip", "apple_health_export/Exportieren.xml"),
            ("export-hostile-names.zip", "导出.xml"),
        ]
    )
    func reads(name: String, main: String) throws {
        let result = try read(Fixtures.own.appending(path: name).path)
        #expect(try result.scan == Self.whole.get())
        #expect(result.source.mainName == main)
        #expect(result.source.damage == nil)
        #expect(result.source.progress.fraction == 1)
    }

    @Test("counts what lies beside the main file, without the decoys")
    func contents() throws {
        let source = try read(Fixtures.own.appending(path: "export-as-phones-write-it.zip").path).source
        #expect(
            source.contents.counts == [
                .workoutRoute: 2, .electrocardiogram: 1, .clinicalRecord: 1, .clinicalDocument: 1, .other: 1,
            ]
        )
        #expect(source.contents.refused == [])
    }

    @Test("refuses names that point outside, and says that there is a second export")
    func hostileNames() throws {
        let source = try read(Fixtures.own.appending(path: "export-hostile-names.zip").path).source
        #expect(source.contents.refused == ["../../outside/export.xml", "/absolute/export.xml"])
        #expect(source.contents.counts == [.furtherExport: 1])
    }

    @Test(
        "reads the folder an export unpacks to, with or without a folder above it",
        arguments: ["", "apple_health_export/"]
    )
    func folder(prefix: String) throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(Fixtures.bytes("every-element.xml"), to: prefix + "eksport.xml")
        _ = try folder.write("<ClinicalDocument/>".utf8, to: prefix + "export_cda.xml")
        _ = try folder.write("<HealthData locale='x'/>".utf8, to: prefix + "._eksport.xml")
        _ = try folder.write("<gpx/>".utf8, to: prefix + "workout-routes/a.gpx")
        _ = try folder.write("a".utf8, to: prefix + "electrocardiograms/ecg.csv")
        let result = try read(folder.url.path)
        #expect(try result.scan == Self.whole.get())
        #expect(result.source.mainName == prefix + "eksport.xml")
        #expect(result.source.contents.counts == [.clinicalDocument: 1, .workoutRoute: 1, .electrocardiogram: 1])
    }

    @Test(
        "reads many small files beside the main one to their ends, whoever of its threads is the slower",
        arguments: [0, 200]
    )
    func smallFiles(pause: UInt32) throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(Fixtures.bytes("every-element.xml"), to: "export.xml")
        for number in 0..<100 {
            _ = try folder.write("<gpx/>".utf8, to: "workout-routes/\(number).gpx")
        }
        let source = try ExportSource(path: folder.url.path)
        var log = EventLog()
        _ = try source.scan(into: &log) { _ in usleep(pause) }
        #expect(source.contents.counts == [.workoutRoute: 100])
        #expect(try log.events == Self.whole.get().events)
    }

    @Test("says what is wrong with what is no export")
    func notAnExport() throws {
        let folder = try TemporaryFolder()
        let text = try folder.write("hello".utf8, to: "foo.txt")
        #expect(
            reason(text)?.description
                == "\(text): not an Apple Health export: no <HealthData> element in all of its 5 bytes"
        )
        let long = try folder.write(Array(repeating: 0x20, count: 100_000), to: "long.xml")
        #expect(reason(long)?.reason == "no <HealthData> element in the first 64 KiB")
        let empty = try folder.write([], to: "empty.xml")
        #expect(reason(empty)?.reason == "the file is empty")
        #expect(reason(Fixtures.own.appending(path: "no-xml.zip").path)?.reason == "the archive contains no .xml file")
        #expect(
            reason(Fixtures.own.appending(path: "not-an-export.zip").path)?.reason
                == "no <HealthData> element in apple_health_export/export.xml (which is empty) and 1 more .xml file"
        )
        #expect(reason(Fixtures.own.appending(path: "encrypted.zip").path)?.reason == "the archive is encrypted")
        let none = folder.url.appending(path: "empty-folder").path
        try FileManager.default.createDirectory(atPath: none, withIntermediateDirectories: false)
        #expect(reason(none)?.reason == "the folder contains no .xml file")
        let missing = reason(folder.url.path + "/missing.zip")
        #expect(missing?.code == .unreadable)
        #expect(missing?.reason == "No such file or directory")
    }

    @Test("keeps what can be read of an archive cut short anywhere, and says that it is damaged")
    func cutArchive() throws {
        let folder = try TemporaryFolder()
        // One large member, so that most cuts fall inside it.
        let archive = try Fixtures.bytes("export-zip64.zip")
        let all = try Self.whole.get()
        var partial = 0
        for cut in stride(from: 1, to: archive.count, by: 41) {
            let path = try folder.write(archive[..<cut], to: "cut.zip")
            do {
                let result = try read(path)
                #expect(result.scan.events == Array(all.events.prefix(result.scan.events.count)), "cut at \(cut)")
                if result.scan.report.isTruncated {
                    #expect(result.source.damage != nil, "cut at \(cut)")
                    partial += 1
                }
            } catch let error as ExportSourceError {
                #expect(error.path == path, "cut at \(cut)")
            }
        }
        #expect(partial > 0)
    }

    @Test("never traps on an archive with bytes changed")
    func changedArchive() throws {
        var random = SeededGenerator("archives")
        let folder = try TemporaryFolder()
        let archives = [try Fixtures.bytes("export-as-phones-write-it.zip"), try Fixtures.bytes("export-zip64.zip")]
        for round in 0..<200 {
            var bytes = archives[round % 2]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let path = try folder.write(bytes, to: "changed.zip")
            do {
                _ = try read(path)
            } catch let error as ExportSourceError {
                #expect(!error.reason.isEmpty, "round \(round) seed \(random.seed)")
            }
        }
    }

    @Test("hands over chunks in order and reports progress that only grows")
    func progress() throws {
        let folder = try TemporaryFolder()
        let record = "<Record type=\"HKQuantityTypeIdentifierStepCount\" value=\"1\"/>\n"
        let bytes = Array(export(String(repeating: record, count: 60_000)).utf8)
        let path = try folder.write(bytes, to: "export.xml")
        let source = try ExportSource(path: path)
        var seen: [ExportSource.Progress] = []
        var sink = EventLog()
        let report = try source.scan(into: &sink) { seen.append($0) }
        #expect(report.records == 60_000)
        #expect(report.bytes == UInt64(bytes.count))
        #expect(seen.count >= bytes.count / ExportSource.chunkSize)
        #expect(seen.map(\.bytesRead) == seen.map(\.bytesRead).sorted())
        #expect(seen.last?.bytesRead == UInt64(bytes.count))
        #expect(seen.last?.totalBytes == UInt64(bytes.count))
    }

    @Test("can be dropped half read")
    func dropped() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(
            Array(export(String(repeating: "<Record type=\"t\"/>\n", count: 200_000)).utf8),
            to: "export.xml"
        )
        for _ in 0..<20 {
            let source = try ExportSource(path: path)
            #expect(try source.next { _ in })
        }
    }

    @Test("reads what comes through a pipe")
    func pipe() throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "pipe").path
        try #require(mkfifo(path, 0o600) == 0)
        let bytes = try Fixtures.bytes("every-element.xml")
        let writer = Thread {
            guard let file = FileHandle(forWritingAtPath: path) else { return }
            try? file.write(contentsOf: Data(bytes))
            try? file.close()
        }
        writer.start()
        let result = try read(path)
        #expect(try result.scan == Self.whole.get())
        #expect(result.source.totalBytes == nil)
        #expect(result.source.progress.fraction == nil)
    }
}
