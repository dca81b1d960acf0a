import HealthKitStore

/// Samples of one type, unit and source, column by column: a first sync has so many that an object for each would take most of
/// its time.
package struct SampleRows: Hashable, Sendable {
    /// The properties of a row, stored as a byte in a file.
    struct Flags: OptionSet, Hashable {
        let rawValue: UInt8

        static let imported = Flags(rawValue: 1)
        /// It is the first version of its sample.
        static let first = Flags(rawValue: 2)
        static let identified = Flags(rawValue: 4)
        /// The identity is computed from what the sample says.
        static let computed = Flags(rawValue: 8)
        static let all: Flags = [.imported, .first, .identified, .computed]

        /// Whether the row was imported and never changed, and so has the stamp of imports.
        var isPlainImport: Bool { isSuperset(of: [.imported, .computed]) }
    }

    /// The texts that rows have, each combination once.
    private(set) var texts: [SharedTexts] = []
    private var known: [SharedTexts: Int] = [:]
    /// The weight of a row without its texts.
    static let rowWeight = 112
    /// By row, the place of its texts.
    private(set) var places: [Int] = []
    private(set) var flags: [Flags] = []
    private(set) var ids: [SyncID] = []
    /// By row, which of equal ones was imported; 0 for what was saved.
    private(set) var ordinals: [UInt32] = []
    private(set) var starts: [Double] = []
    private(set) var ends: [Double] = []
    private(set) var creations: [Double] = []
    private(set) var values: [Double] = []
    private(set) var stamps: [Stamp] = []
    /// The identities of the first versions of rows that aren't it.
    private(set) var roots: [Int: SyncID] = [:]
    private(set) var identifiers: [Int: SyncedIdentifier] = [:]

    /// About as many bytes as the rows have in a file before it is compressed, never less.
    private(set) var weight = 160

    init() {}

    /// The rows of versions that all have values.
    init(_ versions: some Sequence<SyncedVersion>) {
        var identities = ComputedIdentities()
        for version in versions {
            let content = version.content
            guard case .value(let value) = content.body else { continue }
            var (flags, ordinal): (Flags, UInt32) = (version.isFirst ? .first : [], 0)
            if case .imported(let number) = version.origin {
                (flags, ordinal) = (flags.union(.imported), number)
                if version.isFirst, version.stamp == .imported {
                    let identity = identities.identity(SharedTexts(content.texts))
                    let id = identity.uuid(
                        start: content.start,
                        end: content.end,
                        value: value,
                        creation: content.creation,
                        ordinal: number
                    )
                    if SyncID(id) == version.id { flags.insert(.computed) }
                }
            }
            if version.identifier != nil { flags.insert(.identified) }
            add(
                version.id,
                flags,
                place: place(of: SharedTexts(content.texts)),
                start: content.start,
                end: content.end,
                creation: content.creation,
                value: value,
                ordinal: ordinal,
                stamp: version.stamp
            )
            if !version.isFirst { name(root: version.root) }
            if let identifier = version.identifier { identify(count - 1, as: identifier) }
        }
    }

    var count: Int { ids.count }

    /// Whether all rows are unedited samples that no app knows by an identifier.
    var isPlain: Bool { roots.isEmpty && identifiers.isEmpty }

    /// The place of texts, which are added where they are new.
    mutating func place(of shared: SharedTexts) -> Int {
        if let last = places.last, texts[last] == shared { return last }
        if let known = known[shared] { return known }
        known[shared] = texts.count
        texts.append(shared)
        weight += shared.byteCount
        return texts.count - 1
    }

    /// Makes these the rows, with the stamp of imports; the texts are there already, and nothing else.
    ///
    /// - Parameters:
    ///   - ids: The versions' identities.
    ///   - flags: What they are.
    ///   - places: The places of their texts.
    ///   - starts: Seconds since 2001-01-01T00:00:00Z.
    ///   - ends: Seconds since 2001-01-01T00:00:00Z.
    ///   - creations: Seconds since 2001-01-01T00:00:00Z.
    ///   - values: The values, in their own unit.
    ///   - ordinals: Which of equal ones was imported.
    ///   - roots: The identities of the first versions of rows that aren't it.
    mutating func fill(
        _ ids: [SyncID],
        _ flags: [Flags],
        places: [Int],
        starts: [Double],
        ends: [Double],
        creations: [Double],
        values: [Double],
        ordinals: [UInt32],
        roots: [Int: SyncID]
    ) {
        weight += Self.rowWeight * ids.count
        (self.ids, self.flags, self.places) = (ids, flags, places)
        (self.starts, self.ends, self.creations) = (starts, ends, creations)
        (self.values, self.ordinals, self.roots) = (values, ordinals, roots)
        stamps = [Stamp](repeating: .imported, count: ids.count)
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - id: The version's identity.
    ///   - flags: What it is.
    ///   - place: The place of its texts.
    ///   - start: Seconds since 2001-01-01T00:00:00Z.
    ///   - end: Seconds since 2001-01-01T00:00:00Z.
    ///   - creation: Seconds since 2001-01-01T00:00:00Z.
    ///   - value: The value, in its own unit.
    ///   - ordinal: Which of equal ones was imported.
    ///   - stamp: The version's stamp.
    mutating func add(
        _ id: SyncID,
        _ flags: Flags,
        place: Int,
        start: Double,
        end: Double,
        creation: Double,
        value: Double,
        ordinal: UInt32,
        stamp: Stamp
    ) {
        weight += Self.rowWeight
        ids.append(id)
        self.flags.append(flags)
        places.append(place)
        starts.append(start)
        ends.append(end)
        creations.append(creation)
        values.append(value)
        ordinals.append(ordinal)
        stamps.append(stamp)
    }

    /// Names the first version of the last row, which isn't it.
    mutating func name(root: SyncID) { roots[count - 1] = root }

    /// Gives a row another stamp.
    mutating func stamp(_ row: Int, _ stamp: Stamp) { stamps[row] = stamp }

    /// Says what an app knows a row by.
    mutating func identify(_ row: Int, as identifier: SyncedIdentifier) {
        weight += identifier.weight
        identifiers[row] = identifier
    }

    /// The row as a version.
    func version(_ row: Int) -> SyncedVersion {
        let content = SampleContent(
            sharing: texts[places[row]].texts,
            start: starts[row],
            end: ends[row],
            creation: creations[row],
            body: .value(values[row])
        )
        return SyncedVersion(
            name: VersionName(root: roots[row] ?? ids[row], stamp: stamps[row], id: ids[row]),
            origin: flags[row].contains(.imported) ? .imported(ordinals[row]) : .saved,
            identifier: identifiers[row],
            content: content
        )
    }

    /// The rows as versions.
    package var versions: [SyncedVersion] { (0..<count).map(version) }

    package static func == (left: SampleRows, right: SampleRows) -> Bool { left.versions == right.versions }

    package func hash(into hasher: inout Hasher) { hasher.combine(ids) }
}

/// Computes samples' identities from their content, looking up the parts once for samples with the same texts.
struct ComputedIdentities {
    private var known: [SharedTexts: ComputedIdentity] = [:]
    private var last: (key: SharedTexts, identity: ComputedIdentity)?

    mutating func identity(_ texts: SharedTexts) -> ComputedIdentity {
        if let last, last.key == texts { return last.identity }
        let identity = known[texts] ?? ComputedIdentity(texts: texts.texts)
        known[texts] = identity
        last = (texts, identity)
        return identity
    }
}
