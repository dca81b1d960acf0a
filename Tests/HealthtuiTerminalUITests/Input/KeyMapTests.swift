import HealthtuiTerminalUI
import Testing

@Suite struct KeyMapTests {
    private var map: KeyMap<SampleKeys.Command> { SampleKeys.map }

    @Test func theInnermostContextDecidesWhatAKeyMeans() {
        #expect(map.command(for: "j", in: ["list"]) == .down)
        #expect(map.command(for: "j", in: ["chart"]) == nil)
        #expect(map.command(for: "Q", in: ["chart", "list"]) == .quit)
        #expect(map.resolve("z", in: ["list"]) == .unbound)
        let covered = KeyMap(
            map.bindings + [KeyBinding(.zoomIn, name: "sheet", keys: ["Q"], context: "sheet", help: "")]
        )
        #expect(covered.command(for: "Q", in: ["sheet", "list"]) == .zoomIn)
    }

    @Test func readingOnlyHidesAndBlocksEveryWritingKey() {
        var map = map
        map.isReadOnly = true
        #expect(map.resolve("d", in: ["list"]) == .blocked(hint: "delete"))
        #expect(map.resolve("a", in: ["list"]) == .blocked(hint: "add"))
        #expect(map.command(for: "j", in: ["list"]) == .down)
        #expect(map.hints(in: ["list"]).map(\.text) == ["open", "help", "quit"])
        #expect(!map.active(in: ["list", "chart"]).contains { $0.isWriting })
    }

    @Test func hintsNameTheFirstKeyThatStillWorks() {
        #expect(map.hints(in: ["list"]).map(\.keyLabel) == ["Enter", "d", "a", "?", "Q"])
        let covered = KeyMap(
            map.bindings + [KeyBinding(.zoomIn, name: "sheet", keys: ["?"], context: "sheet", help: "")]
        )
        #expect(covered.hints(in: ["sheet"]).first { $0.text == "help" }?.keyLabel == "F1")
    }

    @Test func keysCanBeChangedByTheirCommandsName() {
        var map = map
        #expect(map.rebind(["sample.delete": ["X", "ctrl+d"], "help": []]).isEmpty)
        #expect(map.command(for: "X", in: ["list"]) == .delete)
        #expect(map.command(for: "d", in: ["list"]) == nil)
        #expect(map.command(for: "?", in: ["list"]) == nil)
    }

    @Test func settingsThatCanNotBeAreNamedAndTheOthersTakeEffect() {
        var map = map
        let problems = map.rebind(["nothing": ["x"], "list.open": ["hyper+x"], "quit": ["x"], "list.up": ["j"]])
        #expect(
            problems == [
                .unknownKey("hyper+x", command: "list.open"),
                .unknownCommand("nothing"),
                .conflict(key: "j", context: "list", commands: ["list.down", "list.up"]),
            ]
        )
        #expect(map.command(for: "x", in: []) == .quit)
        #expect(map.command(for: .enter, in: ["list"]) == .open)
        #expect(problems.allSatisfy { !$0.description.isEmpty })
    }

    @Test func theTableIsPrintedWhole() {
        let text = map.printed()
        for binding in map.bindings {
            #expect(text.contains(binding.name) && text.contains(binding.help))
        }
        #expect(text.contains("ctrl+c"))
        #expect(text.contains("Deletes the sample. (writes)"))
        #expect(map.conflicts().isEmpty)
    }
}
