import Foundation

/// The content of an audiogram.
package struct AudiogramContent: RecordContent, Codable {
    package var points: [SensitivityPointContent]

    package init(points: [SensitivityPointContent]) { self.points = points }

    package func check() throws {
        guard !points.isEmpty else { throw HKError.invalid("An audiogram has at least one sensitivity point") }
        for point in points { try point.check() }
    }
}

/// The sensitivities at one frequency.
package struct SensitivityPointContent: RecordContent, Codable {
    package var frequency: QuantityText
    package var tests: [SensitivityTestContent]

    package init(frequency: QuantityText, tests: [SensitivityTestContent]) {
        self.frequency = frequency
        self.tests = tests
    }

    package func check() throws {
        try HKError.check(frequency, "frequency", like: .hertz())
        guard frequency.value > 0 else { throw HKError.invalid("A frequency is above 0, not \(frequency.value)") }
        for test in tests { try test.check() }
    }
}

/// The outcome of one hearing test.
package struct SensitivityTestContent: RecordContent, Codable {
    package var sensitivity: QuantityText
    package var type: Int
    package var masked: Bool
    package var side: Int
    package var clampingRange: ClampingRangeContent?

    package init(
        sensitivity: QuantityText,
        type: Int,
        masked: Bool,
        side: Int,
        clampingRange: ClampingRangeContent?
    ) {
        self.sensitivity = sensitivity
        self.type = type
        self.masked = masked
        self.side = side
        self.clampingRange = clampingRange
    }

    package func check() throws {
        try HKError.check(sensitivity, "sensitivity", like: .decibelHearingLevel())
        guard HKAudiogramConductionType(rawValue: type) != nil else {
            throw HKError.invalid("\(type) isn't a conduction type of a hearing test")
        }
        guard HKAudiogramSensitivityTestSide(rawValue: side) != nil else {
            throw HKError.invalid("\(side) isn't a side of a hearing test")
        }
        try clampingRange?.check()
    }
}

/// The range that sensitivities were confined to, in dBHL.
package struct ClampingRangeContent: RecordContent, Codable {
    package var lowerBound: Double?
    package var upperBound: Double?

    package init(lowerBound: Double?, upperBound: Double?) {
        self.lowerBound = lowerBound
        self.upperBound = upperBound
    }

    package func check() throws {
        guard [lowerBound, upperBound].contains(where: { $0 != nil }) else {
            throw HKError.invalid("A clamping range has at least one bound")
        }
        guard [lowerBound, upperBound].allSatisfy({ $0?.isFinite ?? true }) else {
            throw HKError.invalid("The bounds of a clamping range are numbers")
        }
        guard let lowerBound, let upperBound, lowerBound >= upperBound else { return }
        throw HKError.invalid("The lower bound \(lowerBound) is not less than the upper bound \(upperBound)")
    }
}
