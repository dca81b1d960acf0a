import Foundation

extension SampleFilter {
    /// The only identities that the filter admits, or `nil` when it does not say.
    package var uuids: Set<UUID>? {
        admitted { comparison in
            guard comparison.field == .uuid else { return nil }
            return comparison.admittedValues { if case .uuid(let uuid) = $0 { uuid } else { nil } }
        }
    }

    /// The bundle identifiers of the only sources that the filter admits, or `nil` when it does not say.
    package var bundleIdentifiers: Set<String>? {
        admitted { comparison in
            guard comparison.field == .source || comparison.field == .sourceRevision else { return nil }
            return comparison.admittedValues {
                switch $0 {
                case .source(let source): source.bundleIdentifier
                case .revision(let revision): revision.source.bundleIdentifier
                default: nil
                }
            }
        }
    }

    private func admitted<Element>(_ values: (FilterComparison) -> Set<Element>?) -> Set<Element>? {
        switch simplified() {
        case .nothing: []
        case .everything, .not, .activity: nil
        case .compare(let comparison): values(comparison)
        case .all(let parts):
            parts.compactMap { $0.admitted(values) }.reduce(nil) { all, part in all?.intersection(part) ?? part }
        case .any(let parts):
            parts.reduce(Set()) { all, part in
                guard let all, let part = part.admitted(values) else { return nil }
                return all.union(part)
            }
        }
    }
}

extension FilterComparison {
    /// The values that the field must have one of; `nil` when the comparison admits others.
    fileprivate func admittedValues<Element>(_ element: (FilterValue) -> Element?) -> Set<Element>? {
        switch (relation, value) {
        case (.equal, let value): element(value).map { [$0] }
        case (.isIn, .set(let members)): Set(members.compactMap(element))
        default: nil
        }
    }
}
