/// Finds the likely intent of a misspelled word.
package enum Nearest {
    /// The word that is spelled most like another; `nil` when none is near.
    ///
    /// - Parameters:
    ///   - typed: The typed word.
    ///   - words: The candidates.
    /// - Returns: One of the words.
    package static func word(to typed: String, among words: [String]) -> String? {
        let typed = Array(typed.lowercased())
        guard (2...40).contains(typed.count) else { return nil }
        let most = typed.count < 5 ? 1 : 2
        var best: (word: String, distance: Int)?
        for word in words {
            let other = Array(word.lowercased())
            guard abs(other.count - typed.count) <= most else { continue }
            let distance = distance(typed, other)
            if distance <= most, distance < best?.distance ?? .max { best = (word, distance) }
        }
        return best?.word
    }

    /// The number of characters to change, add, leave out or swap with their neighbour.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var before: [Int] = []
        var last = Array(0...right.count)
        for (row, character) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var least = min(last[column] + (character == other ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, character == right[column - 1], left[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, last) = (last, current)
        }
        return last[right.count]
    }
}
