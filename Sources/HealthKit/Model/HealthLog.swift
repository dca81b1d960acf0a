import Foundation
import HealthKitStore
import Logging

/// A log for troubleshooting: the operations on each store, their duration, and the reasons for failures.
///
/// Lines contain types, counts, apps, paths and error codes. They never contain a sample's value, time or source, nor the text
/// of an error, which might. All lines have level `debug` or `trace`, so nothing is written unless `HEALTHKIT_LOG` or the app's
/// own logging system enables it.
package enum HealthLog {
    /// The environment variable that enables the log: `HEALTHKIT_LOG=debug`.
    package static let variable = "HEALTHKIT_LOG"

    /// The level that a text names; `nil` for none.
    package static func level(_ text: String?) -> Logger.Level? {
        text.flatMap { Logger.Level(rawValue: $0.lowercased()) }
    }

    /// The destination: set by the program that bootstraps swift-log, and standard error otherwise.
    private static let log: Logger = {
        var log = Logger(label: "healthkit")
        if let level = level(ProcessInfo.processInfo.environment[variable]) { log.logLevel = level }
        return log
    }()

    /// Writes a line of level `debug`.
    ///
    /// - Parameters:
    ///   - what: The operation, such as `save`.
    ///   - details: The details of the line, by name.
    package static func debug(_ what: String, _ details: @autoclosure () -> [String: String] = [:]) {
        guard log.logLevel <= .debug else { return }
        write(.debug, what, details())
    }

    /// Performs work and logs its duration or the reason for its failure.
    ///
    /// - Parameters:
    ///   - what: The operation, such as `read`.
    ///   - isRare: Whether success is logged at level `debug` instead of `trace`.
    ///   - details: The details of the line, by name.
    ///   - work: The work.
    /// - Returns: The result of the work.
    /// - Throws: Any error from the work.
    package static func measured<T>(
        _ what: String,
        isRare: Bool = false,
        _ details: @autoclosure () -> [String: String] = [:],
        _ work: () throws -> T
    ) rethrows -> T {
        guard log.logLevel <= .debug else { return try work() }
        let began = DispatchTime.now().uptimeNanoseconds
        do {
            let result = try work()
            write(isRare ? .debug : .trace, what, details(), since: began)
            return result
        } catch {
            write(.debug, what, details().merging(["failed": reason(error)]) { $1 }, since: began)
            throw error
        }
    }

    /// Performs optional work, and logs the reason if it fails.
    ///
    /// - Parameters:
    ///   - what: The operation, such as `listen`.
    ///   - work: The work.
    /// - Returns: The result of the work; `nil` if it throws.
    @discardableResult
    package static func attempt<T>(_ what: String, _ work: () throws -> T) -> T? {
        do {
            return try work()
        } catch {
            failed(what, error)
            return nil
        }
    }

    /// Logs the failure of an optional operation.
    static func failed(_ what: String, _ error: any Error) { debug(what, ["failed": reason(error)]) }

    /// Logs that something in the store is unreadable and was skipped.
    ///
    /// - Parameter place: Its location: a namespace, or the identifier of a type. Keys may contain a time.
    static func unreadable(_ place: String) { debug("unreadable", ["in": place]) }

    private static func write(
        _ level: Logger.Level,
        _ what: String,
        _ details: [String: String],
        since began: UInt64? = nil
    ) {
        guard log.logLevel <= level else { return }
        var metadata = details.mapValues { Logger.MetadataValue.string($0) }
        if let began {
            let microseconds = (DispatchTime.now().uptimeNanoseconds - began) / 1_000
            metadata["ms"] = .string("\(Double(microseconds) / 1_000)")
        }
        log.log(level: level, "\(what)", metadata: metadata)
    }

    /// The reason for a failure as a code only: the texts of errors may contain a value.
    package static func reason(_ error: any Error) -> String {
        switch error {
        case let error as StoreError: "store \(error.code)"
        case let error as HKError:
            if let cause = error.userInfo[NSUnderlyingErrorKey] as? StoreError {
                "HKError \(error.code.rawValue), \(reason(cause))"
            } else {
                "HKError \(error.code.rawValue)"
            }
        default: "\(type(of: error))"
        }
    }

    /// The identifiers of types, for a log line.
    package static func names(_ types: some Sequence<HKObjectType>) -> String {
        types.map(\.identifier).sorted().joined(separator: " ")
    }
}
