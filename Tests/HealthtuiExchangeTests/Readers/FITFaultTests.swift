import Foundation
import RandomTesting
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// FIT files that are cut, wrong or hostile.
@Suite struct FITFaultTests {
    private let store = FITImport()

    @Test("A part with a wrong sum is refused with its place, and read where it is forced")
    func wrongSum() throws {
        for name in ["wrong-sum", "wrong-header-sum", "version-3"] {
            let store = FITImport()
            let summary = try store.read(name)
            #expect(summary.outcome == .nothing, "\(name)")
            #expect(summary.warnings.contains { $0.contains("FIT part 1, byte") && $0.contains("--force") }, "\(name)")
            #expect(try store.workouts().isEmpty, "\(name)")
            let forced = try store.read(name, isForced: true)
            #expect(forced.counts[.workouts].added == 1, "\(name)")
            #expect(forced.warnings.contains { $0.contains("read all the same") }, "\(name)")
        }
    }

    @Test("A cut file is read as far as it goes, and reported")
    func cut() throws {
        let summary = try store.read("cut")
        #expect(summary.outcome == .partial)
        #expect(summary.warnings.contains { $0.contains("cut off") })
        #expect(try store.workouts().map(\.duration) == [15])
    }

    @Test("A part that can't be read doesn't keep the next one from being read; what isn't FIT behind it is reported")
    func parts() throws {
        let wrong = try FITImport.fixture("wrong-sum")
        let ride = try FITImport.fixture("activities/ride")
        let summary = try store.read(bytes: wrong + ride + Array("and more of another kind".utf8))
        #expect(summary.outcome == .partial)
        #expect(try store.workouts().map(\.workoutActivityType) == [.cycling])
        #expect(summary.warnings.count == 2)
    }

    @Test("Records a day off and out of order are refused, rates of 0 and places at 0/0 are none")
    func stray() throws {
        let summary = try store.read("activities/stray")
        #expect(summary.outcome == .partial)
        #expect(summary.counts[.records].refused == 2)
        #expect(summary.warnings.contains { $0.contains("more than a day") })
        #expect(summary.warnings.contains { $0.contains("before the one that it follows") })
        let run = try #require(try store.workouts().first)
        #expect(run.endDate.timeIntervalSince1970 == FITImport.start + 30)
        #expect(try store.points(.heartRate, "count/min").map(\.value).min() == 123)
        let meters: Double = try store.points(.distanceWalkingRunning, "m").map(\.value).reduce(0, +)
        // It begins anew at second 20, after 57 m.
        #expect(meters == 87)
    }

    @Test("Times that count from when the device was switched on are refused")
    func powerOn() throws {
        let summary = try store.read("activities/power-on")
        #expect(summary.outcome == .nothing)
        #expect(summary.counts[.records].refused == 6)
        #expect(summary.warnings.contains { $0.contains("switched on") })
    }

    /// The records of ten seconds; those of some seconds say another time.
    private func records(_ times: [UInt32: UInt32] = [:]) -> [UInt8] {
        part { maker in
            maker.define(0, 20, [(253, 4, .uint32), (3, 1, .uint8)])
            for second in UInt32(0)..<10 { maker.message(0, maker.bytes(times[second] ?? fitStart + second), [120]) }
        }
    }

    @Test("Records without a time are counted, and those with one come in")
    func untimed() throws {
        let none = UInt32.max
        let summary = try store.read(bytes: records([3: none, 4: none]))
        #expect(summary.notImported.first { $0.kind == "messages without a time" }?.count == 2)
        #expect(try store.points(.heartRate, "count/min").count == 8)
        let without = part { maker in
            maker.define(0, 20, [(3, 1, .uint8)])
            for _ in 0..<3 { maker.message(0, [120]) }
        }
        let empty = FITImport()
        #expect(try empty.read(bytes: without).notImported.first { $0.kind == "messages without a time" }?.count == 3)
        #expect(try empty.workouts().isEmpty)
    }

    @Test("A record years away from its neighbours is refused, on either side")
    func years() throws {
        let year: UInt32 = 366 * 86_400
        for time in [fitStart - 3 * year, fitStart + 3 * year] {
            let store = FITImport()
            let summary = try store.read(bytes: records([5: time]))
            #expect(summary.counts[.records].refused == 1)
            #expect(summary.warnings.contains { $0.contains("more than a day") }, "\(summary.warnings)")
            #expect(try store.workouts().map(\.duration) == [9])
        }
    }

