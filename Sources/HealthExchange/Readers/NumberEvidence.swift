/// What the numbers of a column say of how they are written, gathered row by row over all of them.
struct NumberEvidence {
    /// A field that can be read in several ways.
    struct Place: Hashable {
        let line: Int
        let text: String
    }

    /// How many fields say something.
    private(set) var count = 0
    /// How many of them are numbers.
    private(set) var numbers = 0
    /// How many numbers have no unit of their own.
    private(set) var plain = 0
    /// The units behind numbers.
    private(set) var units: Set<String> = []
    /// The first number that can be read in two ways.
    private(set) var open: Place?
    private var hasPoint = false
    private var hasComma = false
    private var extents: [TableNumbers.Decimal: NumberExtent] = [.point: NumberExtent(), .comma: NumberExtent()]

    /// What the numbers that can be read in one way have before their decimals, where they agree.
    var decimal: TableNumbers.Decimal? {
        guard hasPoint != hasComma else { return nil }
        return hasPoint ? .point : .comma
    }

    /// Whether some numbers have decimals behind a point and others behind a comma.
    var isDivided: Bool { hasPoint && hasComma }

    /// Whether all that is in the column are numbers.
    var isNumeric: Bool { numbers > 0 && numbers == count }

    /// The least and the largest number.
    ///
    /// - Parameter decimal: What stands before decimals where a number can be read in two ways.
    /// - Returns: The extent.
    func extent(_ decimal: TableNumbers.Decimal?) -> NumberExtent { extents[decimal ?? .point] ?? NumberExtent() }

    /// Looks at a field.
    mutating func take(_ text: String, line: Int) {
        guard !TableNumbers.isMissing(text) else { return }
        count += 1
        guard let cell = TableCell(text) else { return }
        // A unit of its own makes a number; any other word behind it, such as that of a name, doesn't.
        guard cell.unit.isEmpty || TableUnits.unit(String(cell.unit)) != nil else { return }
        let reading = NumberReading(cell.number)
        var values: (point: Double, comma: Double)?
        switch reading {
        case .none: return
        case .whole(let value): values = (value, value)
        case .certain(let value, let mark):
            values = (value, value)
            if mark == .point { hasPoint = true } else { hasComma = true }
        case .either(let point, let comma):
            values = (point, comma)
            if open == nil { open = Place(line: line, text: text) }
        }
        numbers += 1
        guard cell.unit.isEmpty else {
            if units.count < 8 { units.insert(String(cell.unit)) }
            return
        }
        plain += 1
        guard let values else { return }
        extents[.point]?.take(values.point)
        extents[.comma]?.take(values.comma)
    }
}
