import Foundation

/// A type of samples: objects that have a start and an end.
open class HKSampleType: HKObjectType, @unchecked Sendable {
    /// Whether samples of the type may last only so long.
    ///
    /// Apple does not say which types are restricted. Here all are but workouts, workout routes, vision prescriptions
    /// and the types whose end may be undetermined, such as pregnancy (choice Q4).
    open var isMaximumDurationRestricted: Bool { entry.maximumDuration != nil }

    /// The longest that a sample may last, in seconds: four days for most types.
    ///
    /// Asking a type without restriction stops the program, as on Apple's platforms.
    open var maximumAllowedDuration: TimeInterval {
        guard let duration = entry.maximumDuration else {
            raiseException(ExceptionName.invalidArgument, "\(identifier) does not have a maximum duration")
        }
        return duration
    }

    /// Whether samples of the type have a minimum duration; no type has one.
    open var isMinimumDurationRestricted: Bool { false }

    /// The shortest that a sample may last, in seconds.
    ///
    /// Asking a type without restriction stops the program, as on Apple's platforms.
    open var minimumAllowedDuration: TimeInterval {
        raiseException(ExceptionName.invalidArgument, "\(identifier) does not have a minimum duration")
    }

    /// Whether Apple's estimates of the type can be recalibrated after an event that changes them.
    open var allowsRecalibrationForEstimates: Bool { entry.recalibrates }
}
