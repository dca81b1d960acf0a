/// What the store notes about an object among its metadata.
///
/// Nobody else can write these keys: ``Metadata/stored(_:)`` keeps what others bring under another one. The keys decide what
/// an import recognises, so they may never change.
package enum OwnMetadataKey: String, CaseIterable, Sendable {
    /// The beats of a heart rate variability sample: `bpm@time`, divided by semicolons.
    case beats = "_HKPrivateInstantaneousBeatsPerMinute"
    /// The value of a record that is no number this version knows.
    case value = "_HKPrivateValue"
    /// The least of the samples whose average a record is.
    case minimum = "_HKPrivateMinimum"
    /// The greatest of the samples whose average a record is.
    case maximum = "_HKPrivateMaximum"
    /// The number of the samples whose average a record is.
    case recordCount = "_HKPrivateRecordCount"
    /// The words of an electrocardiogram's classification, in the language of the phone.
    case classification = "_HKPrivateClassification"
    /// The words of the symptoms with an electrocardiogram, in the language of the phone.
    case symptoms = "_HKPrivateSymptoms"
    /// The name of an electrocardiogram's lead, in the language of the phone.
    case lead = "_HKPrivateLead"
    /// The version of FHIR that is no version.
    case fhirVersion = "_HKPrivateFHIRVersion"
    /// The number of the samples whose sum a record is.
    case sumRecordCount = "\u{1}SumRecordCount"
    /// The least of the samples whose sum a record is.
    case sumMinimum = "\u{1}SumMinimum"
    /// The greatest of the samples whose sum a record is.
    case sumMaximum = "\u{1}SumMaximum"

    /// Whether what stands under the key tells objects apart; what earlier versions left out can't.
    package var isPartOfIdentity: Bool { rawValue.utf8.first != Metadata.ownPrefix.utf8.first }
}

extension Metadata {
    /// Keys with this prefix are Apple's own: the person sees them and exports have them, apps don't (R2.28).
    package static let hiddenPrefix = "_HKPrivate"

    /// Keys with this prefix are the store's, besides those that the first versions gave it: a character that XML can't have,
    /// and that ``stored(_:)`` takes from others.
    fileprivate static let ownPrefix = "\u{1}"

    /// What stands before a key of somebody else's that looks like one of the store's.
    private static let foreignPrefix = ownPrefix + "="

    private static let ownKeys = Set(OwnMetadataKey.allCases.map(\.rawValue))

    /// The key under which the store keeps what an app, a file or a person gives under a key.
    package static func stored(_ key: String) -> String {
        mayBeOwn(key) && (hasOwnPrefix(key) || ownKeys.contains(key)) ? foreignPrefix + key : key
    }

    /// Whether apps don't see what stands under a key.
    package static func isHidden(_ key: String) -> Bool { key.utf8.starts(with: hiddenPrefix.utf8) }

    /// Whether a key is worth a closer look, quickly: imports have millions.
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

    /// What the store notes about the object.
    package subscript(own key: OwnMetadataKey) -> MetadataValue? { self[key.rawValue] }

    /// The value of a key as the object came with it; `nil` for what only the store knows.
    package subscript(named key: String) -> MetadataValue? { self[Self.stored(key)] }

    /// The entries that the object came with, under the keys that it had them under, without those of the store.
    package var named: [Entry] {
        guard entries.contains(where: { Self.isOwn($0.key) || Self.isForeign($0.key) }) else { return entries }
        return entries.filter { !Self.isOwn($0.key) }.map { Entry(key: Self.name($0.key), value: $0.value) }
            .sorted { $0.key < $1.key }
    }

    /// The metadata as apps may have them: without what only the person sees; `nil` where nothing is left.
    package var ofApps: Metadata? {
        func isKept(_ entry: Entry) -> Bool { Self.isOwn(entry.key) || !Self.isHidden(Self.name(entry.key)) }
        guard !entries.allSatisfy(isKept) else { return self }
        let kept = entries.filter(isKept)
        return kept.isEmpty ? nil : Metadata(kept)
    }

    /// The entries by which imports recognise what the store has.
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
