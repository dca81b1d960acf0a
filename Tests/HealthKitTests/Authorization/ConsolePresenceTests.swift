import Foundation
import HealthKit
import Testing

@Suite("Whether a console is open")
struct ConsolePresenceTests {
    @Test("A console counts as long as it is open, also when another that came first has left")
    func twoConsoles() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("presence-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("health.store").path
        let asking = ConsolePresence(storePath: path)
        #expect(!asking.isConsoleOpen)
        let first = ConsolePresence(storePath: path)
        let second = ConsolePresence(storePath: path)
        #expect(first.announce() && second.announce())
        #expect(asking.isConsoleOpen && first.isConsoleOpen)
        first.withdraw()
        #expect(asking.isConsoleOpen && second.isConsoleOpen)
        second.withdraw()
        #expect(!asking.isConsoleOpen)
        #expect(first.announce())
        #expect(asking.isConsoleOpen)
    }
}
