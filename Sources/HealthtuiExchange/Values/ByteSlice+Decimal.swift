extension ByteSlice {
    /// The number in these bytes, bit for bit like `Double(_:)` for the same text, or `nil` if they aren't one.
    ///
    /// An export's numbers are short decimals, and those are read without a string: exactly, by one multiplication or
    /// division of exact numbers where both fit, by a division of 128 by 64 bits otherwise. Everything else (twenty
    /// digits, large exponents, `inf`, hexadecimal) is left to the standard library.
    package var decimal: Double? {
        guard let parts = decimalParts() else { return Double(String(decoding: buffer, as: UTF8.self)) }
        guard let magnitude = ByteSlice.scale(parts.digits, parts.exponent) else {
            return Double(String(decoding: buffer, as: UTF8.self))
        }
        return parts.isNegative ? -magnitude : magnitude
    }

    private struct DecimalParts {
        var isNegative = false
        var digits: UInt64 = 0
        var exponent = 0
    }

    /// Sign, digits and power of ten, or `nil` when the text is not that simple.
    @inline(__always)
    private func decimalParts() -> DecimalParts? {
        var parts = DecimalParts()
        var position = 0
        if count > 0, self[0] == Byte.minus || self[0] == Byte.plus {
            parts.isNegative = self[0] == Byte.minus
            position = 1
        }
        // Nineteen digits always fit; leading zeros are counted too, which only sends an unusual text down the slow
        // path.
        let firstDigit = position
        while position < count, Byte.digit(self[position]) <= 9 {
            parts.digits = parts.digits &* 10 &+ UInt64(Byte.digit(self[position]))
            position &+= 1
        }
        var digitCount = position &- firstDigit
        guard digitCount > 0 else { return nil }
        if position < count, self[position] == Byte.period {
            position &+= 1
            let firstDecimal = position
            while position < count, Byte.digit(self[position]) <= 9 {
                parts.digits = parts.digits &* 10 &+ UInt64(Byte.digit(self[position]))
                position &+= 1
            }
            let decimals = position &- firstDecimal
            guard decimals > 0 else { return nil }
            digitCount &+= decimals
            parts.exponent = 0 &- decimals
        }
        guard digitCount <= 19 else { return nil }
        if position < count {
            guard let exponent = part(position..<count).exponentPart() else { return nil }
            parts.exponent &+= exponent
        }
        return parts
    }

    /// The number in `e-07`, or `nil` for anything else and for exponents of more than three digits.
    private func exponentPart() -> Int? {
        guard self[0] == UInt8(ascii: "e") || self[0] == UInt8(ascii: "E") else { return nil }
        var position = 1
        let isNegative = position < count && self[position] == Byte.minus
        if position < count, self[position] == Byte.minus || self[position] == Byte.plus { position += 1 }
        guard position < count, count - position <= 3 else { return nil }
        var exponent = 0
        while position < count {
            let digit = Byte.digit(self[position])
            guard digit <= 9 else { return nil }
            exponent = exponent * 10 + Int(digit)
            position += 1
        }
        return isNegative ? -exponent : exponent
    }

    /// The double nearest to `digits × 10^exponent`, or `nil` if that takes more than 128 bits to determine.
    @inline(__always)
    private static func scale(_ digits: UInt64, _ exponent: Int) -> Double? {
        if exponent == 0 || digits == 0 { return Double(digits) }
        if exponent < 0 {
            guard exponent >= -19 else { return nil }
            let divisor = powerOfTen(0 &- exponent)
            // Both are exact as doubles (so is every power of ten up to 10^22), and one division rounds once.
            if digits < 1 << 53 { return Double(digits) / Double(divisor) }
            return divide(digits, by: divisor)
        }
        guard exponent <= 19 else { return nil }
        let product = digits.multipliedReportingOverflow(by: powerOfTen(exponent))
        return product.overflow ? nil : Double(product.partialValue)
    }

    /// The double nearest to a quotient of two positive numbers.
    private static func divide(_ dividend: UInt64, by divisor: UInt64) -> Double {
        let dividendShift = dividend.leadingZeroBitCount
        let divisorShift = divisor.leadingZeroBitCount
        let high = dividend << UInt64(dividendShift)
        let low = divisor << UInt64(divisorShift)
        // With both shifted to the top, the quotient below has exactly 64 bits, its top bit set.
        let isSmaller = high < low
        let (quotient, remainder) =
            isSmaller
            ? low.dividingFullWidth((high, 0))
            : low.dividingFullWidth((high >> 1, high << 63))
        var significand = quotient >> 11
        let rest = quotient & 0x7FF
        // Exactly halfway only if nothing is left over; then round to even.
        if rest > 0x400 || (rest == 0x400 && (remainder != 0 || significand & 1 == 1)) { significand += 1 }
        let exponent = divisorShift - dividendShift - (isSmaller ? 64 : 63) + 11
        return Double(significand) * Double(bitPattern: UInt64(exponent + 1_023) << 52)
    }

    /// A power of ten up to the nineteenth.
    @inline(__always)
    static func powerOfTen(_ exponent: Int) -> UInt64 {
        switch exponent {
        case 0: 1
        case 1: 10
        case 2: 100
        case 3: 1_000
        case 4: 10_000
        case 5: 100_000
        case 6: 1_000_000
        case 7: 10_000_000
        case 8: 100_000_000
        case 9: 1_000_000_000
        case 10: 10_000_000_000
        case 11: 100_000_000_000
        case 12: 1_000_000_000_000
        case 13: 10_000_000_000_000
        case 14: 100_000_000_000_000
        case 15: 1_000_000_000_000_000
        case 16: 10_000_000_000_000_000
        case 17: 100_000_000_000_000_000
        case 18: 1_000_000_000_000_000_000
        default: 10_000_000_000_000_000_000
        }
    }
}
