/// A version of a sample that isn't shown because another machine edited the sample at the same time, and later.
package struct LosingVersion: Hashable, Sendable {
    /// The version that isn't shown.
    package var version: SyncedVersion
    /// The version shown of the same sample.
    package var shown: SyncedVersion
}

extension SyncState {
    /// The versions that lost to edits that didn't know of them, by sample and version.
    ///
    /// A version says how often its sample was edited before, and not which version it was made of: of several with one number,
    /// that of the device with the next one counts as the one that was gone on with, else the latest. Where a later edit says
    /// the same as one of them, a person saw them and chose: no edit is made that changes nothing.
    ///
    /// - Parameter merged: The merged view of the state.
    /// - Returns: The versions that differ from the merged one.
    package func losingVersions(_ merged: MergedView) -> [LosingVersion] {
        var losing: [LosingVersion] = []
        for (root, known) in versions where known.count > 2 {
            guard let best = merged.samples[root] else { continue }
            var kept = best.stamp
            let generations = Dictionary(grouping: known.values.filter { !$0.isFirst }, by: \.stamp.generation)
            for (generation, edits) in generations.sorted(by: { $0.key > $1.key }) where edits.count > 1 {
                guard generation <= best.stamp.generation else { continue }
                let goneOn =
                    edits.filter { $0.stamp.device == kept.device }.max { $0.stamp < $1.stamp }
                    ?? edits.max { $0.stamp < $1.stamp }
                if let goneOn { kept = goneOn.stamp }
                let isDecided = generation < best.stamp.generation && edits.contains { $0.content.says(best.content) }
                if isDecided { continue }
                for edit in edits where edit.name != goneOn?.name && !edit.content.says(best.content) {
                    losing.append(LosingVersion(version: edit, shown: best))
                }
            }
        }
        return losing.sorted { $0.version.name < $1.version.name }
    }
}

extension SampleContent {
    /// Whether two say the same to a person, apart from their authors and times.
    fileprivate func says(_ other: SampleContent) -> Bool {
        let compared = [0, 1, 5]
        return start == other.start && end == other.end && body == other.body
            && compared.allSatisfy { texts[$0] == other.texts[$0] }
    }
}
