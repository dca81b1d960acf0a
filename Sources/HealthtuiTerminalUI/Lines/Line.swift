/// A piece of text in one style.
package struct Span: Hashable, Sendable {
    package var text: String
    package var style: Style
    /// The click target of the text, if any.
    package var link: Link?

    package init(_ text: String, _ style: Style = .plain, link: Link? = nil) {
        self.text = text
        self.style = style
        self.link = link
    }
}

/// A numbered clickable part, such as the second of several choices.
package struct Link: Hashable, Sendable {
    package let name: String
    package let index: Int

    package init(_ name: String, _ index: Int) {
        self.name = name
        self.index = index
    }
}

/// One line of styled text.
///
/// A string literal is a plain line, and lines add up: `"Heart Rate " + Line("68 BPM", .bold)`.
package struct Line: Hashable, Sendable, ExpressibleByStringInterpolation {
    package var spans: [Span]

    package static let empty = Line(spans: [])

    package init(spans: [Span]) {
        self.spans = spans
    }

    package init(_ text: String, _ style: Style = .plain, link: Link? = nil) {
        spans = text.isEmpty ? [] : [Span(text, style, link: link)]
    }

    package init(stringLiteral value: String) {
        self.init(value)
    }

    package static func + (left: Line, right: Line) -> Line {
        Line(spans: left.spans + right.spans)
    }

    package static func += (left: inout Line, right: Line) {
        left.spans += right.spans
    }

    /// The text without its styles.
    package var text: String {
        spans.map(\.text).joined()
    }

    package var isEmpty: Bool {
        spans.allSatisfy(\.text.isEmpty)
    }

    /// The line's width in columns.
    package var width: Int {
        spans.reduce(0) { $0 + $1.text.displayWidth }
    }

    /// The line cut to a width, with an ellipsis if anything was cut.
    ///
    /// - Parameters:
    ///   - width: The room in columns.
    ///   - ellipsis: The mark of an omission.
    /// - Returns: A line of at most `width` columns.
    package func truncated(to width: Int, ellipsis: String = "…") -> Line {
        guard self.width > width else { return self }
        guard width > 0 else { return .empty }
        let mark = ellipsis.displayWidth
        guard mark <= width else { return Line(text.truncated(to: width, ellipsis: "")) }
        var room = width - mark
        var kept: [Span] = []
        for span in spans {
            let spanWidth = span.text.displayWidth
            if spanWidth <= room {
                kept.append(span)
                room -= spanWidth
            } else {
                kept.append(Span(span.text.truncated(to: room, ellipsis: "") + ellipsis, span.style, link: span.link))
                break
            }
        }
        return Line(spans: kept)
    }

    /// The line cut to a width between two words, so that no word, time or number turns into a different one.
    ///
    /// - Parameters:
    ///   - width: The room in columns.
    ///   - ellipsis: The mark of an omission.
    /// - Returns: A line of at most `width` columns. If even the first word doesn't fit, it is cut, unless it contains digits:
    ///   then only the ellipsis remains.
    package func truncatedBetweenWords(to width: Int, ellipsis: String = "…") -> Line {
        guard self.width > width else { return self }
        let text = text
        // The blank shows that the word before it is complete.
        let mark = " " + ellipsis
        let beginnings = text.indices.filter { text[$0] == " " }.map { String(text[..<$0].trimmed) }
        let kept = beginnings.last { !$0.isEmpty && $0.displayWidth + mark.displayWidth <= width } ?? ""
        guard kept.isEmpty else {
            return truncated(to: kept.displayWidth, ellipsis: "") + Line(mark, spans.last?.style ?? .plain)
        }
        let hasDigits = text.prefix { $0 != " " }.contains(where: \.isNumber)
        return hasDigits ? Line(ellipsis).truncated(to: width, ellipsis: "") : truncated(to: width, ellipsis: ellipsis)
    }

    /// The leading facts of the line that fit, each whole, without a mark for the omitted ones.
    ///
    /// Facts are separated by `, ` or ` · `; one in parentheses stands alone.
    ///
    /// - Parameter width: The room in columns.
    /// - Returns: A line of at most `width` columns; nil if not even the first fact fits.
    package func firstFacts(to width: Int) -> Line? {
        guard self.width > width else { return self }
        let text = text
        let ends = [", ", " · ", " ("].flatMap { text.ranges(of: $0).map(\.lowerBound) }
        let widths = ends.map { text[..<$0].description.displayWidth }.filter { $0 > 0 && $0 <= width }
        return widths.max().map { truncated(to: $0, ellipsis: "") }
    }

    /// The leading facts that fit, each whole: a truncated figure would be a different figure.
    ///
    /// - Parameters:
    ///   - facts: The facts, most important first.
    ///   - separator: The separator between two facts.
    ///   - width: The room in columns.
    /// - Returns: A line of at most `width` columns.
    package static func fitting(_ facts: [Line], by separator: Line, in width: Int) -> Line {
        var line = Line.empty
        for fact in facts {
            let longer = line.isEmpty ? fact : line + separator + fact
            guard longer.width <= width else { break }
            line = longer
        }
        return line
    }

    /// The line with every span laid over a base style.
    package func styled(over base: Style) -> Line {
        Line(spans: spans.map { Span($0.text, $0.style.over(base), link: $0.link) })
    }
}

extension Substring {
    /// The text without a trailing separator.
    fileprivate var trimmed: Substring {
        var text = self
        while let last = text.last, [" ", ",", "–", "-"].contains(last) { text.removeLast() }
        return text
    }
}
