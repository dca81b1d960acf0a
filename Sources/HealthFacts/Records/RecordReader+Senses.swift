import Foundation
import HealthEntry
import HealthKit

// Hearing tests and prescriptions for eyes.
extension RecordReader {
    // MARK: Hearing

    func audiogram(_ sample: HKAudiogramSample, _ page: inout RecordPage) {
        let points = sample.sensitivityPoints
            .map { (hertz: $0.frequency.converted(to: .hertz()) ?? 0, tests: $0.tests) }
            .filter { $0.hertz > 0 }.sorted { $0.hertz < $1.hertz }
        guard points.contains(where: { !$0.tests.isEmpty }) else {
            page.add(RecordSensesTexts.points, RecordSensesTexts.noPoints)
            return
        }
        let ears: [(side: HKAudiogramSensitivityTestSide, name: String, mark: String)] = [
            (.right, RecordSensesTexts.right, "o"), (.left, RecordSensesTexts.left, "x"),
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
            let text = RecordSensesTexts.decibels(NumberText.text(mean))
            page.figures.append(RecordPage.Figure(text, ear.name))
            page.add(RecordSensesTexts.average(ear.name), RecordSensesTexts.hearingLevel(text, Self.grade(mean)))
        }
        page.picture = .plot(Self.plot(series, points.map(\.hertz)))
        page.say(
            page.figures.isEmpty
                ? RecordSensesTexts.noAverage
                : RecordSensesTexts.aboutAverage
        )
        page.figures.append(RecordPage.Figure(dates.longDay(sample.startDate)))
        page.section(RecordSensesTexts.levels)
        let names = ears.map { $0.name.cell(12, isRight: true) }
        page.table(RecordSensesTexts.hertz.cell(8, isRight: true) + names.joined())
        for point in points {
            let cells = ears.map { ear in
                let texts = point.tests.filter { $0.side == ear.side }.map(Self.text)
                return (texts.isEmpty ? "–" : texts.joined(separator: " ")).cell(12, isRight: true)
            }
            page.table(NumberText.exact(point.hertz).cell(8, isRight: true) + cells.joined())
        }
        let tests = points.flatMap(\.tests)
        if tests.contains(where: \.masked) { page.say(RecordSensesTexts.masked) }
        if tests.contains(where: { $0.clampingRange != nil }) {
            page.say(RecordSensesTexts.clamped)
        }
    }

    /// The level of an ear at a frequency: through air, as an audiogram joins them, else what there is.
    private static func level(_ tests: [HKAudiogramSensitivityTest], _ side: HKAudiogramSensitivityTestSide) -> Double?
    {
        let own = tests.filter { $0.side == side }
        return (own.first { $0.type == .air } ?? own.first)?.sensitivity.converted(to: .decibelHearingLevel())
    }

    private static func text(_ test: HKAudiogramSensitivityTest) -> String {
        guard let level = test.sensitivity.converted(to: .decibelHearingLevel()) else { return "–" }
        // Tests on a telephone tell more digits than anybody hears.
        var text = NumberText.exact((level * 10).rounded() / 10)
        if let range = test.clampingRange {
            let ends = [range.lowerBound, range.upperBound].map { $0?.converted(to: .decibelHearingLevel()) }
            if let low = ends[0], level <= low { text = "<" + text }
            if let high = ends[1], level >= high { text = ">" + text }
        }
        return test.masked ? "(" + text + ")" : text
    }

    /// The mean over the four frequencies that speech needs; nil where one of them was not tested.
    private static func mean(_ levels: [(hertz: Double, level: Double)]) -> Double? {
        let spoken = [500.0, 1_000, 2_000, 4_000].compactMap { wanted in levels.first { $0.hertz == wanted }?.level }
        return spoken.count == 4 ? spoken.reduce(0, +) / 4 : nil
    }

    private static func grade(_ level: Double) -> String {
        switch level {
        case ..<20: RecordSensesTexts.noLoss
        case ..<35: RecordSensesTexts.mildLoss
        case ..<50: RecordSensesTexts.moderateLoss
        case ..<65: RecordSensesTexts.moderatelySevereLoss
        case ..<80: RecordSensesTexts.severeLoss
        case ..<95: RecordSensesTexts.profoundLoss
        default: RecordSensesTexts.completeLoss
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
            caption: RecordSensesTexts.caption
        )
    }

