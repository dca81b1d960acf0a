/// Something that is wrong with a store, found by reading all of it.
package struct StoreFinding: Sendable, Hashable {
    /// The kind of problem.
    package enum Kind: String, Sendable, CaseIterable {
        /// SQLite finds its own structures malformed.
        case file
        /// A table is missing, strange, or has rows that can't be read.
        case table
        /// The store's counters are missing or too low.
        case counters
        /// A dictionary entry is missing or says something else than it did.
        case dictionary
        /// Samples or records name a dictionary entry that isn't there.
        case reference
        /// Samples can't be read.
        case samples
        /// A batch's header can't be read, but its samples can.
        case header
        /// A batch's header says something else than its samples.
        case summary
        /// Samples or batches are not in the order of start.
        case order
        /// Samples belong to no type, because the row that names their batch is gone.
        case stray
        /// Times or values that no sample can have.
        case values
        /// A group is missing, or counts wrongly.
        case group
        /// Counts by source, version and device are wrong.
        case provenance
        /// A change number is used twice, or is greater than the newest.
        case anchors
        /// Two objects have one UUID.
        case identity
        /// The index of UUIDs and the objects disagree.
        case index
        /// A record can't be read.
        case records
        /// A link leads to nothing.
        case links
        /// A deletion makes no sense.
        case tombstones
        /// A setting can't be read.
        case settings
    }

    /// The origin of samples.
    package struct Origin: Sendable, Hashable {
        package var type: TypeID
        package var source: SourceID

        /// Creates an origin.
        package init(type: TypeID, source: SourceID) {
            self.type = type
            self.source = source
        }
    }

    /// The subject of a finding's text.
    package enum Subject: Sendable, Hashable {
        /// The text is a complete sentence.
        case store
        /// The text says something of samples, which the count, the origin and the period name.
        case samples
    }

    package var kind: Kind
    package var subject: Subject
    /// The number of samples, or other things, concerned; nil if it isn't known.
    package var count: Int?
    /// The origin of the samples; nil if it isn't known.
    package var origin: Origin?
    /// The first and last start of the samples, in seconds since 2001-01-01T00:00:00Z; nil if unknown.
    package var period: ClosedRange<Double>?
    /// A description of the problem, without a full stop.
    package var text: String

    /// Creates a finding.
    package init(
        _ kind: Kind,
        _ text: String,
        subject: Subject = .store,
        count: Int? = nil,
        origin: Origin? = nil,
        period: ClosedRange<Double>? = nil
    ) {
        self.kind = kind
        self.subject = subject
        self.count = count
        self.origin = origin
        self.period = period
        self.text = text
    }

    /// A finding about samples.
    static func samples(
        _ kind: Kind,
        _ count: Int?,
        _ origin: Origin?,
        _ period: ClosedRange<Double>?,
        _ text: String
    ) -> StoreFinding {
        StoreFinding(kind, text, subject: .samples, count: count, origin: origin, period: period)
    }

    /// Takes in a finding about the samples that follow; false when it speaks of something else.
    mutating func absorb(_ next: StoreFinding) -> Bool {
        guard subject == .samples, next.subject == .samples, kind == next.kind, origin == next.origin, text == next.text
        else { return false }
        count = count.flatMap { mine in next.count.map { mine + $0 } }
        period = StoreFinding.union(period, next.period)
        return true
    }

    private static func union(_ left: ClosedRange<Double>?, _ right: ClosedRange<Double>?) -> ClosedRange<Double>? {
        guard let left else { return right }
        guard let right else { return left }
        return min(left.lowerBound, right.lowerBound)...max(left.upperBound, right.upperBound)
    }
}

/// Findings as they come: those about neighbouring batches become one, and damage without end stays a short list.
struct FindingList {
    private(set) var findings: [StoreFinding] = []
    private var counts: [StoreFinding.Kind: Int] = [:]
    /// The number of findings added, including those that were merged into others.
    private(set) var additions = 0
    /// Whether the last finding may take in the next.
    private var isOpen = false

    /// The most findings of one kind that are listed.
    private static let limit = 100

    mutating func add(_ finding: StoreFinding) {
        additions += 1
        if isOpen, let last = findings.indices.last, findings[last].absorb(finding) { return }
        isOpen = true
        counts[finding.kind, default: 0] += 1
        if counts[finding.kind, default: 0] <= FindingList.limit { findings.append(finding) }
    }

    /// Ends the current range, so that the next isn't joined to it.
    mutating func close() { isOpen = false }

    /// The list, with a note about omitted findings.
    var complete: [StoreFinding] {
        let surplus = counts.mapValues { $0 - FindingList.limit }.filter { $0.value > 0 }
        return findings
            + surplus.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { StoreFinding($0.key, "\($0.value) more findings of the kind “\($0.key.rawValue)”", count: $0.value) }
    }
}

extension Int {
    /// The number with the singular or plural noun.
    func of(_ one: String, _ many: String) -> String { "\(self) \(self == 1 ? one : many)" }
}

extension StoreError {
    /// The problem alone, without the surrounding text; `batch` is called the block.
    func reason(batch: Int64? = nil) -> String {
        var text = message
        let (prefix, suffix) = Self.damage
        if text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
        if text.hasSuffix(suffix) { text.removeLast(suffix.count) }
        guard let batch else { return text }
        return text.replacing("batch \(batch)", with: "the block")
    }
}
