import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The details shown with the question before an undo or redo: what is removed, what stays, and how to get it back.
package struct UndoSheet: Sendable {
    let preview: OperationPreview
    /// The keys that are shown, by their effect.
    let keys: Keys
    /// Whether the person chose the step in the log, so that others may have been done since.
    let isChosen: Bool
    /// Whether all types are listed.
    private(set) var showsAll = false
    private var scroll = 0

    /// Keys as the person has set them.
    struct Keys: Sendable {
        var undo = ""
        var redo = ""
        var log = ""
        var apps = ""
    }

    init(_ preview: OperationPreview, _ keys: Keys, isChosen: Bool = false) {
        self.preview = preview
        self.keys = keys
        self.isChosen = isChosen
    }

    private var givesAccess: Bool { !preview.given.isEmpty }

    /// The question with its answers; the harmless one is under the cursor.
    ///
    /// Its message has the same content as the sheet, for output line by line.
    var dialog: ConfirmDialog {
        ConfirmDialog(
            title: preview.isRedo ? keys.redo : keys.undo,
            message: ([OperationText.question(preview)] + OperationText.effects(preview)).joined(separator: " "),
            confirmLabel: givesAccess
                ? UndoStrings.giveAccess : preview.isRedo ? UndoStrings.redo : UndoStrings.takeBack,
            cancelLabel: UndoStrings.leave
        )
    }

    /// Whether there is more to list than the first types.
    private var hasMore: Bool { max(preview.going.count, preview.coming.count) > Self.firstTypes + 1 }

    /// Answers a key that moves within the sheet.
    ///
    /// - Returns: Whether it is one.
    mutating func handle(_ key: Key) -> Bool {
        switch key {
        case .tab where hasMore:
            showsAll.toggle()
            scroll = 0
        case .down, "j": scroll += 1
        case .up, "k": scroll = max(0, scroll - 1)
        case .pageDown: scroll += Self.page
        case .pageUp: scroll = max(0, scroll - Self.page)
        default: return false
        }
        return true
    }

    private static let page = 8
    private static let firstTypes = 3
    private static let width = 68

    // MARK: Drawing

    func draw(_ dialog: ConfirmDialog, over rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        if theme.hasShades { grid.restyle(grid.bounds) { _ in theme.faint } }
        var room = rect
        let footer = room.cutBottom(1)
        let width = min(Self.width, max(1, room.width - (room.width > 60 ? 8 : 4)))
        let height = max(1, room.height - 2)
        var lines = body(width, isAiry: true, environment)
        if lines.count + 2 > height { lines = body(width, isAiry: false, environment) }
        let isFramed = rect.width >= 20 && rect.height >= 5
        let isAiry = lines.count + 4 <= height
        var inside = Sheet.open(
            over: room,
            width: width,
            height: lines.count + (isAiry ? 4 : 1),
            title: dialog.title,
            on: &grid,
            theme: theme
        )
        if isFramed { drawFrame(around: inside, title: dialog.title, on: &grid, environment) }
        if isAiry { (_, _) = (inside.cutTop(1), inside.cutBottom(1)) }
        let buttons = inside.cutBottom(1)
        if isAiry { _ = inside.cutBottom(1) }
        let hidden = max(0, lines.count - inside.height)
        let first = min(scroll, hidden)
        for (y, line) in lines.dropFirst(first).prefix(inside.height).enumerated() {
            let isLast = y == inside.height - 1 && hidden > first
            let text = isLast ? Line(UndoStrings.more(hidden - first + 1), theme.dim) : line
            grid.write(text.truncated(to: inside.width, ellipsis: theme.glyphs.ellipsis), in: inside, x: 0, y: y)
        }
        drawButtons(dialog, in: buttons, on: &grid, theme)
        drawHints(in: footer, on: &grid, theme)
    }

    /// Draws the frame in the colour of the focus, with the operation's time at its right.
    private func drawFrame(
        around inside: Rect,
        title: String,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let theme = environment.theme
        let frame = Rect(x: inside.x - 2, y: inside.y - 1, width: inside.width + 4, height: inside.height + 2)
        _ = grid.frame(frame, theme: theme)
        grid.write(Line(" " + title + " ", theme.key), in: frame, x: 3, y: 0)
        let date = preview.isRedo ? preview.step.turned.map(Date.init(timeIntervalSinceReferenceDate:)) : nil
        let moment = environment.dates.moment(date ?? preview.step.date)
        let text =
            isChosen
            ? UndoStrings.step(preview.step.number, moment)
            : preview.isRedo ? UndoStrings.undoneStep(moment) : UndoStrings.lastStep(moment)
        let x = frame.width - text.displayWidth - 5
        if x > title.displayWidth + 8 { grid.write(Line(" " + text + " ", theme.dim), in: frame, x: x, y: 0) }
    }

    private func drawButtons(_ dialog: ConfirmDialog, in rect: Rect, on grid: inout CellGrid, _ theme: Theme) {
        var x = 0
        // Brackets, keys, labels and the blanks between them.
        let labels = dialog.confirmLabel.displayWidth + dialog.cancelLabel.displayWidth
        let isTight = labels + Key.escape.label.displayWidth + 16 > rect.width
        for isConfirm in [true, false] {
            let isChosen = dialog.isOnConfirm == isConfirm
            let label = isConfirm ? dialog.confirmLabel : dialog.cancelLabel
            let key = isConfirm ? "y" : Key.escape.label
            let edge = isChosen ? theme.key : theme.dim
            let text =
                Line("[ ", edge) + Line(key, theme.key)
                + Line((isTight ? " " : "  ") + label, isChosen ? .bold : .plain)
                + Line(" ]", edge)
            // Without colours weight alone says little.
            let shown = isChosen && theme.colors == .none ? Line(text.text, theme.selection) : text
            let end = grid.write(shown.truncated(to: rect.width - x), in: rect, x: x)
            grid.layout.addTarget(
                .key(isConfirm ? "y" : .escape),
                in: Rect(x: rect.x + x, y: rect.y, width: end - x, height: 1)
            )
            x = end + (isTight ? 1 : 3)
            if x >= rect.width { return }
        }
    }

    private func drawHints(in rect: Rect, on grid: inout CellGrid, _ theme: Theme) {
        grid.clear(rect)
        let confirm =
            givesAccess
            ? UndoStrings.giveAccessHint : preview.isRedo ? UndoStrings.redoHint : UndoStrings.takeBackHint
        var hints = [
            Hint(keyLabel: "y", text: confirm, key: "y", importance: 9),
            Hint(keyLabel: Key.escape.label, text: UndoStrings.leaveHint, key: .escape, importance: 8),
        ]
        if hasMore {
            let text = showsAll ? UndoStrings.lessHint : UndoStrings.allHint
            hints.append(Hint(keyLabel: Key.tab.label, text: text, key: .tab, importance: 7))
        }
        hints.append(Hint(keyLabel: keys.log, text: UndoStrings.historyHint, key: "U", importance: 6))
        HintBar(hints).draw(in: rect, on: &grid, theme: theme)
    }

    // MARK: The text

    /// The lines of the sheet.
    ///
    /// - Parameters:
    ///   - width: Their width.
    ///   - isAiry: Whether there is room for empty lines.
    ///   - environment: The look and the time.
    /// - Returns: The lines.
    private func body(_ width: Int, isAiry: Bool, _ environment: ConsoleEnvironment) -> [Line] {
        let theme = environment.theme
        var blocks: [[Line]] = []
        var head = OperationText.question(preview).wrapped(to: width).map { Line($0, theme.title) }
        if givesAccess {
            head += accessIntroduction(environment).wrapped(to: width).map { Line($0, theme.dim) }
            blocks.append(head)
            blocks.append(accessLines(width, environment))
        } else {
            blocks.append(head)
        }
        if preview.goingCount > 0 { blocks.append(objectLines(preview.going, isGoing: true, width, environment)) }
        if preview.comingCount > 0 { blocks.append(objectLines(preview.coming, isGoing: false, width, environment)) }
        blocks.append(factLines(width, environment))
        let shown = blocks.filter { !$0.isEmpty }
        return Array(shown.joined(separator: isAiry ? [.empty] : []))
    }

    private func objectLines(
        _ objects: [OperationPreview.Objects],
        isGoing: Bool,
        _ width: Int,
        _ environment: ConsoleEnvironment
    ) -> [Line] {
        let theme = environment.theme
        let (count, total) = (objects.reduce(0) { $0 + $1.count }, OperationText.total(objects))
        var text = isGoing ? UndoStrings.go(count, total) : UndoStrings.comeBack(count, total)
        if isGoing, let start = preview.start, let end = preview.end {
            let days = environment.dates.days(
                from: Date(timeIntervalSinceReferenceDate: start),
                through: Date(timeIntervalSinceReferenceDate: end)
            )
            text = UndoStrings.go(count, total, days)
        }
        var lines: [Line] = []
        // The number is emphasized, and its description is faint.
        for (index, text) in text.wrapped(to: width).enumerated() {
            let bold = index == 0 ? text.prefix { $0 != " " } : ""
            lines.append(Line(String(bold), .bold) + Line(String(text.dropFirst(bold.count)), theme.dim))
        }
        let isAll = showsAll || objects.count <= Self.firstTypes + 1
        let shown = isAll ? objects[...] : objects.prefix(Self.firstTypes)
        var rows = shown.map { (name: OperationText.typeName($0.type), count: $0.count, note: Self.sources($0)) }
        if !isAll {
            let others = objects.dropFirst(Self.firstTypes)
            let names = others.prefix(4).map { UndoStrings.source(OperationText.typeName($0.type), $0.count) }
            rows.append(
                (
                    name: UndoStrings.others(others.count), count: others.reduce(0) { $0 + $1.count },
                    note: names.joined(separator: ", ") + (others.count > 4 ? " " + theme.glyphs.ellipsis : "")
                )
            )
        }
        let numbers = rows.map { NumberText.text($0.count) }
        let figures = numbers.map(\.displayWidth).max() ?? 0
        let names = min(rows.map(\.name.displayWidth).max() ?? 0, max(8, width - figures - 6))
        for (row, number) in zip(rows, numbers) {
            let name = row.name.truncated(to: names, ellipsis: theme.glyphs.ellipsis)
            let gap = String(repeating: " ", count: names - name.displayWidth + 2 + figures - number.displayWidth)
            let line =
                Line("  " + name + gap) + Line(number, .bold) + Line(row.note.isEmpty ? "" : "  " + row.note, theme.dim)
            lines.append(line.truncated(to: width, ellipsis: theme.glyphs.ellipsis))
        }
        return lines
    }

    /// The sources of objects: the name of a single one, or the number from each of several.
    private static func sources(_ objects: OperationPreview.Objects) -> String {
        let sources = objects.sources.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        if sources.count == 1 { return sources[0].key }
        return sources.map { UndoStrings.source($0.key, $0.value) }.joined(separator: ", ")
    }

    private func accessIntroduction(_ environment: ConsoleEnvironment) -> String {
        if preview.isRedo || preview.access.contains(where: { !$0.isGiven }) { return UndoStrings.changesAccess }
        return UndoStrings.tookAway(environment.dates.moment(preview.step.date))
    }

    private func accessLines(_ width: Int, _ environment: ConsoleEnvironment) -> [Line] {
        let theme = environment.theme
        let arrow = theme.glyphs.isASCII ? ">" : theme.glyphs.breadcrumb
        let rows = preview.access.map { change in
            (
                change.type.map(OperationText.typeName) ?? change.appText, Self.way(change.way),
                Self.extent(change.before, change.way, environment),
                Self.extent(change.after, change.way, environment), change.isGiven
            )
        }
        let names = min(rows.map(\.0.displayWidth).max() ?? 0, max(6, width / 3))
        let ways = rows.map(\.1.displayWidth).max() ?? 0
        let before = rows.map(\.2.displayWidth).max() ?? 0
        // An app's permissions matter more than those it lacks now.
        let hasBefore = names + ways + before + (rows.map(\.3.displayWidth).max() ?? 0) + 9 <= width
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(0, width - text.displayWidth))
        }
        return rows.map { row in
            let name = row.0.truncated(to: names, ellipsis: theme.glyphs.ellipsis)
            let line =
                Line("  " + padded(name, names), .bold) + Line("  " + padded(row.1, ways))
                + Line(hasBefore ? "  " + padded(row.2, before) + " " + arrow + " " : "  ", theme.dim)
                + Line(row.3, row.4 ? theme.warning : .plain)
            return line.truncated(to: width, ellipsis: theme.glyphs.ellipsis)
        }
    }

    private static func way(_ way: AccessChange.Way) -> String {
        switch way {
        case .read: UndoStrings.reads
        case .save: UndoStrings.saves
        case .objects: UndoStrings.objects
        case .program: UndoStrings.program
        case .otherDevice: UndoStrings.otherDevice
        case .wake: UndoStrings.wake
        }
    }

    private static func extent(
        _ extent: AccessChange.Extent,
        _ way: AccessChange.Way,
        _ environment: ConsoleEnvironment
    ) -> String {
        guard extent.isAllowed else { return UndoStrings.nothing }
        if let objects = extent.objects { return NumberText.text(objects) }
        switch way {
        case .read:
            return extent.since.map {
                UndoStrings.since(environment.dates.dayMonthAndYear(Date(timeIntervalSinceReferenceDate: $0)))
            } ?? UndoStrings.all
        case .save: return UndoStrings.saves
        default: return UndoStrings.yes
        }
    }

    private func factLines(_ width: Int, _ environment: ConsoleEnvironment) -> [Line] {
        let theme = environment.theme
        var facts: [(label: String, text: String)] = []
        if givesAccess {
            if preview.readable > 0 { facts.append((UndoStrings.itWould, UndoStrings.read(preview.readable))) }
            if !preview.unchanged.isEmpty {
                let rights = preview.unchanged.sorted { $0.key < $1.key }
                    .map { UndoStrings.right(OperationText.typeName($0.key), Self.right($0.value)) }
                facts.append((UndoStrings.unchanged, rights.joined(separator: " ")))
            }
            facts.append((UndoStrings.also, UndoStrings.apps(keys.apps, ShellStrings.apps)))
        } else {
            if preview.goingCount > 0, let own = preview.own {
                facts.append((UndoStrings.stays, Self.entries(own, environment)))
            }
            if preview.isRedo {
                facts.append((UndoStrings.then, UndoStrings.takesBack(keys.undo)))
            } else if preview.step.kind == .import {
                let text = UndoStrings.bringsBack(keys.redo) + " " + UndoStrings.importAddsAgain
                facts.append((UndoStrings.then, text))
            } else {
                facts.append((UndoStrings.then, UndoStrings.doesAgain(keys.redo)))
            }
        }
        let labels = facts.map(\.label.displayWidth).max() ?? 0
        return facts.flatMap { fact in
            fact.text.wrapped(to: max(8, width - labels - 2)).enumerated()
                .map { index, text in
                    let label = index == 0 ? fact.label : ""
                    let gap = String(repeating: " ", count: labels - label.displayWidth + 2)
                    return Line(label + gap, theme.dim) + Self.keyed(text, [keys.redo, keys.undo], theme)
                }
        }
    }

    /// A text whose first word is a key, if it is one.
    private static func keyed(_ text: String, _ keys: [String], _ theme: Theme) -> Line {
        guard let key = keys.first(where: { !$0.isEmpty && text.hasPrefix($0 + " ") }) else { return Line(text) }
        return Line(key, theme.key) + Line(String(text.dropFirst(key.count)))
    }

    private static func right(_ grant: Grant) -> String {
        switch (grant.read == true, grant.share == true) {
        case (true, true): UndoStrings.readsAndSaves
        case (true, false): UndoStrings.reads
        case (false, true): UndoStrings.saves
        case (false, false): UndoStrings.nothing
        }
    }

    private static func entries(_ own: OperationPreview.Entries, _ environment: ConsoleEnvironment) -> String {
        let entries = UndoStrings.ownEntries(own.count)
        guard let identifier = own.lastType, let last = own.last else { return entries }
        let day = environment.dates.day(Date(timeIntervalSinceReferenceDate: last.start))
        let name = OperationText.typeName(identifier)
        let type = HKObjectType.type(identifier: identifier) as? HKSampleType
        guard let sample = type.flatMap({ last.sample(of: $0) }), !(sample is HKCorrelation) else {
            return UndoStrings.ownEntries(entries, last: UndoStrings.entry(name, day))
        }
        let entry = UndoStrings.entry(name, environment.samples.labelled(sample), day)
        return UndoStrings.ownEntries(entries, last: entry)
    }
}
