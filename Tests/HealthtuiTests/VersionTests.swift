import Foundation
import Testing

@testable import healthtui

@Suite("The version")
struct VersionTests {
    @Test("is one: the program prints it, and the newest entry of the change log is about it")
    func one() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let changes = try String(contentsOf: root.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        var versions = changes.matches(of: /(?m)^## (\S+)/).map { String($0.1) }
        // What comes with the next version.
        if versions.first == "Unreleased" { versions.removeFirst() }
        #expect(versions.first == Version.current)
        #expect(versions == versions.sorted { $0.compare($1, options: .numeric) == .orderedDescending })
        #expect(versions.allSatisfy { $0.wholeMatch(of: /\d+\.\d+\.\d+/) != nil })
        let folder = try ScratchFolder()
        let printed = try Command.run(["--version"], in: folder)
        #expect(printed.status == 0 && printed.output == Version.current + "\n")
    }
}
