/// The columns that a scan decodes.
package struct ColumnSet: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Starts and ends.
    package static let times = ColumnSet(rawValue: 1)
    package static let values = ColumnSet(rawValue: 2)
    /// Revisions, devices and metadata.
    package static let provenance = ColumnSet(rawValue: 4)
    package static let creation = ColumnSet(rawValue: 8)
    package static let anchor = ColumnSet(rawValue: 16)
    /// UUIDs.
    ///
    /// They are computed from the other columns where none was given, so this decodes everything.
    package static let identity = ColumnSet(rawValue: 32)
    /// Everything.
    package static let all: ColumnSet = [.times, .values, .provenance, .creation, .anchor, .identity]
}

/// Whether a scan continues.
package enum ScanControl: Sendable {
    case `continue`
    case stop
}

/// The order in which samples come: by start, then by UUID.
///
/// One is the exact reverse of the other.
package enum StoreOrder: Sendable {
    case ascending
    case descending
}

/// The samples of one type that a scan visits.
///
/// All bounds are inclusive.
package struct ScanRequest: Sendable {
    package var type: TypeID
    /// The sources to visit, or nil for all.
    package var sources: Set<SourceID>?
    package var startLower: Double
    package var startUpper: Double
    package var endLower: Double
    package var endUpper: Double
    /// The columns to decode.
    ///
    /// Default: times and values.
    package var columns: ColumnSet
    /// Visit only batches that hold something newer than this anchor.
    package var after: Int64?

    /// Creates a request.
    package init(
        type: TypeID,
        sources: Set<SourceID>? = nil,
        startLower: Double = -.infinity,
        startUpper: Double = .infinity,
        endLower: Double = -.infinity,
        endUpper: Double = .infinity,
        columns: ColumnSet = [.times, .values],
        after: Int64? = nil
    ) {
        self.type = type
        self.sources = sources
        self.startLower = startLower
        self.startUpper = startUpper
        self.endLower = endLower
        self.endUpper = endUpper
        self.columns = columns
        self.after = after
    }

    /// Whether a row satisfies the bounds.
    @inline(__always)
    func admits(start: Double, end: Double) -> Bool {
        start >= startLower && start <= startUpper && end >= endLower && end <= endUpper
    }
}

/// The records to visit.
///
/// All bounds are inclusive.
package struct RecordRequest: Sendable {
    /// The type, or nil for all.
    package var type: TypeID?
    /// The sources, or nil for all.
    package var sources: Set<SourceID>?
    package var startLower: Double
    package var startUpper: Double
    package var endLower: Double
    package var endUpper: Double
    package var order: StoreOrder

    /// Creates a request.
    package init(
        type: TypeID? = nil,
        sources: Set<SourceID>? = nil,
        startLower: Double = -.infinity,
        startUpper: Double = .infinity,
        endLower: Double = -.infinity,
        endUpper: Double = .infinity,
        order: StoreOrder = .ascending
    ) {
        self.type = type
        self.sources = sources
        self.startLower = startLower
        self.startUpper = startUpper
        self.endLower = endLower
        self.endUpper = endUpper
        self.order = order
    }
}
