import CNcurses
import Foundation
import TerminalUI
import Testing

@testable import NcursesTerminal

@Suite struct InputDecoderTests {
    private func decode(_ codes: [Int32], flush: Bool = true) -> [TerminalEvent] {
        var decoder = InputDecoder()
        let events = codes.flatMap { decoder.decode($0) { nil } }
        return flush ? events + decoder.flush() : events
    }

    private func decode(_ text: String) -> [TerminalEvent] {
        decode(text.utf8.map(Int32.init))
    }

    @Test func charactersAreKeysHoweverManyBytesTheyTake() {
        #expect(decode("aé漢👍") == ["a", "é", "漢", "👍"].map { .key(Key(.character($0))) })
    }

    @Test func aCharacterInTwoPiecesIsNotLost() {
        var decoder = InputDecoder()
        let bytes = Array("漢".utf8).map(Int32.init)
        var events = decoder.decode(bytes[0]) { nil } + decoder.flush()
        events += decoder.decode(bytes[1]) { nil } + decoder.flush()
        events += decoder.decode(bytes[2]) { nil }
        #expect(events == [.key("漢")])
    }

    @Test func controlCharactersAreTheirKeys() {
        #expect(
            decode([1, 8, 9, 10, 13, 26, 127, 0, 28].map(Int32.init)) == [
                .key(.control("a")), .key(.backspace), .key(.tab), .key(.enter), .key(.enter), .key(.control("z")),
                .key(.backspace), .key(.control(" ")), .key(.control("\\")),
            ]
        )
    }

    @Test func anEscapeAloneIsEscapeAndBeforeACharacterIsAlt() {
        #expect(decode([27]) == [.key(.escape)])
        #expect(decode([27, 27]) == [.key(.escape), .key(.escape)])
        #expect(decode([27, 120]) == [.key(.alt("x"))])
        #expect(decode([27, KEY_UP]) == [.key(.escape), .key(.up)])
    }

    @Test func functionKeysAndTheirModifiersAreKnown() {
        #expect(decode([KEY_DOWN, KEY_NPAGE, KEY_BTAB]) == [.key(.down), .key(.pageDown), .key(.backtab)])
        #expect(decode([KEY_F0 + 1, KEY_F0 + 12]) == [.key(.function(1)), .key(.function(12))])
        #expect(
            decode([KEY_F0 + 13, KEY_F0 + 25]) == [.key(Key(.function(1), .shift)), .key(Key(.function(1), .control))]
        )
        for known in InputDecoder.modifiedKeys {
            #expect(decode([known.code]) == [.key(known.key)])
        }
        #expect(Set(InputDecoder.modifiedKeys.map(\.code)).count == InputDecoder.modifiedKeys.count)
        #expect(decode([KEY_RESIZE, 0o777]).isEmpty)
    }

    @Test func aPasteIsOneEventAndItsBytesAreNoKeys() {
        let text = Array("two\rlines \u{1B}[A".utf8).map(Int32.init)
        let codes = [InputDecoder.CustomKey.pasteBegin] + text + [KEY_UP, InputDecoder.CustomKey.pasteEnd, 97]
        #expect(decode(codes) == [.paste("two\nlines \u{1B}[A"), .key("a")])
        #expect(decode([InputDecoder.CustomKey.pasteEnd]).isEmpty)
    }

    @Test func theMouseIsReadWhenItIsAnnounced() {
        var decoder = InputDecoder()
        let press = MouseEvent(.press, at: Point(x: 3, y: 4))
        #expect(decoder.decode(KEY_MOUSE) { press } == [.mouse(press)])
        #expect(decoder.decode(KEY_MOUSE) { nil }.isEmpty)
    }

    @Test func anyCodesAreDecodedWithoutATrap() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var state = seed
        var decoder = InputDecoder()
        for _ in 0..<200_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let code = Int32(truncatingIfNeeded: state >> 33) % 1_200
            for event in decoder.decode(code, mouse: { nil }) {
                if case .key(let key) = event, case .character(let character) = key.code {
                    #expect(
                        character.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) },
                        "seed \(seed)"
                    )
                }
            }
        }
    }
}
