import Foundation

/// A time as a clock on a wall shows it, without its zone.
struct WallTime: Hashable {
    /// Seconds since the reference date, as if the clock showed UTC.
    let seconds: Double

    init(seconds: Double) { self.seconds = seconds }

    private init?(_ numbers: [Int], _ fraction: Double = 0) {
        guard numbers.count == 6, let day = CivilDay(year: numbers[0], month: numbers[1], day: numbers[2]),
            (0...23).contains(numbers[3]), (0...59).contains(numbers[4]), (0...59).contains(numbers[5])
        else { return nil }
        let time = numbers[3] * 3_600 + numbers[4] * 60 + numbers[5]
        seconds = Double(day.daysSinceReferenceDate * 86_400 + time) + fraction
    }

    /// Reads a time as Americans write it: `03/28/25 07:10:00`, in a year from 2000.
    init?(american text: String) {
        let parts = text.utf8.split(maxSplits: 6, omittingEmptySubsequences: false) { !(Byte.digit($0) <= 9) }
        let marks = text.utf8.filter { !(Byte.digit($0) <= 9) }
        let numbers = parts.compactMap { $0.count == 2 ? Int(String(decoding: $0, as: UTF8.self)) : nil }
        guard numbers.count == 6, marks == Array("// ::".utf8) else { return nil }
        self.init([2_000 + numbers[2], numbers[0], numbers[1]] + numbers[3...])
    }

    /// Reads a time of ISO 8601: `2025-03-28T07:10:00.5`, with the offset of its zone where it has one.
    ///
    /// - Parameter text: All of the text; the result is `nil` for another one.
    /// - Returns: The time, and the offset in seconds.
    static func iso(_ text: String) -> (time: WallTime, offset: Int?)? {
        var bytes = Array(text.utf8.prefix(64))[...]
        guard bytes.count >= 16 else { return nil }
        var offset: Int?
        if bytes.last == UInt8(ascii: "Z") {
            offset = 0
            bytes = bytes.dropLast()
        } else if let sign = bytes.lastIndex(where: { $0 == Byte.plus || $0 == Byte.minus }), sign >= 16 {
            guard let found = self.offset(bytes[sign...]) else { return nil }
            offset = found
            bytes = bytes[..<sign]
        }
        var fraction = 0.0
        if let point = bytes.firstIndex(of: Byte.period) {
            let digits = bytes[(point + 1)...]
            guard !digits.isEmpty, digits.count <= 9, digits.allSatisfy({ Byte.digit($0) <= 9 }),
                let value = Double("0." + String(decoding: digits, as: UTF8.self))
            else { return nil }
            fraction = value
            bytes = bytes[..<point]
        }
        let marks = Array(bytes.filter { Byte.digit($0) > 9 })
        let parts = bytes.split(omittingEmptySubsequences: false) { Byte.digit($0) > 9 }
        let isWhole = parts.count == 6
        guard [Array("--T::".utf8), Array("-- ::".utf8)].contains(isWhole ? marks : marks + [Byte.colon]),
            zip(parts, [4, 2, 2, 2, 2, 2]).allSatisfy({ $0.count == $1 })
        else { return nil }
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) } + (isWhole ? [] : [0])
        return WallTime(numbers, fraction).map { ($0, offset) }
    }

    /// Reads the offset of a zone: `+01:00`, `-0330`.
    ///
    /// - Parameter text: The bytes.
    /// - Returns: The offset in seconds, or `nil` for anything else.
    static func offset(_ text: ArraySlice<UInt8>) -> Int? {
        let digits = text.dropFirst().filter { $0 != Byte.colon }
        guard let sign = text.first, sign == Byte.plus || sign == Byte.minus, digits.count == 4,
            digits.allSatisfy({ Byte.digit($0) <= 9 }), let number = Int(String(decoding: digits, as: UTF8.self)),
            number / 100 <= 18, number % 100 < 60
        else { return nil }
        let seconds = number / 100 * 3_600 + number % 100 * 60
        return sign == Byte.minus ? -seconds : seconds
    }

    /// The time where clocks differ from UTC by an offset, in seconds since the reference date.
    func time(offset: Int) -> Double { seconds - Double(offset) }

    /// The start of its day.
    var day: WallTime { WallTime(seconds: (seconds / 86_400).rounded(.down) * 86_400) }

    /// The start of the day after it.
    var nextDay: WallTime { WallTime(seconds: day.seconds + 86_400) }

    /// The time in a zone.
    ///
    /// - Parameter zone: The zone.
    /// - Returns: The time in seconds since the reference date, the first of two, and whether clocks repeat it; `nil` for a
    ///   time that they skip.
    func time(in zone: TimeZone) -> (seconds: Double, isRepeated: Bool)? {
        let found = [-86_400.0, 86_400].map { Self.offset(of: zone, at: seconds + $0) }
            .map { ($0, seconds - $0) }.filter { Self.offset(of: zone, at: $0.1) == $0.0 }.map(\.1)
        guard let first = found.min() else { return nil }
        return (first, found.contains { $0 != first })
    }

    /// The first moment of its day in a zone.
    ///
    /// - Parameter zone: The zone.
    /// - Returns: The time in seconds since the reference date.
    func dayStart(in zone: TimeZone) -> Double {
        // Where clocks skip midnight, the day begins as they do.
        day.time(in: zone)?.seconds ?? day.seconds - Self.offset(of: zone, at: day.seconds - 86_400)
    }

    private static func offset(of zone: TimeZone, at seconds: Double) -> Double {
        Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
    }
}
