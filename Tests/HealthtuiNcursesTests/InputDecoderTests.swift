import Foundation
import HealthtuiTerminalUI
import RandomTesting
import Testing

@testable import HealthtuiNcurses

@Suite struct InputDecoderTests {
    /// The decoded events of some reads, one after the other, with a pause at the end.
    private func decode(_ reads: [UInt8]..., keys: KeySequences = .standard) -> [TerminalEvent] {
        var decoder = InputDecoder(keys: keys)
        return reads.flatMap { decoder.decode($0) } + silence(&decoder)
    }

    private func decode(_ reads: String...) -> [TerminalEvent] {
        var decoder = InputDecoder()
        return reads.flatMap { decoder.decode(Array($0.utf8)) } + silence(&decoder)
    }

    private func silence(_ decoder: inout InputDecoder) -> [TerminalEvent] {
        var events: [TerminalEvent] = []
        while decoder.patience != nil { events += decoder.quiet() }
        return events
    }

    @Test func charactersAreKeysHoweverManyBytesTheyTake() {
        #expect(decode("aé漢👍") == ["a", "é", "漢", "👍"].map { .key(Key(.character($0))) })
    }

    @Test func aCharacterInTwoPiecesIsNotLost() {
        let bytes = Array("漢".utf8)
        #expect(decode([bytes[0]], [bytes[1]], [bytes[2]]) == [.key("漢")])
        var decoder = InputDecoder()
        let events = decoder.decode([bytes[0]]) + decoder.quiet() + decoder.decode([bytes[1], bytes[2]])
        #expect(events == [.key("漢")])
    }

