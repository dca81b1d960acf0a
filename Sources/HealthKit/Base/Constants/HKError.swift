import Foundation

/// The domain of the errors that HealthKit gives.
public let HKErrorDomain: String = "com.apple.healthkit"

/// An error that HealthKit gives at run time.
///
/// Catch one by its code, as on Apple's platforms: `catch HKError.errorNoData`.
public struct HKError: CustomNSError, Hashable, @unchecked Sendable {
    /// The error.
    public let code: Code

    // The class is unchecked because of this property alone: Apple's errors hold values of any type, which don't change
    // once the error is made.
    /// More about the error, with the keys of `NSError`.
    public let userInfo: [String: Any]

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The error.
    ///   - userInfo: More about the error, with the keys of `NSError`. Values should not change after this call.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// Makes an error with a message.
    ///
    /// - Parameters:
    ///   - code: The error.
    ///   - message: The problem and the value concerned; never a health value.
    package init(_ code: Code, _ message: String) {
        self.init(code, userInfo: [NSLocalizedDescriptionKey: message])
    }

    /// The domain of the errors, `HKErrorDomain`.
    public static var errorDomain: String { HKErrorDomain }

    /// The raw value of the code.
    public var errorCode: Int { code.rawValue }

    /// The user info, with a description in any case.
    public var errorUserInfo: [String: Any] {
        userInfo.merging([NSLocalizedDescriptionKey: localizedDescription]) { own, _ in own }
    }

    /// The description in the user info, or else one for the code.
    public var localizedDescription: String {
        userInfo[NSLocalizedDescriptionKey] as? String ?? code.summary
    }

    /// Whether two errors have the same code and equal user infos.
    public static func == (lhs: HKError, rhs: HKError) -> Bool {
        lhs.code == rhs.code && lhs.userInfo.count == rhs.userInfo.count
            && lhs.userInfo.allSatisfy { key, value in rhs.userInfo[key].map { isEqual(value, $0) } ?? false }
    }

    private static func isEqual(_ lhs: Any, _ rhs: Any) -> Bool {
        if let lhs = lhs as? any Error, let rhs = rhs as? any Error { return lhs as NSError == rhs as NSError }
        guard let lhs = lhs as? AnyHashable, let rhs = rhs as? AnyHashable else { return false }
        return lhs == rhs
    }

    /// Feeds the code and the keys of the user info to a hasher.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(Set(userInfo.keys))
    }
}

/// An error of HealthKit's domain is an `HKError`, whoever made it: `NSError(domain: HKErrorDomain, …) as? HKError`, and
/// `catch let error as HKError`.
extension HKError: _ObjectiveCBridgeable {
    /// The Objective-C type that it bridges to.
    public typealias _ObjectiveCType = NSError

    /// The error as an `NSError`.
    ///
    /// - Returns: An error of HealthKit's domain.
    public func _bridgeToObjectiveC() -> NSError {
        NSError(domain: HKErrorDomain, code: errorCode, userInfo: errorUserInfo)
    }

    /// Takes an error of HealthKit's domain.
    ///
    /// - Parameters:
    ///   - source: Any error.
    ///   - result: The error, or `nil` for one of another domain.
    public static func _forceBridgeFromObjectiveC(_ source: NSError, result: inout HKError?) {
        result = HKError(bridging: source)
    }

    /// Takes an error of HealthKit's domain.
    ///
    /// - Parameters:
    ///   - source: Any error.
    ///   - result: The error, or `nil` for one of another domain.
    /// - Returns: Whether it is one of HealthKit's domain.
    public static func _conditionallyBridgeFromObjectiveC(_ source: NSError, result: inout HKError?) -> Bool {
        result = HKError(bridging: source)
        return result != nil
    }

    /// Takes an error of HealthKit's domain; any other is an unknown error.
    ///
    /// - Parameter source: Any error.
    /// - Returns: The error.
    public static func _unconditionallyBridgeFromObjectiveC(_ source: NSError?) -> HKError {
        source.flatMap { HKError(bridging: $0) } ?? HKError(.unknownError)
    }

    private init?(bridging error: NSError) {
        guard error.domain == HKErrorDomain else { return nil }
        guard let code = Code(rawValue: error.code) else {
            // A code of a later version: the error is one of HealthKit all the same.
            self.init(.unknownError, userInfo: error.userInfo.merging([NSUnderlyingErrorKey: error]) { own, _ in own })
            return
        }
        self.init(code, userInfo: error.userInfo)
    }
}
