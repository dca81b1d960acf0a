import Foundation

/// Reads rows of the table of deletions: one deletion each, or packed ones.
final class TombstoneDecoder {
    /// The deletions of the row that was read last.
    let rows = TombstoneRows()
    private lazy var scratch = ColumnScratch()

    /// Whether a query's current row has packed deletions.
    static func isPacked(_ query: Query) -> Bool { query.unownedBytes(1).count == PackedTombstones.extentSize }

    /// The description of the packed deletions at a query's current row.
    /// - Throws: ``StoreError/Code/damaged``.
    static func packed(_ query: Query) throws -> PackedTombstones {
        try PackedTombstones(origin(query), first: query.int64(0), extent: query.unownedBytes(1))
    }

    static func origin(_ query: Query) -> TombstoneOrigin {
        TombstoneOrigin(type: query.entryID(2), source: query.entryID(3))
    }

    /// Reads a query's current row; its columns are anchor, uuid, type, source, deleted and payload.
    ///
    /// - Parameters:
    ///   - query: the query.
    ///   - anchor: the last anchor that is known already: a row of which all is known is not decoded.
    /// - Returns: where the deletions belong.
    /// - Throws: ``StoreError/Code/damaged``.
    @discardableResult
    func read(_ query: Query, after anchor: Int64 = .min) throws -> TombstoneOrigin {
        rows.removeAll()
        let origin = Self.origin(query)
        if Self.isPacked(query) {
            let packed = try Self.packed(query)
            if packed.last <= anchor { return origin }
            try TombstoneCodec.decode(query.unownedBytes(5), packed, into: rows, scratch: scratch)
        } else if query.int64(0) > anchor {
            let identifier = try query.identifier(1)
            rows.append(query.int64(0), identifier, query.double(4), payload: query.unownedBytes(5))
        }
        return origin
    }
}

extension StoreReader {
    /// The objects deleted after an anchor, the oldest deletion first.
    ///
    /// - Parameters:
    ///   - anchor: where to begin; 0 for the first deletion.
    ///   - limit: how many at most.
    /// - Returns: the tombstones.
    /// - Throws: ``StoreError``.
    package func tombstones(after anchor: Int64, limit: Int) throws -> [StoredTombstone] {
        try settleTombstones()
        return try firstTombstones(after: anchor, Wanted(types: nil, sources: nil), count: max(limit, 0))
    }

    /// Visits the deletions after an anchor, in no order.
    ///
    /// - Parameters:
    ///   - anchor: where to begin; 0 for all deletions.
    ///   - body: Called with the UUID of each, its change number, and the kept data of the object, which is valid until
    ///     it returns. It must not read the store.
    /// - Throws: The errors of `body`, and ``StoreError``.
    package func forEachDeletion(
        after anchor: Int64,
        _ body: (_ uuid: UUID, _ anchor: Int64, _ kept: UnsafeRawBufferPointer) throws -> Void
    ) throws {
        try forEachTombstone(after: anchor) { rows, row, _ in
            try body(rows.identifiers[row].uuid, rows.anchors[row], rows.payload(row))
        }
    }

    /// Visits the deletions after an anchor, in no order; the body must not read deletions.
    func forEachTombstone(
        after anchor: Int64,
        _ body: (TombstoneRows, Int, TombstoneOrigin) throws -> Void
    ) throws {
        try settleTombstones()
        let decoder = TombstoneDecoder()
        func visit(_ query: Query) throws {
            let origin = try decoder.read(query, after: anchor)
            for row in 0..<decoder.rows.count where decoder.rows.anchors[row] > anchor {
                try body(decoder.rows, row, origin)
            }
        }
        let query = try connection.query(.tombstonesAfter)
        defer { query.reset() }
        query.bind(try forEachTombstoneBefore(anchor, visit), at: 1)
        while try query.step() { try visit(query) }
    }

