import Foundation
import HealthtuiConsole
import HealthtuiEntry

/// Reads time zones as people type them: `Europe/Berlin`, `UTC`, `+05:30`, `-03`.
enum ZonePhrase {
    /// The zone that a text names.
    ///
    /// - Parameter text: An IANA name in any capitals, `UTC` or `Z`, or an offset from UTC.
    /// - Returns: The zone; offsets hold all year.
    /// - Throws: ``EntryError`` that explains the valid forms.
    static func zone(_ text: String) throws -> TimeZone {
        if let zone = TimeZone(identifier: text) { return zone }
        let folded = text.lowercased()
        if ["utc", "z", "gmt"].contains(folded), let zone = TimeZone(secondsFromGMT: 0) { return zone }
        if let seconds = offset(folded), let zone = TimeZone(secondsFromGMT: seconds) { return zone }
        if let name = TimeZone.knownTimeZoneIdentifiers.first(where: { $0.lowercased() == folded }),
            let zone = TimeZone(identifier: name)
        {
            return zone
        }
        throw EntryError("“\(text)” isn't a time zone; write Europe/Berlin, UTC or +05:30")
    }

    /// Seconds east of UTC: `+05:30`, `-0330`, `+1`, `utc+2`; `nil` for other texts, and beyond 18 hours.
    private static func offset(_ text: String) -> Int? {
        var rest = text.replacing("\u{2212}", with: "-")[...]
        for name in ["utc", "gmt"] where rest.hasPrefix(name) { rest = rest.dropFirst(name.count) }
        guard let sign = rest.first, "+-".contains(sign) else { return nil }
        let parts = rest.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            let digits = parts.first
        else { return nil }
        var (hours, minutes) = (String(digits), parts.count == 2 ? String(parts[1]) : "00")
        if parts.count == 1, digits.count == 4 {
            (hours, minutes) = (String(digits.prefix(2)), String(digits.suffix(2)))
        }
        guard (1...2).contains(hours.count), minutes.count == 2, let hour = Int(hours), let minute = Int(minutes),
            minute < 60, hour * 60 + minute <= 18 * 60
        else { return nil }
        return (sign == "-" ? -1 : 1) * (hour * 3_600 + minute * 60)
    }

    /// Interprets the environment's `TZ`, which Foundation treats as UTC if it does not know the name.
    ///
    /// - Parameter value: The value of `TZ`; `nil` when it is not set.
    /// - Returns: The name to use instead of the value, or the problem with it; neither if the value is valid.
    static func environment(_ value: String?) -> (name: String?, complaint: String?) {
        // An empty TZ is UTC by the rules of POSIX.
        guard let value, !value.isEmpty, TimeZone(identifier: value) == nil else { return (nil, nil) }
        // The two other ways in which the C library names the same zones.
        var name = value.hasPrefix(":") ? String(value.dropFirst()) : value
        if let root = name.range(of: "/zoneinfo/") { name = String(name[root.upperBound...]) }
        if name != value, TimeZone(identifier: name) != nil { return (name, nil) }
        if name.isEmpty || ["UTC0", "UTC-0", "UTC+0"].contains(name) { return ("UTC", nil) }
        return (
            nil, "TZ: “\(value)” isn't a known time zone; times are in UTC. Set TZ=Europe/Berlin, for example"
        )
    }
}
