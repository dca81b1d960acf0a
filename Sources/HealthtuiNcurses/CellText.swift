import CHealthtuiNcurses
import HealthtuiTerminalUI

/// The text actually sent for a cell, chosen so that the terminal's idea of its width matches ours.
///
/// The C library's `wcwidth` decides, as it does inside ncurses: where it differs from the cell's width, a part with a certain
/// width is sent and the rest is filled with blanks. So a family emoji may come out as one person, but never as a row of shifted
/// cells.
enum CellText {
    /// One element ncurses writes: a base character with its marks.
    typealias Element = [wchar_t]

    /// Calls a closure with each element sent for a cell, zero-terminated as in C.
    static func forEachElement(of cell: Cell, _ body: (UnsafePointer<wchar_t>) -> Void) {
        var scalars = cell.text.unicodeScalars.makeIterator()
        if let only = scalars.next(), scalars.next() == nil,
            Int(cncurses_character_width(wchar_t(only.value))) == cell.width
        {
            withUnsafeTemporaryAllocation(of: wchar_t.self, capacity: 2) { element in
                element.initialize(repeating: 0)
                element[0] = wchar_t(only.value)
                element.baseAddress.map { body($0) }
            }
            return
        }
        for element in elements(of: cell) {
            (element + [0])
                .withUnsafeBufferPointer { element in
                    element.baseAddress.map { body($0) }
                }
        }
    }

    private static func elements(of cell: Cell) -> [Element] {
        let scalars = Array(cell.text.unicodeScalars)
        guard let first = scalars.first else { return [] }
        if scalars.count == 2, let flag = flagLetters(scalars) {
            return flag
        }
        let width = Int(cncurses_character_width(wchar_t(first.value)))
        guard width >= 1, width <= cell.width else {
            return Array(repeating: [wchar_t(UInt8(ascii: "?"))], count: cell.width)
        }
        // ncurses keeps four marks on a character.
        let marks = scalars.dropFirst().prefix { $0.value != 0x200D }
            .filter { $0.value != 0xFE0F && cncurses_character_width(wchar_t($0.value)) == 0 }.prefix(4)
        let element = [wchar_t(first.value)] + marks.map { wchar_t($0.value) }
        let padding = Array(repeating: [wchar_t(UInt8(ascii: " "))], count: cell.width - width)
        return [element] + padding
    }

    /// A flag as the two letters that spell it: many terminals give a flag a width other than two.
    private static func flagLetters(_ scalars: [Unicode.Scalar]) -> [Element]? {
        let letters = scalars.compactMap { scalar -> wchar_t? in
            guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
            return wchar_t(scalar.value - 0x1F1E6 + UInt32(UInt8(ascii: "A")))
        }
        return letters.count == 2 ? letters.map { [$0] } : nil
    }
}
