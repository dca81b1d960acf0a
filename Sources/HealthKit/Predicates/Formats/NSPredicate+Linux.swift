import Foundation

extension HKPredicateFormatReading where Self: NSPredicate {
    /// Makes a predicate for HealthKit's queries of a format, if it is one that they answer.
    ///
    /// The throwing variant of `init(format:argumentArray:)`, for formats that a person typed or a file holds.
    ///
    /// - Parameters:
    ///   - predicateFormat: Any text.
    ///   - arguments: The arguments of its specifiers.
    /// - Throws: `HKError.errorInvalidArgument` if the text isn't a valid format, if it has a key path that HealthKit
    ///   does not have, or if it has a condition that HealthKit does not support.
    public init(validating predicateFormat: String, argumentArray arguments: [Any] = []) throws {
        let filter: SampleFilter
        do {
            filter = try FormatParser.filter(predicateFormat, arguments)
        } catch FormatError.unsupported(let reason) {
            throw HKError.invalid(reason)
        } catch {
            throw HKError.invalid(FormatError.text(predicateFormat, error))
        }
        guard let predicate = FilterPredicate(filter) as? Self else {
            throw HKError.invalid("\(Self.self) cannot be made of a format")
        }
        self = predicate
    }
}
