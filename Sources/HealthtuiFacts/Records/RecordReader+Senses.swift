import Foundation
import HealthKit
import HealthtuiEntry

// Hearing tests and prescriptions for eyes.
extension RecordReader {
    // MARK: Hearing

    func audiogram(_ sample: HKAudiogramSample, _ page: inout RecordPage) {
        let points = sample.sensitivityPoints
            .map { (hertz: $0.frequency.converted(to: .hertz()) ?? 0, tests: $0.tests) }
            .filter { $0.hertz > 0 }.sorted { $0.hertz < $1.hertz }
        guard points.contains(where: { !$0.tests.isEmpty }) else {
            page.add(RecordSensesStrings.points, RecordSensesStrings.noPoints)
            return
        }
        let ears: [(side: HKAudiogramSensitivityTestSide, name: String, mark: String)] = [
            (.right, RecordSensesStrings.right, "o"), (.left, RecordSensesStrings.left, "x"),
        ]
        var series: [RecordPlot.Series] = []
        for ear in ears {
            let levels = points.compactMap { point in
                Self.level(point.tests, ear.side).map { (hertz: point.hertz, level: $0) }
            }
            series.append(
                RecordPlot.Series(points: levels.map { PlotPlace(log2($0.hertz), $0.level) }, mark: ear.mark)
            )
            guard let mean = Self.mean(levels) else { continue }
            let text = RecordSensesStrings.decibels(NumberText.text(mean))
            page.figures.append(RecordPage.Figure(text, ear.name))
            page.add(RecordSensesStrings.average(ear.name), RecordSensesStrings.hearingLevel(text, Self.grade(mean)))
        }
        page.picture = .plot(Self.plot(series, points.map(\.hertz)))
        page.say(
            page.figures.isEmpty
                ? RecordSensesStrings.noAverage
                : RecordSensesStrings.aboutAverage
        )
        page.figures.append(RecordPage.Figure(dates.longDay(sample.startDate)))
        page.section(RecordSensesStrings.levels)
        func cells(_ hertz: String, _ ears: [String]) -> [RecordCell] {
            [RecordCell(hertz, 8, isRight: true)] + ears.map { RecordCell($0, 12, isRight: true) }
        }
        page.table(cells(RecordSensesStrings.hertz, ears.map(\.name)))
        for point in points {
            let levels = ears.map { ear in
                let texts = point.tests.filter { $0.side == ear.side }.map(Self.text)
                return texts.isEmpty ? "–" : texts.joined(separator: " ")
            }
            page.table(cells(NumberText.exact(point.hertz), levels))
        }
        let tests = points.flatMap(\.tests)
        if tests.contains(where: \.masked) { page.say(RecordSensesStrings.masked) }
        if tests.contains(where: { $0.clampingRange != nil }) {
            page.say(RecordSensesStrings.clamped)
        }
    }

    /// The level of an ear at a frequency: by air conduction, as in an audiogram, otherwise any available test.
    private static func level(_ tests: [HKAudiogramSensitivityTest], _ side: HKAudiogramSensitivityTestSide) -> Double?
    {
        let own = tests.filter { $0.side == side }
        return (own.first { $0.type == .air } ?? own.first)?.sensitivity.converted(to: .decibelHearingLevel())
    }

    private static func text(_ test: HKAudiogramSensitivityTest) -> String {
        guard let level = test.sensitivity.converted(to: .decibelHearingLevel()) else { return "–" }
        // Phone tests give more digits than a person can hear.
        var text = NumberText.exact((level * 10).rounded() / 10)
        if let range = test.clampingRange {
            let ends = [range.lowerBound, range.upperBound].map { $0?.converted(to: .decibelHearingLevel()) }
            if let low = ends[0], level <= low { text = "<" + text }
            if let high = ends[1], level >= high { text = ">" + text }
        }
        return test.masked ? "(" + text + ")" : text
    }

