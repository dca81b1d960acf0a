/// The alignment of a text in its space.
package enum Alignment: Hashable, Sendable {
    case left
    case right
    case center

    /// The blank columns before a text of a given width.
    func padding(before width: Int, in room: Int) -> Int {
        let free = max(0, room - width)
        switch self {
        case .left: return 0
        case .right: return free
        case .center: return free / 2
        }
    }
}

extension String {
    /// The columns this text takes on a terminal.
    package var displayWidth: Int {
        TextElements(self).reduce(0) { $0 + $1.width }
    }

    /// The text cut to a width, with an ellipsis if anything was cut.
    ///
    /// - Parameters:
    ///   - width: The room in columns.
    ///   - ellipsis: The mark of an omission.
    /// - Returns: Text of at most `width` columns, safe to show.
    package func truncated(to width: Int, ellipsis: String = "…") -> String {
        guard width > 0 else { return "" }
        let room = width - ellipsis.displayWidth
        var kept = ""
        var whole = ""
        var columns = 0
        var keptAll = false
        for element in TextElements(self) {
            if columns + element.width > width {
                return room < 0 ? whole : kept + ellipsis
            }
            columns += element.width
            whole += element.text
            if columns <= room, !keptAll {
                kept = whole
            } else {
                keptAll = true
            }
        }
        return whole
    }

    /// The text cut or padded with blanks to an exact width.
    ///
    /// - Parameters:
    ///   - width: The room in columns.
    ///   - alignment: The alignment of the text.
    ///   - ellipsis: The mark of an omission.
    /// - Returns: Text of exactly `width` columns.
    package func fitted(to width: Int, alignment: Alignment = .left, ellipsis: String = "…") -> String {
        let text = truncated(to: width, ellipsis: ellipsis)
        let used = text.displayWidth
        let before = alignment.padding(before: used, in: width)
        let after = max(0, width - used - before)
        return String(repeating: " ", count: before) + text + String(repeating: " ", count: after)
    }

    /// A figure, right-aligned in an exact width; one that doesn't fit is left out, since part of it would be a different figure.
    ///
    /// - Parameters:
    ///   - width: The room in columns.
    ///   - ellipsis: The mark of an omission.
    /// - Returns: Text of exactly `width` columns.
    package func figure(in width: Int, ellipsis: String = "…") -> String {
        (displayWidth <= width ? self : ellipsis).fitted(to: width, alignment: .right, ellipsis: ellipsis)
    }

    /// The text broken into lines of at most a width, at blanks where possible.
    ///
    /// - Parameter width: The room in columns; below 1 nothing fits and there are no lines.
    /// - Returns: The lines, without trailing blanks. A line break in the text begins a new line.
    package func wrapped(to width: Int) -> [String] {
        guard width > 0 else { return [] }
        return split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .flatMap { paragraph in
                Self.wrapParagraph(paragraph, width: width)
            }
    }

    private static func wrapParagraph(_ paragraph: Substring, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var columns = 0
        for word in paragraph.split(separator: " ") {
            let wordWidth = String(word).displayWidth
            if columns > 0, columns + 1 + wordWidth <= width {
                line += " " + word
                columns += 1 + wordWidth
                continue
            }
            if columns > 0 {
                lines.append(line)
                line = ""
                columns = 0
            }
            for element in TextElements(String(word)) {
                if columns + element.width > width, columns > 0 {
                    lines.append(line)
                    line = ""
                    columns = 0
                }
                line += element.text
                columns += element.width
            }
        }
        lines.append(line)
        return lines
    }
}