    // MARK: Eyes

    func prescription(_ sample: HKVisionPrescription, _ snapshot: StoreSnapshot, _ page: inout RecordPage) throws {
        let kind = CaseName.label(Int(clamping: sample.prescriptionType.rawValue), of: "HKVisionPrescriptionType")
        page.figures.append(RecordPage.Figure(kind))
        page.figures.append(RecordPage.Figure(dates.longDay(sample.dateIssued), RecordSensesTexts.issuedFigure))
        page.add(RecordSensesTexts.purpose, kind)
        if let contacts = sample as? HKContactsPrescription { page.add(RecordSensesTexts.brand, contacts.brand) }
        page.add(RecordSensesTexts.issued, dates.longDay(sample.dateIssued))
        if let end = sample.expirationDate {
            let isOver = end < dates.now
            page.add(
                RecordSensesTexts.expires,
                isOver ? RecordPageTexts.expired(dates.longDay(end)) : dates.longDay(end)
            )
            page.figures.append(
                RecordPage.Figure(
                    dates.longDay(end),
                    isOver ? RecordSensesTexts.expiredFigure : RecordSensesTexts.expiresFigure
                )
            )
        } else {
            page.add(RecordSensesTexts.expires, RecordSensesTexts.notSaid)
        }
        lenses(sample, &page)
        let attachments = try snapshot.attachments(of: sample.uuid)
        page.section(RecordSensesTexts.attachments)
        if attachments.isEmpty { page.say(RecordSensesTexts.noAttachments) }
        for (index, attachment) in attachments.enumerated() {
            page.rows.append(
                RecordPage.Row(
                    label: "\(index + 1)",
                    text: RecordPageTexts.enterSaves(
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
            page.say(RecordSensesTexts.noLenses)
            return
        }
        page.section(RecordSensesTexts.lenses)
        func line(_ name: String, _ cells: [String], _ unit: String) {
            let columns = cells.map { $0.cell(9, isRight: true) }.joined()
            page.table(name.cell(11) + columns + (unit.isEmpty ? "" : " " + unit))
        }
        line("", [RecordSensesTexts.right, RecordSensesTexts.left], "")
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
        row(RecordSensesTexts.sphere, .diopter(), RecordSensesTexts.diopters, signed: true) { $0.sphere }
        row(RecordSensesTexts.cylinder, .diopter(), RecordSensesTexts.diopters, signed: true) { $0.cylinder }
        row(RecordSensesTexts.axis, .degreeAngle(), "°", signed: false) { $0.axis }
        row(RecordSensesTexts.add, .diopter(), RecordSensesTexts.diopters, signed: true) { $0.addPower }
        row(RecordSensesTexts.vertex, millimeter, RecordSensesTexts.millimetres, signed: false) {
            ($0 as? HKGlassesLensSpecification)?.vertexDistance
        }
        row(RecordSensesTexts.farPupils, millimeter, RecordSensesTexts.millimetres, signed: false) {
            ($0 as? HKGlassesLensSpecification)?.farPupillaryDistance
        }
        row(RecordSensesTexts.nearPupils, millimeter, RecordSensesTexts.millimetres, signed: false) {
            ($0 as? HKGlassesLensSpecification)?.nearPupillaryDistance
        }
        for (name, eye) in zip([RecordSensesTexts.prismRight, RecordSensesTexts.prismLeft], eyes) {
            page.add(name, (eye as? HKGlassesLensSpecification)?.prism.map(Self.text))
        }
        row(RecordSensesTexts.baseCurve, millimeter, RecordSensesTexts.millimetres, signed: false) {
            ($0 as? HKContactsLensSpecification)?.baseCurve
        }
        row(RecordSensesTexts.diameter, millimeter, RecordSensesTexts.millimetres, signed: false) {
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
        let whole = RecordSensesTexts.prism(
            number(prism.amount, .prismDiopter()),
            at: number(prism.angle, .degreeAngle())
        )
        return whole + (parts.isEmpty ? "" : ": " + parts.joined(separator: ", "))
    }

    /// Powers have their sign always, and two decimals, as opticians write them.
    private static func figure(_ value: Double, signed: Bool) -> String {
        guard signed else { return NumberText.exact(value) }
        return (value < 0 ? "-" : "+") + NumberText.text(abs(value), decimals: 2)
    }
}
