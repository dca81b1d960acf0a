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

    package var name: String { self == .gad7 ? "GAD-7" : "PHQ-9" }

    /// The highest score there is.
    package var best: Int { questions.count * 3 }

    /// Where the bands of the score meet.
    package var bands: String {
        switch self {
        case .gad7: "From 5 mild, from 10 moderate, from 15 severe."
        case .phq9: "From 5 mild, from 10 moderate, from 15 moderately severe, from 20 severe."
        }
    }

    /// What is asked, in the words of the questionnaires, which anybody may use.
    package var questions: [String] {
        switch self {
        case .gad7:
            [
                "Feeling nervous, anxious, or on edge",
                "Not being able to stop or control worrying",
                "Worrying too much about different things",
                "Trouble relaxing",
                "Being so restless that it is hard to sit still",
                "Becoming easily annoyed or irritable",
                "Feeling afraid, as if something awful might happen",
            ]
        case .phq9:
            [
                "Little interest or pleasure in doing things",
                "Feeling down, depressed, or hopeless",
                "Trouble falling or staying asleep, or sleeping too much",
                "Feeling tired or having little energy",
                "Poor appetite or overeating",
                "Feeling bad about yourself, or that you are a failure or have let yourself or your family down",
                "Trouble concentrating on things, such as reading the newspaper or watching television",
                "Moving or speaking so slowly that other people could have noticed, or the opposite: being so fidgety "
                    + "or restless that you have been moving around a lot more than usual",
                "Thoughts that you would be better off dead, or of hurting yourself in some way",
            ]
        }
    }

    /// A word or two for each question, where there is no room for it.
    package var topics: [String] {
        switch self {
        case .gad7: ["Nervous", "Can't stop worry", "Too much worry", "Can't relax", "Restless", "Irritable", "Afraid"]
        case .phq9:
            [
                "Little interest", "Feeling down", "Sleep", "Tired", "Appetite", "Bad about self", "Concentration",
                "Slow or fidgety", "Self-harm",
            ]
        }
    }

    /// How a question can be answered, by what each answer is stored as.
    package func answers(to question: Int) -> [Enumeration.Case] {
        let name = self == .gad7 ? "HKGAD7Assessment.Answer" : "HKPHQ9Assessment.Answer"
        let all = TypeCatalogue.shared.enumeration(name)?.cases ?? []
        return question == 8 ? all : all.filter { $0.value <= 3 }
    }
}
