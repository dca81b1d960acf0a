import Foundation
import Testing

/// The rules of HealthKit's behaviour, which lie beside the repository on some machines and not on others.
private enum Rules {
    static let file: URL? = {
        if let path = ProcessInfo.processInfo.environment["HEALTHKIT_SHARED"] {
            return URL(fileURLWithPath: path).appendingPathComponent("design/semantics.md")
        }
        var folder = URL(fileURLWithPath: #filePath)
        while folder.path != "/" {
            folder.deleteLastPathComponent()
            let candidate = folder.appendingPathComponent("shared/design/semantics.md")
            if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
        }
        return nil
    }()

    /// The sections whose certain rules must each have a test.
    static let sections: Set<Int> = [1, 2, 3, 4, 5, 9, 10, 11]

    /// The ids of the certain rules, such as `R4.2`.
    static func certain() throws -> [String] {
        let text = try String(contentsOf: #require(file), encoding: .utf8)
        return text.split(separator: "\n")
            .compactMap { line in
                guard let match = line.firstMatch(of: /^(R(\d+)\.\d+) C\b/), let section = Int(match.2) else {
                    return nil
                }
                return sections.contains(section) ? String(match.1) : nil
            }
    }

    /// The ids in the names of all tests.
    static func tested() throws -> Set<String> {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        var ids: Set<String> = []
        while let file = files?.nextObject() as? URL {
            guard file.pathExtension == "swift" else { continue }
            let source = try String(contentsOf: file, encoding: .utf8)
            for name in source.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/) {
                for id in name.1.matches(of: /\bR\d+\.\d+\b/) { ids.insert(String(id.0)) }
            }
        }
        return ids
    }
}

@Suite("Rules", .enabled(if: Rules.file != nil, "the rules beside the repository are absent"))
struct RuleListTests {
    @Test("every certain rule is named by a test")
    func everyRule() throws {
        let certain = try Rules.certain()
        #expect(certain.count > 80)
        let tested = try Rules.tested()
        for id in certain { #expect(tested.contains(id), "\(id) has no test") }
    }
}
