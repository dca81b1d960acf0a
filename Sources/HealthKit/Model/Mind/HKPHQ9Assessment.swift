import Foundation

/// The answers to the PHQ-9 questionnaire, which measures depression.
open class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
    /// The answers, in the order of the nine questions.
    public var answers: [HKPHQ9Assessment.Answer] { content.answers.compactMap { Answer(rawValue: $0) } }

    /// The risk of depression, according to the published ranges of the score.
    public var risk: HKPHQ9Assessment.Risk { Risk(score: score) }

    override init(_ parts: SampleParts, content: AssessmentContent) { super.init(parts, content: content) }

    /// Creates an assessment from an archive.
    ///
    /// - Parameter coder: The archive to read. The result is `nil` if it contains no PHQ-9 assessment.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        guard content.form == .phq9 else { return nil }
    }
}

extension HKPHQ9Assessment {
    /// Makes an assessment.
    ///
    /// Invalid arguments stop the program, as on Apple's platforms; use `init(validating:answers:metadata:)` for user input.
    ///
    /// - Parameters:
    ///   - date: The time at which the questions were answered.
    ///   - answers: Exactly nine answers, in the order of the questions. Only the ninth may be left open, with
    ///     `preferNotToAnswer`.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    public convenience init(date: Date, answers: [HKPHQ9Assessment.Answer], metadata: [String: Any]? = [:]) {
        let draft = raisingExceptions { try Self.draft(date, answers, metadata) }
        self.init(draft.parts, content: draft.content)
    }

    /// Makes an assessment, or throws where the other initializer stops the program.
    ///
    /// Linux only.
    ///
    /// - Parameters:
    ///   - date: The time at which the questions were answered.
    ///   - answers: Exactly nine answers, in the order of the questions. Only the ninth may be left open, with
    ///     `preferNotToAnswer`.
    ///   - metadata: Strings, numbers, dates and quantities by key.
    /// - Throws: `HKError.errorInvalidArgument` for more or fewer answers (R2.25) and for invalid metadata (R2.12).
    public convenience init(validating date: Date, answers: [HKPHQ9Assessment.Answer], metadata: [String: Any]? = [:])
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
            type: HKScoredAssessmentType(.PHQ9),
            start: date,
            end: date,
            metadata: metadata
        )
    }
}

extension HKPHQ9Assessment {
    /// How often the person was bothered by a problem in the last two weeks.
    public enum Answer: Int, Sendable {
        /// Not at all.
        case notAtAll = 0

        /// Several days.
        case severalDays = 1

        /// More than half the days.
        case moreThanHalfTheDays = 2

        /// Nearly every day.
        case nearlyEveryDay = 3

        /// No answer, which only the ninth question allows; it counts as zero.
        case preferNotToAnswer = 4
    }

    /// The risk of depression.
    public enum Risk: Int, Sendable {
        /// None to minimal: a score of 0 to 4.
        case noneToMinimal = 1

        /// Mild: a score of 5 to 9.
        case mild = 2

        /// Moderate: a score of 10 to 14.
        case moderate = 3

        /// Moderately severe: a score of 15 to 19.
        case moderatelySevere = 4

        /// Severe: a score of 20 to 27.
        case severe = 5

        init(score: Int) {
            switch score {
            case ..<5: self = .noneToMinimal
            case ..<10: self = .mild
            case ..<15: self = .moderate
            case ..<20: self = .moderatelySevere
            default: self = .severe
            }
        }
    }
}
