import Foundation

/// A person's feeling: how pleasant it is, in which words, and what it is associated with.
///
/// Apps may save states of mind. A state of mind belongs to an instant.
open class HKStateOfMind: HKSample, NSCopying, @unchecked Sendable {
    let content: StateOfMindContent

    package init(_ parts: SampleParts, content: StateOfMindContent) {
        self.content = content
        super.init(parts.attributes, type: parts.type, start: parts.start, end: parts.end)
    }

    /// Whether it is about a moment or about a day.
    public var kind: HKStateOfMind.Kind { content.knownKind ?? .momentaryEmotion }

    /// The pleasantness, from -1 (very unpleasant) to +1 (very pleasant).
    public var valence: Double { content.valence }

    /// The classification of the valence.
    public var valenceClassification: HKStateOfMind.ValenceClassification {
        HKStateOfMind.ValenceClassification(valence: valence) ?? .neutral
    }

    /// The words that describe it; empty for none.
    public var labels: [HKStateOfMind.Label] { content.labels.compactMap { Label(rawValue: $0) } }

    /// The associations of the feeling; empty for none.
    public var associations: [HKStateOfMind.Association] {
        content.associations.compactMap { Association(rawValue: $0) }
    }

    /// Creates a state of mind from an archive.
    ///
    /// - Parameter coder: The archive to read.
    public required init?(coder: NSCoder) {
        guard let content = coder.decodedContent(StateOfMindContent.self, of: HKStateOfMindType.self) else {
            return nil
        }
        self.content = content
        super.init(coder: coder)
    }

    override var archivedContent: (any RecordContent)? { content }

    /// The state of mind itself: samples never change.
    ///
    /// - Parameter zone: Ignored.
    /// - Returns: This state of mind.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    override var contentDescription: String { "\(kind) \(valence) (\(valenceClassification))" }
}

extension HKStateOfMind {
    /// Makes a state of mind.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use
    /// `init(validating:kind:valence:labels:associations:metadata:)` for user input.
    ///
    /// - Parameters:
    ///   - date: The time of the feeling.
    ///   - kind: Whether it is about a moment or about a day.
    ///   - valence: The pleasantness, from -1 to +1.
    ///   - labels: The words that describe it.
    ///   - associations: The associations of the feeling.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(
        date: Date,
        kind: HKStateOfMind.Kind,
        valence: Double,
        labels: [HKStateOfMind.Label],
        associations: [HKStateOfMind.Association],
        metadata: [String: Any]? = [:]
    ) {
        let draft = raisingExceptions {
            try Self.draft(date, StateOfMindContent(kind, valence, labels, associations), metadata)
        }
        self.init(draft.parts, content: draft.content)
    }

    /// Makes a state of mind, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - date: The time of the feeling.
    ///   - kind: Whether it is about a moment or about a day.
    ///   - valence: The pleasantness, from -1 to +1.
    ///   - labels: The words that describe it.
    ///   - associations: The associations of the feeling.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` for a valence out of range (R2.25) and for invalid metadata (R2.12).
    public convenience init(
        validating date: Date,
        kind: HKStateOfMind.Kind,
        valence: Double,
        labels: [HKStateOfMind.Label],
        associations: [HKStateOfMind.Association],
        metadata: [String: Any]? = [:]
    ) throws {
        let draft = try Self.draft(date, StateOfMindContent(kind, valence, labels, associations), metadata)
        self.init(draft.parts, content: draft.content)
    }

    private static func draft(_ date: Date, _ content: StateOfMindContent, _ metadata: [String: Any]?) throws
        -> RecordDraft<StateOfMindContent>
    {
        try RecordDraft(
            checking: content,
            type: HKObjectType.stateOfMindType(),
            start: date,
            end: date,
            metadata: metadata
        )
    }
}

extension HKStateOfMind: RecordSample {
    package var recordBytes: [UInt8] { get throws { try content.bytes } }

    package func checkContent() throws { try content.check() }

    package static func sample(_ parts: SampleParts, bytes: [UInt8]) -> HKSample? {
        guard let content = StateOfMindContent(bytes: bytes), content.knownKind != nil else { return nil }
        return HKStateOfMind(parts, content: content)
    }
}

/// The content of a state of mind.
///
/// Values are raw, so that those of later versions are kept.
package struct StateOfMindContent: RecordContent, Codable {
    package var kind: Int
    package var valence: Double
    package var labels: [Int]
    package var associations: [Int]

    package init(
        _ kind: HKStateOfMind.Kind,
        _ valence: Double,
        _ labels: [HKStateOfMind.Label],
        _ associations: [HKStateOfMind.Association]
    ) {
        self.kind = kind.rawValue
        self.valence = valence
        self.labels = labels.map(\.rawValue)
        self.associations = associations.map(\.rawValue)
    }

    var knownKind: HKStateOfMind.Kind? { HKStateOfMind.Kind(rawValue: kind) }

    package func check() throws {
        guard (-1...1).contains(valence) else {
            throw HKError.invalid("The valence of a state of mind is from -1 to 1, not \(valence)")
        }
        guard knownKind != nil else { throw HKError.invalid("\(kind) isn't a state of mind kind") }
    }
}
