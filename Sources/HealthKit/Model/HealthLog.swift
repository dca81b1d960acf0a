import Foundation
import HealthStore
import Logging

/// What somebody who looks for a fault can follow: what was done to which store, how long it took, what failed and why.
///
/// Lines name types, counts, apps, paths and codes of errors. They never hold a value, a time or a source of a sample,
/// nor the text of an error, which may. All lines are of level `debug` or `trace`, so that nothing is written unless
/// `HEALTHKIT_LOG` or the app's own logging system asks for it.
package enum HealthLog {
    /// The variable of the environment that switches the log on: `HEALTHKIT_LOG=debug`.
    package static let variable = "HEALTHKIT_LOG"

    /// The level that a text names; `nil` for none.
    package static func level(_ text: String?) -> Logger.Level? {
        text.flatMap { Logger.Level(rawValue: $0.lowercased()) }
    }

    /// Where lines go: for the program to say, by bootstrapping swift-log, and standard error otherwise.
    private static let log: Logger = {
        var log = Logger(label: "healthkit")
        if let level = level(ProcessInfo.processInfo.environment[variable]) { log.logLevel = level }
        return log
    }()

    /// Writes a line of level `debug`.
    ///
    /// - Parameters:
    ///   - what: What is done, such as `save`.
    ///   - details: What the line says besides, by name.
    package static func debug(_ what: String, _ details: @autoclosure () -> [String: String] = [:]) {
        guard log.logLevel <= .debug else { return }
        write(.debug, what, details())
    }

    /// Does work, and says how long it took or why it failed.
    ///
    /// - Parameters:
    ///   - what: What is done, such as `read`.
    ///   - isRare: Whether work that succeeds is told at level `debug`; only at `trace` otherwise.
    ///   - details: What the line says besides, by name.
    ///   - work: The work.
    /// - Returns: What the work gives.
    /// - Throws: What the work throws.
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

    /// Does what the caller can do without, and says why where it fails.
    ///
    /// - Parameters:
    ///   - what: What is tried, such as `listen`.
    ///   - work: The work.
    /// - Returns: What the work gives; `nil` when it throws.
    @discardableResult
    package static func attempt<T>(_ what: String, _ work: () throws -> T) -> T? {
        do {
            return try work()
        } catch {
            failed(what, error)
            return nil
        }
    }

    /// Says why something failed that the caller does without.
    static func failed(_ what: String, _ error: any Error) { debug(what, ["failed": reason(error)]) }

    /// Says that something in the store can't be read, which is passed over.
    ///
    /// - Parameter place: Where it stands: a namespace, or the identifier of a type. Keys may hold a time.
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

    /// Why something failed, by code alone: the texts of errors hold what was wrong, and that may be a value.
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

    /// The identifiers of types, for a line.
    package static func names(_ types: some Sequence<HKObjectType>) -> String {
        types.map(\.identifier).sorted().joined(separator: " ")
    }
}
