import HealthKit

/// Reads a hearing test as the store keeps it.
enum ImportAudiogram {
    /// The result at one frequency, or `nil` if the frequency is invalid.
    static func point(_ element: ExportElement) -> SensitivityPointContent? {
        guard let frequency = quantity(element[own: "frequencyValue"], element[own: "frequencyUnit"], "Hz") else {
            return nil
        }
        let tests = [
            test(
                .left,
                quantity(element[own: "leftEarValue"], element[own: "leftEarUnit"], "dBHL"),
                masked: element[own: "leftEarMasked"],
                element[own: "leftEarClampingRangeLowerBound"],
                element[own: "leftEarClampingRangeUpperBound"]
            ),
            test(
                .right,
                quantity(element[own: "rightEarValue"], element[own: "rightEarUnit"], "dBHL"),
                masked: element[own: "rightEarMasked"],
                element[own: "rightEarClampingRangeLowerBound"],
                element[own: "rightEarClampingRangeUpperBound"]
            ),
        ]
        let point = SensitivityPointContent(frequency: frequency, tests: tests.compactMap { $0 })
        // The caller warns about an invalid point.
        return (try? point.check()) == nil ? nil : point
    }

    private static func test(
        _ side: HKAudiogramSensitivityTestSide,
        _ sensitivity: QuantityText?,
        masked: ByteSlice?,
        _ lower: ByteSlice?,
        _ upper: ByteSlice?
    ) -> SensitivityTestContent? {
        sensitivity.map { sensitivity in
            let range = ClampingRangeContent(lowerBound: lower?.decimal, upperBound: upper?.decimal)
            // A range without bounds is the usual case, and means the same as an invalid one.
            return SensitivityTestContent(
                sensitivity: sensitivity,
                type: HKAudiogramConductionType.air.rawValue,
                masked: ["1", "true", "yes"].contains(masked?.text.lowercased() ?? ""),
                side: side.rawValue,
                clampingRange: (try? range.check()) == nil ? nil : range
            )
        }
    }

    private static func quantity(_ value: ByteSlice?, _ unit: ByteSlice?, _ usual: String) -> QuantityText? {
        guard let value = value?.decimal, value.isFinite else { return nil }
        let text = unit?.text ?? usual
        return HKUnit.named(text).map { QuantityText(value: value, unit: $0.unitString) }
    }
}
