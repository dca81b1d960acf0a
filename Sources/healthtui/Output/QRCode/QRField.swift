/// The modules of a QR code while it is made: patterns that are the same for all codes of a version, and the bytes.
struct QRField {
    private let version: QRVersion
    private var isDark: [[Bool]]
    /// Whether a module belongs to a pattern, which no mask changes.
    private var isPattern: [[Bool]]

    init(_ version: QRVersion) {
        self.version = version
        let row = [Bool](repeating: false, count: version.size)
        isDark = [[Bool]](repeating: row, count: version.size)
        isPattern = isDark
        for index in 0..<version.size {
            set(index, 6, index % 2 == 0)
            set(6, index, index % 2 == 0)
        }
        for (column, row) in [(3, 3), (version.size - 4, 3), (3, version.size - 4)] { drawFinder(column, row) }
        for column in version.alignment {
            for row in version.alignment where !isFinder(column, row) { drawAlignment(column, row) }
        }
        drawFormat(mask: 0)
        drawVersion()
    }

    private mutating func set(_ column: Int, _ row: Int, _ value: Bool) {
        isDark[row][column] = value
        isPattern[row][column] = true
    }

    private func isFinder(_ column: Int, _ row: Int) -> Bool {
        let last = version.size - 7
        return (column == 6 && row == 6) || (column == 6 && row == last) || (column == last && row == 6)
    }

    /// A finder pattern with its light border.
    private mutating func drawFinder(_ column: Int, _ row: Int) {
        for down in -4...4 {
            for right in -4...4 {
                guard isDark.indices.contains(row + down), isDark.indices.contains(column + right) else { continue }
                let distance = max(abs(down), abs(right))
                set(column + right, row + down, distance != 2 && distance != 4)
            }
        }
    }

    private mutating func drawAlignment(_ column: Int, _ row: Int) {
        for down in -2...2 {
            for right in -2...2 { set(column + right, row + down, max(abs(down), abs(right)) != 1) }
        }
    }

    /// The fifteen bits that say which level and mask a code has, next to two finder patterns and between the others.
    private mutating func drawFormat(mask: Int) {
        let bits = Self.format(mask: mask)
        let last = version.size - 1
        for bit in 0..<15 {
            let value = bits >> bit & 1 == 1
            switch bit {
            case 0...5: set(8, bit, value)
            case 6: set(8, 7, value)
            case 7: set(8, 8, value)
            case 8: set(7, 8, value)
            default: set(14 - bit, 8, value)
            }
            if bit < 8 { set(last - bit, 8, value) } else { set(8, last - 14 + bit, value) }
        }
        set(8, last - 7, true)
    }

    /// Level M and a mask, with their error correction.
    static func format(mask: Int) -> Int { (mask << 10 | remainder(mask, by: 0x537, bits: 10)) ^ 0x5412 }

    private mutating func drawVersion() {
        guard version.number >= 7 else { return }
        let bits = Self.bits(ofVersion: version.number)
        for bit in 0..<18 {
            let (along, across) = (version.size - 11 + bit % 3, bit / 3)
            set(along, across, bits >> bit & 1 == 1)
            set(across, along, bits >> bit & 1 == 1)
        }
    }

    /// A version's number with its error correction.
    static func bits(ofVersion number: Int) -> Int { number << 12 | remainder(number, by: 0x1F25, bits: 12) }

    private static func remainder(_ value: Int, by polynomial: Int, bits: Int) -> Int {
        var rest = value
        for _ in 0..<bits { rest = rest << 1 ^ (rest >> (bits - 1)) * polynomial }
        return rest
    }

    /// Places bytes in pairs of columns, from the right, up and down in turn.
    mutating func place(_ bytes: [UInt8]) {
        var next = 0
        var right = version.size - 1
        var isUpward = true
        while right > 0 {
            if right == 6 { right = 5 }
            for step in 0..<version.size {
                let row = isUpward ? version.size - 1 - step : step
                for column in [right, right - 1] where !isPattern[row][column] && next < 8 * bytes.count {
                    isDark[row][column] = bytes[next / 8] >> (7 - next % 8) & 1 == 1
                    next += 1
                }
            }
            right -= 2
            isUpward.toggle()
        }
    }

    /// The rows with one of the eight masks over the bytes.
    func masked(_ mask: Int) -> [[Bool]] {
        var copy = self
        copy.drawFormat(mask: mask)
        for row in 0..<version.size {
            for column in 0..<version.size where !isPattern[row][column] && Self.flips(mask, column, row) {
                copy.isDark[row][column].toggle()
            }
        }
        return copy.isDark
    }

    private static func flips(_ mask: Int, _ column: Int, _ row: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
