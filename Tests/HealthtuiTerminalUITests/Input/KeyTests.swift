import HealthtuiTerminalUI
import RandomTesting
import Testing

@Suite struct KeyTests {
    @Test(arguments: [
        ("j", Key("j")), ("G", "G"), ("ctrl+s", .control("s")), ("Ctrl+S", .control("s")), ("shift+tab", .backtab),
        ("pgup", .pageUp), ("PageDown", .pageDown), ("f1", .function(1)), ("F12", .function(12)), ("space", .space),
        ("+", "+"), ("ctrl++", .control("+")), ("plus", "+"), ("esc", .escape), ("alt+x", .alt("x")), ("?", "?"),
        ("ctrl+left", Key(.left, .control)), ("ctrl+alt+delete", Key(.delete, [.control, .alt])), (" ", .space),
        ("é", "é"),
    ])
    func namesAreRead(name: String, key: Key) {
        #expect(Key(named: name) == key)
    }

    @Test(arguments: ["", "hyper+x", "f0", "f99", "ctrl+", "ctrl+nothing", "jj", "\n", "+j", "ctrl"])
    func namesOfNoKeyAreRefused(name: String) {
        #expect(Key(named: name) == nil)
    }

    @Test func everyNameThatIsWrittenIsReadBackAsTheSameKey() {
        var random = SeededGenerator()
        let codes: [Key.Code] = [
            .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .tab, .enter, .escape, .backspace, .delete,
            .insert, .function(1), .function(12), .character("a"), .character("+"), .character(" "), .character("字"),
        ]
        for code in codes {
            for bits in UInt8(0)...7 {
                let key = Key(code, Key.Modifiers(rawValue: bits))
                #expect(Key(named: key.name) == key, "\(key.name)")
                #expect(!key.label.isEmpty)
            }
        }
        for _ in 0..<2_000 {
            _ = Key(named: random.nastyText(maximumLength: 6))
            _ = random.anyKey().name
        }
    }

    @Test func labelsReadAsAPersonWritesThem() {
        #expect(Key.control("s").label == "Ctrl-S")
        #expect(Key.backtab.label == "Shift-Tab")
        #expect(Key.space.label == "Space")
        #expect(Key.pageUp.label == "PgUp")
        #expect(Key.function(5).label == "F5")
        #expect(Key("G").label == "G")
    }
}
