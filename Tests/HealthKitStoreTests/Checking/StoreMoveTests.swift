import Foundation
import Testing

@testable import HealthKitStore

/// A store that is taken from one folder to another.
@Suite("A store that is moved")
struct StoreMoveTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("move-\(UUID().uuidString)")
    private var from: String { folder.appendingPathComponent("home/health.store").path }
    private var to: String { folder.appendingPathComponent("service/health.store").path }

    init() throws {
        for name in ["home", "service"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name),
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        }
        let store = try SampleStore(at: .file(from))
        try store.write { try $0.setValue(Array("kept".utf8), "test", "key") }
        store.close()
    }

    private struct Killed: Error {}

    private func move(killedBefore step: StoreMove.Step? = nil) throws {
        let own = (geteuid(), getegid())
        let move = StoreMove(
            from: .init(path: from, user: own.0, group: own.1),
            to: .init(path: to, user: own.0, group: own.1),
            note: "Moved to the service.",
            before: { if $0 == step { throw Killed() } }
        )
        try move.run()
    }

    private func content(_ path: String) throws -> String? {
        let store = try SampleStore(at: .file(path))
        defer { store.close() }
        return try store.read { try $0.value("test", "key") }.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(
        "Killed before any step, the store is whole at one of the two places, and moving it again goes on",
        arguments: StoreMove.Step.allCases
    )
    func killed(step: StoreMove.Step) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(throws: Killed.self) { try move(killedBefore: step) }
        let places = [from, to].filter { FileManager.default.fileExists(atPath: $0) }
        #expect(!places.isEmpty)
        try move()
        #expect(try content(to) == "kept")
        #expect(!FileManager.default.fileExists(atPath: from))
        let note = try String(contentsOfFile: from + StoreMove.signpostSuffix, encoding: .utf8)
        #expect(note == "Moved to the service.\n")
        let left = try FileManager.default.contentsOfDirectory(atPath: (to as NSString).deletingLastPathComponent)
        #expect(!left.contains { $0.hasSuffix(".coming") })
    }

    @Test("A program that has the store open keeps it where it is")
    func busy() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SampleStore(at: .file(from))
        defer { store.close() }
        try store.write { try $0.setValue(Array("newer".utf8), "test", "key") }
        #expect(throws: StoreError.self) { try move() }
        #expect(!FileManager.default.fileExists(atPath: to))
    }

    @Test("Another store at the place is neither replaced nor taken for this one")
    func other() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try SampleStore(at: .file(to)).close()
        let error = #expect(throws: StoreError.self) { try move() }
        #expect(error?.message.contains("Another store is there already") == true)
        #expect(try content(from) == "kept")
        #expect(try content(to) == nil)
    }

    @Test("Saves that wait for the store to be unlocked are not left behind")
    func waiting() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data("sealed".utf8).write(to: URL(fileURLWithPath: from + SealedJournal.suffixes[0]))
        #expect(throws: StoreError.self) { try move() }
        #expect(FileManager.default.fileExists(atPath: from))
    }

    @Test("Data in an encrypted store's log isn't left behind; the error says how to get it into the file")
    func log() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        for suffix in [""] + StoreFile.companions { unlink(from + suffix) }
        var options = StoreOptions()
        options.key = TestKey.secret
        let store = try SampleStore(at: .file(from), options: options)
        try store.write { try $0.setValue(Array("kept".utf8), "test", "key") }
        // Its key is gone before the log is in the file, as when a program is killed.
        store.lock()
        let error = #expect(throws: StoreError.self) { try move() }
        #expect(error?.message.contains("Unlock the store, then end what uses it") == true)
        try SampleStore(at: .file(from), options: options).close()
        try move()
        let moved = try SampleStore(at: .file(to), options: options)
        defer { moved.close() }
        #expect(try moved.read { try $0.value("test", "key") } == Array("kept".utf8))
    }

    @Test("A link in the place of the store is not followed")
    func link() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let real = from + ".real"
        try FileManager.default.moveItem(atPath: from, toPath: real)
        try FileManager.default.createSymbolicLink(atPath: from, withDestinationPath: real)
        #expect(throws: StoreError.self) { try move() }
        #expect(try content(real) == "kept")
    }
}
