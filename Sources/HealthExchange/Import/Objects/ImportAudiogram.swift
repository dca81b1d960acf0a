import HealthKit

/// A hearing test as the store keeps it.
enum ImportAudiogram {
    /// What was heard at one frequency; `nil` when the frequency makes no sense.
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
        // Whoever asks warns of a point that is none.
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
            // A range without bounds is the usual case, and says as much as one that is none.
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
