import Foundation

/// Typed text as it is compared with known words.
package enum TypedText {
    /// In lower case and without accents, apostrophes of one kind, no marks of writing direction.
    static func folded(_ text: some StringProtocol) -> String {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
        guard !isPlain else { return text.lowercased() }
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: text.unicodeScalars.lazy.filter { !isDirection($0.value) })
        return String(scalars).folding(options: [.diacriticInsensitive, .caseInsensitive], locale: nil)
            .replacing("\u{2019}", with: "'")
    }

    private static func isDirection(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// The folded words of a text; a long dash is a word of its own.
    package static func words(_ text: String) -> [String] {
        folded(text.replacing("\u{2212}", with: "-").replacing("–", with: " – ").replacing("—", with: " – "))
            .split { $0.isWhitespace || $0 == "," }
            .map(String.init)
    }
}
