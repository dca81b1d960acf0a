import Foundation

extension HKError {
    /// The codes of errors.
    public enum Code: Int, Sendable {
        /// An error without a more specific code.
        case unknownError = 0

        /// There is no health data on this device.
        case errorHealthDataUnavailable = 1

        /// The management of this device forbids the use of health data.
        case errorHealthDataRestricted = 2

        /// An argument is invalid.
        case errorInvalidArgument = 3

        /// The person does not let the app do this.
        case errorAuthorizationDenied = 4

        /// The app has not asked the person yet.
        case errorAuthorizationNotDetermined = 5

        /// The data is protected, because the device is locked.
        case errorDatabaseInaccessible = 6

        /// The person canceled the operation.
        case errorUserCanceled = 7

        /// Another app started a workout session.
        case errorAnotherWorkoutSessionStarted = 8

        /// The person left the app during a workout session.
        case errorUserExitedWorkoutSession = 9

        /// The person did not grant a type that the app cannot do without.
        case errorRequiredAuthorizationDenied = 10

        /// There is no data for the query.
        case errorNoData = 11

        /// The workout activity is not allowed.
        case errorWorkoutActivityNotAllowed = 12

        /// The data is larger than allowed.
        case errorDataSizeExceeded = 13

        /// A workout session cannot start in the background.
        case errorBackgroundWorkoutSessionNotAllowed = 14

        /// A guest cannot do this.
        case errorNotPermissibleForGuestUserMode = 15

        /// The former name of `unknownError`.
        public static var noError: Code { .unknownError }
    }
}

extension HKError.Code {
    /// Whether an error is one of HealthKit with this code, so that `catch HKError.errorNoData` works.
    ///
    /// - Parameters:
    ///   - match: The code to match.
    ///   - error: Any error.
    /// - Returns: Whether the error has the code.
    public static func ~= (match: HKError.Code, error: any Error) -> Bool {
        if let error = error as? HKError {
            return error.code == match
        }
        let error = error as NSError
        return error.domain == HKErrorDomain && error.code == match.rawValue
    }

    /// A description for errors that don't include one.
    var summary: String {
        switch self {
        case .unknownError: "The operation could not be completed."
        case .errorHealthDataUnavailable: "Health data is unavailable on this device."
        case .errorHealthDataRestricted: "Health data is restricted."
        case .errorInvalidArgument: "Invalid argument."
        case .errorAuthorizationDenied: "Not authorized"
        case .errorAuthorizationNotDetermined: "Authorization not determined"
        case .errorDatabaseInaccessible: "Protected health data is inaccessible"
        case .errorUserCanceled: "The person canceled the operation."
        case .errorAnotherWorkoutSessionStarted: "Another workout session started."
        case .errorUserExitedWorkoutSession: "The person left the app during the workout session."
        case .errorRequiredAuthorizationDenied: "A required authorization was denied."
        case .errorNoData: "No data available for the specified predicate."
        case .errorWorkoutActivityNotAllowed: "The workout activity is not allowed."
        case .errorDataSizeExceeded: "The data is larger than allowed."
        case .errorBackgroundWorkoutSessionNotAllowed: "A workout session cannot start in the background."
        case .errorNotPermissibleForGuestUserMode: "Not permissible for a guest."
        }
    }
}

extension HKError {
    /// An error without a more specific code.
    public static var unknownError: Code { .unknownError }

    /// The former name of `unknownError`.
    public static var noError: Code { .unknownError }

    /// There is no health data on this device.
    public static var errorHealthDataUnavailable: Code { .errorHealthDataUnavailable }

    /// The management of this device forbids the use of health data.
    public static var errorHealthDataRestricted: Code { .errorHealthDataRestricted }

    /// An argument is invalid.
    public static var errorInvalidArgument: Code { .errorInvalidArgument }

    /// The person does not let the app do this.
    public static var errorAuthorizationDenied: Code { .errorAuthorizationDenied }

    /// The app has not asked the person yet.
    public static var errorAuthorizationNotDetermined: Code { .errorAuthorizationNotDetermined }

    /// The data is protected, because the device is locked.
    public static var errorDatabaseInaccessible: Code { .errorDatabaseInaccessible }

    /// The person canceled the operation.
    public static var errorUserCanceled: Code { .errorUserCanceled }

    /// Another app started a workout session.
    public static var errorAnotherWorkoutSessionStarted: Code { .errorAnotherWorkoutSessionStarted }

    /// The person left the app during a workout session.
    public static var errorUserExitedWorkoutSession: Code { .errorUserExitedWorkoutSession }

    /// The person did not grant a type that the app cannot do without.
    public static var errorRequiredAuthorizationDenied: Code { .errorRequiredAuthorizationDenied }

    /// There is no data for the query.
    public static var errorNoData: Code { .errorNoData }

    /// The workout activity is not allowed.
    public static var errorWorkoutActivityNotAllowed: Code { .errorWorkoutActivityNotAllowed }

    /// The data is larger than allowed.
    public static var errorDataSizeExceeded: Code { .errorDataSizeExceeded }

    /// A workout session cannot start in the background.
    public static var errorBackgroundWorkoutSessionNotAllowed: Code { .errorBackgroundWorkoutSessionNotAllowed }

    /// A guest cannot do this.
    public static var errorNotPermissibleForGuestUserMode: Code { .errorNotPermissibleForGuestUserMode }
}
