/// The facts that tell whether there is anything to sync.
struct GroupNews: Codable {
    /// The group and its folder; `nil` for a store in no group.
    var group: String?
    var folder: String?
    /// The store's newest commit.
    var commit: Int64
    /// Whether the service syncs the store itself.
    var syncsItself: Bool
}