    /// The deletions after an anchor that matter.
    ///
    /// - Parameters:
    ///   - anchor: the last anchor that is known already.
    ///   - bound: the last anchor that matters.
    ///   - wanted: which matter: others are not stepped over where there are indexes.
    ///   - count: how many are enough.
    /// - Returns: the deletions, not in order: of each type and source, or of all, the first `count`.
    /// - Throws: ``StoreError``.
    func newTombstones(
        after anchor: Int64,
        through bound: Int64,
        _ wanted: Wanted,
        count: Int
    ) throws -> [StoredTombstone] {
        try settleTombstones()
        guard let types = wanted.types, try hasOriginIndexes() else {
            return try firstTombstones(after: anchor, through: bound, wanted, count: count)
        }
        let decoder = TombstoneDecoder()
        var found: [StoredTombstone] = []
        for type in types.sorted() {
            for source in try wanted.sources?.sorted() ?? sources(.nextTombstoneSource, of: type) {
                let query = try connection.query(.tombstonesOfOriginAfter)
                defer { query.reset() }
                query.bind(type, at: 1)
                query.bind(source, at: 2)
                query.bind(anchor, at: 3)
                let before = found.count
                while found.count - before < count, try query.step(), query.int64(0) <= bound {
                    let origin = try decoder.read(query, after: anchor)
                    for row in 0..<decoder.rows.count
                    where decoder.rows.anchors[row] > anchor && decoder.rows.anchors[row] <= bound
                        && found.count - before < count
                    {
                        found.append(decoder.rows.tombstone(row, of: origin))
                    }
                }
            }
        }
        return found
    }

    /// The first deletions after an anchor, in order.
    private func firstTombstones(
        after anchor: Int64,
        through bound: Int64 = .max,
        _ wanted: Wanted,
        count: Int
    ) throws -> [StoredTombstone] {
        if count == 0 { return [] }
        let decoder = TombstoneDecoder()
        var first = FirstTombstones(count, through: bound)
        func take(_ query: Query) throws {
            guard wanted.admits(type: query.entryID(2), source: query.entryID(3)) else { return }
            let origin = try decoder.read(query, after: anchor)
            for row in 0..<decoder.rows.count where decoder.rows.anchors[row] > anchor {
                if !first.add(decoder.rows, row, origin) { break }
            }
        }
        let query = try connection.query(.tombstonesAfter)
        defer { query.reset() }
        query.bind(try forEachTombstoneBefore(anchor, take), at: 1)
        while try query.step(), query.int64(0) <= first.bound { try take(query) }
        first.trim()
        return first.found
    }

    /// Visits the rows that begin at an anchor or before and may hold packed deletions after it: one of each type and source.
    ///
    /// - Returns: The anchor after which the other rows begin: 0 without indexes, so that all have to be checked.
    func forEachTombstoneBefore(_ anchor: Int64, _ body: (Query) throws -> Void) throws -> Int64 {
        guard anchor > 0, try isOfThisFormat() else { return anchor }
        guard try hasOriginIndexes() else { return 0 }
        var type = TypeID(number: .min)
        while true {
            let next = try connection.query(.nextTombstoneType)
            defer { next.reset() }
            next.bind(type, at: 1)
            guard try next.step() else { return anchor }
            type = next.entryID(0)
            for source in try sources(.nextTombstoneSource, of: type) {
                let query = try connection.query(.tombstoneOfOriginBefore)
                defer { query.reset() }
                query.bind(type, at: 1)
                query.bind(source, at: 2)
                query.bind(anchor, at: 3)
                if try query.step(), TombstoneDecoder.isPacked(query) { try body(query) }
            }
        }
    }
}

/// The deletions with the smallest anchors, of rows that come in the order of their first.
private struct FirstTombstones {
    private(set) var found: [StoredTombstone] = []
    /// No deletion after this anchor is among the first.
    private(set) var bound: Int64
    private let count: Int
    private var fullCount: Int
    /// More than enough are kept before it is looked which are the first.
    private static let surplus = 4_096

    init(_ count: Int, through bound: Int64) {
        self.bound = bound
        self.count = count
        fullCount = count
    }

    /// - Returns: false when the deletion, and those of its row after it, are beyond the bound.
    mutating func add(_ rows: TombstoneRows, _ row: Int, _ origin: TombstoneOrigin) -> Bool {
        guard rows.anchors[row] <= bound else { return false }
        found.append(rows.tombstone(row, of: origin))
        if found.count >= fullCount { trim() }
        return true
    }

    /// Sorts the results and drops those beyond the limit.
    mutating func trim() {
        var isInOrder = true
        for index in 1..<max(found.count, 1) where found[index - 1].anchor > found[index].anchor { isInOrder = false }
        if !isInOrder { found.sort { $0.anchor < $1.anchor } }
        guard found.count >= count else { return }
        found.removeLast(found.count - count)
        bound = found.last?.anchor ?? bound
        fullCount = count + max(count, Self.surplus)
    }
}
