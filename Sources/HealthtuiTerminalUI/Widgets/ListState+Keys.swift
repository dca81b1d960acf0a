extension ListState {
    /// Handles the keys that move in every list: arrows, `j` and `k`, pages, half pages, both ends.
    ///
    /// For sheets and small lists; screens bind these keys in their ``KeyMap`` so that they can be changed.
    ///
    /// - Parameters:
    ///   - key: The key pressed.
    ///   - count: The number of rows.
    /// - Returns: Whether the key was one of them.
    package mutating func handle(_ key: Key, count: Int) -> Bool {
        switch key {
        case .up, "k": move(by: -1, count: count)
        case .down, "j": move(by: 1, count: count)
        case .pageUp: page(by: -1, count: count)
        case .pageDown: page(by: 1, count: count)
        case .control("u"): page(by: -1, half: true, count: count)
        case .control("d"): page(by: 1, half: true, count: count)
        case .home, "g": moveToFirst(count: count)
        case .end, "G": moveToLast(count: count)
        default: return false
        }
        return true
    }

    /// Handles the mouse over the list of that name: a press selects, the wheel scrolls.
    ///
    /// - Parameters:
    ///   - mouse: The event, with its target.
    ///   - name: The list's name.
    ///   - count: The number of rows.
    /// - Returns: The row that was pressed, if one was.
    @discardableResult
    package mutating func handle(_ mouse: MouseEvent, name: String, count: Int) -> Int? {
        switch mouse.kind {
        case .wheelUp: scroll(by: -3, count: count)
        case .wheelDown: scroll(by: 3, count: count)
        case .press:
            guard case .item(name, let index, _) = mouse.target, index < count else { return nil }
            select(index, count: count)
            return index
        default: break
        }
        return nil
    }
}