    @Test func controlCharactersAreTheirKeys() {
        #expect(
            decode([1, 8, 9, 10, 13, 26, 127, 0, 28]) == [
                .key(.control("a")), .key(.backspace), .key(.tab), .key(.enter), .key(.enter), .key(.control("z")),
                .key(.backspace), .key(.control(" ")), .key(.control("\\")),
            ]
        )
    }

    @Test func anEscapeAloneIsEscapeAndBeforeACharacterIsAlt() {
        #expect(decode("\u{1B}") == [.key(.escape)])
        #expect(decode("\u{1B}\u{1B}") == [.key(.escape), .key(.escape)])
        #expect(decode("\u{1B}x") == [.key(.alt("x"))])
        #expect(decode("\u{1B}\u{1B}[A") == [.key(.escape), .key(.up)])
        #expect(decode("\u{1B}/") == [.key(.alt("/"))])
        #expect(decode("\u{1B}\u{3}") == [.key(Key(.character("c"), [.control, .alt]))])
    }

    private static let keysOfXterm: [(String, Key)] = [
        ("[A", .up), ("OA", .up), ("[B", .down), ("OD", .left), ("[H", .home), ("OF", .end), ("[1~", .home),
        ("[4~", .end), ("[7~", .home), ("[3~", .delete), ("[5~", .pageUp), ("[6~", .pageDown), ("[2~", .insert),
        ("[Z", .backtab), ("OM", .enter), ("OP", .function(1)), ("[11~", .function(1)), ("[24~", .function(12)),
        ("[1;5C", Key(.right, .control)), ("[1;2A", Key(.up, .shift)), ("[3;5~", Key(.delete, .control)),
        ("[1;7D", Key(.left, [.alt, .control])), ("[1;2P", Key(.function(1), .shift)),
    ]

    @Test("The keys of xterm and its relatives are known in all their forms", arguments: keysOfXterm)
    func keys(sequence: String, key: Key) {
        #expect(decode("\u{1B}" + sequence) == [.key(key)])
        #expect(decode("j\u{1B}" + sequence + "k") == [.key("j"), .key(key), .key("k")])
    }

    /// Each of these once became keys, letters and digits among them.
    private static let strangers = [
        "[9~", "[99~", "[200;3~", "[1;9A", "[2A", "[1;2;3A", "[E", "[G", "[I", "[O", "[[A", "[[E", "Ow", "O5y",
        "[?1;2c", "[>41;377;0c", "[24;80R", "[1;2R", "[0n", "[?2026;2$y", "[8;24;80t", "[97;5u", "[27;5;65~", "[<0;1M",
        "[<35;4;4M", "]11;rgb:ffff/ffff/ffff\u{7}", "]52;c;QUFB\u{1B}\\", "P1$r0m\u{1B}\\", "P>|XTerm(388)\u{1B}\\",
        "_Gi=31;OK\u{1B}\\", "^privat\u{1B}\\", "Xstring\u{1B}\\", "[1;5", "[", "O", "]0;title", "P",
    ]

    @Test("A sequence that means nothing is no key at all, in one read or split anywhere", arguments: strangers)
    func strangersAreSwallowedWhole(sequence: String) {
        let bytes = Array(("\u{1B}" + sequence).utf8)
        let isWhole = !["[1;5", "[", "O", "]0;title", "P"].contains(sequence)
        #expect(decode(bytes).allSatisfy { !$0.isCommand }, "\(decode(bytes))")
        for split in 1..<bytes.count {
            var decoder = InputDecoder()
            let events = decoder.decode(Array(bytes[..<split])) + decoder.decode(Array(bytes[split...]))
            #expect(events.allSatisfy { !$0.isCommand }, "split at \(split): \(events)")
            #expect(silence(&decoder).allSatisfy { !$0.isCommand })
            // The next bytes are a key again.
            if isWhole { #expect(decoder.decode([UInt8(ascii: "k")]) == [.key("k")], "split at \(split)") }
        }
        if isWhole {
            let around = decode(Array("j".utf8) + bytes + Array("k".utf8))
            #expect(around.first == .key("j") && around.last == .key("k") && around.count <= 4, "\(around)")
        }
    }

    private func background(_ answer: String, split: Int? = nil, awaited: Bool = true) -> [TerminalEvent] {
        var decoder = InputDecoder()
        decoder.awaitsBackground = awaited
        let bytes = Array(answer.utf8)
        let place = split ?? bytes.count
        return decoder.decode(Array(bytes[..<place])) + decoder.decode(Array(bytes[place...]))
    }

    @Test(
        "The answer about the background tells light from dark, in every form and split anywhere",
        arguments: [
            ("]11;rgb:ffff/ffff/ffff", true), ("]11;rgb:0000/0000/0000", false), ("]11;rgb:1e/1e/1e", false),
            ("]11;rgb:fdfd/f6f6/e3e3", true), ("]11;rgb:f/f/f", true), ("]11;rgba:0000/2b2b/3636/ffff", false),
        ]
    )
    func backgrounds(answer: String, isLight: Bool) {
        for end in ["\u{7}", "\u{1B}\\"] {
            let whole = "\u{1B}" + answer + end
            #expect(background(whole) == [.background(isLight: isLight)])
            for split in 1..<whole.utf8.count {
                #expect(background(whole, split: split) == [.background(isLight: isLight)])
            }
        }
    }

    @Test(
        "Nonsense in place of the answer is nothing, and an answer that nobody waits for neither",
        arguments: [
            "]11;rgb:", "]11;rgb:ffff/ffff", "]11;rgb:ffff/ffff/ffff/ffff/ffff", "]11;rgb:gggg/0000/0000", "]11;?",
            "]11;rgb:-1/00/00", "]11;rgb:fffff/00/00", "]10;rgb:ffff/ffff/ffff", "]11;#ffffff",
            "]11;" + String(repeating: "f", count: 5_000),
        ]
    )
    func nonsenseBackgrounds(answer: String) {
        #expect(background("\u{1B}" + answer + "\u{7}").isEmpty)
        #expect(background("\u{1B}]11;rgb:ffff/ffff/ffff\u{7}", awaited: false).isEmpty)
        let twice = "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}\u{1B}]11;rgb:0000/0000/0000\u{7}"
        #expect(background(twice) == [.background(isLight: true)], "asked once, answered once")
    }

    @Test("The 8-bit forms of sequences are swallowed as well")
    func eightBitControls() {
        #expect(decode([0x9B, 0x39, 0x39, 0x7E]).isEmpty)
        #expect(decode("\u{9B}99~").isEmpty && decode("\u{9D}0;title\u{7}").isEmpty)
        #expect(decode([0x9B, 0x41]) == [.key(.up)])
    }

    @Test("A sequence whose Escape came too early is that sequence all the same")
    func aLateTail() {
        let tails: [(String, [TerminalEvent])] = [("[A", [.key(.up)]), ("[9~", []), ("OA", [.key(.up)])]
        for (tail, expected) in tails {
            var decoder = InputDecoder()
            #expect(decoder.decode([0x1B]) + decoder.quiet() == [.key(.escape)])
            #expect(decoder.decode(Array(tail.utf8)) == expected)
            #expect(decoder.decode(Array("[A".utf8)) == [.key("["), .key("A")], "only right behind it")
        }
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]) + decoder.quiet() == [.key(.escape)])
        #expect(decoder.decode(Array("Oxygen".utf8)).count == 6, "typed words stay words")
    }

    @Test("The terminal's own entry decides first")
    func ownSequences() {
        let keys = KeySequences(known: [
            Array("\u{1B}[7$".utf8): Key(.home, .shift), Array("\u{1B}[[A".utf8): .function(1),
        ])
        #expect(decode(Array("\u{1B}[7$A".utf8), keys: keys) == [.key(Key(.home, .shift)), .key("A")])
        #expect(decode(Array("\u{1B}[[AA".utf8), keys: keys) == [.key(.function(1)), .key("A")])
    }

    @Test func theMouseIsReadInBothForms() {
        let press = TerminalEvent.mouse(MouseEvent(.press, at: Point(x: 3, y: 2)))
        #expect(decode("\u{1B}[<0;4;3M") == [press])
        #expect(decode([0x1B, 0x5B, 0x4D, 32, 36, 35]) == [press])
        #expect(decode("\u{1B}[<0;4;3m") == [.mouse(MouseEvent(.release, at: Point(x: 3, y: 2)))])
        #expect(
            decode("\u{1B}[<65;4;3M\u{1B}[<20;1;1M") == [
                .mouse(MouseEvent(.wheelDown, at: Point(x: 3, y: 2))),
                .mouse(MouseEvent(.press, at: Point(x: 0, y: 0), modifiers: [.shift, .control])),
            ]
        )
    }

    @Test func aPasteIsOneEventAndItsBytesAreNoKeys() {
        #expect(
            decode("\u{1B}[200~two\r\nlines\rand \u{1B}[Aa key\u{1B}[201~a") == [
                .paste("two\nlines\nand a key"), .key("a"),
            ]
        )
        #expect(decode("\u{1B}[201~").isEmpty)
        #expect(decode("\u{1B}[200~") == [])
        #expect(decode("\u{1B}[200~x", "y\u{1B}[20", "1~z") == [.paste("xy"), .key("z")])
        #expect(decode("\u{1B}[200~the end mark is lost") == [.paste("the end mark is lost")])
    }

    @Test("More text at once than anyone types is a paste, even where the terminal does not say so")
    func unmarkedPastes() {
        let text = "yes, delete everything that is here, and quit Q"
        #expect(decode(text) == [.paste(text)])
        #expect(decode(text, "\rX", "y") == [.paste(text + "\nXy")], "its last bytes belong to it")
        #expect(decode("jjj") == Array(repeating: .key("j"), count: 3))
        let held = String(repeating: "j", count: 1_000)
        #expect(decode(held) == Array(repeating: .key("j"), count: 1_000), "a held key is no paste")
        let typed = (0..<1_000).map { Array(String("asdf"[$0 % 4]).utf8) }
        var decoder = InputDecoder()
        #expect(typed.flatMap { decoder.decode($0) }.count == 1_000)
    }

    @Test(
        "A megabyte is one event, marked or not, of one letter or many",
        arguments: ["a", "Qy\n", "漢字 X\r\n", "\u{1B}[1~y"]
    )
    func megabytes(piece: String) {
        let text = Array(String(repeating: piece, count: (1 << 20) / piece.utf8.count + 1).utf8)
        for isMarked in [true, false] where isMarked || !piece.contains("\u{1B}") {
            var decoder = InputDecoder()
            var events: [TerminalEvent] = isMarked ? decoder.decode(Array("\u{1B}[200~".utf8)) : []
            for start in stride(from: 0, to: text.count, by: 4_095) {
                events += decoder.decode(Array(text[start..<min(text.count, start + 4_095)]))
            }
            if isMarked { events += decoder.decode(Array("\u{1B}[201~".utf8)) }
            events += silence(&decoder)
            #expect(events.count == 1)
        }
    }

    @Test func anyBytesAreDecodedWithoutATrap() {
        let seed = SeededGenerator("bytes of a keyboard").seed
        var state = seed
        var decoder = InputDecoder(keys: KeySequences(known: [[0x1B, 0x5B, 0x5B, 0x41]: .function(1)]))
        let grammar = Array("\u{1B}\u{1B}\u{1B}[[O]P;;<1209~MAZm\u{7}\\".utf8)
        func random() -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33)
        }
        for _ in 0..<20_000 {
            let read = (0..<(random() % 12))
                .map { _ in
                    random() % 2 == 0 ? grammar[random() % grammar.count] : UInt8(random() % 256)
                }
            var events = decoder.decode(read)
            if random() % 3 == 0 { events += decoder.quiet() }
            for event in events {
                if case .key(let key) = event, case .character(let character) = key.code {
                    #expect(
                        character.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) },
                        "seed \(seed)"
                    )
                }
            }
        }
        while decoder.patience != nil { _ = decoder.quiet() }
        #expect(decoder.decode([UInt8(ascii: "k")]) == [.key("k")], "seed \(seed)")
    }
}

extension TerminalEvent {
    /// Whether it could be taken for something a person did but for going back.
    fileprivate var isCommand: Bool { self != .key(.escape) }
}

extension String {
    fileprivate subscript(index: Int) -> Character { self[self.index(startIndex, offsetBy: index)] }
}
