import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// A store that is moved, replaced, damaged or removed while the console has it open.
@Suite struct StoreTroubleTests {
    /// What happens to the file, and a part of what is said then.
    struct Trouble: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reported: String
        let happen: @Sendable (_ path: String) throws -> Void
    }

    private static let troubles = [
        Trouble(testDescription: "removed", reported: "moved or removed") {
            try FileManager.default.removeItem(atPath: $0)
        },
        Trouble(testDescription: "moved", reported: "moved or removed") {
            try FileManager.default.moveItem(atPath: $0, toPath: $0 + ".elsewhere")
        },
        Trouble(testDescription: "replaced", reported: "while it was open") {
            let other = $0 + ".other"
            try Data("something else".utf8).write(to: URL(fileURLWithPath: other))
            guard rename(other, $0) == 0 else { throw CocoaError(.fileWriteUnknown) }
        },
    ]

    @Test(
        "When the open store disappears, the console says so, makes nothing up, and Q leaves",
        arguments: troubles
    )
    func gone(trouble: Trouble) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trouble-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        let store = TestStore(at: .file(path))
        try store.save([try store.quantity(.stepCount, 100, .count(), 0, 9, length: 60)], from: TestStore.watch)
        let console = try await Console.start(store.environment())
        console.expectRow("Steps")
        try trouble.happen(path)
        // A screen that was not read before says what is wrong in its place.
        try await console.press(":").type("steps").press(.enter)
        #expect(console.text.contains(trouble.reported), "\(console.text)")
        // What would be saved is not said to be.
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("70").press(.control("s"))
        console.expectNone("saved Weight")
        console.expectRow("not saved")
        console.expectRow("70")
        try await console.press(.escape, "y", "1", "Q")
        _ = try await console.end()
    }

    @Test("A store that is damaged while it is open is told of, what is shown is true, and Q leaves")
    func damaged() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("damage-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        do {
            // Written and closed, so that all of it lies in the file.
            let writer = TestStore(at: .file(path))
            let breath = HKUnit.count().unitDivided(by: .minute())
            let years = try (0..<20_000)
                .map { index in
                    // Numbers of many digits, so that they take pages of their own, which nothing has read yet.
                    let rate = 15 + 5 * sin(Double(index))
                    return try writer.quantity(.respiratoryRate, rate, breath, index / 20, Double(index % 20))
                }
            try writer.save(years, from: TestStore.watch)
        }
        let console = try await Console.start(TestStore(at: .file(path)).environment())
        try await console.press("2")
        console.expectRow("Respiratory Rate")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) where !name.hasSuffix("shm") {
            try Self.spoil(folder.appendingPathComponent(name).path)
        }

        // A chart that was not read before says what is wrong and what to do, and makes nothing up.
        try await console.press(":").type("respiratory").press(.enter, "A")
        console.expectRow("The store is damaged")
        console.expectRow("healthtui")
        // A list, and its end.
        try await console.press("L", "G")
        console.expectRow("The store is damaged")
        // No screen stops, whatever it has to say.
        for key in ["1", "2", "4", "5", "7", "8", "U"] as [Key] {
            try await console.press(key)
            #expect(!console.text.isEmpty)
        }
        try await console.press(.escape, "1", "Q")
        _ = try await console.end()
    }

    /// Writes over all but the first pages of a file, as a failing disk or another program may.
    private static func spoil(_ path: String) throws {
        guard let file = FileHandle(forUpdatingAtPath: path) else { return }
        defer { try? file.close() }
        let size = try file.seekToEnd()
        guard size > 16_384 else { return }
        try file.seek(toOffset: 16_384)
        try file.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 16_384))
    }

    @Test("A store that is removed and made anew is shown as it is now, and can be added to")
    func madeAnew() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("anew-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        let store = TestStore(at: .file(path))
        try store.save([try store.quantity(.stepCount, 4_321, .count(), 0, 9, length: 60)], from: TestStore.watch)
        let console = try await Console.start(store.environment())
        try await console.waitFor("4,321")
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            try FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
        try await console.waitFor("was removed")
        // As another program makes it: under another name, then moved to its place.
        let other = folder.appendingPathComponent("other.store").path
        do {
            let writer = TestStore(at: .file(other))
            try writer.save([try writer.quantity(.stepCount, 777, .count(), 0, 9, length: 60)], from: TestStore.phone)
            _ = try writer.person.backUp(to: path, replacing: true)
        }
        try await console.waitFor("777")
        console.expectNone("4,321")
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("70").press(.control("s"))
        try await console.waitFor("saved")
        let reader = TestStore(at: .file(path))
        #expect(try reader.person.types().map(\.count).reduce(0, +) == 2)
        try await console.press(.escape, .escape, "1", "Q")
        _ = try await console.end()
        #expect(try StoreDoctor(path: path).check().problems.isEmpty)
    }
}
