import Foundation
import Testing

/// The rules of HealthKit's behaviour, as the documentation tells them.
private enum Rules {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The sections whose certain rules must each have a test.
    static let sections: Set<Int> = [1, 2, 3, 4, 5, 6, 7, 9, 10, 11]

    /// How sure each rule is, by its id: `R4.2`, `Q4`, `H8`.
    static func describe() throws -> [String: String] {
        let page = root.appendingPathComponent("Sources/HealthKit/HealthKit.docc/BehaviourRules.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let rules = text.matches(of: /(?m)^- \*\*([RQH][\d.]+)\*\* \((\w+)\) \S/)
        var reported: [String: String] = [:]
        for rule in rules {
            let isNew = reported.updateValue(String(rule.2), forKey: String(rule.1)) == nil
            #expect(isNew, "\(rule.1) is told twice")
        }
        return reported
    }

    /// The ids of the certain rules that must have a test.
    static func certain() throws -> [String] {
        try describe()
            .filter { id, certainty in
                guard certainty == "certain", let section = id.firstMatch(of: /^R(\d+)\./) else { return false }
                return Int(section.1).map(sections.contains) ?? false
            }
            .keys.sorted()
    }

    /// The files below a folder, but for what is hidden or what Python keeps: builds and caches, with others' sources.
    static func files(in folder: URL) -> [URL] {
        let files = FileManager.default.enumerator(atPath: folder.path)
        var found: [URL] = []
        while let path = files?.nextObject() as? String {
            let name = path.split(separator: "/").last ?? ""
            if name.hasPrefix(".") || name == "__pycache__" {
                files?.skipDescendants()
            } else {
                found.append(folder.appendingPathComponent(path))
            }
        }
        return found
    }

    /// Every source of the repository, with its path.
    static func sources() throws -> [(path: String, text: String)] {
        try ["Sources", "Tests", "Benchmarks", "Resources"]
            .flatMap { folder in
                try files(in: root.appendingPathComponent(folder))
                    .filter { file in
                        ["swift", "c", "h", "md", "py"].contains(file.pathExtension)
                            && file.lastPathComponent != "BehaviourRules.md"
                    }
                    .map { (path: $0.path, text: try String(contentsOf: $0, encoding: .utf8)) }
            }
    }

    /// The ids in the names of all tests.
    static func tested() throws -> Set<String> {
        var ids: Set<String> = []
        for source in try sources() where source.path.contains("/Tests/") {
            for name in source.text.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/) {
                for id in name.1.matches(of: /\bR\d+\.\d+\b/) { ids.insert(String(id.0)) }
            }
        }
        return ids
    }
}

@Suite("Rules")
struct RuleListTests {
    @Test("every certain rule is named by a test")
    func everyRule() throws {
        let certain = try Rules.certain()
        #expect(certain.count > 80)
        let tested = try Rules.tested()
        for id in certain { #expect(tested.contains(id), "\(id) has no test") }
    }

    @Test("every rule that a comment, a test or a page cites stands on the page of rules, with how sure it is")
    func everyCitation() throws {
        let reported = try Rules.describe()
        #expect(Set(reported.values) == ["certain", "likely", "choice"])
        var cited = 0
        for (path, text) in try Rules.sources() {
            for line in text.split(separator: "\n") where Self.mayCite(line) {
                let ids = line.matches(of: /\bR\d+\.\d+\b/).map { String($0.0) }
                // Letters with a plain number are rules in comments only: elsewhere they name devices and spans.
                let comment = line.range(of: "// ").map { line[$0.lowerBound...] } ?? ""
                let others = comment.matches(of: /(?:\(|, |choice |rule )([QH]\d+)\b/).map { String($0.1) }
                for id in ids + others {
                    #expect(reported[id] != nil, "\(path) cites \(id), which the page of rules does not tell")
                    cited += 1
                }
            }
        }
        #expect(cited > 300)
    }

    /// Whether a letter of rules stands before a digit: a quick look, as most lines cite nothing.
    private static func mayCite(_ line: Substring) -> Bool {
        var isLetter = false
        for byte in line.utf8 {
            if isLetter, (0x30...0x39).contains(byte) { return true }
            isLetter = byte == UInt8(ascii: "R") || byte == UInt8(ascii: "Q") || byte == UInt8(ascii: "H")
        }
        return false
    }

    @Test("what a build, a benchmark or an editor leaves in the repository is none of its sources")
    func leftovers() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rules-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let left = [
            "Benchmarks/.cache/venv/lib/README.md", ".build/a.swift", "runner/__pycache__/b.py", "Sources/.#c.swift",
        ]
        for path in left + ["Benchmarks/Peers/d.c", "CHANGELOG.md"] {
            let file = folder.appendingPathComponent(path)
            let parent = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
            try Data().write(to: file)
        }
        let found = Rules.files(in: folder).filter { !$0.hasDirectoryPath && $0.pathExtension != "" }
        #expect(Set(found.map(\.lastPathComponent)) == ["d.c", "CHANGELOG.md"])
    }

    @Test("every page that a source cites by its file is in the repository, and nothing beside it is")
    func everyPage() throws {
        let pages = Set(Rules.files(in: Rules.root).filter { $0.pathExtension == "md" }.map(\.lastPathComponent))
        #expect(pages.contains("README.md"))
        let beside = ["..", "shared"].joined(separator: "/")
        for (path, text) in try Rules.sources() {
            for line in text.split(separator: "\n") where line.contains(".md") {
                for page in line.matches(of: /\b[A-Za-z][\w-]*\.md\b/) {
                    #expect(pages.contains(String(page.0)), "\(path) cites \(page.0)")
                }
            }
            #expect(!text.contains(beside), "\(path) cites a folder beside the repository")
        }
    }
}
