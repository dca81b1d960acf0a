/// The outcome of an import's chunk.
package struct ImportOutcome: Codable, Sendable {
    package var tallies = ImportTallies()
    /// Members of correlations that were linked to their records.
    package var linkedMembers = 0
    /// Records that equal another record apart from their metadata.
    package var duplicates = 0
    /// Whether the number added includes all accepted objects, so as not to reveal which ones the store had.
    package var isUnseen: Bool?
    /// The result for each type and source of a dry run; `nil` for other imports.
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
