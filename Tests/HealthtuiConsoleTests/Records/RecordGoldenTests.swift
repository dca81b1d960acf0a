import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// The pages of records at the sizes that people have, as text and as styles.
@Suite struct RecordGoldenTests {
    private static let sizes = [
        Size(width: 200, height: 60), Size(width: 80, height: 24), Size(width: 40, height: 10),
    ]

    /// A page, what the store holds for it, and the keys that lead to it.
    struct Scene: Sendable, CustomTestStringConvertible {
        let name: String
        let typed: String
        var keys: [Key] = []
        let fill: @Sendable (TestStore) throws -> Void

        var testDescription: String { name }
    }

    static let scenes: [Scene] = [
        Scene(name: "record-ecg", typed: "electrocardiogram", keys: [.enter]) { try $0.electrocardiogram() },
        Scene(name: "record-ecg-text", typed: "electrocardiogram", keys: [.enter, "t"]) { try $0.electrocardiogram() },
        Scene(name: "record-audiogram", typed: "audiogram", keys: [.enter]) { try $0.audiogram() },
        Scene(name: "record-glasses", typed: "vision prescription", keys: [.enter]) { try $0.glasses() },
        Scene(name: "record-heartbeats", typed: "heartbeat series", keys: [.enter]) { try $0.heartbeats() },
        Scene(name: "record-mind-month", typed: "state of mind") { try $0.moods() },
        Scene(name: "record-mind", typed: "state of mind", keys: [.enter]) { try $0.moods() },
        Scene(name: "record-labs", typed: "lab results") { store in
            try store.labResults()
            try store.clinicalRecord("Blood type", identifier: "b", json: "{\"valueString\":\"A\"}")
        },
        Scene(name: "record-verifiable", typed: "browse", keys: ["/", "v", "e", "r", "i", "f", .enter, .enter, .enter])
        {
            try $0.verifiable()
        },
        Scene(name: "record-lab", typed: "lab results", keys: [.enter]) { try $0.labResults() },
        Scene(name: "record-lab-text", typed: "lab results", keys: [.enter, "t"]) { try $0.labResults() },
        Scene(name: "record-phq9", typed: "depression", keys: [.enter]) { store in
            try store.save(
                [
                    HKPHQ9Assessment(
                        validating: TestStore.time(1, 9),
                        answers: [
                            .severalDays, .notAtAll, .nearlyEveryDay, .moreThanHalfTheDays, .notAtAll, .severalDays,
                            .notAtAll, .notAtAll, .preferNotToAnswer,
                        ]
                    )
                ],
                from: .health
            )
        },
        Scene(name: "record-gad7", typed: "anxiety", keys: [.enter]) { try $0.anxiety() },
        Scene(name: "record-questionnaires", typed: "anxiety") { try $0.anxiety() },
        Scene(name: "record-medication-form", typed: "medication doses", keys: ["a"]) { try $0.medications() },
        Scene(name: "record-medications", typed: "medication doses") { try $0.medications() },
        Scene(name: "record-document", typed: "clinical document", keys: [.enter]) { try $0.document() },
    ]

    @Test("A record's page looks at every size, in UTF-8 with colours and in ASCII, as it did", arguments: scenes)
    func looksAsItDid(scene: Scene) async throws {
        var screens: [(title: String, grid: CellGrid)] = []
        var consoles: [(Console, String)] = []
        for (theme, look) in [(Theme(glyphs: .utf8, colors: .ansi256), "UTF-8, colours"), (.ascii, "ASCII")] {
            consoles.append((try await Self.open(scene, theme), look))
        }
        for size in Self.sizes {
            for (console, look) in consoles {
                try await console.resize(width: size.width, height: size.height)
                let screen = Self.withoutIdentities(console.screen)
                screens.append(("\(size.width)x\(size.height), \(look)", screen))
                guard look != "ASCII", ScreenGoldenTests.pictured.contains(size) else { continue }
                let difference = GridPicture.difference(from: scene.name, screen)
                #expect(difference == nil, "\(difference ?? "")")
            }
        }
        let difference = Golden.difference(from: scene.name, screens, isCompact: true)
        #expect(difference == nil, "\(difference ?? "")")
    }

    static func open(_ scene: Scene, _ theme: Theme) async throws -> Console {
        let store = TestStore()
        try scene.fill(store)
        let console = try await Console.start(store.environment(theme: theme))
        try await console.press(":").type(scene.typed).press(.enter)
        for key in scene.keys { try await console.press(key) }
        return console
    }

    /// The screen without UUIDs, which are others in each run.
    static func withoutIdentities(_ screen: CellGrid) -> CellGrid {
        var screen = screen
        let identity = /[0-9A-F]{8}-[0-9A-F-]{2,}/
        for (y, row) in screen.rows.enumerated() {
            guard let match = row.firstMatch(of: identity) else { continue }
            let x = row[..<match.range.lowerBound].count
            let text = String(match.0.map { $0 == "-" ? "-" : "0" })
            screen.write(text, in: Rect(x: x, y: y, width: text.count, height: 1))
        }
        return screen
    }
}

extension TestStore {
    /// Two answered questionnaires about anxiety.
    fileprivate func anxiety() throws {
        let low = try HKGAD7Assessment(
            validating: Self.time(30, 9),
            answers: [.notAtAll, .severalDays, .notAtAll, .notAtAll, .severalDays, .notAtAll, .notAtAll]
        )
        let high = try HKGAD7Assessment(
            validating: Self.time(1, 9),
            answers: [
                .nearlyEveryDay, .moreThanHalfTheDays, .nearlyEveryDay, .severalDays, .moreThanHalfTheDays,
                .severalDays, .nearlyEveryDay,
            ]
        )
        try save([low, high], from: .health)
    }
}
