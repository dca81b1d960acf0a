import Foundation
import HealthKitStore

/// Matches the rows of one request: the filter's result for a source, device and metadata is computed once for all rows that
/// share them, so that most rows cost only a few comparisons.
final class RequestMatcher {
    /// The origin of a row, and the other properties shared by similar rows.
    private struct Provenance: Hashable {
        var revision: RevisionID
        var device: DeviceID
        var metadata: MetadataID
    }

    /// The remaining filter for one provenance.
    private struct Rest {
        var filter: SampleFilter
        var clauses: TimeClauses?
    }

    private let request: FetchRequest
    private let reader: ObjectReader
    private let clauses: TimeClauses?
    private var rests: [Provenance: Rest] = [:]
    private var last: (provenance: Provenance, rest: Rest)?

    /// The maximum number of cached provenances.
    private static let limit = 10_000

    init(_ request: FetchRequest, _ reader: ObjectReader) {
        self.request = request
        self.reader = reader
        clauses = request.choice != nil ? nil : request.filter.timeClauses.map { $0.intersection(request.bounds) }
    }

    /// Bounds that admit exactly the requested rows; `nil` if more than times matter.
    var exactBounds: TimeBounds? { clauses }

    /// Bounds that admit exactly the requested rows of a source; `nil` if more than times matter.
    func exactBounds(of source: HKSource) -> TimeBounds? {
        if request.choice != nil { return nil }
        return clauses ?? request.filter.specialised(source: source).timeClauses?.intersection(request.bounds)
    }

    /// The columns that the filter uses.
    var columns: ColumnSet {
        if clauses != nil { return [.times] }
        if request.choice != nil { return .all }
        var columns: ColumnSet = [.times, .provenance]
        request.filter.forEachComparison { comparison, _ in
            switch comparison.field {
            case .startDate, .endDate, .offsetFromStartDate, .source, .sourceRevision, .device, .deviceProperty,
                .metadata:
                break
            case .quantity, .minimum, .maximum, .mostRecent, .count, .categoryValue: columns.insert(.values)
            default: columns = .all
            }
        }
        return columns
    }

    /// Whether a row is requested; only the columns in ``columns`` matter.
    func admits(_ row: StoredSample) throws -> Bool {
        if let clauses { return clauses.matches(start: row.start, end: row.end) }
        guard request.bounds.matches(start: row.start, end: row.end) else { return false }
        let stored = StoredSubject(row, reader, kind: request.type)
        if request.choice != nil {
            let isMatch = request.matches(stored)
            try reader.checkLookups()
            return isMatch
        }
        let rest = try rest(Provenance(revision: row.revision, device: row.device, metadata: row.metadata))
        if let clauses = rest.clauses { return clauses.matches(start: row.start, end: row.end) }
        let isMatch = rest.filter.matches(stored)
        try reader.checkLookups()
        return isMatch
    }

    /// Bounds that admit exactly the requested rows among those with the same provenance as a given row; `nil` if there are
    /// none.
    func exactBounds(of block: SampleBlock, _ row: Int) throws -> TimeBounds? {
        let provenance = Provenance(
            revision: block.revisions[row],
            device: block.devices[row],
            metadata: block.metadata[row]
        )
        return try rest(provenance).clauses?.intersection(request.bounds)
    }

    private func rest(_ provenance: Provenance) throws -> Rest {
        if let last, last.provenance == provenance { return last.rest }
        let rest = try rests[provenance] ?? makeRest(provenance)
        if rests.count >= Self.limit { rests.removeAll(keepingCapacity: true) }
        rests[provenance] = rest
        last = (provenance, rest)
        return rest
    }

    private func makeRest(_ provenance: Provenance) throws -> Rest {
        let filter = request.filter.specialised(
            revision: try reader.revision(provenance.revision),
            device: try reader.device(provenance.device),
            metadata: try reader.metadata(provenance.metadata)
        )
        return Rest(filter: filter, clauses: filter.timeClauses)
    }
}

extension SampleBlock {
    /// A row with only times, value and provenance, as needed by a filter.
    func partialRow(at index: Int, with columns: ColumnSet) -> StoredSample {
        if columns == .all { return sample(at: index) }
        let hasProvenance = columns.contains(.provenance)
        return StoredSample(
            start: starts[index],
            end: ends[index],
            value: columns.contains(.values) ? values[index] : 0,
            creation: 0,
            type: type,
            source: source,
            unit: unit,
            revision: hasProvenance ? revisions[index] : 0,
            device: hasProvenance ? devices[index] : 0,
            metadata: hasProvenance ? metadata[index] : 0,
            anchor: 0,
            uuid: Self.noUUID
        )
    }

    private static let noUUID = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
