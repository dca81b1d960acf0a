/// Reads the wall-clock time of a heartbeat, which the export writes in the phone's clock format: `4:17:18.57 pm`,
/// `08:33:44,67`.
package enum BeatTime {
    /// Reads a time.
    ///
    /// - Parameter text: The time, decoded.
    /// - Returns: Seconds since midnight, or `nil` if it isn't a time of day.
    package static func secondsOfDay(_ text: ByteSlice) -> Double? {
        var position = 0
        guard let hour = number(in: text, &position, digits: 2),
            skipDivider(in: text, &position), let minute = number(in: text, &position, digits: 2),
            skipDivider(in: text, &position), let second = number(in: text, &position, digits: 2)
        else { return nil }
        var fraction = 0.0
        if position < text.count, text[position] == Byte.period || text[position] == Byte.comma {
            position += 1
            let first = position
            guard let number = number(in: text, &position, digits: 9) else { return nil }
            var scale = 1.0
            for _ in first..<position { scale *= 10 }
            fraction = Double(number) / scale
        }
        guard let hourOfDay = self.hour(hour, marker: text.part(position..<text.count)) else { return nil }
        guard minute < 60, second < 60 else { return nil }
        return Double(hourOfDay * 3_600 + minute * 60 + second) + fraction
    }

    private static func skipDivider(in text: ByteSlice, _ position: inout Int) -> Bool {
        guard position < text.count, text[position] == Byte.colon || text[position] == Byte.period else { return false }
        position += 1
        return true
    }

    private static func number(in text: ByteSlice, _ position: inout Int, digits: Int) -> Int? {
        let first = position
        var number = 0
        while position < text.count, position - first < digits, Byte.digit(text[position]) <= 9 {
            number = number * 10 + Int(Byte.digit(text[position]))
            position += 1
        }
        return position > first ? number : nil
    }

    /// The hour of the day, given the text after the digits: nothing, or a word with an `a` or a `p` as the AM/PM
    /// marker.
    private static func hour(_ hour: Int, marker: ByteSlice) -> Int? {
        var isAfternoon = false
        var hasA = false
        var isBlank = true
        for byte in marker.buffer {
            let letter = byte | 0x20
            if letter == UInt8(ascii: "p") { isAfternoon = true }
            if letter == UInt8(ascii: "a") { hasA = true }
            if letter != Byte.space { isBlank = false }
        }
        guard isAfternoon || hasA else {
            // Without a marker, or with one in an unknown language, the time can't be determined.
            return isBlank && hour < 24 ? hour : nil
        }
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (isAfternoon ? 12 : 0)
    }
}
