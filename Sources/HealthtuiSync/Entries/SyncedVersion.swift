import HealthKitStore

/// The content of a sample or record: the texts of the store's dictionaries, times, and a value or a payload.
package struct SampleContent: Hashable, Sendable {
    /// A value of a quantity or category, or a payload.
    package enum Body: Hashable, Sendable {
        case value(Double)
        case record([UInt8])
        /// A payload kept in pieces, named by its hash.
        case pieces(Digest, size: Int)
    }

    /// The content's storage, shared by all copies.
    private final class Storage: Sendable {
        let texts: [[UInt8]]
        let start: Double
        let end: Double
        let creation: Double
        let body: Body

        init(_ texts: [[UInt8]], _ start: Double, _ end: Double, _ creation: Double, _ body: Body) {
            self.texts = texts
            self.start = start
            self.end = end
            self.creation = creation
            self.body = body
        }
    }

    private var storage: Storage

    /// The dictionary's entries, in their order: type, unit, source, revision, device, metadata.
    package var texts: [[UInt8]] {
        get { storage.texts }
        set { storage = Storage(newValue, start, end, creation, body) }
    }

    /// Seconds since 2001-01-01T00:00:00Z.
    package var start: Double {
        get { storage.start }
        set { storage = Storage(texts, newValue, end, creation, body) }
    }

    /// Seconds since 2001-01-01T00:00:00Z.
    package var end: Double {
        get { storage.end }
        set { storage = Storage(texts, start, newValue, creation, body) }
    }

    /// When the source made it: seconds since 2001-01-01T00:00:00Z.
    package var creation: Double {
        get { storage.creation }
        set { storage = Storage(texts, start, end, newValue, body) }
    }

    package var body: Body {
        get { storage.body }
        set { storage = Storage(texts, start, end, creation, newValue) }
    }

    /// Creates a content whose texts are shared with others: as many as there are kinds.
    init(sharing texts: [[UInt8]], start: Double, end: Double, creation: Double, body: Body) {
        storage = Storage(texts, start, end, creation, body)
    }

    /// The number of texts.
    package static let textCount = DictionaryKind.allCases.count

    /// Creates a content; texts that are missing are empty.
    package init(texts: [[UInt8]], start: Double, end: Double, creation: Double, body: Body) {
        let missing = max(Self.textCount - texts.count, 0)
        let all = Array(texts.prefix(Self.textCount)) + Array(repeating: [], count: missing)
        storage = Storage(all, start, end, creation, body)
    }

    package static func == (left: SampleContent, right: SampleContent) -> Bool {
        left.storage === right.storage
            || left.start == right.start && left.end == right.end && left.creation == right.creation
                && left.body == right.body && left.texts == right.texts
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(texts)
        hasher.combine(start)
        hasher.combine(end)
        hasher.combine(creation)
        hasher.combine(body)
    }
}

/// An app's identifier for a sample, with its version.
package struct SyncedIdentifier: Hashable, Comparable, Sendable {
    /// The identifier, and whose it is.
    package struct Key: Hashable, Comparable, Sendable {
        package var source: [UInt8]
        package var type: [UInt8]
        package var identifier: [UInt8]

        /// Creates a key.
        package init(source: [UInt8], type: [UInt8], identifier: [UInt8]) {
            self.source = source
            self.type = type
            self.identifier = identifier
        }

        package static func < (left: Key, right: Key) -> Bool {
            if left.source != right.source { return left.source.lexicographicallyPrecedes(right.source) }
            if left.type != right.type { return left.type.lexicographicallyPrecedes(right.type) }
            return left.identifier.lexicographicallyPrecedes(right.identifier)
        }
    }

    package var key: Key
    /// The app's version; never NaN.
    package var version: Double
    /// The number of times the identifier had been deleted, as far as the device that saved it knew.
    package var incarnation: UInt64

    /// Creates one.
    package init(key: Key, version: Double, incarnation: UInt64) {
        self.key = key
        self.version = version
        self.incarnation = incarnation
    }

    package static func < (left: SyncedIdentifier, right: SyncedIdentifier) -> Bool {
        (left.key, left.version, left.incarnation) < (right.key, right.version, right.incarnation)
    }
}

/// Names one version of a sample.
package struct VersionName: Hashable, Comparable, Sendable {
    /// The identity of the first version, which all of them share.
    package var root: SyncID
    package var stamp: Stamp
    /// The version's own identity, its UUID.
    package var id: SyncID

    /// Creates a name.
    package init(root: SyncID, stamp: Stamp, id: SyncID) {
        self.root = root
        self.stamp = stamp
        self.id = id
    }

    package static func < (left: VersionName, right: VersionName) -> Bool {
        (left.root, left.stamp, left.id) < (right.root, right.stamp, right.id)
    }
}

/// One version of a sample: saved or imported, or made by an edit or its undo.
package struct SyncedVersion: Hashable, Sendable {
    /// The origin of the first version.
    package enum Origin: Hashable, Sendable {
        /// A person or an app saved it; its UUID is random.
        case saved
        /// It was imported, as the n-th of equal ones; its UUID is computed from its content.
        case imported(UInt32)
    }

    /// The version's storage, shared by all its copies: a group's samples appear in several tables.
    private final class Storage: Sendable {
        let name: VersionName
        let origin: Origin
        let identifier: SyncedIdentifier?
        let content: SampleContent

        init(_ name: VersionName, _ origin: Origin, _ identifier: SyncedIdentifier?, _ content: SampleContent) {
            self.name = name
            self.origin = origin
            self.identifier = identifier
            self.content = content
        }
    }

    private var storage: Storage

    package var name: VersionName {
        get { storage.name }
        set { storage = Storage(newValue, storage.origin, storage.identifier, storage.content) }
    }

    package var origin: Origin {
        get { storage.origin }
        set { storage = Storage(storage.name, newValue, storage.identifier, storage.content) }
    }

    /// Its app's identifier for it, if there is one.
    package var identifier: SyncedIdentifier? {
        get { storage.identifier }
        set { storage = Storage(storage.name, storage.origin, newValue, storage.content) }
    }

    package var content: SampleContent {
        get { storage.content }
        set { storage = Storage(storage.name, storage.origin, storage.identifier, newValue) }
    }

    /// Creates a version.
    package init(name: VersionName, origin: Origin, identifier: SyncedIdentifier? = nil, content: SampleContent) {
        storage = Storage(name, origin, identifier, content)
    }

    package static func == (left: SyncedVersion, right: SyncedVersion) -> Bool {
        left.storage === right.storage
            || left.name == right.name && left.origin == right.origin && left.identifier == right.identifier
                && left.content == right.content
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(origin)
        hasher.combine(identifier)
        hasher.combine(content)
    }

    package var id: SyncID { name.id }
    package var root: SyncID { name.root }
    package var stamp: Stamp { name.stamp }

    /// Whether nothing was edited yet.
    package var isFirst: Bool { name.id == name.root }

    /// Whether it was imported.
    package var isImported: Bool { origin != .saved }
}

extension SampleContent {
    /// Whether it is a record with a payload, not a value.
    var isRecord: Bool { if case .value = body { false } else { true } }
}
