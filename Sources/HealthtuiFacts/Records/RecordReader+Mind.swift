import Foundation
import HealthKit
import HealthtuiEntry

// States of mind and questionnaires.
extension RecordReader {
    func stateOfMind(_ sample: HKStateOfMind, _ page: inout RecordPage) {
        let words = MindWords(sample)
        page.figures.append(RecordPage.Figure(words.valence))
        page.figures.append(RecordPage.Figure(words.kind))
        page.figures.append(
            RecordPage.Figure(dates.longDay(sample.startDate) + " " + dates.time(sample.startDate))
        )
        page.say(RecordMindStrings.scale(Self.scale(sample.valence)))
        page.add(RecordMindStrings.howItWas, words.valence)
        page.add(RecordMindStrings.valence, RecordMindStrings.valence(NumberText.text(sample.valence, decimals: 2)))
        page.add(RecordMindStrings.kind, words.kind)
        page.add(
            RecordMindStrings.felt,
            words.labels.isEmpty ? RecordMindStrings.nothingNoted : words.labels.joined(separator: ", ")
        )
        page.add(
            RecordMindStrings.becauseOf,
            words.associations.isEmpty ? RecordMindStrings.nothingNoted : words.associations.joined(separator: ", ")
        )
    }

    /// Seven positions from unpleasant to pleasant, with one marked.
    private static func scale(_ valence: Double) -> String {
        let place = Int(((min(max(-1, valence), 1) + 1) * 6).rounded())
        return "[" + (0...12).map { $0 == place ? "o" : "-" }.joined() + "]"
    }

    func assessment(_ sample: HKScoredAssessment, _ contents: any RecordContents, _ page: inout RecordPage) throws {
        guard let form = Questionnaire(sample) else { return }
        page.figures.append(RecordPage.Figure(RecordMindStrings.score(sample.score, form.kind.best), form.kind.name))
        page.figures.append(RecordPage.Figure(form.risk))
        page.figures.append(RecordPage.Figure(dates.longDay(sample.startDate)))
        page.add(RecordMindStrings.score, RecordMindStrings.score(sample.score, form.kind.best))
        page.add(RecordMindStrings.risk, form.risk)
        page.say(form.kind.bands)
        page.section(RecordMindStrings.question)
        for (index, question) in form.kind.questions.enumerated() {
            let answer = form.answers.indices.contains(index) ? form.answers[index] : nil
            page.say("\(index + 1). \(question)")
            page.say(
                answer.map { "\($0.label)" + ($0.points.map { ", \($0)" } ?? "") } ?? RecordMindStrings.noAnswer,
                indent: 4
            )
        }
        page.say(RecordMindStrings.noDiagnosis)
        if form.kind == .phq9, (form.answers.last?.points ?? 0) > 0 {
            page.say(RecordMindStrings.notifySomebody)
        }
        try addEarlier(sample, contents, &page)
    }

    /// The other scores of the same questionnaire, the newest first.
    private func addEarlier(
        _ sample: HKScoredAssessment,
        _ contents: any RecordContents,
        _ page: inout RecordPage
    ) throws {
        var all: [HKScoredAssessment] = []
        try contents.forEachRecord(of: sample.sampleType.identifier) { other in
            if let other = other as? HKScoredAssessment { all.append(other) }
        }
        guard all.count > 1 else { return }
        page.section(RecordPageStrings.overTime)
        let sorted = all.sorted { ($1.startDate, $0.uuid.uuidString) < ($0.startDate, $1.uuid.uuidString) }
        for other in sorted.prefix(Self.mostScores) {
            let isHere = other.uuid == sample.uuid
            let risk = (Questionnaire(other)?.risk).map { "  " + $0 } ?? ""
            page.table(
                [
                    .day(dates.longDay(other.startDate)), RecordCell("\(other.score)", 4, isRight: true),
                    RecordCell(risk + (isHere ? "  " + RecordPageStrings.thisOne : "")),
                ],
                opens: isHere ? nil : other
            )
        }
        if sorted.count > Self.mostScores { page.say(RecordMindStrings.earlierOnes(sorted.count - Self.mostScores)) }
    }

    private static let mostScores = 100
}

/// The contents of a state of mind, as text.
package struct MindWords: Sendable, Hashable {
    package let valence: String
    package let kind: String
    package let labels: [String]
    package let associations: [String]

    package init(_ sample: HKStateOfMind) {
        valence = CaseName.label(sample.valenceClassification.rawValue, of: "HKStateOfMind.ValenceClassification")
        kind = CaseName.label(sample.kind.rawValue, of: "HKStateOfMind.Kind")
        labels = sample.labels.map { CaseName.label($0.rawValue, of: "HKStateOfMind.Label").lowercased() }
        associations = sample.associations
            .map { CaseName.label($0.rawValue, of: "HKStateOfMind.Association").lowercased() }
    }
}

/// A questionnaire that was filled in.
package struct Questionnaire: Sendable, Hashable {
    /// One answer and its score, or nil if it wasn't given.
    package struct Answer: Sendable, Hashable {
        package let label: String
        package let points: Int?
    }

    package let kind: QuestionnaireKind
    package let answers: [Answer]
    package let risk: String

    /// The questionnaire of a sample, or nil for a sample of another kind.
    package init?(_ sample: HKScoredAssessment) {
        switch sample {
        case let sample as HKGAD7Assessment:
            kind = .gad7
            answers = sample.answers.map {
                Answer(label: CaseName.label($0.rawValue, of: "HKGAD7Assessment.Answer"), points: $0.rawValue)
            }
            risk = CaseName.label(sample.risk.rawValue, of: "HKGAD7Assessment.Risk")
        case let sample as HKPHQ9Assessment:
            kind = .phq9
            answers = sample.answers.map {
                Answer(
                    label: CaseName.label($0.rawValue, of: "HKPHQ9Assessment.Answer"),
                    points: $0 == .preferNotToAnswer ? nil : $0.rawValue
                )
            }
            risk = CaseName.label(sample.risk.rawValue, of: "HKPHQ9Assessment.Risk")
        default: return nil
        }
    }
}
