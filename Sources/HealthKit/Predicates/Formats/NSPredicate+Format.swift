import Foundation

/// A protocol that `NSPredicate` conforms to, so that it can have initializers that make HealthKit's predicates.
///
/// Foundation on Linux has no predicate formats: it marks `init(format:)` as unavailable. The initializers of this
/// protocol take its place for formats over HealthKit's key paths, so that code for Apple's platforms compiles and works.
public protocol HKPredicateFormatReading {}

extension NSPredicate: HKPredicateFormatReading {}

extension HKPredicateFormatReading where Self: NSPredicate {
    /// Makes a predicate for HealthKit's queries of a format and its arguments.
    ///
    /// Key paths are the constants `HKPredicateKeyPath…`, best given with `%K`. A format that cannot be parsed stops
    /// the program, as on Apple's platforms. Queries reject a format with other key paths, or with conditions that
    /// HealthKit does not support. See `init(validating:argumentArray:)` for formats that a person typed.
    ///
    /// - Parameters:
    ///   - predicateFormat: The format, in Apple's syntax.
    ///   - args: The arguments of its specifiers.
    public init(format predicateFormat: String, _ args: any CVarArg...) {
        self = Self.raising(predicateFormat, args)
    }

    /// Makes a predicate for HealthKit's queries of a format and an array of arguments.
    ///
    /// - Parameters:
    ///   - predicateFormat: The format, in Apple's syntax.
    ///   - arguments: The arguments of its specifiers.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self = Self.raising(predicateFormat, arguments ?? [])
    }

    /// The predicate of a format; without one, the program stops.
    private static func raising(_ format: String, _ arguments: [Any]) -> Self {
        let content: FilterPredicate.Content
        do {
            content = .filter(try FormatParser.filter(format, arguments))
        } catch FormatError.unsupported(let reason) {
            // Apps also evaluate predicates on other objects by key. If that fails too, the first error is reported.
            let keyed = try? FormatParser.keyed(format, arguments)
            content =
                keyed.map { .keyed($0, format: format, reason: reason) }
                ?? .unsupported(format: format, reason: reason)
        } catch {
            raiseException(ExceptionName.invalidArgument, FormatError.text(format, error))
        }
        guard let predicate = FilterPredicate(content) as? Self else {
            raiseException(ExceptionName.invalidArgument, "\(Self.self) cannot be made of a format")
        }
        return predicate
    }
}

extension FormatError {
    /// Apple's message with the reason.
    static func text(_ format: String, _ error: any Error) -> String {
        let reason = (error as? FormatError)?.reason ?? "\(error)"
        return "Unable to parse the format string \"\(format)\": \(reason)"
    }
}
