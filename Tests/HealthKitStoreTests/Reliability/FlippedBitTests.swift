import FaultDisk
import Foundation
import HealthKitStore
import RandomTesting
import Synchronization
import Testing

/// A bit is flipped in one byte after the other of a store's files: reading everything gives an error that says so, or
/// exactly what was stored.
///
/// The soak flips one in every byte. Otherwise that is done in one of nine bytes of the headers, one of eighty of the pages, and
/// one of eighteen of the log, drawn from a seed that is printed: `TEST_SEED` repeats it.
@Suite struct FlippedBitTests {
    struct Outcome: CustomStringConvertible {
        var flips = 0
        var right = 0
        var errors: [Int32: Int] = [:]
        var wrong: [String] = []

        var description: String {
            let codes = errors.sorted { $0.key < $1.key }.map { "\($0.value) with code \($0.key)" }
            return "\(flips) flips: \(right) right answers, errors: \(codes.joined(separator: ", ")); "
                + "\(wrong.count) wrong answers"
        }
    }

    private static let isSoak = ProcessInfo.processInfo.environment["SOAK_MINUTES"] != nil

    /// Another one each run, so that runs together reach every byte.
    private static let seed = SeededGenerator("flipped bits").seed

    /// The bytes of the file: one of nine of its head, and of the pages, whose bytes are all alike to a checksum, one of eighty.
    private static func places(_ size: Int) -> [Int] {
        if isSoak { return Array(0..<size) }
        var generator = SeededGenerator(seed: seed)
        let head = stride(from: 0, to: 8292, by: 9).map { $0 + generator.int(0...8) }
        return head + stride(from: 8292, to: size - 80, by: 80).map { $0 + generator.int(0...79) }
    }

    /// The bytes of a log or a mark: one of every eighteen that follow each other.
    private static func logPlaces(_ size: Int) -> [Int] {
        guard !isSoak else { return Array(0..<size) }
        var generator = SeededGenerator(seed: seed)
        return stride(from: 0, to: size, by: 18).map { min($0 + generator.int(0...17), size - 1) }
    }

    /// Flips one random bit in each of some bytes of a file, and reads all tables of each outcome.
    private static func flipAll(
        _ disk: FaultyDisk,
        _ suffix: String,
        at places: [Int],
        seed: UInt64,
        verifies: Bool
    ) throws -> Outcome {
        let truth = try disk.copy().contents()
        let total = Total()
        let workers = max(ProcessInfo.processInfo.activeProcessorCount, 1)
        inParallel(workers) { worker in
            var outcome = Outcome()
            var generator = SeededGenerator(seed: seed &+ UInt64(worker))
            for index in stride(from: worker, to: places.count, by: workers) {
                let place = places[index]
                let image = disk.copy()
                let bit = UInt8(1) << UInt8(generator.int(0...7))
                image.bytes(suffix)[place] ^= bit
                outcome.flips += 1
                // The rows of all tables each time, the indexes and free pages now and then.
                switch try? image.contents(checksIntegrity: index % 16 == 0, verifies: verifies) {
                case truth: outcome.right += 1
                case .failure(let code): outcome.errors[code, default: 0] += 1
                default: outcome.wrong.append("seed \(seed), byte \(place) of \(suffix), bit \(bit)")
                }
            }
            total.add(outcome)
        }
        return total.outcome
    }

    /// The result of all workers.
    private final class Total: Sendable {
        private let total = Mutex(Outcome())

        var outcome: Outcome { total.withLock { $0 } }

        func add(_ found: Outcome) {
            total.withLock { total in
                total.flips += found.flips
                total.right += found.right
                total.errors.merge(found.errors) { $0 + $1 }
                total.wrong += found.wrong
            }
        }
    }

    private static var options: StoreOptions {
        var options = StoreOptions()
        options.fileSystem = FaultyDisk.fileSystem
        options.batchCapacity = 64
        options.recentIdentityLimit = 64
        return options
    }

    /// A disk with the example; its log is emptied into the file, or stays as a killed program leaves it.
    private static func example(hasLog: Bool, isLocked: Bool = false) throws -> FaultyDisk {
        let disk = FaultyDisk(isLocked: isLocked)
        var options = options
        options.key = disk.options.key
        let store = try SampleStore(at: .file(disk.path), options: options)
        if hasLog {
            let words = try store.write { try Vocabulary($0) }
            for index in 0..<4 { try store.write { try $0.insert([words.step(Double(index) * 60)]) } }
        } else {
            try FormatExample.write(to: store)
        }
        if hasLog {
            let copy = disk.copy()
            store.close()
            return copy
        }
        store.close()
        return disk
    }

