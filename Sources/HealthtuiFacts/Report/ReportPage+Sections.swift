import Foundation
import HealthKit
import HealthtuiEntry

// The sections below the glance.
extension ReportPage {
    /// The largest number of readings, medications and results in a table: a report is meant to be read, not searched.
    private static let mostReadings = 16
    private static let mostRows = 24

    // MARK: Blood pressure

    var pressure: ReportMarkup? {
        guard let pressure = facts.pressure, !pressure.readings.isEmpty else { return nil }
        let count = pressure.readings.count
        var note = ReportStrings.readings(count, text.number(count)) + ", "
        note += ReportStrings.readingsAtLimit(pressure.atLimit, text.number(pressure.atLimit)) + "; "
        if let days = pressure.averagedDays { note += ReportStrings.averagedBy(text.length(days)) + "; " }
        note += ReportStrings.pressureLegend("●", "○", "┄")
        let shown = Array(pressure.readings.suffix(Self.mostReadings).reversed())
        let half = (shown.count + 1) / 2
        let rows = (0..<half)
            .map { index -> ReportMarkup in
                let right = index + half < shown.count ? reading(shown[index + half]) : "<td></td><td></td><td></td>"
                return "<tr>\(reading(shown[index]))<td class=\"gap\"></td>\(right)</tr>\n"
            }
        let head: ReportMarkup = """
            <th>\(ReportStrings.when)</th><th class="n">mmHg</th><th>\(ReportStrings.source)</th>
            """
        let second: ReportMarkup = shown.count > 1 ? head : "<th></th><th></th><th></th>"
        let rest: ReportMarkup =
            count > shown.count
            ? "<p class=\"q\">\(ReportStrings.latest(text.number(shown.count), of: text.number(count)))</p>\n" : .empty
        return section(
            ReportStrings.pressure,
            note,
            """
            \(ReportChart.pressure(pressure, request.period, text))
            <table class="readings"><thead><tr>\(head)<th class="gap"></th>\(second)</tr></thead><tbody>
            \(ReportMarkup(rows))</tbody></table>
            \(rest)
            """
        )
    }

    private func reading(_ reading: ReportFacts.Reading) -> ReportMarkup {
        let number = text.number(reading.systolic) + "/" + text.number(reading.diastolic)
        let value: ReportMarkup =
            ReportFacts.Pressure.isAtLimit(reading) ? "<b class=\"red\">▲ \(number)</b>" : "<b>\(number)</b>"
        let day = text.shortDay(reading.date, than: request.now)
        return """
            <td>\(day) \(text.time(reading.date))</td><td class="n">\(value)</td>\
            <td class="q name">\(ReportMarkup.clipped(reading.source))</td>
            """
    }

    // MARK: Medications

    var medications: ReportMarkup? {
        guard let medications = facts.medications else { return nil }
        guard !medications.isEmpty else {
            return section(ReportStrings.medications, "", "<p class=\"empty\">\(ReportStrings.noMedications)</p>\n")
        }
        let rows = medications.prefix(Self.mostRows)
            .map { medication -> ReportMarkup in
                var counts = ""
                var share = ""
                if medication.due > 0 {
                    counts = ReportStrings.taken(text.number(medication.taken), of: text.number(medication.due))
                    share = text.percent(medication.taken, of: medication.due)
                } else if medication.asNeeded > 0 {
                    counts = ReportStrings.taken(medication.asNeeded, text.number(medication.asNeeded))
                } else {
                    counts = ReportStrings.notTaken
                }
                let last = medication.last.map { ReportStrings.lastTaken(text.shortDay($0, than: request.now)) } ?? ""
                return """
                    <tr><th scope="row" class="name">\(ReportMarkup.clipped(medication.name))</th>\
                    <td class="q">\(form(medication.form))</td><td class="n">\(counts)</td><td class="n"><b>\(share)</b></td>\
                    <td class="q">\(last)</td></tr>

                    """
            }
        return section(
            ReportStrings.medications,
            ReportStrings.medicationsNote,
            "<table><tbody>\n\(ReportMarkup(rows))</tbody></table>\n\(more(medications.count))"
        )
    }

    private func form(_ raw: String) -> String {
        let prefix = "HKMedicationGeneralForm"
        return RecordDoseStrings.form(raw.hasPrefix(prefix) ? String(raw.dropFirst(prefix.count)) : raw) ?? ""
    }

    private func more(_ count: Int) -> ReportMarkup {
        let rest = count - Self.mostRows
        return rest > 0 ? "<p class=\"q\">\(ReportStrings.more(rest, text.number(rest)))</p>\n" : .empty
    }

