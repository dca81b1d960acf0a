import Foundation

/// A reversible conversion of a column of doubles to a column of integers, bit for bit.
enum NumberScale: Equatable {
    /// The doubles' bit patterns.
    case bits
    /// `integer × 2⁻ᵏ`, exact.
    case binary(Int)
    /// `integer ÷ 10ᵏ`, correctly rounded: the result of reading the decimal.
    case decimal(Int)

    static let maximumBinary = 60
    static let maximumDecimal = 15

    /// The kind as it is written.
    var tag: UInt8 {
        switch self {
        case .bits: 0
        case .binary: 1
        case .decimal: 2
        }
    }

    /// The exponent as it is written.
    var parameter: UInt8 {
        switch self {
        case .bits: 0
        case .binary(let exponent), .decimal(let exponent): UInt8(exponent)
        }
    }

    init(tag: UInt8, parameter: UInt8) throws {
        switch (tag, Int(parameter)) {
        case (0, 0): self = .bits
        case (1, 0...NumberScale.maximumBinary): self = .binary(Int(parameter))
        case (2, 0...NumberScale.maximumDecimal): self = .decimal(Int(parameter))
        default: throw StoreError.damaged("a column has an unknown scale")
        }
    }

    /// The integers that one unit makes, when the scale is uniform.
    var unit: Int64? {
        switch self {
        case .bits: nil
        case .binary(let exponent): Int64(1) << Int64(exponent)
        case .decimal(let exponent): NumberScale.integerPowers[exponent]
        }
    }

    static let powers: [Double] = (0...maximumDecimal).map { Double(NumberScale.integerPowers[$0]) }

    static let integerPowers: [Int64] = {
        var power: Int64 = 1
        return (0...maximumDecimal)
            .map { _ in
                defer { power &*= 10 }
                return power
            }
    }()
}

extension NumberScale {
    /// Finds a scale in which every one of the values is exact, the one with the smallest integers.
    static func fitting(_ values: UnsafePointer<Double>, count: Int) -> NumberScale {
        survey { $0.add(values, count: count) }
    }

    /// Finds a scale that fits the values of two columns at once.
    static func fitting(
        _ values: UnsafePointer<Double>,
        _ others: UnsafePointer<Double>,
        count: Int
    ) -> NumberScale {
        survey {
            $0.add(values, count: count)
            $0.add(others, count: count)
        }
    }

    /// The scale of values, which most often are decimals of as many places: only where they are not is more looked at.
    private static func survey(_ add: (inout Survey) -> Void) -> NumberScale {
        var survey = Survey(isBrief: true)
        add(&survey)
        if let scale = survey.scale { return scale }
        survey = Survey(isBrief: false)
        add(&survey)
        return survey.scale ?? .bits
    }

    /// The facts about the values seen so far.
    private struct Survey {
        /// Whether values that are decimals of as many places as others are skipped: of these it is not known how many
        /// binary places they need, but that they need more than would be chosen.
        private let isBrief: Bool
        private var isPassedOver = false
        private var binary = 0
        private var decimal = 0
        private var largest = 0.0
        private var isPlain = true

        private static let blockSize = 16

        init(isBrief: Bool) { self.isBrief = isBrief }

        mutating func add(_ values: UnsafePointer<Double>, count: Int) {
            if let bound = WholeNumbers.bound(values, count: count) {
                largest = max(largest, bound)
                return
            }
            var first = 0
            while first < count, isPlain {
                let size = min(Self.blockSize, count - first)
                if !isBrief || size < Self.blockSize || !passes(values + first) { inspect(at: values + first, size) }
                first += size
            }
        }

        /// Passes over a block of decimals of as many places as those before.
        ///
        /// - Returns: Whether it is one.
        private mutating func passes(_ values: UnsafePointer<Double>) -> Bool {
            guard prefersDecimal, decimal > 0 else { return false }
            let power = NumberScale.powers[decimal]
            let shift = 0x1.8p52
            var (difference, bound): (UInt64, Double) = (0, 0)
            for index in 0..<Self.blockSize {
                let value = values[index]
                let nearest = (value * power + shift) - shift
                difference |= (nearest / power).bitPattern ^ value.bitPattern | (value.isNaN ? 1 : 0)
                bound = value.magnitude > bound ? value.magnitude : bound
            }
            guard difference == 0, bound * power < 0x1p51 else { return false }
            largest = max(largest, bound)
            isPassedOver = true
            return true
        }

