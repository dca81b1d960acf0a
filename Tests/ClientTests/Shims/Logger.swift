#if !canImport(os)
import Foundation

/// The part of the `os` logger that apps use: lines on standard error.
///
/// Private values are omitted, like in the system's log.
struct Logger: Sendable {
    private let prefix: String

    init(subsystem: String = "", category: String = "") { prefix = "\(subsystem) \(category)" }

    func debug(_ message: OSLogMessage) { write("debug", message) }
    func info(_ message: OSLogMessage) { write("info", message) }
    func notice(_ message: OSLogMessage) { write("notice", message) }
    func warning(_ message: OSLogMessage) { write("warning", message) }
    func error(_ message: OSLogMessage) { write("error", message) }
    func fault(_ message: OSLogMessage) { write("fault", message) }

    private func write(_ level: String, _ message: OSLogMessage) {
        FileHandle.standardError.write(Data("\(prefix) \(level): \(message.text)\n".utf8))
    }
}

enum OSLogPrivacy: Sendable { case auto, `public`, `private`, sensitive }

struct OSLogMessage: ExpressibleByStringInterpolation {
    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: String) { text += literal }

        mutating func appendInterpolation<Value>(_ value: @autoclosure () -> Value, privacy: OSLogPrivacy = .auto) {
            text += privacy == .public || Value.self is any BinaryInteger.Type ? "\(value())" : "<private>"
        }
    }

    let text: String

    init(stringLiteral value: String) { text = value }
    init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}
#endif