    // MARK: Laboratory and other health records

    var laboratory: ReportMarkup? {
        guard let laboratory = facts.laboratory, laboratory.count > 0 else { return nil }
        guard !laboratory.results.isEmpty else {
            let text = ReportStrings.noneOutOfRange(laboratory.count, text.number(laboratory.count))
            return section(ReportStrings.laboratory, "", "<p class=\"empty\">\(text)</p>\n")
        }
        let text = text
        let style = ClinicalResult.TextStyle.inLanguage { text.exact($0) }
        let rows = laboratory.results.prefix(Self.mostRows)
            .map { result -> ReportMarkup in
                let value = result.result.text(style)
                let range = result.result.usual
                let picture = range.map { ReportChart.range(result.result, $0) } ?? .empty
                return """
                    <tr><th scope="row" class="name">\(ReportMarkup.clipped(result.name))</th>\
                    <td class="n"><b class="red">\(Self.mark(result.verdict)) \(ReportMarkup.clipped(value))</b></td>\
                    <td>\(picture)</td><td class="n">\(range.map(self.range) ?? "")</td>\
                    <td class="q">\(text.shortDay(result.date, than: request.now))</td></tr>

                    """
            }
        let table: ReportMarkup = """
            <table><thead><tr><th></th><th class="n">\(ReportStrings.latest)</th><th></th><th class="n">\(ReportStrings.referenceRange)\
            </th><th></th></tr></thead><tbody>
            \(ReportMarkup(rows))</tbody></table>
            \(more(laboratory.results.count))
            """
        let note = ReportStrings.laboratoryNote(text.number(laboratory.out), of: text.number(laboratory.count))
        return section(ReportStrings.laboratory, note, table)
    }

    private static func mark(_ verdict: ResultVerdict) -> String {
        switch verdict {
        case .above: "▲"
        case .below: "▼"
        case .abnormal, .within: "!"
        }
    }

    private func range(_ range: ReferenceRange) -> String {
        switch (range.low, range.high) {
        case (let low?, let high?): text.exact(low) + "–" + text.exact(high)
        case (let low?, nil): ReportStrings.above(text.exact(low))
        case (nil, let high?): ReportStrings.below(text.exact(high))
        case (nil, nil): ""
        }
    }

    var records: [ReportMarkup] {
        facts.records.map { records in
            let rows = records.entries.prefix(Self.mostRows)
                .map { entry -> ReportMarkup in
                    """
                    <tr><th scope="row" class="name">\(ReportMarkup.clipped(entry.name))</th>\
                    <td class="name">\(ReportMarkup.clipped(entry.value))</td>\
                    <td class="n q">\(text.day(entry.date))</td></tr>

                    """
                }
            let table: ReportMarkup =
                "<table><tbody>\n\(ReportMarkup(rows))</tbody></table>\n\(more(records.entries.count))"
            return section(request.language.name(of: records.type), ReportStrings.recordsNote, table)
        }
    }

    // MARK: Electrocardiograms

    var electrocardiograms: ReportMarkup? {
        guard let found = facts.electrocardiograms, !found.isEmpty else { return nil }
        let count = facts.classifications.values.reduce(0, +)
        let kinds = facts.classifications.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\(text.number($0.value)) × \(ReportStrings.classification($0.key))" }
        let note = ReportStrings.recordings(count, text.number(count)) + ": " + kinds.joined(separator: ", ")
        let strips = found.map { recording -> ReportMarkup in
            var said = [ReportStrings.classification(recording.classification)]
            if let rate = recording.rate {
                said.append(ReportStrings.averageRate(text.number(rate) + " " + ReportStrings.unit("BPM")))
            }
            if !recording.symptoms.isEmpty {
                said.append(ReportStrings.symptoms(recording.symptoms.joined(separator: ", ")))
            }
            if let trace = recording.trace {
                let shown = min(ReportChart.stripSeconds, trace.length)
                said.append(ReportStrings.strip(text.number(shown), of: text.number(trace.length)))
            } else {
                said.append(ReportStrings.noVoltages)
            }
            let picture = recording.trace.map(ReportChart.strip) ?? .empty
            let day = text.shortDay(recording.date, than: request.now)
            return """
                <div class="recording"><p><b>\(day) \(text.time(recording.date))</b>, \(said.joined(separator: ", "))</p>
                \(picture)</div>

                """
        }
        return section(
            ReportStrings.electrocardiograms,
            note,
            ReportMarkup(strips) + "<p class=\"q\">\(ReportStrings.scale)</p>\n"
        )
    }
}
