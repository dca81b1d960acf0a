import HealthKit

/// The questionnaires that are asked: their questions, and what their scores mean.
package enum QuestionnaireKind: Sendable, Hashable, CaseIterable {
    case gad7
    case phq9

    /// The questionnaire of a type; nil for other types.
    package init?(_ type: HKObjectType) {
        switch type.identifier {
        case HKScoredAssessmentTypeIdentifier.GAD7.rawValue: self = .gad7
        case HKScoredAssessmentTypeIdentifier.PHQ9.rawValue: self = .phq9
        default: return nil
        }
    }

    package var name: String { self == .gad7 ? QuestionnaireStrings.gad7 : QuestionnaireStrings.phq9 }

    /// The highest score there is.
    package var best: Int { questions.count * 3 }

    /// The boundaries between the bands of the score.
    package var bands: String {
        switch self {
        case .gad7: QuestionnaireStrings.gad7Bands
        case .phq9: QuestionnaireStrings.phq9Bands
        }
    }

    /// The questions, in the original wording of the questionnaires, which is free to use.
    package var questions: [String] {
        switch self {
        case .gad7:
            QuestionnaireStrings.gad7Questions
        case .phq9:
            QuestionnaireStrings.phq9Questions
        }
    }

    /// A word or two for each question, for use where it doesn't fit.
    package var topics: [String] {
        switch self {
        case .gad7: QuestionnaireStrings.gad7Topics
        case .phq9:
            QuestionnaireStrings.phq9Topics
        }
    }

    /// The possible answers to a question, by their stored values.
    package func answers(to question: Int) -> [Enumeration.Case] {
        let name = self == .gad7 ? "HKGAD7Assessment.Answer" : "HKPHQ9Assessment.Answer"
        let all = TypeCatalogue.shared.enumeration(name)?.cases ?? []
        return question == 8 ? all : all.filter { $0.value <= 3 }
    }
}
