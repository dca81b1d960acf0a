import Foundation

/// The long form of tests that try much: `make soak` runs it, the suite a part.
package enum Soak {
    /// Whether the tests run in the soak.
    package static var isRunning: Bool { ProcessInfo.processInfo.environment["SOAK_MINUTES"] != nil }

    /// How often something is tried.
    ///
    /// - Parameters:
    ///   - count: How often in the suite.
    ///   - long: How often in the soak.
    /// - Returns: One of them.
    package static func count(_ count: Int, soak long: Int) -> Int { isRunning ? long : count }
}
