import Foundation

/// The factors of resting energy (R6.7).
package struct BodyFacts: Equatable, Sendable {
    /// Years.
    var age = 30.0
    /// `nil` for the mean of both sexes.
    var sex: HKBiologicalSex?
    /// Kilograms.
    var mass = 70.0
    /// Centimetres.
    var height = 170.0

    /// The formula of Mifflin and St Jeor.
    var restingKilocaloriesPerDay: Double {
        let constant =
            switch sex {
            case .male: 5.0
            case .female: -161.0
            default: -78.0
            }
        return max(0, 10 * mass + 6.25 * height - 5 * age + constant)
    }

    init() {}
}
