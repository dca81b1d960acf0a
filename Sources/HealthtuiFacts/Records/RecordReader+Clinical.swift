import Foundation
import HealthKit
import HealthtuiEntry

// Health records: what their FHIR says, earlier results of the same test, and the FHIR itself.
extension RecordReader {
    func clinical(_ sample: HKClinicalRecord, _ contents: any RecordContents, _ page: inout RecordPage) throws {
        page.heading = sample.displayName
        page.figures.append(RecordPage.Figure(sample.displayName))
        guard let resource = sample.fhirResource else {
            page.say(RecordClinicalStrings.cameWithoutResource)
            return
        }
        let facts = ClinicalFacts(resource.data, dates: dates, sex: try caller.referenceSex)
        if let value = facts.rows.first(where: { $0.label == RecordClinicalStrings.value }) {
            page.figures.append(RecordPage.Figure(value.text))
        }
        if let date = facts.date { page.figures.append(RecordPage.Figure(dates.longDay(date))) }
        page.add(RecordClinicalStrings.group, sample.sampleType.entry.name)
        if let problem = facts.problem { page.say(RecordClinicalStrings.nothingMore(problem)) }
        for row in facts.rows { page.add(row.label, row.text) }
        let history = try history(of: sample, facts, contents)
        page.detail = .clinical(facts, history: history)
        if history.count > 1 { add(history, of: sample, facts, &page) }
        page.section(RecordClinicalStrings.fhir)
        page.add(RecordClinicalStrings.resource, resource.resourceType.rawValue + " " + resource.identifier)
        let version = resource.fhirVersion.stringRepresentation
        page.add(RecordClinicalStrings.version, version == "0.0.0" ? RecordClinicalStrings.notKnown : version)
        page.add(RecordClinicalStrings.sourceOfResource, resource.sourceURL?.absoluteString)
        page.rows.append(
            RecordPage.Row(
                label: RecordPageStrings.file,
                text: RecordPageStrings.enterSaves(NumberText.bytes(Double(resource.data.count))),
                file: RecordFile(
                    name: Self.fileName(resource.resourceType.rawValue + "-" + resource.identifier) + ".json",
                    content: .bytes(resource.data),
                    size: resource.data.count
                )
            )
        )
        addText(of: resource.data, &page)
    }

    /// The part of a text that is allowed in a file name.
    static func fileName(_ text: String) -> String {
        let kept = text.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "-" }
        return String(kept.prefix(80))
    }

    /// The largest number of lines of a text on a page; the file has the rest.
    static let mostLines = 5_000

    private func addText(of data: Data, _ page: inout RecordPage) {
        guard let lines = JSONLines.lines(data) else {
            page.say(RecordClinicalStrings.isNoJSON)
            let text = String(decoding: data.prefix(64 << 10), as: UTF8.self)
            for line in text.split(whereSeparator: \.isNewline) {
                page.say(JSONLines.shortened(String(line)), indent: 2)
            }
            return
        }
        for line in lines.prefix(Self.mostLines) { page.say(line.text, indent: line.depth * 2) }
        if lines.count > Self.mostLines {
            page.say(RecordPageStrings.linesMore(lines.count - Self.mostLines))
        }
    }

    // MARK: Earlier results

    /// The results of the same test, the oldest first; only the record itself if its code isn't from LOINC.
    private func history(
        of sample: HKClinicalRecord,
        _ facts: ClinicalFacts,
        _ contents: any RecordContents
    ) throws -> [LabValue] {
        let codes = facts.loinc
        guard !codes.isEmpty else { return [] }
        let marks = codes.map { Data($0.utf8) }
        let sex = try caller.referenceSex
        var values: [LabValue] = []
        try contents.forEachRecord(of: sample.sampleType.identifier) { other in
            guard let other = other as? HKClinicalRecord, let data = other.fhirResource?.data,
                marks.contains(where: { data.range(of: $0) != nil })
            else { return }
            let found = other.uuid == sample.uuid ? facts : ClinicalFacts(data, dates: dates, sex: sex)
            guard !found.loinc.isDisjoint(with: codes), !found.result.isEmpty else { return }
            values.append(
                LabValue(
                    sample: other,
                    date: found.date ?? other.startDate,
                    result: found.result
                )
            )
        }
        return values.sorted { ($0.date, $0.sample.uuid.uuidString) < ($1.date, $1.sample.uuid.uuidString) }
    }

    private func add(
        _ history: [LabValue],
        of sample: HKClinicalRecord,
        _ facts: ClinicalFacts,
        _ page: inout RecordPage
    ) {
        page.section(RecordClinicalStrings.overTime(facts.loinc.sorted().joined(separator: ", ")))
        for value in history.reversed() {
            let isHere = value.sample.uuid == sample.uuid
            page.table(
                [
                    .day(dates.longDay(value.date)),
                    RecordCell(
                        (value.result.isOutside == true ? RecordClinicalStrings.outOfRange : "  ") + value.text
                            + (isHere ? "  " + RecordPageStrings.thisOne : "")
                    ),
                ],
                opens: isHere ? nil : value.sample
            )
        }
        let unit = facts.result.main?.unit ?? ""
        // A number that is only a bound has no point to draw.
        let points = history.compactMap { value -> PlotPlace? in
            guard let main = value.result.main, let number = main.exact, main.unit == unit else { return nil }
            return PlotPlace(value.date.timeIntervalSince1970, number)
        }
        guard points.count > 1, let first = points.first?.x, let last = points.last?.x else { return }
        let margin = max(86_400, (last - first) / 40)
        let usual = facts.result.usual
        var range: ClosedRange<Double>?
        if let low = usual?.low, let high = usual?.high, low < high { range = low...high }
        page.picture = .plot(
            RecordPlot(
                name: "results",
                series: [RecordPlot.Series(points: points, mark: "o")],
                from: first - margin,
                to: last + margin,
                labels: labels(from: first, to: last),
                range: range,
                gridX: (0...40).map { first - margin + (last - first + 2 * margin) / 40 * Double($0) },
                gridY: [usual?.low, usual?.high].compactMap { $0 },
                caption: [
                    unit, usual == nil ? "" : RecordClinicalStrings.dotsShowUsual,
                ]
                .filter { !$0.isEmpty }.joined(separator: ", ")
            )
        )
        guard points.count < history.count else { return }
        page.say(unit.isEmpty ? RecordClinicalStrings.pictureWithoutUnit : RecordClinicalStrings.picture(unit))
    }

    private func labels(from first: Double, to last: Double) -> [RecordPlot.Label] {
        (0...4)
            .map { part in
                let time = first + (last - first) / 4 * Double(part)
                let date = Date(timeIntervalSince1970: time)
                let isShort = last - first < 120 * 86_400
                let text = isShort ? dates.dayAndMonth(date) : dates.monthAndYear(date)
                return RecordPlot.Label(position: time, text: text)
            }
    }
}