    @Test(
        "Files of plans, settings, courses and segments are no workouts, whatever records they have",
        arguments: [1, 2, 3, 5, 6, 7, 10, 11, 34, 35] as [UInt8]
    )
    func plans(_ type: UInt8) throws {
        let file = part { maker in
            maker.define(0, 0, [(0, 1, .enum)])
            maker.message(0, [type])
            maker.define(1, 20, [(253, 4, .uint32), (3, 1, .uint8)])
            for second in UInt32(0)..<10 { maker.message(1, maker.bytes(fitStart + second), [120]) }
            maker.define(2, 18, [(2, 4, .uint32), (7, 4, .uint32), (5, 1, .enum)])
            maker.message(2, maker.bytes(fitStart), maker.bytes(UInt32(9_000)), [1])
        }
        let summary = try store.read(bytes: file)
        #expect(summary.added == 0 && summary.outcome == .complete)
        #expect(summary.notImported.map(\.kind).contains { $0.hasPrefix("FIT ") }, "\(summary.notImported)")
        #expect(try store.workouts().isEmpty)
    }

    @Test("A file is known by its header, whatever it is called")
    func recognized() throws {
        let run = try FITImport.fixture("run")
        #expect(KnownReaders.reader(for: Array(run.prefix(12)), named: "upload")?.name == "FIT")
        #expect(KnownReaders.reader(for: Array("nothing of this kind".utf8), named: "a.fit")?.name != "FIT")
        let old = try FITImport.fixture("run-header-12")
        #expect(FITReader().recognizes(old, fileName: ""))
    }

    /// A part of these messages, whose sessions and records begin at `fitStart`.
    private func part(_ body: (inout FITMaker) -> Void) -> [UInt8] {
        var maker = FITMaker()
        body(&maker)
        return maker.part()
    }

    @Test("Numbers at the ends of their ranges are read or refused, and never end the program")
    func extremes() throws {
        let file = part { maker in
            maker.define(0, 18, [(2, 4, .uint32), (7, 4, .uint32), (9, 8, .float64), (10, 8, .uint64), (5, 1, .enum)])
            let values = [Double.greatestFiniteMagnitude, -1e300, .nan, .infinity, .leastNonzeroMagnitude]
            for (index, value) in values.enumerated() {
                let start = fitStart + UInt32(index) * 3_000_000
                maker.message(
                    0,
                    maker.bytes(start),
                    maker.bytes(UInt32.max - 1),
                    maker.bytes(value.bitPattern),
                    maker.bytes(UInt64.max - 1),
                    [1]
                )
            }
            maker.define(
                1,
                20,
                [(253, 4, .uint32), (0, 4, .sint32), (1, 4, .sint32), (5, 8, .float64), (3, 8, .sint64)]
            )
            for second in UInt32(0)..<5 {
                maker.message(
                    1,
                    maker.bytes(fitStart + second),
                    maker.bytes(Int32.min),
                    maker.bytes(Int32.min),
                    maker.bytes(values[Int(second)].bitPattern),
                    maker.bytes(Int64.min)
                )
            }
            maker.define(2, 103, [(253, 4, .uint32), (0, 4, .uint32)])
            maker.message(2, maker.bytes(UInt32.max - 1), maker.bytes(UInt32(0)))
            maker.define(3, 55, [(26, 2, .uint16), (5, 1, .enum), (3, 8, .sint64)])
            maker.message(3, maker.bytes(UInt16(7)), [6], maker.bytes(Int64.min))
            maker.message(3, maker.bytes(UInt16(9)), [6], maker.bytes(Int64.max - 1))
        }
        for isForced in [false, true] { try FITImport().read(bytes: file, isForced: isForced) }
    }

    @Test("Damaged files are read or refused, and never end the program")
    func mutants() throws {
        let folder = Fixtures.own.appending(path: "fit/activities")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        let files = try names.filter { $0.hasSuffix(".fit") }.map { try Fixtures.bytes("fit/activities/\($0)") }
        let seed = newSeed()
        var mutator = FITMutator(files, seed: seed)
        var read = 0
        for _ in 0..<Soak.count(1_000, soak: 100_000) {
            let file = mutator.next()
            let hints = ReaderHints(posted: FITImport.early, isForced: true)
            var sink = ReaderSink(nil, fileName: "a.fit", hints: hints, isCancelled: { false })
            // A question that nobody answers is an error too.
            file.withUnsafeBytes { bytes in
                var run = FITRun(bytes)
                try? run.read(into: &sink)
            }
            read += sink.summary.counts[.workouts].read
        }
        #expect(read > 100, "seed \(seed)")
    }
}
