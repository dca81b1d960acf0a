import Foundation

/// What a file of Google Fit holds.
enum GoogleFitFile: Equatable {
    /// The values of one type from one source, and what the file calls that source.
    case stream(type: String, source: String)
    /// A workout.
    case session
    /// The quarter hours of a day, which is the file's name.
    case day(WallTime)
    /// The sums of all days.
    case days

    /// Columns of the tables of days, which have their names in English in every language.
    private static let columns: Set<String> = ["Step count", "Move Minutes count", "Heart Points"]

    /// What a file holds, or `nil` for one that is none of Google Fit.
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
            let header = SeparatedLines.header(beginning)
            guard header.count > 2, header.contains(where: { Self.columns.contains($0) }) else { return nil }
            guard fileName.utf8.count == 14, let day = WallTime.iso(fileName.dropLast(4) + "T00:00")?.time else {
                self = .days
                return
            }
            self = .day(day)
        }
    }

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
