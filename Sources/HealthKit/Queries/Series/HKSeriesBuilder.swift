import Foundation

/// Collects the data of a series over time and saves it as one sample.
///
/// Abstract: there are builders of heartbeat series and of workout routes.
open class HKSeriesBuilder: NSObject, @unchecked Sendable {
    override init() { super.init() }

    /// Forgets the data; any later call gives an error.
    open func discard() {}
}

/// How far a series builder is.
enum SeriesPhase: Sendable {
    case collecting
    /// An element was rejected: no more can be added, but the existing ones can be saved.
    case complete
    case finished
    case discarded

    /// - Throws: `errorInvalidArgument` when no element can be added any more.
    func checkCollecting(_ name: String) throws {
        switch self {
        case .collecting: return
        case .complete: throw HKError.invalid("\(name) takes no more data after an error")
        case .finished: throw HKError.invalid("\(name) already finished.")
        case .discarded: throw HKError.invalid("\(name) was discarded")
        }
    }

    /// - Throws: `errorInvalidArgument` when the series cannot be saved any more.
    func checkOpen(_ name: String) throws {
        if self == .complete { return }
        try checkCollecting(name)
    }
}

/// The metadata that a series builder collects.
struct SeriesMetadata: Sendable {
    private(set) var entries: [Metadata.Entry] = []

    /// The complete metadata; `nil` if there is none.
    var values: Metadata? { entries.isEmpty ? nil : Metadata(entries) }

    /// Adds entries; of two with the same key the later stays.
    ///
    /// - Throws: `errorInvalidArgument` for invalid values; nothing is added then.
    mutating func add(_ metadata: [String: Any]?) throws { try add(Metadata(metadata)) }

    /// Adds entries; of two with the same key the later stays.
    ///
    /// - Throws: `errorInvalidArgument` for invalid values; nothing is added then.
    mutating func add(_ added: Metadata?) throws {
        guard let added else { return }
        for entry in added.entries { try MetadataRules.check(entry) }
        entries = added.entries + entries.filter { added[$0.key] == nil }
    }
}
