import Foundation

/// The predicates that HealthKit makes: an `NSPredicate` around a value that the store can read.
package final class FilterPredicate: NSPredicate, NSSecureCoding, HKArchivedObject {
    /// The test of a predicate.
    package enum Content: Hashable, Sendable {
        case filter(SampleFilter)
        /// A well-formed predicate that HealthKit does not answer: its format and the reason.
        case unsupported(format: String, reason: String)
        /// A predicate over keys of objects other than samples, which queries reject: its format and the reason. The
        /// filter has the keys in place of metadata keys.
        case keyed(SampleFilter, format: String, reason: String)
    }

    /// The predicate's test, in its original structure.
    package let content: Content

    package init(_ content: Content) {
        self.content = content
        super.init(value: true)
    }

    /// A predicate that a filter answers.
    package convenience init(_ filter: SampleFilter) { self.init(.filter(filter)) }

    /// Whether an object matches.
    ///
    /// Only the object itself is evaluated: a sample isn't in a correlation or workout until it comes from the store.
    ///
    /// - Parameter object: A sample, for an activity predicate a workout activity, or a medication; a source, a revision, a
    ///   device or a dictionary by its keys. Anything else has no keys, which stops the program as on Apple's platforms.
    /// - Returns: Whether it matches.
    package override func evaluate(with object: Any?) -> Bool {
        switch (content, object) {
        case (.unsupported(_, let reason), _): raiseException(ExceptionName.invalidArgument, reason)
        case (_, nil): false
        case (.filter(let filter), let sample as HKSample): filter.matches(SampleSubject(sample))
        case (.filter(let filter), let activity as HKWorkoutActivity): filter.matches(activity: activity)
        case (.filter(let filter), let medication as HKUserAnnotatedMedication): filter.matches(medication.content)
        case (.keyed(_, _, let reason), is HKSample), (.keyed(_, _, let reason), is HKWorkoutActivity):
            raiseException(ExceptionName.undefinedKey, reason)
        case (.filter(let filter), let object?): Self.evaluate(filter.byKey, object)
        case (.keyed(let filter, _, _), let object?): Self.evaluate(filter, object)
        }
    }

    private static func evaluate(_ filter: SampleFilter, _ object: Any) -> Bool {
        do {
            return filter.matches(try KeyedSubject(object, asked: filter))
        } catch {
            raiseException(ExceptionName.undefinedKey, (error as? HKError)?.text ?? "\(error)")
        }
    }

    /// Whether an object matches; HealthKit's predicates have no variables.
    ///
    /// - Parameters:
    ///   - object: A sample or a workout activity.
    ///   - bindings: Not used.
    /// - Returns: Whether it matches.
    package override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        evaluate(with: object)
    }

    /// The predicate in the syntax of predicate formats.
    package override var predicateFormat: String { format }

    /// The predicate in the syntax of predicate formats.
    package override var description: String { format }

    private var format: String {
        switch content {
        case .filter(let filter): filter.format
        case .unsupported(let format, _), .keyed(_, let format, _): format
        }
    }

    /// The same predicate: predicates are immutable.
    ///
    /// - Parameter zone: Not used.
    /// - Returns: The receiver.
    package override func copy(with zone: NSZone? = nil) -> Any { self }

    /// Predicates are equal if they have the same conditions in the same form.
    ///
    /// - Parameter object: The object to compare with.
    /// - Returns: Whether both have the same conditions.
    package override func isEqual(_ object: Any?) -> Bool { (object as? FilterPredicate)?.content == content }

    /// A hash of the predicate's conditions.
    package override var hash: Int { content.hashValue }

    /// Whether secure coding is supported; always true.
    package static var supportsSecureCoding: Bool { true }

    /// Creates a predicate from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no predicate.
    package required init?(coder: NSCoder) {
        guard coder.containsValue(forKey: "content"),
            let data = coder.decoded(NSData.self, forKey: "content") as Data?,
            let content = Content(bytes: [UInt8](data))
        else { return nil }
        self.content = content
        super.init(value: true)
    }

    /// Writes the predicate to an archive.
    ///
    /// - Parameter coder: The archive to write.
    package func encode(with coder: NSCoder) {
        coder.encode(Data(content.bytes) as NSData, forKey: "content")
    }
}
