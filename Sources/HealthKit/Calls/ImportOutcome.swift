/// The outcome of an import's chunk.
package struct ImportOutcome: Codable, Sendable {
    package var tallies = ImportTallies()
    /// Members of correlations that were linked to their records.
    package var linkedMembers = 0
    /// Records that equal another record apart from their metadata.
    package var duplicates = 0
    /// Whether the added number means all that were taken, without revealing what the store had.
    package var isUnseen: Bool?
    /// What each type and source got; `nil` where it isn't a dry run.
    package var parts: [ImportPart]?

    package init() {}

    package static func + (left: ImportOutcome, right: ImportOutcome) -> ImportOutcome {
        var sum = left
        sum.tallies = left.tallies + right.tallies
        sum.linkedMembers += right.linkedMembers
        sum.duplicates += right.duplicates
        if right.isUnseen == true { sum.isUnseen = true }
        if let parts = right.parts { sum.parts = ImportPart.joined(left.parts ?? [], parts) }
        return sum
    }
}
