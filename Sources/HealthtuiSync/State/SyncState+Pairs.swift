/// Recognizes samples with the same content, as imports do.
package protocol SampleForms: Sendable {
    /// A digest that two samples share if they say the same.
    func form(of content: SampleContent) -> Digest

    /// A quick hash, equal for samples of one form: only those that share it are compared.
    func hash(of content: SampleContent) -> Int
}

extension SampleForms {
    package func hash(of content: SampleContent) -> Int { form(of: content).hashValue }
}

extension SyncState {
    /// The pairs of shown samples that say the same, of which one was imported: the k-th imported with the k-th saved.
    ///
    /// The content of a saved sample before it was edited counts: an import that brings its first version doesn't bring another
    /// sample. If two imported samples have one form and one position among equals, the one with the greater identity is hidden,
    /// unless one device reported both: its store had two. Two saved samples are two. An edit of an imported sample, or an
    /// identifier for one, refers to that sample.
    ///
    /// - Parameters:
    ///   - forms: Recognizes samples with the same content.
    ///   - senders: In whose logs imported samples stand, as far as that is known.
    /// - Returns: The pairs that nobody named yet.
    package func newPairs(_ forms: some SampleForms, _ senders: [SyncID: Set<SyncID>] = [:]) -> [Duplicate] {
        let merged = MergedView(self)
        let plain = merged.samples.values.compactMap { version -> SyncedVersion? in
            if version.isFirst { return version.identifier == nil ? version : nil }
            guard !version.isImported, version.identifier == nil else { return nil }
            return versions[version.root]?.values
                .filter { $0.isFirst && !$0.isImported && $0.identifier == nil }
                .max { $0.stamp < $1.stamp }
        }
        guard plain.contains(where: \.isImported) else { return [] }
        var sharing: [Int: (count: Int, hasImported: Bool)] = [:]
        let hashes = plain.map { forms.hash(of: $0.content) }
        for (version, hash) in zip(plain, hashes) {
            let known = sharing[hash] ?? (0, false)
            sharing[hash] = (known.count + 1, known.hasImported || version.isImported)
        }
        let candidates = zip(plain, hashes)
            .compactMap { version, hash in
                sharing[hash].map { $0.count > 1 && $0.hasImported } ?? false ? version : nil
            }
        let taken = Set(merged.hidden.values)
        var found: [Duplicate] = []
        for equal in Dictionary(grouping: candidates, by: { forms.form(of: $0.content) }).values where equal.count > 1 {
            var imported: [SyncedVersion] = []
            for (_, places) in Dictionary(grouping: equal.filter(\.isImported), by: \.origin) {
                var kept = KeptSamples()
                for version in places.sorted(by: { $0.id < $1.id }) {
                    if let other = kept.take(version, of: senders[version.root] ?? []) {
                        found.append(Duplicate(hidden: version.root, shown: other.root))
                    }
                }
                imported += kept.versions
            }
            let saved = equal.filter { !$0.isImported && !taken.contains($0.root) }.sorted { $0.id < $1.id }
            for (imported, saved) in zip(imported.sorted { $0.id < $1.id }, saved) {
                found.append(Duplicate(hidden: imported.root, shown: saved.root))
            }
        }
        return found.sorted { ($0.hidden, $0.shown) < ($1.hidden, $1.shown) }
    }
}

/// Equal imported samples that stay, by those who told of them: an export may have thousands.
private struct KeptSamples {
    private(set) var versions: [SyncedVersion] = []
    /// The places of the samples that the same devices told of, in ascending order.
    private var places: [Set<SyncID>: [Int]] = [:]

    /// Keeps a sample, unless it says the same as one that none of its devices told of.
    ///
    /// - Parameters:
    ///   - version: The sample.
    ///   - senders: Those who told of it.
    /// - Returns: The first such sample, of which these have told from then on; `nil` where this one stays.
    mutating func take(_ version: SyncedVersion, of senders: Set<SyncID>) -> SyncedVersion? {
        let others = places.filter { $0.key.isDisjoint(with: senders) && !$0.value.isEmpty }
        guard let first = others.min(by: { $0.value[0] < $1.value[0] }) else {
            places[senders, default: []].append(versions.count)
            versions.append(version)
            return nil
        }
        let place = first.value[0]
        places[first.key]?.removeFirst()
        var together = places[first.key.union(senders)] ?? []
        let next = together.firstIndex { $0 > place } ?? together.count
        together.insert(place, at: next)
        places[first.key.union(senders)] = together
        return versions[place]
    }
}
