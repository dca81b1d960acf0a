import Foundation

extension SampleFilter {
    /// A filter that holds for the same samples and is shorter: no constants inside, nothing nested that could be flat,
    /// `not` only in front of comparisons that have no opposite, no conjunction that no time can satisfy.
    package func simplified() -> SampleFilter {
        switch self {
        case .everything, .nothing: self
        case .compare(let comparison): Self.simplified(comparison)
        case .not(let part): part.negated()
        case .all(let parts): Self.conjunction(parts.map { $0.simplified() })
        case .any(let parts): Self.disjunction(parts.map { $0.simplified() })
        case .activity(let part): Self.simplified(activity: part.simplified())
        }
    }

    /// The simplified opposite.
    private func negated() -> SampleFilter {
        switch self {
        case .everything: .nothing
        case .nothing: .everything
        case .not(let part): part.simplified()
        case .all(let parts): Self.disjunction(parts.map { $0.negated() })
        case .any(let parts): Self.conjunction(parts.map { $0.negated() })
        case .compare(let comparison): Self.negated(comparison)
        case .activity(let part): Self.negated(activity: part.simplified())
        }
    }

    private static func simplified(_ comparison: FilterComparison) -> SampleFilter {
        guard let result = comparison.constantResult else { return .compare(comparison) }
        return result ? .everything : .nothing
    }

    private static func negated(_ comparison: FilterComparison) -> SampleFilter {
        if let result = comparison.constantResult { return result ? .nothing : .everything }
        return comparison.opposite.map { .compare($0) } ?? .not(.compare(comparison))
    }

    private static func simplified(activity part: SampleFilter) -> SampleFilter {
        part == .nothing ? .nothing : .activity(part)
    }

    private static func negated(activity part: SampleFilter) -> SampleFilter {
        part == .nothing ? .everything : .not(.activity(part))
    }

    private static func conjunction(_ parts: [SampleFilter]) -> SampleFilter {
        var flat = UniqueParts()
        for part in parts {
            switch part {
            case .everything: break
            case .nothing: return .nothing
            case .all(let inner): for part in inner { flat.append(part) }
            default: flat.append(part)
            }
        }
        if flat.parts.reduce(TimeBounds.unbounded, { $0.intersection($1.directBounds) }).isEmpty { return .nothing }
        return flat.parts.isEmpty ? .everything : flat.only ?? .all(flat.parts)
    }

    private static func disjunction(_ parts: [SampleFilter]) -> SampleFilter {
        var flat = UniqueParts()
        for part in parts {
            switch part {
            case .nothing: break
            case .everything: return .everything
            case .any(let inner): for part in inner { flat.append(part) }
            default: flat.append(part)
            }
        }
        return flat.parts.isEmpty ? .nothing : flat.only ?? .any(flat.parts)
    }

    /// The bounds of a comparison; unbounded for everything else.
    private var directBounds: TimeBounds {
        guard case .compare(let comparison) = self else { return .unbounded }
        return TimeBounds(comparison) ?? .unbounded
    }

    /// Parts in their order, each once.
    private struct UniqueParts {
        private(set) var parts: [SampleFilter] = []
        private var seen: Set<SampleFilter> = []

        mutating func append(_ part: SampleFilter) {
            if seen.insert(part).inserted { parts.append(part) }
        }

        var only: SampleFilter? { parts.count == 1 ? parts.first : nil }
    }

    /// Whether the filter has the form that ``simplified()`` promises.
    package var isSimplified: Bool {
        switch self {
        case .everything, .nothing: return true
        case .compare(let comparison): return comparison.constantResult == nil
        case .activity(let part): return part != .nothing && part.isSimplified
        case .not(.compare(let comparison)):
            return comparison.constantResult == nil && comparison.opposite == nil
        case .not(.activity(let part)): return part != .nothing && part.isSimplified
        case .not: return false
        case .all(let parts):
            let isFlat = parts.allSatisfy { if case .all = $0 { false } else { true } }
            return isFlat && Self.arePartsSimplified(parts)
        case .any(let parts):
            let isFlat = parts.allSatisfy { if case .any = $0 { false } else { true } }
            return isFlat && Self.arePartsSimplified(parts)
        }
    }

    private static func arePartsSimplified(_ parts: [SampleFilter]) -> Bool {
        parts.count > 1 && Set(parts).count == parts.count
            && parts.allSatisfy { $0 != .everything && $0 != .nothing && $0.isSimplified }
    }
}

extension SampleFilter {
    /// The remaining filter for samples with a known source, device and metadata.
    ///
    /// - Returns: A simplified filter that uses none of them; often ``everything``, ``nothing`` or times only.
    package func specialised(revision: HKSourceRevision, device: HKDevice?, metadata: Metadata?) -> SampleFilter {
        replacing { comparison in
            comparison.field.provenance(revision: revision, device: device, metadata: metadata)
                .map { comparison.isSatisfied(by: $0) }
        }
        .simplified()
    }

    /// The remaining filter for samples of a source with any device and metadata: for loops over the samples of one source.
    ///
    /// - Returns: A simplified filter that no longer uses the source.
    package func specialised(source: HKSource) -> SampleFilter {
        replacing { comparison in
            comparison.field == .source ? comparison.isSatisfied(by: .source(source)) : nil
        }
        .simplified()
    }

    /// The filter with the outcomes of some comparisons put in.
    private func replacing(_ known: (FilterComparison) -> Bool?) -> SampleFilter {
        switch self {
        case .everything, .nothing, .activity: self
        case .all(let parts): .all(parts.map { $0.replacing(known) })
        case .any(let parts): .any(parts.map { $0.replacing(known) })
        case .not(let part): .not(part.replacing(known))
        case .compare(let comparison): known(comparison).map { $0 ? .everything : .nothing } ?? self
        }
    }
}
