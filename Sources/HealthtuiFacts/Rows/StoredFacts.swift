import HealthKit

/// The facts of a store's data of a type.
package enum TypeFacts {
    /// The names of the facts, in the order of columns.
    package static let keys = ["identifier", "name", "kind", "unit", "samples", "first", "last", "sources"]

    /// The facts of a type.
    ///
    /// - Parameters:
    ///   - identifier: The type's identifier.
    ///   - entry: Its catalogue entry; nil for a type that HealthKit doesn't know.
    ///   - summary: The summary of its data in the store; nil if there is none.
    ///   - timestamps: The format of times.
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

/// The facts of a source's data.
package enum SourceFacts {
    /// The names of the facts, in the order of columns.
    package static let keys = ["name", "bundle", "versions", "samples", "last", "types"]

    /// The facts of a source.
    ///
    /// - Parameters:
    ///   - summary: The summary of its data in the store.
    ///   - timestamps: The format of times.
    /// - Returns: All facts of ``keys``, in their order.
    package static func fields(of summary: SourceSummary, _ timestamps: Timestamps) -> JSONValue.Fields {
        [
            ("name", .text(summary.source.name)), ("bundle", .text(summary.source.bundleIdentifier)),
            ("versions", .texts(summary.versions)), ("samples", .integer(summary.count)),
            ("last", timestamps.json(summary.last)), ("types", .counts(summary.types)),
        ]
    }
}

/// The facts of a device's data.
package enum DeviceFacts {
    /// The names of the facts, in the order of columns.
    package static let keys = JSONValue.deviceKeys + ["samples", "types"]

    /// The facts of a device.
    ///
    /// - Parameter summary: The summary of its data in the store.
    /// - Returns: All facts of ``keys``, in their order; null for unknown ones.
    package static func fields(of summary: DeviceSummary) -> JSONValue.Fields {
        zip(JSONValue.deviceKeys, summary.device.fields).map { (key: $0, value: .text($1)) }
            + [("samples", .integer(summary.count)), ("types", .counts(summary.types))]
    }
}
