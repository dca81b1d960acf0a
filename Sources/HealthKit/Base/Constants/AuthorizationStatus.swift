import Foundation

/// Whether an app needs to ask the person for permission.
public enum HKAuthorizationRequestStatus: Int, Sendable {
    /// The status could not be found, because of an error.
    case unknown = 0

    /// At least one permission has not been asked for.
    case shouldRequest = 1

    /// All permissions have been asked for.
    case unnecessary = 2
}

/// Whether the person lets an app save samples of a type.
public enum HKAuthorizationStatus: Int, Sendable {
    /// The app has not asked yet.
    case notDetermined = 0

    /// The person does not let the app save.
    case sharingDenied = 1

    /// The person lets the app save.
    case sharingAuthorized = 2
}