        private mutating func inspect(at values: UnsafePointer<Double>, _ count: Int) {
            for index in 0..<count where isPlain {
                let value = values[index]
                if value.magnitude < 0x1p52 {
                    let integer = Int64(value)
                    if Double(integer).bitPattern == value.bitPattern {
                        largest = max(largest, value.magnitude)
                        continue
                    }
                }
                addFraction(value)
            }
        }

        private mutating func addFraction(_ value: Double) {
            guard value.isNormal else {
                isPlain = false
                return
            }
            largest = max(largest, value.magnitude)
            let lowest = Int(value.exponent) - 52 + value.significandBitPattern.trailingZeroBitCountOfSignificand
            binary = max(binary, -lowest)
            while decimal <= NumberScale.maximumDecimal, !NumberScale.isDecimal(value, decimal) { decimal += 1 }
        }

        /// Whether decimals would be chosen, by the known number of binary digits.
        private var prefersDecimal: Bool {
            decimal <= NumberScale.maximumDecimal && binary > 0 && Double(decimal) <= Double(binary) * 0.301
        }

        /// The scale; nil if values were skipped that have to be examined.
        ///
        /// Decimals stop at 2⁴⁹, where a product's rounding can't reach the next integer.
        var scale: NumberScale? {
            guard isPlain else { return .bits }
            let decimalFits =
                decimal <= NumberScale.maximumDecimal && largest * NumberScale.powers[decimal] < 0x1p49
            if decimalFits, prefersDecimal { return .decimal(decimal) }
            if isPassedOver { return nil }
            if binary <= NumberScale.maximumBinary, largest < 0x1p61 / Double(Int64(1) << Int64(binary)) {
                return .binary(binary)
            }
            return decimalFits ? .decimal(decimal) : .bits
        }
    }

    /// Whether the value is the double nearest to an integer over the power of ten.
    private static func isDecimal(_ value: Double, _ exponent: Int) -> Bool {
        let scaled = value * powers[exponent]
        guard scaled.magnitude < 0x1p52 else { return false }
        return (nearestInteger(scaled) / powers[exponent]).bitPattern == value.bitPattern
    }

    /// Rounds to the nearest integer without a call; for magnitudes below 2⁵¹.
    @inline(__always)
    private static func nearestInteger(_ value: Double) -> Double {
        if value.magnitude >= 0x1p51 { return value.rounded() }
        let shift = 0x1.8p52
        return (value + shift) - shift
    }
}

extension NumberScale {
    /// Writes the integers of the values.
    ///
    /// The scale must fit them.
    func integers(
        of values: UnsafePointer<Double>,
        count: Int,
        into out: UnsafeMutablePointer<Int64>
    ) {
        switch self {
        case .bits:
            for index in 0..<count { out[index] = Int64(bitPattern: values[index].bitPattern) }
        case .binary(0) where WholeNumbers.bound(values, count: count) != nil:
            WholeNumbers.integers(of: values, count: count, into: out)
        case .binary(let exponent):
            let factor = Double(Int64(1) << Int64(exponent))
            for index in 0..<count { out[index] = Int64(values[index] * factor) }
        case .decimal(let exponent):
            let factor = NumberScale.powers[exponent]
            for index in 0..<count { out[index] = Int64(NumberScale.nearestInteger(values[index] * factor)) }
        }
    }

    /// Writes the values of the integers.
    func values(
        of integers: UnsafePointer<Int64>,
        count: Int,
        into out: UnsafeMutablePointer<Double>
    ) {
        switch self {
        case .bits:
            for index in 0..<count { out[index] = Double(bitPattern: UInt64(bitPattern: integers[index])) }
        case .binary(0), .decimal(0):
            WholeNumbers.values(of: integers, count: count, into: out)
        case .binary(let exponent):
            let factor = 1 / Double(Int64(1) << Int64(exponent))
            for index in 0..<count { out[index] = Double(integers[index]) * factor }
        case .decimal(let exponent):
            let divisor = NumberScale.powers[exponent]
            WholeNumbers.values(of: integers, count: count, into: out)
            for index in 0..<count { out[index] /= divisor }
        }
    }
}

extension UInt64 {
    /// The zeros below a double's lowest set bit, the implicit one counted.
    fileprivate var trailingZeroBitCountOfSignificand: Int {
        self == 0 ? 52 : trailingZeroBitCount
    }
}
