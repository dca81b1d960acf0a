/// Gathers the samples with the smallest anchors above one, from as few batches as may be.
///
/// Batches are listed by their largest anchor. The first few that hold something new give a bound: once there are more
/// rows than wanted, only batches whose smallest anchor is below the last of them can matter. Until it is known which
/// rows are wanted, only anchors are decoded.
final class NewSampleCollector {
    private let reader: StoreReader
    private let anchor: Int64
    private let wanted: Wanted
    private let limit: Int
    private var groups: [Int64: SampleGroup] = [:]
    private var batches: [Candidate] = []
    private var found: [Place] = []
    private var isSorted = true

    /// A batch that holds something new.
    private struct Candidate {
        var group: SampleGroup
        var startMin: Double
        var anchorFirst: Int64
        /// The smallest new anchor that it may have.
        var lowest: Int64
    }

    /// A row that may be wanted.
    private struct Place {
        var anchor: Int64
        var batch: Int
        var row: Int
    }

    /// The number of batches taken before a bound is made.
    private static let firstBatches = 4

    init(_ reader: StoreReader, after anchor: Int64, _ wanted: Wanted, limit: Int) {
        self.reader = reader
        self.anchor = anchor
        self.wanted = wanted
        self.limit = limit
    }

    /// The samples in the order of anchors; one more than the limit when there are more.
    func collect() throws -> [StoreChanges.Item] {
        if let types = wanted.types {
            try take(try candidates(types))
            return try samples()
        }
        var reached = anchor
        for candidate in try candidates(&reached, bound: Int64.max, count: NewSampleCollector.firstBatches) {
            try take(candidate)
        }
        trim()
        let bound = found.count > limit ? found.last?.anchor ?? Int64.max : Int64.max
        try take(try candidates(&reached, bound: bound, count: -1))
        return try samples()
    }

    /// Notes the new rows of batches, as far as they can be among the first.
    private func take(_ candidates: [Candidate]) throws {
        for candidate in candidates.sorted(by: { $0.lowest < $1.lowest }) {
            if found.count > limit {
                trim()
                if let last = found.last, last.anchor < candidate.lowest { break }
            }
            try take(candidate)
        }
        trim()
    }

    /// Reads the rows that were found, a batch at a time, each to its place.
    private func samples() throws -> [StoreChanges.Item] {
        let places = placesByBatch()
        return try [StoreChanges.Item](unsafeUninitializedCapacity: found.count) { items, count in
            guard let base = items.baseAddress else { return }
            var done = 0
            do {
                while done < places.count {
                    let index = found[places[done]].batch
                    try read(batches[index]) { batch in
                        try batch.require(.all)
                        while done < places.count, found[places[done]].batch == index {
                            let sample = try batch.sample(found[places[done]].row)
                            (base + places[done]).initialize(to: .sample(sample))
                            done += 1
                        }
                    }
                }
                count = done
            } catch {
                for place in places[..<done] { (base + place).deinitialize(count: 1) }
                count = 0
                throw error
            }
        }
    }

    /// The indexes of the results, those of a batch together, in order.
    private func placesByBatch() -> [Int] {
        var next = [Int](repeating: 0, count: batches.count + 1)
        for place in found { next[place.batch + 1] += 1 }
        for batch in batches.indices { next[batch + 1] += next[batch] }
        var places = [Int](repeating: 0, count: found.count)
        for (place, row) in found.enumerated() {
            places[next[row.batch]] = place
            next[row.batch] += 1
        }
        return places
    }

    /// Sorts the results and drops those beyond the limit.
    private func trim() {
        if !isSorted { found.sort { $0.anchor < $1.anchor } }
        isSorted = true
        if found.count > limit { found.removeLast(found.count - limit - 1) }
    }

    /// Lists the batches of some types that have something new: those of others are not stepped over, of which there may be
    /// thousands since the last change of a type that seldom changes.
    private func candidates(_ types: Set<TypeID>) throws -> [Candidate] {
        var candidates: [Candidate] = []
        for group in try types.sorted().flatMap({ try reader.groups(ofType: $0) })
        where group.count > 0 && wanted.admits(type: group.type, source: group.source) {
            groups[group.id] = group
            let query = try reader.connection.query(.batchesOfGroupNewer)
            defer { query.reset() }
            query.bind(group.id, at: 1)
            query.bind(anchor, at: 2)
            while try query.step() { candidates.append(candidate(query, group)) }
        }
        return candidates
    }

    private func candidate(_ query: Query, _ group: SampleGroup) -> Candidate {
        Candidate(
            group: group,
            startMin: query.double(1),
            anchorFirst: query.int64(2),
            lowest: max(query.int64(3), anchor &+ 1)
        )
    }

    /// Lists batches with anchors above `reached` that are not all above `bound`, and moves `reached` on.
    private func candidates(_ reached: inout Int64, bound: Int64, count: Int) throws -> [Candidate] {
        let query = try reader.connection.query(.batchesNewer)
        defer { query.reset() }
        query.bind(reached, at: 1)
        query.bind(bound, at: 2)
        query.bind(count, at: 3)
        var candidates: [Candidate] = []
        while try query.step() {
            reached = query.int64(4)
            let id = query.int64(0)
            let group = try groups[id] ?? reader.group(id: id)
            groups[id] = group
            guard wanted.admits(type: group.type, source: group.source) else { continue }
            candidates.append(candidate(query, group))
        }
        return candidates
    }

    /// Notes the new rows of a batch.
    private func take(_ candidate: Candidate) throws {
        try read(candidate) { batch in
            try batch.require(.anchor)
            let anchors = batch.rows.anchors
            for row in 0..<batch.count where anchors[row] > anchor {
                found.append(Place(anchor: anchors[row], batch: batches.count, row: row))
            }
        }
        batches.append(candidate)
        isSorted = false
    }

    private func read(_ candidate: Candidate, _ body: (BatchReader) throws -> Void) throws {
        let group = candidate.group
        let header = try reader.batch(group.id, startMin: candidate.startMin, anchorFirst: candidate.anchorFirst)
        guard let header else { throw StoreError.damaged("a batch that the change log names is missing") }
        try reader.withBatchReader { batch in
            try batch.load(header, of: group)
            try body(batch)
        }
    }
}
