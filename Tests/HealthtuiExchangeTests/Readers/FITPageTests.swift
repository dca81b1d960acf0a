import Foundation
import Testing

@testable import HealthtuiExchange

/// The tables of the page about FIT are the reader's own.
@Suite struct FITPageTests {
    private static let page = Fixtures.own.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Documentation/Formats/FIT.md")

    /// The tables by the lines below their heads.
    private static var tables: [(rule: String, rows: [[String]])] {
        [("| --- | --- | --- |", FITDocumentation.fields), ("| ---: | ---: | --- |", FITDocumentation.sports)]
    }

    @Test("The page lists every field that is read and what it becomes, and every sport")
    func tables() throws {
        var lines = try String(contentsOf: Self.page, encoding: .utf8).components(separatedBy: "\n")
        for (rule, rows) in Self.tables {
            let written = rows.map { "| \($0.joined(separator: " | ")) |" }
            let first = try #require(lines.firstIndex(of: rule)) + 1
            let last = lines[first...].firstIndex { !$0.hasPrefix("|") } ?? lines.endIndex
            if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1" {
                lines.replaceSubrange(first..<last, with: written)
            } else {
                #expect(Array(lines[first..<last]) == written, "UPDATE_DOCUMENTATION=1 make test ONLY=FITPageTests")
            }
        }
        if ProcessInfo.processInfo.environment["UPDATE_DOCUMENTATION"] == "1" {
            try Data(lines.joined(separator: "\n").utf8).write(to: Self.page)
        }
    }

    @Test("Every field of a record that is read is one measure's, and every other one is only counted")
    func measures() {
        let read = FITMeasure.allCases.flatMap(\.fields).map(\.rawValue)
        #expect(Set(read).count == read.count)
        for field in FITRecord.allCases {
            #expect((FITMeasure.measure(of: field.rawValue) != nil) == read.contains(field.rawValue))
        }
    }
}
