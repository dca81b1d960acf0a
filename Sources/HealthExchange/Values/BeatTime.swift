/// Reads the wall-clock time of a heartbeat, which the export writes as the phone's owner reads clocks:
/// `4:17:18.57 pm`, `08:33:44,67`.
package enum BeatTime {
    /// Reads a time.
    ///
    /// - Parameter text: The time, decoded.
    /// - Returns: Seconds since midnight, or `nil` when it is no time of day.
    package static func secondsOfDay(_ text: ByteSlice) -> Double? {
        var numbers: [Int] = []
        var position = 0
        while numbers.count < 3 {
            if !numbers.isEmpty {
                guard position < text.count, text[position] == Byte.colon || text[position] == Byte.period else {
                    return nil
                }
                position += 1
            }
            guard let number = number(in: text, &position, digits: 2) else { return nil }
            numbers.append(number)
        }
        var fraction = 0.0
        if position < text.count, text[position] == Byte.period || text[position] == Byte.comma {
            position += 1
            let first = position
            guard let number = number(in: text, &position, digits: 9) else { return nil }
            var scale = 1.0
            for _ in first..<position { scale *= 10 }
            fraction = Double(number) / scale
        }
        guard let hour = hour(numbers[0], marker: text.part(position..<text.count)) else { return nil }
        guard numbers[1] < 60, numbers[2] < 60 else { return nil }
        return Double(hour * 3_600 + numbers[1] * 60 + numbers[2]) + fraction
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

    /// The hour of the day, given what follows the digits: nothing, or a word with an `a` or a `p` for the half of the day.
    private static func hour(_ hour: Int, marker: ByteSlice) -> Int? {
        let letters = marker.buffer.map { $0 | 0x20 }
        let isAfternoon = letters.contains(UInt8(ascii: "p"))
        let isMorning = !isAfternoon && letters.contains(UInt8(ascii: "a"))
        guard isAfternoon || isMorning else {
            // No marker, or one of a language that this does not know: then the time cannot be told.
            return letters.allSatisfy { $0 == Byte.space } && hour < 24 ? hour : nil
        }
        guard (1...12).contains(hour) else { return nil }
        return hour % 12 + (isAfternoon ? 12 : 0)
    }
}
