/// Evidence of a column's number format, gathered row by row over all its numbers.
struct NumberEvidence {
    /// A field that can be read in several ways.
    struct Place: Hashable {
        let line: Int
        let text: String
    }

    /// The number of fields that aren't empty.
    private(set) var count = 0
    /// The number of fields that are numbers.
    private(set) var numbers = 0
    /// The number of numbers without a unit of their own.
    private(set) var plain = 0
    /// The units after numbers.
    private(set) var units: Set<String> = []
    /// The first number that can be read in two ways.
    private(set) var open: Place?
    private var hasPoint = false
    private var hasComma = false
    private var extents: [TableNumbers.Decimal: NumberExtent] = [.point: NumberExtent(), .comma: NumberExtent()]

    /// The decimal separator of the unambiguous numbers, if they agree.
    var decimal: TableNumbers.Decimal? {
        guard hasPoint != hasComma else { return nil }
        return hasPoint ? .point : .comma
    }

    /// Whether some numbers have a decimal point and others a decimal comma.
    var isDivided: Bool { hasPoint && hasComma }

    /// Whether the column holds only numbers.
    var isNumeric: Bool { numbers > 0 && numbers == count }

    /// The minimum and maximum number.
    ///
    /// - Parameter decimal: The decimal separator of ambiguous numbers.
    /// - Returns: The extent.
    func extent(_ decimal: TableNumbers.Decimal?) -> NumberExtent { extents[decimal ?? .point] ?? NumberExtent() }

    /// Adds a field to the evidence.
    mutating func take(_ text: String, line: Int) {
        guard !TableNumbers.isMissing(text) else { return }
        count += 1
        guard let cell = TableCell(text) else { return }
        // A unit makes it a number; any other word after it, such as that of a name, doesn't.
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
