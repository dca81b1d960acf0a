import HealthKit
import HealthtuiTerminalUI

extension AssistantList {
    private static var headings: [String] {
        [
            AssistantStrings.nothing, AssistantStrings.weeks, AssistantStrings.days, AssistantStrings.samples,
            AssistantStrings.add,
        ]
    }
    /// From this width on each level has a column.
    private static let columned = 70
    /// From this width on a type says what a day of it is.
    private static let detailed = 100

    /// Draws the list, with headings where the levels have columns.
    ///
    /// - Parameters:
    ///   - rect: The rectangle.
    ///   - grid: The screen.
    ///   - theme: The theme.
    func draw(in rect: Rect, on grid: inout CellGrid, theme: Theme) {
        var body = rect
        filter.draw(in: &body, on: &grid, theme: theme, placeholder: AppStrings.typePlaceholder)
        let hasColumns = body.width >= Self.columned
        if hasColumns, body.height > 1 { drawHeadings(in: body.cutTop(1), on: &grid, theme) }
        grid.layout.setFrame(body, for: Self.listName)
        let rows = rows
        for (line, index) in list.visibleRows(height: body.height, count: rows.count).enumerated() {
            draw(rows[index], index, in: body.row(line), hasColumns, on: &grid, theme)
        }
    }

    /// The areas of the levels and of the box for drafts, from the left, and the width that they take.
    private static func columns(_ width: Int) -> (widths: [Int], total: Int) {
        let widths = headings.map { max($0.displayWidth + 2, width >= detailed ? 8 : 7) }
        return (widths, widths.reduce(1, +))
    }

    private func drawHeadings(in line: Rect, on grid: inout CellGrid, _ theme: Theme) {
        let (widths, total) = Self.columns(line.width)
        var rest = line
        var boxes = rest.cutRight(total)
        grid.rule(in: rest, theme: theme)
        for (heading, width) in zip(Self.headings, widths) {
            grid.write(Line(heading, theme.dim), in: boxes.cutLeft(width), alignment: .center)
        }
    }

    private func draw(
        _ row: Row,
        _ index: Int,
        in line: Rect,
        _ hasColumns: Bool,
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let (widths, total) = Self.columns(line.width)
        var text = line
        let boxes = text.cutRight(hasColumns ? total : min(20, line.width / 2))
        let name: String
        let detail: String
        switch row {
        case .heading(let heading):
            grid.write(Line(heading, theme.heading).truncated(to: line.width - 2), in: line, x: 1)
            return
        case .all: (name, detail) = (isAllOn ? AppStrings.turnAllOff : AppStrings.turnAllOn, AssistantStrings.aboutAll)
        case .type(let offer): (name, detail) = (offer.name, self.detail(offer))
        }
        let ellipsis = theme.glyphs.ellipsis
        let isDetailed = line.width >= Self.detailed || row == .all && hasColumns
        let width = isDetailed ? min(row == .all ? 14 : 25, text.width / 2) : text.width - 4
        let style: Style = isAllowed(row) ? .bold : .plain
        grid.write(Line(name.truncated(to: width, ellipsis: ellipsis), style), in: text, x: row == .all ? 1 : 3)
        if isDetailed {
            let room = text.width - width - 5
            grid.write(Line(detail.truncated(to: room, ellipsis: ellipsis), theme.dim), in: text, x: width + 4)
        }
        grid.layout.addTarget(.item(Self.listName, index, column: -1), in: line)
        if index == list.selected { CursorRow.highlight(text, on: &grid, theme: theme) }
        guard case .type(let offer) = row else { return }
        if hasColumns {
            drawMarks(offer, index, in: boxes, widths, on: &grid, theme)
        } else {
            let word = Self.word(level(offer)) + (drafts(offer) ? " + " + AssistantStrings.add : "")
            grid.write(Line(word).truncated(to: boxes.width - 1, ellipsis: ellipsis), in: boxes, alignment: .right)
        }
    }

    private func drawMarks(
        _ offer: AssistantOffer,
        _ index: Int,
        in area: Rect,
        _ widths: [Int],
        on grid: inout CellGrid,
        _ theme: Theme
    ) {
        let levels = Self.levels(offer)
        let chosen = level(offer)
        let dash = " \(theme.glyphs.notOffered) "
        var rest = area
        for (column, width) in widths.enumerated() {
            let cell = rest.cutLeft(width)
            let isChosen = levels.indices.contains(column) && levels[column] == chosen
            let mark: String
            if column == Self.draftColumn {
                mark = offer.offersDrafts ? drafts(offer) ? "[x]" : "[ ]" : dash
            } else if levels.indices.contains(column) {
                mark = isChosen ? "(\(theme.glyphs.isASCII ? "*" : "●"))" : "( )"
            } else {
                mark = dash
            }
            let isOn = column == Self.draftColumn ? drafts(offer) : isChosen && chosen != nil
            let style = index == list.selected && isChosen ? theme.selection : isOn ? theme.good : .plain
            grid.write(Line(mark, style), in: cell, alignment: .center)
            grid.layout.addTarget(.item(Self.listName, index, column: column), in: cell)
        }
    }

    private func isAllowed(_ row: Row) -> Bool {
        guard case .type(let offer) = row else { return false }
        return level(offer) != nil || drafts(offer)
    }

    /// What the assistant gets of a type, with an example where one was read.
    private func detail(_ offer: AssistantOffer) -> String {
        switch level(offer) {
        case nil: drafts(offer) ? AssistantStrings.draftsAlone : AssistantStrings.notTold
        case .weeks: AssistantStrings.aWeek(examples[offer.type])
        case .days: AssistantStrings.aDay(examples[offer.type])
        case .samples: AssistantStrings.everySample
        }
    }

    private static func word(_ level: AssistantLevel?) -> String {
        switch level {
        case nil: AssistantStrings.nothing
        case .weeks: AssistantStrings.weeks
        case .days: AssistantStrings.days
        case .samples: AssistantStrings.samples
        }
    }
}
