import Foundation
import RandomTesting
import Testing

@testable import HealthtuiExchange

/// The decoder against another program's, field by field: values are equal, or the file is refused.
@Suite(.enabled(if: FITCheck.isThere, "fitdecode is not installed: .ci/formats installs it"))
struct FITOracleTests {
    /// The files of the fixtures whose sums are right.
    private static func fixtures() throws -> [[UInt8]] {
        try FileManager.default.contentsOfDirectory(atPath: Fixtures.own.appending(path: "fit").path).sorted()
            .filter { $0.hasSuffix(".fit") }
            .map { try Fixtures.bytes("fit/\($0)") }
    }

    @Test(
        "Another decoder reads the same from every file: numbers, texts, times, applications' fields, the profile's scales"
    )
    func files() throws {
        let files = try Self.fixtures()
        let outcome = try FITCheck.run(files)
        #expect(outcome.status == 0, "\(outcome.output)")
        #expect(outcome.count("files") == files.count)
        #expect(outcome.count("compared") > 200, "\(outcome.output)")
        let forced = try FITCheck.run(files, isForced: true)
        #expect(forced.status == 0, "\(forced.output)")
        #expect(forced.count("compared") > outcome.count("compared"))
    }

    @Test("Another decoder reads the same from damaged files, or they are refused")
    func mutants() throws {
        let total = Soak.count(2_000, soak: 100_000)
        let seed = newSeed()
        var mutator = FITMutator(try Self.fixtures(), seed: seed)
        var compared = 0
        var both = 0
        for begin in stride(from: 0, to: total, by: 2_000) {
            let files = (begin..<min(begin + 2_000, total)).map { _ in mutator.next() }
            let outcome = try FITCheck.run(files, isForced: begin % 4_000 == 2_000)
            #expect(outcome.status == 0, "from file \(begin), seed \(seed): \(outcome.output)")
            compared += outcome.count("compared")
            both += outcome.count("both")
        }
        // Most of the damage leaves something to compare.
        #expect(compared > total, "seed \(seed)")
        #expect(both > total / 10, "seed \(seed)")
    }
}
