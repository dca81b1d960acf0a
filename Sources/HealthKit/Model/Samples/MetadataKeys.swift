/// The metadata keys in which the store records its own information about an object.
///
/// Apps can't write these keys: ``Metadata/stored(_:)`` stores foreign entries under another key. The keys determine
/// what an import recognizes, so they must never change.
package enum OwnMetadataKey: String, CaseIterable, Sendable {
    /// The beats of a heart rate variability sample: `bpm@time`, divided by semicolons.
    case beats = "_HKPrivateInstantaneousBeatsPerMinute"
    /// The value of a record, if it isn't a number known to this version.
    case value = "_HKPrivateValue"
    /// The minimum of the samples that a record averages.
    case minimum = "_HKPrivateMinimum"
    /// The maximum of the samples that a record averages.
    case maximum = "_HKPrivateMaximum"
    /// The number of samples that a record averages.
    case recordCount = "_HKPrivateRecordCount"
    /// The words of an electrocardiogram's classification, in the language of the phone.
    case classification = "_HKPrivateClassification"
    /// The words of the symptoms with an electrocardiogram, in the language of the phone.
    case symptoms = "_HKPrivateSymptoms"
    /// The name of an electrocardiogram's lead, in the language of the phone.
    case lead = "_HKPrivateLead"
    /// An invalid FHIR version.
    case fhirVersion = "_HKPrivateFHIRVersion"
    /// The number of samples that a record sums.
    case sumRecordCount = "\u{1}SumRecordCount"
    /// The minimum of the samples that a record sums.
    case sumMinimum = "\u{1}SumMinimum"
    /// The maximum of the samples that a record sums.
    case sumMaximum = "\u{1}SumMaximum"
    /// The UUID by which an app knows its object, if a hidden object has it.
    case uuid = "\u{1}UUID"

    /// Whether the key's value distinguishes objects; values that earlier versions omitted can't.
    package var isPartOfIdentity: Bool { rawValue.utf8.first != Metadata.ownPrefix.utf8.first }
}

extension Metadata {
    /// Keys with this prefix are Apple's own: the person sees them and exports have them, apps don't (R2.28).
    package static let hiddenPrefix = "_HKPrivate"

    /// The prefix of the store's own keys, except those of the first versions: a character that XML can't contain, and
    /// that ``stored(_:)`` removes from other keys.
    fileprivate static let ownPrefix = "\u{1}"

    /// The prefix for foreign keys that look like one of the store's.
    private static let foreignPrefix = ownPrefix + "="

    private static let ownKeys = Set(OwnMetadataKey.allCases.map(\.rawValue))

    /// The key under which the store keeps the value that an app, a file or a person provides for a key.
    package static func stored(_ key: String) -> String {
        mayBeOwn(key) && (hasOwnPrefix(key) || ownKeys.contains(key)) ? foreignPrefix + key : key
    }

    /// Whether a key's value is hidden from apps.
    package static func isHidden(_ key: String) -> Bool { key.utf8.starts(with: hiddenPrefix.utf8) }

    /// A fast test of whether a key needs closer examination: imports have millions.
    private static func mayBeOwn(_ key: String) -> Bool {
        let first = key.utf8.first
        return first == ownPrefix.utf8.first || first == hiddenPrefix.utf8.first
    }

    private static func hasOwnPrefix(_ key: String) -> Bool { key.utf8.first == ownPrefix.utf8.first }

    private static func isForeign(_ key: String) -> Bool { key.utf8.starts(with: foreignPrefix.utf8) }

    /// Whether a key among the entries is the store's own, of this version or of a later one.
    private static func isOwn(_ key: String) -> Bool {
        mayBeOwn(key) && (hasOwnPrefix(key) ? !isForeign(key) : ownKeys.contains(key))
    }

    private static func name(_ key: String) -> String {
        isForeign(key) ? String(key.utf8.dropFirst(foreignPrefix.utf8.count)) ?? key : key
    }

    /// A value that the store recorded about the object.
    package subscript(own key: OwnMetadataKey) -> MetadataValue? { self[key.rawValue] }

    /// The original value of a key; `nil` for values that only the store knows.
    package subscript(named key: String) -> MetadataValue? { self[Self.stored(key)] }

    /// The entries that the object was created with, under their original keys, without the store's entries.
    package var named: [Entry] {
        guard entries.contains(where: { Self.isOwn($0.key) || Self.isForeign($0.key) }) else { return entries }
        return entries.filter { !Self.isOwn($0.key) }.map { Entry(key: Self.name($0.key), value: $0.value) }
            .sorted { $0.key < $1.key }
    }

    /// The metadata visible to apps: without entries that only the person sees; `nil` if nothing remains.
    package var ofApps: Metadata? {
        func isKept(_ entry: Entry) -> Bool { Self.isOwn(entry.key) || !Self.isHidden(Self.name(entry.key)) }
        guard !entries.allSatisfy(isKept) else { return self }
        let kept = entries.filter(isKept)
        return kept.isEmpty ? nil : Metadata(kept)
    }

    /// The entries by which imports recognize stored objects.
    package var identifying: [Entry] {
        let others = OwnMetadataKey.allCases.filter { !$0.isPartOfIdentity }.map(\.rawValue)
        guard entries.contains(where: { Self.hasOwnPrefix($0.key) }) else { return entries }
        return entries.filter { !others.contains($0.key) }
    }

    /// An entry of the store's own.
    package static func entry(own key: OwnMetadataKey, _ value: MetadataValue) -> Entry {
        Entry(key: key.rawValue, value: value)
    }
}
