/// The styles of a report: self-contained, and black on white except for limits.
enum ReportStyle {
    /// The style sheet.
    ///
    /// - Parameter paper: The paper size; nil leaves it to the printing program.
    /// - Returns: The rules.
    static func sheet(_ paper: ReportRequest.Paper?) -> ReportMarkup {
        let size: ReportMarkup =
            switch paper {
            case .a4: "size: A4; "
            case .letter: "size: letter; "
            case nil: .empty
            }
        return "@page { \(size)margin: 13mm 15mm 15mm; @bottom-right { content: \(pageNumber); " + rules
    }

    /// The number of a page: the words of its text, and the counters in their places.
    private static var pageNumber: ReportMarkup {
        var parts: [ReportMarkup] = []
        var words = ""
        func end() {
            // A quote would end the rule.
            let text = words.filter { $0 != "\"" && $0 != "\\" }
            if !text.isEmpty { parts.append("\"\(text)\"") }
            words = ""
        }
        for character in ReportStrings.page("\u{1}", of: "\u{2}") {
            switch character {
            case "\u{1}":
                end()
                parts.append("counter(page)")
            case "\u{2}":
                end()
                parts.append("counter(pages)")
            default: words.append(character)
            }
        }
        end()
        return ReportMarkup(parts.enumerated().map { $0 == 0 ? $1 : " " + $1 })
    }

    /// Widths fit both A4 and letter, so that lines break in the same places.
    private static let rules: ReportMarkup = """
        font: 10px "Liberation Sans", Arial, Helvetica, sans-serif; color: #555 } }
        * { box-sizing: border-box }
        html { background: #fff }
        body { margin: 0; color: #111; font: 12px/1.4 "Liberation Sans", Arial, Helvetica, "DejaVu Sans", sans-serif; \
        font-variant-numeric: tabular-nums }
        main { width: 680px; margin: 0 auto }
        h1 { font-size: 22px; line-height: 1.2; margin: 0 }
        h2 { font-size: 13px; margin: 0 0 4px; border-top: 1px solid #111; padding-top: 6px; break-after: avoid; \
        page-break-after: avoid }
        h2 small, .q { font-weight: 400; color: #555; font-size: 11px }
        p { margin: 2px 0 }
        header { margin-bottom: 12px; overflow: hidden }
        .made { float: right; text-align: right; color: #555; font-size: 11px; padding-top: 6px }
        .made b { color: #111 }
        .about { margin-top: 3px; overflow-wrap: anywhere }
        section { margin-bottom: 14px }
        table { border-collapse: collapse; width: 100% }
        thead { display: table-header-group }
        tr, svg, .recording { break-inside: avoid; page-break-inside: avoid }
        td, th { text-align: left; font-weight: 400; padding: 2.5px 10px 2.5px 0; vertical-align: middle }
        thead th { color: #555; font-size: 10.5px; padding-bottom: 1px }
        tbody td, tbody th { border-top: 1px solid #ddd }
        td:last-child, th:last-child { padding-right: 0 }
        .n { text-align: right; white-space: nowrap }
        td.q:last-child, .glance td.q, .readings td { white-space: nowrap }
        .glance .t { width: 142px }
        .name { overflow-wrap: anywhere }
        .readings td.name { white-space: normal; width: 22% }
        .gap { width: 26px; border-top: 0 !important }
        .empty { color: #555 }
        .red { color: \(ReportChart.red) }
        svg { display: block }
        .glance svg { margin-left: auto }
        .glance th.t { text-align: right }
        .recording { margin: 4px 0 8px }
        footer { border-top: 1px solid #111; padding-top: 5px; color: #555; font-size: 10px; break-inside: avoid; \
        page-break-inside: avoid }
        @media screen { main { padding: 28px 0 40px } }
        @media print { svg { -webkit-print-color-adjust: exact; print-color-adjust: exact } }
        """
}
