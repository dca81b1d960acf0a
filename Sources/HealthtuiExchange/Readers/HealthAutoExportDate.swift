import Foundation

/// Reads the dates of Health Auto Export: `2024-02-06 14:30:00 -0800`.
///
/// A phone with a 12-hour clock writes that too, `2024-09-28 4:51:59 pm +1000`, with a narrow no-break space before the
/// AM/PM marker.
enum HealthAutoExportDate {
    /// Reads a date.
    ///
    /// - Parameter value: The value in the file.
    /// - Returns: The time; `nil` if it isn't a date.
    static func read(_ value: Any?) -> Date? {
        guard let text = value as? String, text.utf8.count <= 64 else { return nil }
        if let date = parsed(text) { return date }
        var parts = text.replacing("T", with: " ", maxReplacements: 1).split(whereSeparator: \.isWhitespace)
            .map(String.init)
        guard parts.count >= 2 else { return nil }
        if parts.count == 2, let sign = parts[1].lastIndex(where: { "+-Zz".contains($0) }) {
            // ISO 8601 has no space before the zone.
            parts = [parts[0], String(parts[1][..<sign]), String(parts[1][sign...])]
        }
        let isHalved = parts.count == 4
        guard isHalved || parts.count == 3, var clock = clock(parts[1]), let zone = zone(parts[parts.count - 1]) else {
            return nil
        }
        if isHalved {
            let half = parts[2].lowercased().filter(\.isLetter)
            guard half == "am" || half == "pm", (1...12).contains(clock[0]) else { return nil }
            clock[0] = clock[0] % 12 + (half == "pm" ? 12 : 0)
        }
        let time = clock.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return parsed("\(parts[0]) \(time) \(zone)")
    }

    /// A time together with its local clock time.
    struct Local {
        let date: Date
        /// Local clock time, in seconds since the reference date.
        let seconds: Double
    }

    /// Reads a date with its local clock time; a day alone doesn't count.
    static func local(_ value: Any?) -> Local? {
        guard let date = read(value), let text = value as? String else { return nil }
        let zone = text.last == "Z" || text.last == "z" ? "0000" : String(text.filter(\.isNumber).suffix(4))
        guard let number = Int(zone) else { return nil }
        let isWest = text.dropFirst(10).contains("-")
        let offset = Double(number / 100 * 3_600 + number % 100 * 60) * (isWest ? -1 : 1)
        return Local(date: date, seconds: date.timeIntervalSinceReferenceDate + offset)
    }

    private static func parsed(_ text: String) -> Date? {
        var dates = ExportDateParser()
        return withByteSlice(of: text) { dates.seconds($0) }.map { Date(timeIntervalSinceReferenceDate: $0) }
    }

    /// Hour, minute and second; fractions of a second are ignored.
    private static func clock(_ text: String) -> [Int]? {
        let parts = text.prefix { $0 != "." }.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ (1...2).contains($0.utf8.count) }) else { return nil }
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == 3 && numbers.allSatisfy { $0 >= 0 } ? numbers : nil
    }

    /// `±HHMM` of a zone.
    private static func zone(_ text: String) -> String? {
        if text == "Z" || text == "z" { return "+0000" }
        let plain = text.filter { $0 != ":" }
        return plain.utf8.count == 5 ? plain : nil
    }
}
