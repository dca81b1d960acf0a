import RandomTesting
import Testing

@testable import HealthtuiExchange

@Suite("Attribute text")
struct ByteTextTests {
    @Test(
        "reads entities and character references",
        arguments: [
            ("plain", "plain"), ("", ""), ("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"),
            ("a&#65;b&#x42;c&#x1F600;", "aAbBc😀"),
            ("mL/min&#183;kg", "mL/min·kg"), ("&#10;", "\n"), ("&#000065;", "A"), ("Zoë’s", "Zoë’s"),
        ]
    )
    func entities(raw: String, text: String) {
        #expect(withByteSlice(of: raw) { $0.text } == text)
    }

    @Test(
        "leaves what is no reference as it stands",
        arguments: ["a & b", "&nbsp;", "&;", "&#;", "&#x;", "&#12a;", "&lt", "R&D"]
    )
    func noReference(raw: String) {
        #expect(withByteSlice(of: raw) { $0.text } == raw)
    }

    @Test(
        "replaces references to characters that XML does not have",
        arguments: ["&#0;", "&#11;", "&#xD800;", "&#x110000;", "&#99999999999;"]
    )
    func impossibleReference(raw: String) {
        #expect(withByteSlice(of: raw) { $0.text } == "\u{FFFD}")
    }

    @Test("makes line ends and tabs spaces, as XML does in attributes")
    func whiteSpace() {
        #expect(withByteSlice(of: "a\tb\nc\r\nd\re") { $0.text } == "a b c d e")
    }

    @Test("replaces control bytes and broken UTF-8")
    func flaws() {
        let bytes: [UInt8] = [0x41, 0x0B, 0x42, 0xFF, 0x43, 0xE2, 0x80]
        let text = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { ByteSlice(start: $0, count: buffer.count).text }
        }
        #expect(text == "A\u{FFFD}B\u{FFFD}C\u{FFFD}")
    }

    @Test("finds a flaw exactly where the standard library repairs, on random bytes")
    func soundnessAgreesWithTheStandardLibrary() throws {
        var random = SeededGenerator("soundness")
        let alphabet: [UInt8] = [
            0x20, 0x41, 0x7F, 0x0A, 0x80, 0xBF, 0xC2, 0xE0, 0xED, 0xA0, 0x9F, 0xF0, 0x90, 0xF4, 0x8F, 0xE2, 0xC1, 0xFF,
        ]
        for _ in 0..<4_000 {
            let bytes = (0..<Int.random(in: 1...40, using: &random))
                .map { _ in
                    Bool.random(using: &random) ? 0x61 : alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                }
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            try bytes.withUnsafeBufferPointer { buffer in
                let start = try #require(buffer.baseAddress)
                let whole = TextSoundness.firstFlaw(in: ByteSlice(start: start, count: buffer.count))
                #expect((whole == nil) == isValid, "\(bytes) seed \(random.seed)")
                let survey = TextSoundness.survey(UnsafeRawBufferPointer(buffer))
                #expect((survey.lastFlaw == nil) == isValid, "\(bytes) seed \(random.seed)")
                #expect(survey.newlines == bytes.count { $0 == 0x0A }, "\(bytes) seed \(random.seed)")
            }
        }
    }

    @Test("a flaw that two ranges share is found in one of them")
    func soundnessOfRanges() {
        var random = SeededGenerator("stretches")
        for _ in 0..<2_000 {
            let pieces: [[UInt8]] = [[0x41], [0xE2, 0x80, 0x99], [0xE2, 0x80], [0x99], [0x00]]
            let bytes = (0..<Int.random(in: 1...12, using: &random))
                .flatMap { _ in pieces[Int.random(in: 0..<pieces.count, using: &random)] }
            guard String(validating: bytes, as: UTF8.self) == nil || bytes.contains(0) else { continue }
            // Something sound at the end, so that no character is left open.
            let text = bytes + [0x41]
            let cut = Int.random(in: 0...text.count, using: &random)
            let accused = [text[..<cut], text[cut...]]
                .contains { part in Array(part).withUnsafeBytes { TextSoundness.survey($0).lastFlaw } != nil }
            #expect(accused, "\(text) cut at \(cut), seed \(random.seed)")
        }
    }

    @Test("knows the line of any place, wherever the last one was that somebody asked for")
    func lines() throws {
        var random = SeededGenerator("lines")
        let bytes = (0..<500).map { _ in Int.random(in: 0..<4, using: &random) == 0 ? 0x0A : 0x61 as UInt8 }
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            var mark = LineMark(offset: bytes.count, line: 7 + bytes.count { $0 == 0x0A })
            for _ in 0..<500 {
                let place = Int.random(in: 0...bytes.count, using: &random)
                let line = mark.move(to: place, in: base)
                #expect(line == 7 + bytes[..<place].count { $0 == 0x0A }, "\(place) seed \(random.seed)")
            }
        }
    }

    @Test("counts line feeds at every length and place")
    func newlines() throws {
        var random = SeededGenerator("newlines")
        for count in 0..<70 {
            let bytes = (0...count)
                .map { _ in [0x0A, 0x0B, 0x8A, 0x00][Int.random(in: 0..<4, using: &random)] as UInt8 }
            let found = bytes.withUnsafeBufferPointer { buffer in
                buffer.baseAddress.map { ByteSearch.countNewlines($0, 0, buffer.count) }
            }
            #expect(found == bytes.filter { $0 == 0x0A }.count)
        }
    }
}
