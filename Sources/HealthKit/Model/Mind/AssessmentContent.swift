import Foundation

/// The content of a scored questionnaire.
package struct AssessmentContent: RecordContent, Codable {
    /// The questionnaire.
    package enum Form: String, Codable, Sendable {
        case gad7 = "GAD-7"
        case phq9 = "PHQ-9"
    }

    package var form: Form
    /// The raw values of the answers, in the order of the questions.
    package var answers: [Int]
}
