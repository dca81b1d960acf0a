import Testing

@testable import healthtui

/// Tables of commands on narrow terminals.
@Suite struct ListLayoutTests {
    private static let names = [
        "Heart Rate Variability (RMSSD)", "Electrocardiogram", "Workouts: Cross Country Skiing",
        "Daily summaries of a service without a type",
    ]

    private static let rows = names.enumerated()
        .map { index, name in
            [
                name, ["runsite.example of a friend", "Watch of Ada", ""][index % 3], "141,820", "–",
                "2021-03-12", "2026-11-21", "14,912,004 count",
            ]
        }

    private static func lines(_ room: Int?) -> [String] {
        let layout = ListLayout(ImportCommand.dryRunColumns(hasDeleted: false), rows, room: room)
        return [layout.heading] + rows.map(layout.line)
    }

    @Test("Long names in a dry run are cut between words, and no line is wider than the terminal", arguments: 40...160)
    func narrow(room: Int) throws {
        let lines = Self.lines(room)
        #expect(lines.allSatisfy { $0.count <= room }, "\(lines.joined(separator: "\n"))")
        let heading = try #require(lines.first)
        #expect(heading.hasPrefix("Type") && heading.contains("New") && heading.contains("Here"))
        // The start of the numbers: before it are names and a blank.
        let numbers = heading.distance(
            from: heading.startIndex,
            to: try #require(heading.firstRange(of: "    New")).upperBound
        )
        for (name, line) in zip(Self.names, lines.dropFirst()) {
            #expect(line.prefix(numbers).hasSuffix("  141,820"), "\(line)")
            guard !line.hasPrefix(name), let cut = line.firstIndex(of: "…") else { continue }
            let kept = line[..<cut]
            let isOneWord = !kept.contains(" ")
            #expect(name.hasPrefix(kept), "\(line)")
            #expect(isOneWord || kept.hasSuffix(" "), "\(line)")
        }
    }

    @Test("Columns leave in their order: days, sums, then sources; the type and the numbers stay")
    func leaving() throws {
        let headings = try [200, 85, 65, 38].map { try #require(Self.lines($0).first) }
        let words = ["From", "To", "Sum or range", "Source", "Here", "Type"]
        let shown = headings.map { heading in words.map { heading.contains($0) } }
        #expect(shown[0] == [true, true, true, true, true, true])
        #expect(shown[1] == [true, true, true, true, true, true])
        #expect(shown[2] == [false, false, true, true, true, true])
        #expect(shown[3] == [false, false, false, false, true, true])
    }

    @Test("What goes to a file or another program is whole")
    func file() {
        #expect(Self.lines(nil).dropFirst().allSatisfy { $0.contains("14,912,004 count") })
        #expect(zip(Self.names, Self.lines(nil).dropFirst()).allSatisfy { $1.hasPrefix($0) })
    }
}
