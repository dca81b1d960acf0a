import Foundation

/// The answers to the GAD-7 questionnaire, which measures anxiety.
open class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The answers, in the order of the seven questions.
    public var answers: [HKGAD7Assessment.Answer] { content.answers.compactMap { Answer(rawValue: $0) } }

    /// The risk of an anxiety disorder, according to the published ranges of the score.
    public var risk: HKGAD7Assessment.Risk { Risk(score: score) }

    override init(_ parts: SampleParts, content: AssessmentContent) { super.init(parts, content: content) }

    /// Creates an assessment from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no GAD-7 assessment.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard content.form == .gad7 else { return nil }
    }
}

extension HKGAD7Assessment {
    /// Makes an assessment.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use `init(validating:answers:metadata:)` for user input.
    ///
    /// - Parameters:
    ///   - date: The time at which the questions were answered.
    ///   - answers: Exactly seven answers, in the order of the questions.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(date: Date, answers: [HKGAD7Assessment.Answer], metadata: [String: Any]? = [:]) {
        let draft = raisingExceptions { try Self.draft(date, answers, metadata) }
        self.init(draft.parts, content: draft.content)
    }

    /// Makes an assessment, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - date: The time at which the questions were answered.
    ///   - answers: Exactly seven answers, in the order of the questions.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` for more or fewer answers (R2.25) and for invalid metadata (R2.12).
    public convenience init(validating date: Date, answers: [HKGAD7Assessment.Answer], metadata: [String: Any]? = [:])
        throws
    {
        let draft = try Self.draft(date, answers, metadata)
        self.init(draft.parts, content: draft.content)
    }

    private static func draft(_ date: Date, _ answers: [Answer], _ metadata: [String: Any]?) throws
        -> RecordDraft<AssessmentContent>
    {
        try RecordDraft(
            checking: AssessmentContent(answers),
            type: HKScoredAssessmentType(.GAD7),
            start: date,
            end: date,
            metadata: metadata
        )
    }
}

extension HKGAD7Assessment {
    /// How often a person was bothered by a problem in the last two weeks.
    public enum Answer: Int, Sendable {
        /// Not at all.
        case notAtAll = 0

        /// Several days.
        case severalDays = 1

        /// More than half the days.
        case moreThanHalfTheDays = 2

        /// Nearly every day.
        case nearlyEveryDay = 3
    }

    /// The risk of an anxiety disorder.
    public enum Risk: Int, Sendable {
        /// None to minimal: a score of 0 to 4.
        case noneToMinimal = 1

        /// Mild: a score of 5 to 9.
        case mild = 2

        /// Moderate: a score of 10 to 14.
        case moderate = 3

        /// Severe: a score of 15 to 21.
        case severe = 4

        init(score: Int) {
            switch score {
            case ..<5: self = .noneToMinimal
            case ..<10: self = .mild
            case ..<15: self = .moderate
            default: self = .severe
            }
        }
    }
}
