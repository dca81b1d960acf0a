import Foundation
import HealthtuiFacts
import RandomTesting
import Testing

/// JSON of programs that aren't trusted.
@Suite struct JSONReaderTests {
    private func line(_ text: String) -> String? { JSONReader.value(Array(text.utf8))?.line }

    @Test("What is JSON is read, and written the same")
    func reads() {
        for text in ["null", "true", "[]", "{}", "[1,-2,0,[{}],\"a\"]", #"{"a":{"b":[false,null]},"c":1.5}"#, "\"\""] {
            #expect(line(text) == text)
        }
        #expect(line(" { \"a\" :\n[ 1 , 2 ]\t}\r\n") == #"{"a":[1,2]}"#)
        #expect(line(#""\u00e9\ud83d\ude00\/\b\n""#) == #""é😀/\u0008\n""#)
        #expect(line("9223372036854775807") == "9223372036854775807")
        #expect(line("1e2") == "100" && line("-0.5E-1") == "-0.05" && line("9223372036854775808") != nil)
    }

    @Test("Text that isn't JSON is refused")
    func refuses() {
        let texts = [
            "", " ", "nul", "tru e", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}", "01", "1.", ".5",
            "+1",
            "1e", "--1", "0x10", "NaN", "Infinity", "[1 2]", "[1}", "]", "{]", "\"", "\"\\x\"", "\"\\u12\"",
            "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"a\nb\"", "1 2", "[1]x", "\u{FEFF}{}", "'a'",
            "{\"a\" 1}",
            String(repeating: "9", count: 500),
        ]
        for text in texts { #expect(line(text) == nil, "\(text)") }
        #expect(JSONReader.value([0x22, 0xFF, 0x22]) == nil)
        #expect(JSONReader.value([0x22, 0xC0, 0x80, 0x22]) == nil)
    }

    @Test("Depth is bounded, and a million brackets cost nothing")
    func depth() {
        let deep = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        #expect(line(deep(64)) == deep(64))
        #expect(line(deep(1_000)) == nil && line(String(repeating: "[", count: 1 << 20)) == nil)
        #expect(line(String(repeating: "{\"a\":", count: 1 << 17)) == nil)
    }

    @Test("Random bytes are read as Foundation reads them, or not at all")
    func random() {
        var random = SeededGenerator("JSON")
        let signs = Array("[]{}\",:0123456789.+-\\u tfnalsr\n\u{e9}".utf8)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random))
                .map { _ in signs.randomElement(using: &random) ?? 0 }
            guard JSONReader.value(bytes) != nil else { continue }
            // Foundation may read what isn't JSON; what we read it must read.
            let known = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            #expect(known != nil, "seed \(random.seed): \(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
