import Foundation

/// The kinds of files of Google Fit.
enum GoogleFitFile: Equatable {
    /// The values of one type from one source, and what the file calls that source.
    case stream(type: String, source: String)
    /// A workout.
    case session
    /// The quarter hours of a day, which is the file's name.
    case day(WallTime)
    /// The sums of all days.
    case days

    /// Columns of the table of all days that only Google has, in every language.
    private static let columns: Set<String> = ["Move Minutes count", "Heart Points"]

    /// The kind of a file; `nil` for one that isn't Google Fit's.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of the file.
    ///   - fileName: The name of the file.
    init?(_ beginning: [UInt8], named fileName: String) {
        switch FileBeginning.first(beginning) {
        case UInt8(ascii: "{")?:
            if FileBeginning.holds("\"Data Points\"", beginning) {
                let source = Self.text(after: "\"Data Source\"", beginning) ?? ""
                let type = Self.text(after: "\"dataTypeName\"", beginning) ?? Self.type(in: source)
                self = .stream(type: type, source: source)
            } else if FileBeginning.holds("\"fitnessActivity\"", beginning),
                FileBeginning.holds("\"startTime\"", beginning)
            {
                self = .session
            } else {
                return nil
            }
        case nil: return nil
        default:
            guard fileName.hasSuffix(".csv") else { return nil }
            if let day = Self.day(beginning, named: fileName) {
                self = .day(day)
            } else {
                guard SeparatedLines.header(beginning).contains(where: { Self.columns.contains($0) }) else {
                    return nil
                }
                self = .days
            }
        }
    }

    /// The day that is the name of a table, whose rows begin with two times of day and their offsets.
    private static func day(_ beginning: [UInt8], named fileName: String) -> WallTime? {
        guard fileName.utf8.count == 14, let day = WallTime.iso(fileName.dropLast(4) + "T00:00")?.time,
            let header = beginning.firstIndex(of: Byte.newline)
        else { return nil }
        let row = SeparatedLines.fields(beginning[(header + 1)...].prefix { $0 != Byte.newline })
        guard row.count > 2, offset(row[0]) != nil, offset(row[1]) != nil else { return nil }
        return day
    }

    /// The offset of a time of day.
    ///
    /// - Parameter text: The text, such as `00:15:00.000+01:00`.
    /// - Returns: The offset in seconds, or `nil` for another text.
    static func offset(_ text: String) -> Int? { WallTime.iso("2001-01-01T" + text)?.offset }

    /// The name of the data type in that of a source: `derived:com.google.weight:com.google.android.gms:merge_weight`.
    private static func type(in source: String) -> String {
        source.split(separator: ":").first { $0.hasPrefix("com.google.") }.map(String.init) ?? ""
    }

    /// The text that is the value of a member.
    private static func text(after mark: StaticString, _ bytes: [UInt8]) -> String? {
        guard let place = FileBeginning.place(of: mark, bytes) else { return nil }
        let rest = bytes[(place + mark.utf8CodeUnitCount)...].drop { Byte.isSpace($0) || $0 == Byte.colon }
        guard rest.first == Byte.quote, let end = rest.dropFirst().firstIndex(of: Byte.quote) else { return nil }
        return String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self)
    }
}
