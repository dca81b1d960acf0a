import Foundation

/// An engine that runs a study's SQL.
package enum EngineKind: Hashable, Sendable, CustomStringConvertible {
    case duckdb
    /// Spark in one process.
    case local
    /// A cluster of Spark, by the address of its master.
    case cluster(String)

    /// An engine by its name; `nil` for one that there is none of.
    package init?(_ text: String) {
        switch text {
        case "duckdb": self = .duckdb
        case "local": self = .local
        default:
            let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            guard text.hasPrefix("spark://"), text.count > "spark://".count, isPlain else { return nil }
            self = .cluster(text)
        }
    }

    package var description: String {
        switch self {
        case .duckdb: "duckdb"
        case .local: "local"
        case .cluster(let master): master
        }
    }
}
