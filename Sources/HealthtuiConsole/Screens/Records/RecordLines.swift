import HealthtuiFacts
import HealthtuiTerminalUI

/// The rows of a page broken into lines of a width.
struct RecordLines: Sendable {
    /// One line of the screen, and the row it is of.
    struct Entry: Sendable {
        let label: String
        let text: String
        let row: RecordPage.Row

        func line(_ theme: Theme) -> Line {
            switch row.kind {
            case .heading: Line(text, .bold)
            case .words, .table: Line(text)
            case .fact: Line(label, theme.dim) + Line(text, row.opens != nil || row.file != nil ? .bold : .plain)
            }
        }
    }

    let lines: [Entry]
    let width: Int

    init(_ rows: [RecordPage.Row] = [], width: Int = 0) {
        self.width = width
        // Nothing is seen of lines that were never laid out.
        guard width > 0 else {
            lines = []
            return
        }
        let room = max(8, width - 2)
        let labels = rows.lazy.filter { $0.kind == .fact }.map(\.label.displayWidth).max() ?? 0
        let column = min(labels + 2, max(6, room * 2 / 5))
        lines = zip(rows, RecordPageTable.lines(rows))
            .flatMap { row, tableLine -> [Entry] in
                switch row.kind {
                case .table: return [Entry(label: "", text: tableLine, row: row)]
                case .heading: return row.text.wrapped(to: room).map { Entry(label: "", text: $0, row: row) }
                case .words(let indent):
                    let blanks = String(repeating: " ", count: min(indent, room / 2))
                    // Text wrapped under a numbered row is aligned with the text after the number.
                    let hanging = row.text.first?.isNumber == true ? "   " : ""
                    return row.text.wrapped(to: room - blanks.count - hanging.count).enumerated()
                        .map { Entry(label: "", text: blanks + ($0.offset == 0 ? "" : hanging) + $0.element, row: row) }
                case .fact:
                    let label = row.label.fitted(to: column - 1) + " "
                    let rest = String(repeating: " ", count: column)
                    return row.text.wrapped(to: room - column).enumerated()
                        .map { Entry(label: $0.offset == 0 ? label : rest, text: $0.element, row: row) }
                }
            }
    }
}
