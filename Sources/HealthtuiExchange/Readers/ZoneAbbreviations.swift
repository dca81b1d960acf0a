import Foundation
import Synchronization

/// The abbreviations of a time zone, such as `CET` and `CEST` for Europe/Berlin, from the machine's tz database.
///
/// An abbreviation alone is ambiguous: `CST` is used on three continents. It is accepted only if it belongs to the zone
/// used for times without a zone.
enum ZoneAbbreviations {
    private static let known = Mutex<[String: [String: Int]]>([:])

    /// German abbreviations for the times of Central Europe.
    private static let synonyms = ["MEZ": "CET", "MESZ": "CEST"]

    /// The offset from UTC that an abbreviation means.
    ///
    /// - Parameters:
    ///   - abbreviation: The abbreviation, in capitals.
    ///   - zone: The zone.
    /// - Returns: The offset in seconds, or `nil` if the abbreviation isn't the zone's.
    static func offset(_ abbreviation: String, in zone: TimeZone) -> Int? {
        let names = names(of: zone.identifier)
        return names[abbreviation] ?? synonyms[abbreviation].flatMap { names[$0] }
    }

    private static func names(of identifier: String) -> [String: Int] {
        known.withLock { known in
            if let names = known[identifier] { return names }
            let names = read(identifier) ?? [:]
            known[identifier] = names
            return names
        }
    }

    /// Reads the file of a zone; `nil` when there is none.
    private static func read(_ identifier: String) -> [String: Int]? {
        guard !identifier.contains(".."), !identifier.hasPrefix("/"),
            let data = FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + identifier)
        else { return nil }
        let bytes = [UInt8](data)
        guard bytes.count > 44, bytes.starts(with: Array("TZif".utf8)) else { return nil }
        func number(_ place: Int) -> Int {
            guard place >= 0, place + 4 <= bytes.count else { return 0 }
            let bits = bytes[place..<place + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            return Int(Int32(bitPattern: bits))
        }
        // RFC 8536: counts of UTC flags, standard flags, leap seconds, times, types and abbreviation letters. The
        // second part has 64-bit times.
        var header = 0
        var width = 4
        func counts() -> [Int] { (0..<6).map { number(header + 20 + 4 * $0) } }
        if bytes[4] >= UInt8(ascii: "2") {
            let old = counts()
            header = 44 + old[3] * 5 + old[4] * 6 + old[5] + old[2] * 8 + old[1] + old[0]
            width = 8
        }
        let counts = counts()
        guard counts.allSatisfy({ (0...100_000).contains($0) }) else { return nil }
        let indices = header + 44 + width * counts[3]
        let types = indices + counts[3]
        let letters = types + 6 * counts[4]
        guard header >= 0, letters + counts[5] <= bytes.count else { return nil }
        var names: [String: Int] = [:]
        /// If two offsets had the same name, the later one counts.
        let used = (0..<counts[3]).map { Int(bytes[indices + $0]) }
        for type in Array(0..<counts[4]) + used where type < counts[4] {
            let start = letters + Int(bytes[types + 6 * type + 5])
            guard start < letters + counts[5] else { continue }
            let name = String(decoding: bytes[start..<letters + counts[5]].prefix { $0 != 0 }, as: UTF8.self)
            if name.allSatisfy(\.isLetter), !name.isEmpty { names[name] = number(types + 6 * type) }
        }
        return names
    }
}
