import Foundation
import Testing

/// Each convention of the console names a test that holds it, and that test exists.
@Suite struct ConventionTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The rows of the table: a rule, and the tests that hold it as `Suite: name`.
    private static func rows() throws -> [(rule: String, tests: [String])] {
        let page = root.appendingPathComponent("Documentation/Conventions.md")
        return try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") }.dropFirst()
            .map { line in
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                let tests = cells.count > 1 ? cells[1].components(separatedBy: "<br>") : []
                return (cells.first ?? "", tests)
            }
    }

    /// The text of every file of tests, by the name of its suite.
    private static let suites: [String: String] = {
        let folder = root.appendingPathComponent("Tests")
        let files =
            FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL } ?? []
        let tests = files.filter { $0.lastPathComponent.hasSuffix("Tests.swift") }
        return Dictionary(
            tests.compactMap { file in
                (try? String(contentsOf: file, encoding: .utf8))
                    .map { (file.deletingPathExtension().lastPathComponent, $0) }
            },
            uniquingKeysWith: +
        )
    }()

    /// Whether a suite has a test of a name: the one that it is told by, or that of its function.
    private static func exists(_ reference: String) -> Bool {
        guard let colon = reference.firstRange(of: ": "), let text = suites[String(reference[..<colon.lowerBound])]
        else {
            return false
        }
        let name = reference[colon.upperBound...]
        return text.contains("\"\(name)\"") || text.contains("func \(name)(") || text.contains("func `\(name)`(")
    }

    @Test("Every convention names at least one test, and each test that is named exists")
    func tests() throws {
        let rows = try Self.rows()
        #expect(rows.count >= 25)
        for row in rows {
            #expect(!row.tests.isEmpty, "“\(row.rule)” names no test")
            for test in row.tests { #expect(Self.exists(test), "“\(row.rule)”: there is no test “\(test)”") }
        }
    }

    @Test("A name that is no test's is noticed")
    func canary() {
        #expect(!Self.exists("ConventionTests: nothing of that name"))
        #expect(!Self.exists("NoSuchTests: canary"))
        #expect(Self.exists("ConventionTests: canary"))
    }
}
