import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@Suite struct EverywhereTests {
    @Test func theHelpSheetIsSearchedAndRunsWhatItLists() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("?").type("permissions")
        console.expectRow("Go to the apps and their permissions")
        try await console.press(.enter)
        console.expectRow("No app has asked for access yet")
    }

    @Test func theCommandLineGoesToScreensAndTypes() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(":").type("sou").press(.tab, .enter)
        console.expectRow("Several sources")
        try await console.press(":").type("resting h").press(.tab, .enter)
        console.expectRow("Browse › Resting Heart Rate")
        try await console.press(":").type("xyzzy").press(.enter)
        console.expectRow("there is no screen, command, date or type called “xyzzy”")
    }

    @Test func quitsOnlyOnCapitalQ() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", .enter, "q", "q", "q")
        console.expectRow("Q quits")
        try await console.press("Q")
        _ = try await console.end()
    }

    @Test func tabsKeepTheirPlaces() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("2", .enter)
        console.expectRow("Browse › Steps")
        try await console.press("5", "2")
        console.expectRow("Browse › Steps")
        try await console.press("2")
        console.expectRow("2 Browse")
    }

    @Test func hintsComeFromTheKeyTable() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press(.enter)
        let hints = console.row(23)
        for hint in ["Enter samples", "h/l read", "? help"] { #expect(hints.contains(hint), "\(hints)") }
    }

    @Test func theKeyTableHasNoConflicts() {
        #expect(KeyTable.keys().conflicts().isEmpty)
    }

    @Test func hjklOnlyEverMove() {
        let moves: [Character: Set<Command>] = [
            "h": [.previousView, .earlier, .readColumn, .cardLeft, .parentFolder, .cursorLeft, .previousDraft],
            "j": [.down],
            "k": [.up],
            "l": [.nextView, .later, .shareColumn, .cardRight, .cursorRight, .nextDraft],
        ]
        for binding in KeyTable.keys().bindings {
            for (character, commands) in moves where binding.keys.contains(Key(.character(character))) {
                #expect(
                    commands.contains(binding.command),
                    "\(character) is \(binding.name) in \(binding.context.name)"
                )
            }
        }
    }

    @Test func everyCommandHasAKeyAndHelp() {
        let bindings = KeyTable.keys().bindings
        for command in Command.allCases {
            #expect(bindings.contains { $0.command == command && !$0.keys.isEmpty }, "\(command.rawValue)")
        }
        let isHelpful = bindings.allSatisfy { !$0.help.isEmpty }
        #expect(isHelpful)
        #expect(KeyTable.keys().printed().contains("sample.delete"))
    }

    @Test func writingKeysAreNeitherOfferedNorObeyedWhenReadingOnly() {
        let keys = KeyTable.keys(isReadOnly: true)
        for binding in keys.bindings where binding.isWriting {
            #expect(!keys.active(in: [binding.context]).contains { $0.command == binding.command && $0.isWriting })
        }
        let writing: Set<Command> = [
            .delete, .deleteAll, .save, .startImport, .toggle, .toggleAll, .allow, .refuse, .exclude, .moveUp,
            .moveDown,
            .pin, .addSample,
        ]
        for command in writing {
            let isMarked = keys.bindings.filter { $0.command == command }.allSatisfy(\.isWriting)
            #expect(isMarked, "\(command.rawValue)")
        }
    }

    /// Ways to every screen.
    private static let ways: [[Key]] = [
        [], [.enter], ["2"], ["2", "l"], ["2", "h"], ["2", .enter, "t"], ["2", .enter, .enter],
        ["2", .enter, .enter, .enter],
        ["2", .enter, .enter, "d"], ["3"], ["3", .enter], ["4"], ["5"], ["5", .enter], ["6"], ["?"], [":"], ["2", "/"],
    ]

    @Test(arguments: [Theme.plain, Theme.ascii])
    func everyScreenDrawsAtEverySize(theme: Theme) async throws {
        let store = try TestStore.filled()
        for way in Self.ways {
            let console = try await Console.start(store.environment(theme: theme))
            for key in way { try await console.press(key) }
            for (width, height) in [
                (40, 10), (1, 1), (0, 0), (39, 10), (40, 9), (200, 60), (80, 10), (40, 24), (80, 24),
            ] {
                try await console.resize(width: width, height: height)
                #expect(console.screen.size == Size(width: width, height: height))
            }
            console.expectNone("needs 40x10")
            let isASCII = console.text.utf8.allSatisfy { $0 < 0x80 }
            if theme.glyphs.isASCII { #expect(isASCII, "\(way)\n\(console.text)") }
        }
    }

    @Test func aSmallWindowSaysWhatItNeeds() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 30, height: 5)
        console.expectRow("needs 40x10, this is 30x5")
        try await console.press("2").resize(width: 80, height: 24)
        console.expectRow("2 Browse")
    }
}