    /// The mean over the four frequencies of speech, or nil if one of them wasn't tested.
    private static func mean(_ levels: [(hertz: Double, level: Double)]) -> Double? {
        let spoken = [500.0, 1_000, 2_000, 4_000].compactMap { wanted in levels.first { $0.hertz == wanted }?.level }
        return spoken.count == 4 ? spoken.reduce(0, +) / 4 : nil
    }

    private static func grade(_ level: Double) -> String {
        switch level {
        case ..<20: RecordSensesStrings.noLoss
        case ..<35: RecordSensesStrings.mildLoss
        case ..<50: RecordSensesStrings.moderateLoss
        case ..<65: RecordSensesStrings.moderatelySevereLoss
        case ..<80: RecordSensesStrings.severeLoss
        case ..<95: RecordSensesStrings.profoundLoss
        default: RecordSensesStrings.completeLoss
        }
    }

    private static func plot(_ series: [RecordPlot.Series], _ hertz: [Double]) -> RecordPlot {
        let low = min(125, hertz.first ?? 125)
        let high = max(8_000, hertz.last ?? 8_000)
        let octaves = [125.0, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000].filter { $0 >= low && $0 <= high }
        let labels = octaves.map { value in
            RecordPlot.Label(
                position: log2(value),
                text: value < 1_000 ? NumberText.text(value) : NumberText.text(value / 1_000) + "k"
            )
        }
        return RecordPlot(
            name: "audiogram",
            series: series,
            from: log2(low) - 0.25,
            to: log2(high) + 0.25,
            labels: labels,
            range: -10...100,
            isInverted: true,
            format: { NumberText.text($0) },
            gridX: octaves.map { log2($0) },
            gridY: [0, 20, 40, 60, 80, 100, 120],
            caption: RecordSensesStrings.caption
        )
    }

    // MARK: Eyes

    func prescription(_ sample: HKVisionPrescription, _ contents: any RecordContents, _ page: inout RecordPage) throws {
        let kind = CaseName.label(Int(clamping: sample.prescriptionType.rawValue), of: "HKVisionPrescriptionType")
        page.figures.append(RecordPage.Figure(kind))
        page.figures.append(RecordPage.Figure(dates.longDay(sample.dateIssued), RecordSensesStrings.issuedFigure))
        page.add(RecordSensesStrings.purpose, kind)
        if let contacts = sample as? HKContactsPrescription { page.add(RecordSensesStrings.brand, contacts.brand) }
        page.add(RecordSensesStrings.issued, dates.longDay(sample.dateIssued))
        if let end = sample.expirationDate {
            let isOver = end < dates.now
            page.add(
                RecordSensesStrings.expires,
                isOver ? RecordPageStrings.expired(dates.longDay(end)) : dates.longDay(end)
            )
            page.figures.append(
                RecordPage.Figure(
                    dates.longDay(end),
                    isOver ? RecordSensesStrings.expiredFigure : RecordSensesStrings.expiresFigure
                )
            )
        } else {
            page.add(RecordSensesStrings.expires, RecordSensesStrings.notSaid)
        }
        lenses(sample, &page)
        let attachments = try contents.attachments(of: sample.uuid)
        page.section(RecordSensesStrings.attachments)
        if attachments.isEmpty { page.say(RecordSensesStrings.noAttachments) }
        for (index, attachment) in attachments.enumerated() {
            page.rows.append(
                RecordPage.Row(
                    label: "\(index + 1)",
                    text: RecordPageStrings.enterSaves(
                        attachment.name + ", " + NumberText.bytes(Double(attachment.size))
                    ),
                    file: RecordFile(
                        name: attachment.name,
                        content: .attachment(attachment),
                        size: attachment.size
                    )
                )
            )
        }
    }

