import Foundation
import HealthKit

/// A sample as a person types it, field by field, before it is known to be right.
package struct SampleDraft: Hashable, Sendable {
    /// A field of the form.
    package enum Field: Hashable, Sendable {
        case type
        case value
        case unit
        case start
        case end
        /// The metadata with a raw key.
        case metadata(String)
        /// A nutrient of a food, by its type's identifier.
        case nutrient(String)
    }

    /// An error in one field.
    package struct Problem: Hashable, Sendable {
        package let field: Field
        package let text: String

        package init(_ field: Field, _ text: String) {
            self.field = field
            self.text = text
        }
    }

    /// Everything that is wrong with a draft, at least one thing.
    package struct Problems: Error, Hashable, Sendable, CustomStringConvertible {
        package let problems: [Problem]

        package init(_ problems: [Problem]) { self.problems = problems }

        /// The error in a field; `nil` when there is none.
        package subscript(field: Field) -> String? { problems.first { $0.field == field }?.text }

        package var description: String { problems.map(\.text).joined(separator: "; ") }
    }

    /// The type to add.
    package var type: HKSampleType
    /// A number with or without its unit, `118/76` for a blood pressure, or a category's value by number or name.
    package var value: String
    /// The unit of a number without one; empty for the person's unit.
    package var unit: String
    /// When it began; empty for now.
    package var start: String
    /// When it ended; empty for the start.
    ///
    /// `+30m` counts from the start; `ongoing` where the type allows it.
    package var end: String
    /// Metadata texts by any name of their keys.
    package var metadata: [String: String]
    /// Whether a value is taken that makes no sense for the type.
    package var isForced: Bool

    package init(
        type: HKSampleType,
        value: String = "",
        unit: String = "",
        start: String = "",
        end: String = "",
        metadata: [String: String] = [:],
        isForced: Bool = false
    ) {
        self.type = type
        self.value = value
        self.unit = unit
        self.start = start
        self.end = end
        self.metadata = metadata
        self.isForced = isForced
    }

    /// The sample that the draft describes, marked as entered by the person.
    ///
    /// - Parameter context: The context for parsing the fields.
    /// - Returns: A sample that can be saved.
    /// - Throws: ``Problems`` with what is wrong, field by field.
    package func sample(_ context: EntryContext) throws -> HKSample {
        if let refusal = EntryRules.refusal(of: type) { throw Problems([Problem(.type, refusal)]) }
        var problems: [Problem] = []
        let content = collect(.value, &problems) { try self.content(context) }
        let start = collect(.start, &problems) { try startDate(context) }
        let end = collect(.end, &problems) { try start.map { try endDate(context, start: $0) } }
        let metadata = metadataValues(context, &problems)
        guard problems.isEmpty, let content, let start else { throw Problems(problems) }
        do {
            return try content.sample(start: start, end: end ?? start, metadata: metadata)
        } catch let error as HKError {
            throw Problems([Problem(.value, error.text)])
        }
    }

    /// The closure's result; if it throws, the field's problem is recorded.
    private func collect<T>(_ field: Field, _ problems: inout [Problem], _ body: () throws -> T?) -> T? {
        do {
            return try body()
        } catch let problem as FieldProblem {
            problems.append(Problem(problem.field, problem.text))
        } catch {
            problems.append(Problem(field, "\(error)"))
        }
        return nil
    }

    // MARK: Times

    private func startDate(_ context: EntryContext) throws -> Date {
        let date = start.allSatisfy(\.isWhitespace) ? context.now : try context.times.date(start)
        guard date <= context.now else { throw EntryError(EntryStrings.isInFuture(start)) }
        guard isForced || date >= Self.earliest else { throw EntryError(EntryStrings.isBefore1900(start)) }
        return date
    }

    /// Before 1900 nobody alive was measured: such a date is a slip.
    private static let earliest = Date(timeIntervalSince1970: -2_208_988_800)

    private func endDate(_ context: EntryContext, start: Date) throws -> Date {
        let text = end.trimmingCharacters(in: .whitespacesAndNewlines)
        if text.isEmpty { return start }
        if text.lowercased() == "ongoing" {
            guard type.allowsUndeterminedDuration else {
                throw EntryError(EntryStrings.cannotBeOngoing(type.entry.name))
            }
            return .distantFuture
        }
        let date = try context.times.date(text, after: start)
        guard date >= start else { throw EntryError(EntryStrings.endIsBeforeStart) }
        guard date <= context.now else { throw EntryError(EntryStrings.isInFuture(text)) }
        if type.isMaximumDurationRestricted, date.timeIntervalSince(start) > type.maximumAllowedDuration {
            let days = Int(min(type.maximumAllowedDuration / 86_400, 100_000))
            throw EntryError(EntryStrings.cannotLastLonger(type.entry.name, days))
        }
        return date
    }

    // MARK: Metadata

    private func metadataValues(_ context: EntryContext, _ problems: inout [Problem]) -> [String: Any] {
        let phrase = MetadataPhrase(context: context)
        var values: [String: Any] = [:]
        for (name, text) in metadata.sorted(by: { $0.key < $1.key }) {
            let key = MetadataPhrase.key(name)
            let isOpen = text.allSatisfy(\.isWhitespace)
            if isOpen, TypeCatalogue.shared.metadataKeys[key] != nil { continue }
            values[key] = collect(.metadata(key), &problems) { try phrase.value(text, for: key) }
        }
        for entry in EntryRules.requiredMetadata(type)
        where values[entry.key] == nil && !problems.contains(where: { $0.field == .metadata(entry.key) }) {
            let expectation = MetadataPhrase.expectation(entry)
            problems.append(
                Problem(.metadata(entry.key), EntryStrings.needs(type.entry.name, entry.label, entry.key, expectation))
            )
        }
        values[HKMetadataKeyWasUserEntered] = NSNumber(value: true)
        return values
    }
}

/// A problem of another field than the one that is being read.
struct FieldProblem: Error {
    let field: SampleDraft.Field
    let text: String
}
