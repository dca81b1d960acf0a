import HealthKit
import HealthtuiFacts

// Finds the measure that a person means by a name.
extension Names {
    /// The most measures that a refusal offers.
    private static let mostOffered = 12

    /// The one measure that a text names.
    ///
    /// - Parameters:
    ///   - text: A name, an identifier or a synonym.
    ///   - caller: The caller, whose lab tests and medications have individual names.
    /// - Returns: The measure.
    /// - Throws: ``CommandFailure`` with suggestions, and `HKError`.
    static func measure(_ text: String, _ caller: Caller) throws -> Measure {
        let names = try MeasureNames.names(for: text, caller)
        let found = try measures(text, names)
        if let measure = found.first, found.count == 1 { return measure }
        let offered = found.prefix(mostOffered).map { names.spelled($0).printable }.joined(separator: ", ")
        throw CommandFailure.usage(
            text,
            "it may mean \(offered)\(found.count > mostOffered ? ", …" : "")"
        )
    }

    /// The measures that a text may mean.
    ///
    /// - Parameters:
    ///   - text: A name, an identifier or a synonym.
    ///   - names: The names there are.
    /// - Returns: At least one measure.
    /// - Throws: ``CommandFailure`` with suggestions.
    static func measures(_ text: String, _ names: MeasureNames) throws -> [Measure] {
        switch names.resolve(text) {
        case .one(let measure): return [measure]
        case .several(let measures): return measures
        case .none(let near):
            let what = text.isEmpty ? "measure" : text
            if let type = TypeCatalogue.resolve(text)?.type {
                throw CommandFailure.usage(what, "\(type.entry.name) has no value for a day")
            }
            let offered = near.map(\.printable).joined(separator: ", ")
            throw CommandFailure.usage(
                what,
                near.isEmpty
                    ? "unknown measure; healthtui measures --all lists them"
                    : "unknown measure; did you mean \(offered)?"
            )
        }
    }
}