    private func lenses(_ sample: HKVisionPrescription, _ page: inout RecordPage) {
        let eyes: [HKLensSpecification?]
        switch sample {
        case let glasses as HKGlassesPrescription: eyes = [glasses.rightEye, glasses.leftEye]
        case let contacts as HKContactsPrescription: eyes = [contacts.rightEye, contacts.leftEye]
        default: eyes = []
        }
        guard eyes.contains(where: { $0 != nil }) else {
            page.say(RecordSensesStrings.noLenses)
            return
        }
        page.section(RecordSensesStrings.lenses)
        func line(_ name: String, _ cells: [String], _ unit: String) {
            let columns = cells.map { RecordCell($0, 9, isRight: true) }
            page.table([RecordCell(name, 11)] + columns + [RecordCell(unit.isEmpty ? "" : " " + unit)])
        }
        line("", [RecordSensesStrings.right, RecordSensesStrings.left], "")
        func row(
            _ name: String,
            _ unit: HKUnit,
            _ label: String,
            signed: Bool,
            _ read: (HKLensSpecification) -> HKQuantity?
        ) {
            let values = eyes.map { $0.flatMap(read)?.converted(to: unit) }
            guard values.contains(where: { $0 != nil }) else { return }
            line(name, values.map { value in value.map { Self.figure($0, signed: signed) } ?? "–" }, label)
        }
        let millimeter = HKUnit.meterUnit(with: .milli)
        row(RecordSensesStrings.sphere, .diopter(), RecordSensesStrings.diopters, signed: true) { $0.sphere }
        row(RecordSensesStrings.cylinder, .diopter(), RecordSensesStrings.diopters, signed: true) { $0.cylinder }
        row(RecordSensesStrings.axis, .degreeAngle(), "°", signed: false) { $0.axis }
        row(RecordSensesStrings.add, .diopter(), RecordSensesStrings.diopters, signed: true) { $0.addPower }
        row(RecordSensesStrings.vertex, millimeter, RecordSensesStrings.millimetres, signed: false) {
            ($0 as? HKGlassesLensSpecification)?.vertexDistance
        }
        row(RecordSensesStrings.farPupils, millimeter, RecordSensesStrings.millimetres, signed: false) {
            ($0 as? HKGlassesLensSpecification)?.farPupillaryDistance
        }
        row(RecordSensesStrings.nearPupils, millimeter, RecordSensesStrings.millimetres, signed: false) {
            ($0 as? HKGlassesLensSpecification)?.nearPupillaryDistance
        }
        for (name, eye) in zip([RecordSensesStrings.prismRight, RecordSensesStrings.prismLeft], eyes) {
            page.add(name, (eye as? HKGlassesLensSpecification)?.prism.map(Self.text))
        }
        row(RecordSensesStrings.baseCurve, millimeter, RecordSensesStrings.millimetres, signed: false) {
            ($0 as? HKContactsLensSpecification)?.baseCurve
        }
        row(RecordSensesStrings.diameter, millimeter, RecordSensesStrings.millimetres, signed: false) {
            ($0 as? HKContactsLensSpecification)?.diameter
        }
    }

    /// `1.5 pD at 42°: 1 up, 1.12 in`.
    private static func text(_ prism: HKVisionPrism) -> String {
        func number(_ quantity: HKQuantity, _ unit: HKUnit) -> String {
            quantity.converted(to: unit).map { NumberText.text($0, decimals: 2) } ?? "–"
        }
        let parts = [(prism.verticalAmount, prism.verticalBase), (prism.horizontalAmount, prism.horizontalBase)]
            .filter { $0.1 != .none }
            .map { amount, base in
                number(amount, .prismDiopter()) + " " + CaseName.label(base.rawValue, of: "HKPrismBase").lowercased()
            }
        let whole = RecordSensesStrings.prism(
            number(prism.amount, .prismDiopter()),
            at: number(prism.angle, .degreeAngle())
        )
        return whole + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    /// Powers always have a sign and two decimals, as opticians write them.
    private static func figure(_ value: Double, signed: Bool) -> String {
        guard signed else { return NumberText.exact(value) }
        return (value < 0 ? "-" : "+") + NumberText.text(abs(value), decimals: 2)
    }
}
