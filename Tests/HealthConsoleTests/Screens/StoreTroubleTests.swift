import Foundation
import HealthConsole
import HealthKit
import TerminalUI
import TerminalUITesting
import Testing

/// A store that is moved, replaced, damaged or removed while the console has it open.
@Suite struct StoreTroubleTests {
    /// What happens to the file, and a part of what is said then.
    struct Trouble: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let told: String
        let happen: @Sendable (_ path: String) throws -> Void
    }

    private static let troubles = [
        Trouble(testDescription: "removed", told: "moved or removed") {
            try FileManager.default.removeItem(atPath: $0)
        },
        Trouble(testDescription: "moved", told: "moved or removed") {
            try FileManager.default.moveItem(atPath: $0, toPath: $0 + ".elsewhere")
        },
        Trouble(testDescription: "replaced", told: "while it was open") {
            let other = $0 + ".other"
            try Data("something else".utf8).write(to: URL(fileURLWithPath: other))
            guard rename(other, $0) == 0 else { throw CocoaError(.fileWriteUnknown) }
        },
    ]

    @Test("A store that goes while it is open is told of, nothing is made up, and Q leaves", arguments: troubles)
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
        #expect(console.text.contains(trouble.told), "\(console.text)")
        // What would be saved is not said to be.
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("70").press(.control("s"))
        console.expectNone("saved Weight")
        console.expectRow("not saved")
        console.expectRow("70")
        try await console.press(.escape, "y", "1", "Q")
        _ = try await console.end()
    }
}
