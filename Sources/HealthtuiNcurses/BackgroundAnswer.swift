import HealthtuiTerminalUI

/// A terminal's reply to a query of its background colour: `]11;rgb:ffff/ffff/ffff`.
enum BackgroundAnswer {
    /// Whether the background is light; nil if this isn't such a reply.
    ///
    /// - Parameter bytes: The string that the terminal sent, without its terminator.
    /// - Returns: Whether it is.
    static func isLight(_ bytes: [UInt8]) -> Bool? {
        let text = String(decoding: bytes, as: UTF8.self)
        let start = ["]11;rgb:", "]11;rgba:"].first { text.hasPrefix($0) }
        guard let start else { return nil }
        let parts = text.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3 || parts.count == 4 else { return nil }
        let levels = parts.prefix(3).compactMap(level)
        guard levels.count == 3 else { return nil }
        return RGB(red: levels[0], green: levels[1], blue: levels[2]).luminance > 0.4
    }

    /// One to four digits of a colour, as 0 to 255.
    private static func level(_ digits: Substring) -> Int? {
        guard (1...4).contains(digits.utf8.count), digits.allSatisfy(\.isHexDigit), let value = Int(digits, radix: 16)
        else { return nil }
        let most = (1 << (4 * digits.utf8.count)) - 1
        return value * 255 / most
    }
}
