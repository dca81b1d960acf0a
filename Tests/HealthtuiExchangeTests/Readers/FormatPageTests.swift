import Foundation
import Testing

@testable import HealthtuiExchange

/// The pages of formats list what their readers' own tables say.
@Suite struct FormatPageTests {
    private static let folder = Fixtures.own.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/Formats")

    @Test(
        "A page lists every table and what becomes of it",
        arguments: [
            ("HealthConnect.md", HealthConnectTable.documentation),
            ("Gadgetbridge.md", GadgetbridgeTable.documentation),
        ]
    )
    func tables(_ name: String, _ documentation: [[String]]) throws {
        let rows = documentation.map { "| `\($0[0])` | \($0[1]) | \($0[2]) |" }
        let page = Self.folder.appending(path: name)
        var lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        let rule = try #require(lines.firstIndex(of: "| --- | --- | --- |"))
        let end = lines[(rule + 1)...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1" {
            lines.replaceSubrange(rule + 1..<end, with: rows)
            try Data(lines.joined(separator: "\n").utf8).write(to: page)
            return
        }
        #expect(
            Array(lines[rule + 1..<end]) == rows,
            "UPDATE_DOCUMENTATION=1 make test ONLY=FormatPageTests writes the page"
        )
    }
}
