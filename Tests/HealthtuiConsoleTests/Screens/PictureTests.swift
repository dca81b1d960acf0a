import Foundation
import Testing

/// The pictures in the README and in the guides are those that the tests draw.
///
/// A picture stands in the code block behind a line such as `<!-- picture: summary 80x24 -->`, which names a golden and a
/// size. `make pictures` draws them anew.
@Suite struct PictureTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let goldens = root.appendingPathComponent("Tests/HealthtuiConsoleTests/Goldens")

    private struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    /// The rows of a golden at a size, as text.
    private static func picture(_ name: Substring, _ size: Substring) throws -> String {
        let file = goldens.appendingPathComponent("\(name).txt")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else {
            throw Missing(description: "there is no golden \(name)")
        }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0 == "== \(size), UTF-8, colours" }) else {
            throw Missing(description: "\(name) has no picture of \(size)")
        }
        var rows = lines[(start + 1)...].prefix { $0.hasPrefix("|") }.map { $0.dropFirst() }
        while rows.last?.isEmpty == true { rows.removeLast() }
        return rows.joined(separator: "\n")
    }

    /// A page with the pictures as the tests draw them now.
    private static func drawn(_ page: String) throws -> String {
        let pattern = /<!-- picture: ([a-z0-9-]+) ([0-9]+x[0-9]+) -->\n```\n(?:[^`]*\n)?```/
        var problem: (any Error)?
        let text = page.replacing(pattern) { match in
            do {
                let head = "<!-- picture: \(match.output.1) \(match.output.2) -->\n```\n"
                return head + (try picture(match.output.1, match.output.2)) + "\n```"
            } catch {
                problem = error
                return String(match.output.0)
            }
        }
        if let problem { throw problem }
        return text
    }

    @Test(
        "The pictures of a page are those of the goldens",
        arguments: ["Documentation/Apps.md", "Documentation/Console.md"]
    )
    func pages(name: String) throws {
        let file = Self.root.appendingPathComponent(name)
        let page = try String(contentsOf: file, encoding: .utf8)
        let drawn = try Self.drawn(page)
        #expect(drawn.contains("<!-- picture: "), "\(name) has no pictures")
        if ProcessInfo.processInfo.environment["UPDATE_PICTURES"] != nil {
            try Data(drawn.utf8).write(to: file)
        } else {
            #expect(page == drawn, "a picture of \(name) is not as the tests draw it; make pictures draws it anew")
        }
    }

    @Test("The guide to the screens has a picture of each")
    func everyScreen() throws {
        let page = try String(contentsOf: Self.root.appendingPathComponent("Documentation/Screens.md"), encoding: .utf8)
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.goldens.path)
            .filter { $0.hasSuffix(".txt") && !$0.hasPrefix("german-") }.map { $0.dropLast(4) }
        #expect(names.count > 50)
        for name in names {
            for width in [80, 200] {
                #expect(page.contains("](pictures/\(name)-\(width).svg)"), "no picture of \(name)")
            }
        }
        // What is shown is there, and what is there is shown.
        let shown = Set(page.matches(of: /\]\(pictures\/([a-z0-9-]+\.svg)\)/).map { String($0.output.1) })
        let folder = Self.root.appendingPathComponent("Documentation/pictures")
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == shown)
    }

    @Test("A picture of something that isn't drawn is an error, not an empty picture")
    func unknown() {
        #expect(throws: (any Error).self) { try Self.drawn("<!-- picture: nothing 80x24 -->\n```\n```\n") }
        #expect(throws: (any Error).self) { try Self.drawn("<!-- picture: summary 1x1 -->\n```\n```\n") }
    }
}
