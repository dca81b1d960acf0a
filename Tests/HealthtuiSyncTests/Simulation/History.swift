import HealthtuiSync

/// A set of small numbers.
struct Bits: Hashable {
    private var words: [UInt64] = []

    func contains(_ number: Int) -> Bool {
        number >> 6 < words.count && words[number >> 6] >> UInt64(number & 63) & 1 == 1
    }

    mutating func insert(_ number: Int) {
        while words.count <= number >> 6 { words.append(0) }
        words[number >> 6] |= 1 << UInt64(number & 63)
    }

    mutating func remove(_ number: Int) {
        if number >> 6 < words.count { words[number >> 6] &= ~(1 << UInt64(number & 63)) }
    }

    mutating func formUnion(_ other: Bits) {
        while words.count < other.words.count { words.append(0) }
        for (place, word) in other.words.enumerated() { words[place] |= word }
    }

    func intersects(_ other: Bits) -> Bool { zip(words, other.words).contains { $0 & $1 != 0 } }
}

/// What really happened, kept by what each device knew when it acted.
///
/// It knows nothing of the rules.
struct History {
    enum Kind {
        case save
        case imported
        case edit
        case delete
        case undelete
        case syncsave
        case put
        case link
    }

    struct Event {
        var kind: Kind
        /// The events that the device knew of.
        var past: Bits
        /// The sample that a save or an edit is of.
        var root = ""
        /// The samples that a deletion deletes.
        var roots: Set<String> = []
        /// The setting or the sync identifier.
        var key = ""
        /// The links that are made or taken away, by their ends: all that mean the one shown are taken away.
        var links: Set<String> = []
        var version = 0.0
        /// The event that is undone.
        var of = -1
        /// Whether a link was made, and not removed.
        var isPresent = true
    }

    private(set) var events: [Event] = []

    mutating func add(_ event: Event) -> Int {
        events.append(event)
        return events.count - 1
    }

    func knows(_ later: Int, _ earlier: Int) -> Bool { events[later].past.contains(earlier) }

    /// Whether somebody of whom was heard undid a deletion.
    func isUndone(_ deletion: Int, heard: Bits) -> Bool {
        events.indices.contains { events[$0].kind == .undelete && events[$0].of == deletion && heard.contains($0) }
    }
}

extension SyncID {
    /// The identity that a short name stands for.
    init(name: String) {
        let bytes = Array(name.utf8)
        self = SyncID((bytes + [UInt8](repeating: 0, count: 16)).prefix(16)) ?? .zero
    }

    /// The short name.
    var name: String { String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self) }
}

extension Digest {
    /// The hash that a short name stands for.
    init(name: String) {
        self = Digest((Array(name.utf8) + [UInt8](repeating: 0, count: 32)).prefix(32)) ?? Digest(of: [])
    }

    /// The short name.
    var name: String { String(decoding: bytes.filter { $0 != 0 }, as: UTF8.self) }
}
