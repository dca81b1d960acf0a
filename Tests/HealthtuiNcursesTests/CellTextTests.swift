import CHealthtuiNcurses
import Foundation
import HealthtuiTerminalUI
import Testing

@testable import HealthtuiNcurses

@Suite struct CellTextTests {
    init() {
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    private func width(_ elements: [CellText.Element]) -> Int {
        elements.reduce(0) { sum, element in
            sum + element.reduce(0) { $0 + Int(cncurses_character_width($1)) }
        }
    }

    private func sent(for cells: [Cell]) -> [CellText.Element] {
        var elements: [CellText.Element] = []
        for cell in cells {
            CellText.forEachElement(of: cell) { text in
                elements.append(Array(UnsafeBufferPointer(start: text, count: wcslen(text))))
            }
        }
        return elements
    }

    private func cells(_ text: String) -> [Cell] {
        var grid = CellGrid(size: Size(width: 40, height: 1))
        let end = grid.write(text, in: grid.bounds)
        return Array(grid.cells[..<end])
    }

    @Test func whatIsSentIsAsWideAsItsCellsForEveryCharacter() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let cells = cells(String(scalar))
            let sent = sent(for: cells)
            #expect(width(sent) == cells.count, "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: ["👨‍👩‍👧‍👦", "❤️", "🇩🇪", "1️⃣", "👍🏽", "e\u{301}\u{302}\u{303}\u{304}\u{305}", "각", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "क्षि", "ᄒ"])
    func sequencesAreSentAsWideAsTheirCells(text: String) {
        let cells = cells(text)
        let sent = sent(for: cells)
        #expect(width(sent) == cells.count)
        #expect(sent.allSatisfy { $0.count <= 5 })
    }

    @Test func noneButPrintableCharactersAreSent() {
        for value in (UInt32(0)..<0xA0).map({ $0 }) + [0x200B, 0x202E, 0x2028, 0xFEFF, 0xFFFF, 0xE000] {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for element in sent(for: cells("a" + String(scalar) + "b")) {
                #expect(cncurses_character_width(element[0]) > 0, "U+\(String(value, radix: 16))")
            }
        }
    }

    @Test func ourWidthsAgreeWithTheCLibrarysButForAFew() {
        // Where they differ a question mark is shown: that must stay rare.
        var differing = 0
        for value in UInt32(0xA0)...0x2FFFF {
            guard let scalar = Unicode.Scalar(value), String(scalar).displayWidth > 0 else { continue }
            let cells = cells(String(scalar))
            guard let first = cells.first, first.text == String(scalar) else { continue }
            if Int(cncurses_character_width(wchar_t(value))) != first.width {
                differing += 1
            }
        }
        #expect(differing < 8_000, "\(differing) characters are shown as question marks")
    }

    @Test func paddingOfCapabilitiesIsTakenOut() {
        #expect(ControlSequences.withoutPadding("\u{1B}[?1l$<5>\u{1B}>$<10*/>") == "\u{1B}[?1l\u{1B}>")
        #expect(ControlSequences.withoutPadding("$<") == "$<")
    }
}
