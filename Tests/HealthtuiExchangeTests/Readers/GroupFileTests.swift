import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Groups of files that share one file on the disk.
@Suite struct GroupFileTests {
    private let store: ForeignFiles

    init() throws { store = try ForeignFiles() }

    private func run(_ path: String) throws -> ImportSummary {
        var importer = ReaderImport(store.person)
        importer.readers = [MassReader()]
        return try importer.run(try #require(FileContainer(path: path)), takesTables: false)
    }

    @Test(
        "Thousands of files of a group need one open file; a large one of a folder stays where it is, and all are whole"
    )
    func shared() throws {
        let files = (1...2_000).map { ("\($0).txt", "MASS \($0)") }
        for path in [try store.zip(files), try store.unpacked(files)] {
            let summary = try run(path)
            #expect(summary.added + summary.counts[.records].duplicate == 1)
        }
        let masses = try store.quantities(.stepCount)
        #expect(masses.map { $0.quantity.doubleValue(for: .count()) } == [2_000])
        #expect((masses.first?.metadata?["sum"] as? NSNumber)?.intValue == 2_001_000)
        let large = "MASS 7" + String(repeating: " ", count: SharedSpool.largestCopy + 1)
        #expect(try run(store.unpacked([("a.txt", large), ("b.txt", "MASS 8")], "large")).added == 1)
    }
}

/// Adds up what files say, and counts them.
private struct MassReader: GroupReader {
    let name = "mass"
    let endings: Set<String> = []
    let sharesSpool = true

    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { beginning.starts(with: Array("MASS".utf8)) }

    func group(of path: String) -> String? { "all" }

    func read(_ files: [MemberFile], into sink: inout ReaderSink) throws {
        var sum = 0
        for file in files {
            let bytes = try file.bytes(atMost: 4 << 20)
            #expect(bytes.count == file.size)
            sum += Int(String(decoding: bytes.dropFirst(5).prefix { $0 != 0x20 }, as: UTF8.self)) ?? 0
        }
        let large = files.filter { $0.size > SharedSpool.largestCopy }.count
        #expect(Set(files.map(\.openPath)).count == 1 + large)
        let time = Date(timeIntervalSince1970: 1_600_000_000)
        var sample = ReadSample(
            type: HKQuantityTypeIdentifier.stepCount.rawValue,
            unit: "count",
            value: Double(files.count),
            start: time,
            end: time,
            source: "Test"
        )
        sample.values["sum"] = .integer(sum)
        try sink.take(sample, at: "all")
    }
}
