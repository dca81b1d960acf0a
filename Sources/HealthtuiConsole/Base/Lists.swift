import Foundation
import HealthtuiTerminalUI

extension ListState {
    /// Handles a command that moves in a list.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - count: The rows there are.
    /// - Returns: Whether it was such a command.
    mutating func obey(_ command: Command, count: Int) -> Bool {
        switch command {
        case .up: move(by: -1, count: count)
        case .down: move(by: 1, count: count)
        case .pageUp: page(by: -1, count: count)
        case .pageDown: page(by: 1, count: count)
        case .halfPageUp: page(by: -1, half: true, count: count)
        case .halfPageDown: page(by: 1, half: true, count: count)
        case .first: moveToFirst(count: count)
        case .last: moveToLast(count: count)
        default: return false
        }
        return true
    }

    /// Handles a command that moves, skipping rows that can't be chosen, such as headings.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - count: The rows there are.
    ///   - isRow: Whether a row can be chosen.
    /// - Returns: Whether it was such a command.
    mutating func obey(_ command: Command, count: Int, choosing isRow: (Int) -> Bool) -> Bool {
        guard obey(command, count: count) else { return false }
        let isUpward: Bool =
            switch command {
            case .up, .pageUp, .halfPageUp, .last: true
            default: false
            }
        settle(count: count, upward: isUpward, choosing: isRow)
        return true
    }

    /// Puts the cursor on the row that it was on before other rows came into the list.
    ///
    /// - Parameters:
    ///   - key: The identity of that row; nil if there was none.
    ///   - keys: The identities of the current rows.
    ///   - row: The row for the cursor when that row is gone.
    mutating func follow<Key: Equatable>(_ key: Key?, in keys: [Key], else row: Int) {
        select(key.flatMap { keys.firstIndex(of: $0) } ?? row, count: keys.count)
    }

    /// Answers the mouse; a press on the row under the cursor opens it, on another row moves the cursor there.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - name: The list's name.
    ///   - count: The rows there are.
    /// - Returns: Whether the row under the cursor is to be opened.
    mutating func opens(_ event: MouseEvent, name: String, count: Int) -> Bool {
        let before = selected
        return handle(event, name: name, count: count) == before
    }

    /// Moves the cursor to the nearest row that can be chosen.
    mutating func settle(count: Int, upward: Bool = false, choosing isRow: (Int) -> Bool) {
        guard count > 0, !isRow(min(selected, count - 1)) else { return }
        // A list that was never drawn believes that it is one row high, and would scroll its first heading away.
        if height == 1 { fit(height: 8, count: count) }
        let here = min(selected, count - 1)
        let below = (here..<count).first(where: isRow)
        let above = (0..<here).last(where: isRow)
        guard let row = upward ? above ?? below : below ?? above else { return }
        select(row, count: count)
        if row == (0..<count).first(where: isRow), row < height { scroll(by: -row, count: count) }
    }
}

/// A filter over a list: its text, and whether it is being typed.
struct Filter: Hashable, Sendable {
    private(set) var field = TextField()
    var isTyping = false
    /// The row of the whole list that the cursor was on when the filter began: where it goes when nothing was found.
    private(set) var origin = 0
    /// The last filter, after it was removed.
    private(set) var last = ""

    var text: String { field.text.trimmingCharacters(in: .whitespaces) }
    var isActive: Bool { isTyping || !text.isEmpty }

    /// Begins a new filter.
    ///
    /// - Parameter row: The row of the whole list that the cursor is on.
    mutating func begin(at row: Int = 0) {
        field = TextField()
        isTyping = true
        origin = row
    }

    mutating func clear() {
        let searched = text.isEmpty ? last : text
        self = Filter()
        last = searched
    }

    @discardableResult
    mutating func type(_ key: Key) -> Bool { field.handle(key) }

    mutating func paste(_ text: String) { field.insert(text) }

    /// Replaces the typed text.
    mutating func replace(_ text: String) { field = TextField(text) }

    /// Cuts the filter's line off the top of a rectangle and draws it there, when there is a filter.
    func draw(in rect: inout Rect, on grid: inout CellGrid, theme: Theme, placeholder: String) {
        guard isActive else { return }
        var line = rect.cutTop(1)
        grid.write("/", in: line.cutLeft(2), x: 1, style: .bold)
        field.draw(in: line, on: &grid, theme: theme, isFocused: isTyping, placeholder: placeholder)
    }
}
