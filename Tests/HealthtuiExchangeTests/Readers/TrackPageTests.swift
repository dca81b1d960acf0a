import Foundation
import HealthtuiExchange
import Testing

/// The pages of GPX and TCX have the elements that the readers read.
@Suite("The pages of GPX and TCX")
struct TrackPageTests {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Documentation/Formats")

    @Test(
        "A page lists every element that is read, with its namespace and what it becomes",
        arguments: [("GPX", TrackDocumentation.gpx), ("TCX", TrackDocumentation.tcx)]
    )
    func elements(format: String, found: [[String]]) throws {
        let page = Self.folder.appendingPathComponent("\(format).md")
        let rows = found.map { "| \($0.joined(separator: " | ")) |" }
        #expect(rows.count > 10)
        var lines = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
        let start = try #require(lines.firstIndex(of: "<!-- elements -->")) + 3
        let end = try #require(lines.firstIndex(of: "<!-- end of elements -->"))
        try #require(start <= end)
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1" {
            lines.replaceSubrange(start..<end, with: rows)
            try Data(lines.joined(separator: "\n").utf8).write(to: page)
            return
        }
        let hint = "UPDATE_DOCUMENTATION=1 make test ONLY=TrackPageTests writes the page"
        #expect(Array(lines[start..<end]) == rows, "\(hint)")
    }
}
