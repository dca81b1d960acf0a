import Foundation

/// The position of a table's column names, and its rows of words.
struct TableHead {
    /// The index of the row with the names, or `nil` if there is none.
    let header: Int?
    /// The index of the row above it with words in only one cell.
    let title: Int?

    /// Finds the column names.
    ///
    /// The result is `nil` if the first table of a file has none.
    ///
    /// - Parameters:
    ///   - rows: The first rows of a table.
    ///   - stated: The person's answers about columns.
    ///   - isFirst: Whether other lines may precede the table, such as the name of its owner.
    init?(_ rows: [[String]], _ stated: [String: TableMapping.Role], isFirst: Bool) {
        if isFirst {
            guard let place = Self.first(rows, stated) ?? Self.likely(rows, stated) else { return nil }
            header = place
        } else {
            let run = rows.prefix { Self.isWords($0) || Self.isBlank($0) }.indices
            let named = run.filter { Self.words(of: rows[$0]).count > 1 }
            let scores = named.map { Self.score(rows[$0], stated) }
            header = scores.max().flatMap { scores.firstIndex(of: $0) }.map { named[$0] }
        }
        let above = header.map { rows[..<$0] }?.lastIndex { !Self.isBlank($0) }
        title = above.flatMap { Self.words(of: rows[$0]).count == 1 && Self.isWords(rows[$0]) ? $0 : nil }
    }

    /// The first row of names that has times below it.
    private static func first(_ rows: [[String]], _ stated: [String: TableMapping.Role]) -> Int? {
        rows.indices.first { index in
            let names = rows[index]
            guard names.count > 1 else { return false }
            let score = score(names, stated)
            guard score > 1 || isWords(names) && words(of: names).count > 1 else { return false }
            var next = index + 1
            while next < rows.count, isWords(rows[next]) || isBlank(rows[next]) {
                if self.score(rows[next], stated) > score { return false }
                next += 1
            }
            let block = rows[min(next, rows.count)...].prefix { !(isWords($0) && words(of: $0).count > 1) }
            let most =
                names.indices.filter { !names[$0].allSatisfy(\.isWhitespace) }
                .map { place in block.count { place < $0.count && TableDate.isTime($0[place]) } }.max() ?? 0
            // Unknown names may be those of a person above the table.
            return score > 1 ? most > 0 : most > 1 && 2 * most >= block.count
        }
    }

    /// The row with the most known names, otherwise the first that is as wide as the rest.
    private static func likely(_ rows: [[String]], _ stated: [String: TableMapping.Role]) -> Int? {
        let scores = rows.map { score($0, stated) }
        if let best = scores.max(), best > 1 { return scores.firstIndex(of: best) }
        let widths = Dictionary(grouping: rows.map(\.count).filter { $0 > 1 }) { $0 }.mapValues(\.count)
        guard let width = widths.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else { return nil }
        // A line may end with one separator more than its header.
        return rows.firstIndex { $0.count == width || $0.count == width - 1 && $0.count > 1 }
    }

    /// The number of meaningful names in a row.
    static func score(_ row: [String], _ stated: [String: TableMapping.Role]) -> Int {
        guard row.count > 1 else { return 0 }
        let all = Set(row.map { FoldedName.of(TableNames.parts($0).name) })
        return row.count { cell in
            let name = cell.trimmingCharacters(in: .whitespacesAndNewlines)
            if stated[name] != nil { return true }
            guard isWord(name) else { return false }
            let meaning = TableNames.meaning(name, among: all)
            return meaning.role != .ignored || meaning.isNone || meaning.type != nil
                || meaning.unit.map { TableUnits.isMeasured($0) } ?? false
        }
    }

    // MARK: Words

    /// Whether a row has words and nothing else.
    static func isWords(_ row: [String]) -> Bool {
        var hasWord = false
        for cell in row where !isBlank(cell) {
            guard isWord(cell) else { return false }
            hasWord = true
        }
        return hasWord
    }

    static func isBlank(_ row: [String]) -> Bool { row.allSatisfy { isBlank($0) } }

    /// The words of a row.
    static func words(of row: [String]) -> [String] {
        row.filter { !isBlank($0) && isWord($0) }.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
    }

    private static func isBlank(_ cell: String) -> Bool {
        TableNumbers.isMissing(cell) || !cell.unicodeScalars.contains { $0.properties.isAlphabetic || isDigit($0) }
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// Whether a cell isn't a number, time or duration.
    private static func isWord(_ cell: String) -> Bool {
        guard cell.unicodeScalars.contains(where: { $0.properties.isAlphabetic }) else { return false }
        if TableDate.beginsWithYear(cell) { return false }
        // Without a digit, it is a word whatever its letters are.
        guard cell.unicodeScalars.contains(where: isDigit) else { return true }
        if let number = TableCell(cell), NumberReading(number.number) != .none,
            number.unit.isEmpty || TableUnits.unit(String(number.unit)) != nil
        {
            return false
        }
        return !TableDate.isTime(cell) && TableDate.moment(cell, nil) == nil && TableDuration(cell) == nil
            && PressureCell(cell, TableNumbers()) == nil
    }
}
