import HealthKitLocalization

/// The pages of states of mind and of questionnaires that were filled in.
///
/// Labels are in the first column, which is as wide as the longest of them.
enum RecordMindStrings {
    // MARK: States of mind

    /// Surrounds a row of marks of which one is set.
    static func scale(_ marks: String) -> String { localized("very unpleasant \(marks) very pleasant") }
    static var howItWas: String { localized("How it was") }
    static var valence: String { localized("Valence") }
    static func valence(_ number: String) -> String { localized("\(number), from -1 to 1") }
    static var kind: String { localized("Kind") }
    static var felt: String { localized("Felt") }
    static var becauseOf: String { localized("Because of") }
    static var nothingNoted: String { localized("nothing noted") }

    // MARK: Questionnaires

    static func score(_ score: Int, _ best: Int) -> String { localized("\(score) of \(best)") }
    static var score: String { localized("Score") }
    static var risk: String { localized("Risk") }
    /// Before the questions.
    static var question: String { localized("Over the last two weeks, how often were you bothered by") }
    static var noAnswer: String { localized("no answer") }
    static var noDiagnosis: String {
        localized("A questionnaire isn't a diagnosis; talk to a doctor about what it says.")
    }
    static func earlierOnes(_ count: Int) -> String {
        plural(count, one: "and \(count) earlier one", other: "and \(count) earlier ones")
    }
    /// Shown after an answer about thoughts of self-harm; the numbers are those of the person's region.
    static var notifySomebody: String {
        localized(
            """
            Of thoughts of hurting yourself, tell somebody now: a doctor, or an emergency line such as 112 in Europe \
            or 988 in the United States.
            """
        )
    }
}
