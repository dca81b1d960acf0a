import Foundation
import HealthKit
import HealthtuiEntry

/// A report as one HTML page that is also XML: styles and pictures are inline, and there are no scripts or links.
package struct ReportPage: Sendable {
    let facts: ReportFacts
    let text: ReportText

    var request: ReportRequest { facts.request }

    /// A page.
    ///
    /// - Parameter facts: Its contents.
    package init(_ facts: ReportFacts) {
        self.facts = facts
        text = ReportText(facts.request)
    }

    /// The whole page.
    package var html: String { text.during { page.html } }

    private var page: ReportMarkup {
        let body = ReportMarkup(
            [head] + [glance, pressure, medications, laboratory].compactMap { $0 } + records
                + [electrocardiograms, nothing, missing].compactMap { $0 } + [foot]
        )
        return """
            <!DOCTYPE html>
            <html xmlns="http://www.w3.org/1999/xhtml" lang="\(request.language.code.replacing("_", with: "-"))">
            <head>
            <meta charset="utf-8"/>
            <meta name="viewport" content="width=device-width"/>
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
            <title>\(ReportStrings.title), \(text.period(request.period))</title>
            <style>
            \(ReportStyle.sheet(request.paper))
            </style>
            </head>
            <body>
            <main>
            \(body)
            </main>
            </body>
            </html>

            """
    }

    // MARK: Head and foot

    private var head: ReportMarkup {
        let name = request.name.trimmingCharacters(in: .whitespacesAndNewlines)
        var about = name.isEmpty ? [] : [ReportMarkup.clipped(name)]
        if let birthday = facts.birthday {
            let today = CalendarDay(request.now, in: request.calendar)
            let hadBirthday = (today.month, today.day) >= (birthday.month, birthday.day)
            let age = max(0, today.year - birthday.year - (hadBirthday ? 0 : 1))
            about.append(ReportStrings.born(text.day(birthday), age: text.number(age)))
        }
        about += [facts.sex.flatMap(ReportStrings.sex), facts.bloodType.map(ReportStrings.bloodType)].compactMap { $0 }
        return """
            <header><div class="made"><b>\(text.period(request.period))</b>, \(text.length(request.period.days))<br/>\
            \(ReportStrings.made(text.day(request.now)))</div><h1>\(ReportStrings.title)</h1>\
            <p class="about">\(about.joined(separator: "  ·  "))</p></header>

            """
    }

    private var foot: ReportMarkup {
        let chosen = ReportStrings.chosen(text.number(facts.shownTypes), of: text.number(facts.storedTypes))
        let sums = facts.rows.contains { row in
            if case .quantity(_, isDaily: true) = row.measure { return true }
            return false
        }
        return """
            <footer>\(chosen) \(sums ? ReportStrings.wholeDays + " " : "")\(ReportStrings.notADiagnosis)</footer>
            """
    }

    private var nothing: ReportMarkup? {
        facts.shownTypes > 0 ? nil : "<p class=\"empty\">\(ReportStrings.nothing)</p>\n"
    }

    private var missing: ReportMarkup? {
        guard facts.shownTypes > 0 else { return nil }
        let names = facts.missing.map(request.language.name).filter { !$0.isEmpty }
        return names.isEmpty ? nil : "<p class=\"empty\">\(ReportStrings.noData(names.joined(separator: ", ")))</p>\n"
    }

    /// A section, which begins with its title.
    func section(_ title: String, _ note: String, _ body: ReportMarkup) -> ReportMarkup {
        "<section><h2>\(title) <small>\(note)</small></h2>\n\(body)</section>\n"
    }

    // MARK: At a glance

    private var glance: ReportMarkup? {
        guard !facts.rows.isEmpty else { return nil }
        let period = request.period
        let note = period.recentDays.map {
            ReportStrings.glanceNote(text.length($0), before: text.length(period.days - $0))
        }
        let recent = period.recentDays.map(text.length) ?? ReportStrings.mean
        let change: ReportMarkup = period.recentDays == nil ? "" : "\(ReportStrings.change)"
        let rows = facts.rows.map { row -> ReportMarkup in
            let latest = text.value(row.latest, row.measure)
            let unit: ReportMarkup = latest.unit.isEmpty ? "" : " \(latest.unit)"
            let name = request.language.name(of: row.type)
            return """
                <tr><th scope="row">\(name)</th><td class="n"><b>\(ReportMarkup.clipped(latest.number))</b>\(unit)</td>\
                <td class="q">\(text.shortDay(row.date, than: request.now))</td>\
                <td class="n">\(row.recent.map { text.mean($0, row.measure) } ?? "")</td>\
                <td class="n">\(row.change.map { text.change($0, row.measure) } ?? "")</td>\
                <td class="t">\(ReportChart.spark(row.trend))</td></tr>

                """
        }
        let table: ReportMarkup = """
            <table class="glance"><thead><tr><th></th><th class="n">\(ReportStrings.latest)</th><th></th>\
            <th class="n">\(recent)</th><th class="n">\(change)</th><th class="t">\(text.length(period.days))</th></tr>\
            </thead><tbody>
            \(ReportMarkup(rows))</tbody></table>

            """
        return section(ReportStrings.glance, note ?? ReportStrings.glanceShortNote, table)
    }
}
