/// The changes of a store, in the order of anchors.
package struct StoreChanges: Sendable {
    /// One change.
    package enum Item: Sendable, Hashable {
        case sample(StoredSample)
        case record(StoredRecord)
        case tombstone(StoredTombstone)

        /// The change's place in the order.
        package var anchor: Int64 {
            switch self {
            case .sample(let sample): sample.anchor
            case .record(let record): record.anchor
            case .tombstone(let tombstone): tombstone.anchor
            }
        }
    }

    /// The changes, oldest first.
    package var items: [Item]

    /// The anchor to continue from: the last item's if there may be more, else the store's current anchor.
    package var lastAnchor: Int64

    /// Whether a limit cut the changes short.
    package var isLimited: Bool
}
