/// A limit of blood pressure, which the report and charts share.
package struct PressureLimit: Sendable, Hashable {
    /// In mmHg.
    package let systolic: Double
    package let diastolic: Double

    /// The limit for measurements at home, of the European Society of Hypertension (2023): 135/85 mmHg.
    package static let atHome = PressureLimit(systolic: 135, diastolic: 85)

    /// Whether a reading reaches the limit with either number, as both are written.
    ///
    /// - Parameters:
    ///   - systolic: The upper number, in mmHg.
    ///   - diastolic: The lower one.
    /// - Returns: Whether it does.
    package func isReached(_ systolic: Double, _ diastolic: Double) -> Bool {
        systolic.rounded() >= self.systolic || diastolic.rounded() >= self.diastolic
    }
}
