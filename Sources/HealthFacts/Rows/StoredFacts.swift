import HealthKit

/// The facts of what a store holds of a type.
package enum TypeFacts {
    /// The names of the facts, in the order of columns.
    package static let keys = ["identifier", "name", "kind", "unit", "samples", "first", "last", "sources"]

    /// What there is of a type.
    ///
    /// - Parameters:
    ///   - identifier: The type's identifier.
    ///   - entry: What the catalogue knows of it; nil for a type that HealthKit does not know.
    ///   - summary: What the store holds of it; nil for nothing.
    ///   - timestamps: How times are written.
    /// - Returns: All facts of ``keys``, in their order.
    package static func fields(
        of identifier: String,
        _ entry: CatalogueEntry?,
        _ summary: TypeSummary?,
        _ timestamps: Timestamps
    ) -> JSONValue.Fields {
        [
            ("identifier", .text(identifier)),
            ("name", .text(entry?.name ?? identifier)),
            ("kind", .text(entry?.kind.rawValue ?? "unknown")),
            ("unit", .text(entry?.unit)),
            ("samples", .integer(summary?.count ?? 0)),
            ("first", summary.map { timestamps.json($0.first) } ?? .null),
            ("last", summary.map { timestamps.json($0.last) } ?? .null),
            ("sources", .integer(summary?.sources ?? 0)),
        ]
    }
}

/// The facts of what a source recorded.
package enum SourceFacts {
    /// The names of the facts, in the order of columns.
    package static let keys = ["name", "bundle", "versions", "samples", "last", "types"]

    /// What a source recorded.
    ///
    /// - Parameters:
    ///   - summary: What the store holds of it.
    ///   - timestamps: How times are written.
    /// - Returns: All facts of ``keys``, in their order.
    package static func fields(of summary: SourceSummary, _ timestamps: Timestamps) -> JSONValue.Fields {
        [
            ("name", .text(summary.source.name)), ("bundle", .text(summary.source.bundleIdentifier)),
            ("versions", .texts(summary.versions)), ("samples", .integer(summary.count)),
            ("last", timestamps.json(summary.last)), ("types", .counts(summary.types)),
        ]
    }
}

/// The facts of what a device recorded.
package enum DeviceFacts {
    /// The names of the facts, in the order of columns.
    package static let keys = JSONValue.deviceKeys + ["samples", "types"]

    /// What a device recorded.
    ///
    /// - Parameter summary: What the store holds of it.
    /// - Returns: All facts of ``keys``, in their order; null where it is not known.
    package static func fields(of summary: DeviceSummary) -> JSONValue.Fields {
        zip(JSONValue.deviceKeys, summary.device.fields).map { (key: $0, value: .text($1)) }
            + [("samples", .integer(summary.count)), ("types", .counts(summary.types))]
    }
}
