import Foundation

extension PersonAccess {
    /// The date from which estimates of a type are valid, or `nil` for always.
    package func recalibration(of type: HKSampleType) throws -> Date? {
        try ask(OwnerRecalibrationCall(type: type))
    }
}
