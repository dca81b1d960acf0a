import HealthtuiConsole
import HealthtuiTerminalUI
import Testing

@testable import HealthtuiFacts

/// The tables on the pages of records.
@Suite struct RecordPageTableTests {
    private static func row(_ cells: [RecordCell]) -> RecordPage.Row {
        RecordPage.Row(kind: .table, text: "", cells: cells)
    }

    @Test("Columns line up by the cells that texts take, wide characters and marks over letters among them")
    func columnsLineUp() {
        let rows = [
            Self.row([RecordCell("体重", 4), RecordCell("70", 6, isRight: true), RecordCell("kg")]),
            Self.row([RecordCell("e\u{301}té", 4), RecordCell("7", 6, isRight: true), RecordCell("kg")]),
            Self.row([RecordCell("a", 4), RecordCell("体", 6, isRight: true), RecordCell("")]),
        ]
        let lines = RecordPageTable.lines(rows)
        #expect(lines == ["体重     70kg", "e\u{301}té       7kg", "a        体"])
        #expect(Set(lines.prefix(2).map(\.displayWidth)).count == 1)
    }

    @Test("A column is as wide as the widest in its own table; other rows stay as they are")
    func tablesApart() {
        let rows = [
            Self.row([RecordCell("much longer"), RecordCell("x")]), RecordPage.Row(kind: .heading, text: "Heading"),
            Self.row([RecordCell("a"), RecordCell("y")]),
        ]
        #expect(RecordPageTable.lines(rows) == ["much longer x", "Heading", "a y"])
        #expect(RecordPageTable.lines([]).isEmpty)
    }
}
