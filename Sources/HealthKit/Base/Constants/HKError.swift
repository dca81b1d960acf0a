import Foundation

/// The domain of the errors that HealthKit gives.
public let HKErrorDomain: String = "com.apple.healthkit"

/// An error that HealthKit gives at run time.
///
/// Catch one by its code, as on Apple's platforms: `catch HKError.errorNoData`.
public struct HKError: CustomNSError, Hashable, @unchecked Sendable {
    /// What went wrong.
    public let code: Code

    // Unchecked for the sake of this alone: Apple's errors hold values of any kind, which nobody changes once the error is made.
    /// More about the error, with the keys of `NSError`.
    public let userInfo: [String: Any]

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - userInfo: More about the error, with the keys of `NSError`. Values should not change after this call.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        self.userInfo = userInfo
    }

    /// Makes an error with a message.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - message: What was wrong with which value; never a health value.
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
