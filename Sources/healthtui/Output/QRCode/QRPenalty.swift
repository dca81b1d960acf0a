/// The penalty of a masked QR code, by the standard's four features; the lowest wins.
enum QRPenalty {
    static func of(_ rows: [[Bool]]) -> Int {
        let columns = rows.indices.map { column in rows.map { $0[column] } }
        let lines = rows + columns
        return lines.reduce(0) { $0 + runs($1) + finders($1) } + squares(rows) + balance(rows)
    }

    /// Five and more modules of a colour in a line.
    private static func runs(_ line: [Bool]) -> Int {
        var (penalty, length) = (0, 0)
        for index in line.indices {
            length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
            if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
        }
        return penalty
    }

    /// Patterns that look like the middle of a finder pattern, with four light modules before or after them.
    private static func finders(_ line: [Bool]) -> Int {
        let pattern = [true, false, true, true, true, false, true]
        guard line.count >= pattern.count else { return 0 }
        var penalty = 0
        for begin in 0...(line.count - pattern.count) where Array(line[begin..<(begin + pattern.count)]) == pattern {
            let before = line[max(0, begin - 4)..<begin]
            let after = line[(begin + pattern.count)..<min(line.count, begin + pattern.count + 4)]
            // Beyond the edge all is light.
            if !before.contains(true) || !after.contains(true) { penalty += 40 }
        }
        return penalty
    }

    /// Squares of two by two modules of a colour.
    private static func squares(_ rows: [[Bool]]) -> Int {
        var count = 0
        for row in rows.indices.dropFirst() {
            for column in rows.indices.dropFirst() {
                let color = rows[row][column]
                if rows[row - 1][column] == color, rows[row][column - 1] == color, rows[row - 1][column - 1] == color {
                    count += 1
                }
            }
        }
        return 3 * count
    }

    /// The deviation of dark modules from half of all, in steps of five percent.
    private static func balance(_ rows: [[Bool]]) -> Int {
        let dark = rows.reduce(0) { $0 + $1.count(where: \.self) }
        return 10 * (abs(dark * 20 - rows.count * rows.count * 10) / (rows.count * rows.count))
    }
}
