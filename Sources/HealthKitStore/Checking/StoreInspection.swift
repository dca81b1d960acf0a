/// The result of reading a whole store.
package struct StoreInspection: Sendable, Hashable {
    /// The number of types that have data.
    package var types = 0
    /// The number of samples read, including records.
    package var samples = 0
    /// The number of records read.
    package var records = 0
    /// The number of transactions that have changed the store; nil if it can't be read.
    package var commits: Int64?
    /// That number when the store was last written to here, if the file is an earlier one: a backup, or one that was put back.
    package var commitsSeen: Int64?
    /// The problems found; empty for an undamaged store.
    package var findings: [StoreFinding] = []
    /// The names of the types and sources of findings.
    package var names = EntryNames()

    /// Creates an empty inspection.
    package init() {}
}

/// The dictionary entries of types and sources, as far as they can be read.
package struct EntryNames: Sendable, Hashable {
    /// The bytes of types, by number.
    package var types: [TypeID: [UInt8]] = [:]
    /// The bytes of sources, by number.
    package var sources: [SourceID: [UInt8]] = [:]

    /// Creates names of nothing.
    package init() {}

    init(_ survey: StoreSurvey) {
        for (key, entry) in survey.entries {
            switch DictionaryKind(rawValue: DictionaryKey.kind(of: key)) {
            case .type: types[TypeID(number: DictionaryKey.number(of: key))] = entry.bytes
            case .source: sources[SourceID(number: DictionaryKey.number(of: key))] = entry.bytes
            default: break
            }
        }
    }
}

/// Options for reading a whole store.
package struct InspectionOptions: Sendable {
    /// The roles of links whose parent may be outside the store.
    ///
    /// Default: none.
    package var looseRoles: Set<Int> = []

    /// The roles of links whose child has no children of the same role.
    ///
    /// Default: none.
    package var flatRoles: Set<Int> = []

    /// Whether the texts of all dictionary entries are kept in memory, for a repair.
    var keepsTexts = false

    /// Creates the default options.
    package init() {}
}