    @Test(arguments: [false, true]) func noFlippedBitOfTheFileGoesUnnoticed(_ isLocked: Bool) throws {
        let disk = try Self.example(hasLog: false, isLocked: isLocked)
        #expect(disk.size("-log") == nil)
        let places = Self.places(try #require(disk.size()))
        let outcome = try Self.flipAll(disk, "", at: places, seed: 11, verifies: true)
        print("flipped bits of the file\(isLocked ? ", encrypted" : ""): \(outcome)")
        #expect(outcome.wrong == [])
        #expect(outcome.flips == places.count && outcome.flips > 1_500)
    }

    @Test(arguments: [false, true]) func noFlippedBitOfTheLogGoesUnnoticed(_ isLocked: Bool) throws {
        let disk = try Self.example(hasLog: true, isLocked: isLocked)
        for suffix in ["-log", "-mark"] {
            let size = try #require(disk.size(suffix))
            let places = Self.logPlaces(size)
            let outcome = try Self.flipAll(disk, suffix, at: places, seed: Self.seed, verifies: true)
            print("flipped bits of \(suffix)\(isLocked ? ", encrypted" : ""): \(outcome)")
            #expect(outcome.wrong == [])
            #expect(outcome.flips == places.count && outcome.flips >= size / 18 && outcome.flips > 0)
        }
    }

    /// The canary: without the checksums some flips give wrong answers, and the same sweep says so.
    @Test func withoutChecksumsFlipsGiveWrongAnswers() throws {
        let disk = try Self.example(hasLog: true)
        let places = Self.logPlaces(try #require(disk.size("-log")))
        let outcome = try Self.flipAll(disk, "-log", at: places, seed: Self.seed, verifies: false)
        print("flipped bits of the log without checks: \(outcome)")
        #expect(outcome.wrong.count > 10)
    }

    /// Reading through the store itself: what is damaged is called so by its page, and nothing stops the program.
    @Test(arguments: [true, false], [false, true])
    func theStoreSaysThatItIsDamaged(_ verifies: Bool, _ isLocked: Bool) throws {
        let disk = try Self.example(hasLog: false, isLocked: isLocked)
        var options = Self.options
        options.key = disk.options.key
        options.verifiesPages = verifies
        let sound = disk.copy()
        let store = try SampleStore(at: .file(sound.path), options: options)
        let truth = try StoreContents(store, namespaces: FormatExample.namespaces)
        store.close()
        var generator = SeededGenerator(seed: 14)
        var counts: [String: Int] = [:]
        // The store's header and SQLite's, then eight places in every block; a quarter of them all outside the soak. Of the
        // store's header there are two copies, and of the list of versions, four blocks that stand before the pages of an
        // encrypted file.
        let size = disk.size() ?? 0
        let first = disk.isLocked ? 6 * 4096 : 2 * 4096
        let step = Self.isSoak ? 1 : 4
        let places =
            Array(stride(from: 0, to: 100, by: step)).flatMap { [$0, first + $0] }
            + stride(from: 0, to: size, by: 512 * step).map { $0 + generator.int(0...511) }
        for place in places {
            let image = disk.copy()
            image.bytes()[place] ^= 1 << UInt8(generator.int(0...7))
            do {
                let store = try SampleStore(at: .file(image.path), options: options)
                defer { store.close() }
                let found = try StoreContents(store, namespaces: FormatExample.namespaces)
                counts[found == truth ? "right" : "wrong", default: 0] += 1
            } catch let error as StoreError {
                counts[error.code.rawValue, default: 0] += 1
                if verifies, error.code == .damaged {
                    let page = (place - first) / 4096 + 1
                    #expect(error.message.contains("page \(page) of the file"))
                }
            }
        }
        print("flipped bits through the store, checks \(verifies ? "on" : "off"): \(counts), seed 14")
        if verifies {
            #expect(counts["wrong"] == nil)
            // Some of the pages hold nothing that is read.
            #expect(counts["damaged", default: 0] > places.filter { $0 >= first }.count / 2)
        } else {
            // Damage that the checks of batches alone don't detect.
            #expect(counts["wrong", default: 0] + counts["damaged", default: 0] > 0)
        }
    }
}
