/// The pages of states of mind and of questionnaires that were filled in.
///
/// Labels stand in the first column, which is as wide as the longest of them.
enum RecordMindStrings {
    // MARK: States of mind

    /// Around a row of marks of which one is set.
    static func scale(_ marks: String) -> String { "very unpleasant \(marks) very pleasant" }
    static let howItWas = "How it was"
    static let valence = "Valence"
    static func valence(_ number: String) -> String { "\(number), from -1 to 1" }
    static let kind = "Kind"
    static let felt = "Felt"
    static let becauseOf = "Because of"
    static let nothingNoted = "nothing noted"

    // MARK: Questionnaires

    static func score(_ score: Int, _ best: Int) -> String { "\(score) of \(best)" }
    static let score = "Score"
    static let risk = "Risk"
    /// Before the questions.
    static let question = "Over the last two weeks, how often were you bothered by"
    static let noAnswer = "no answer"
    static let noDiagnosis = "A questionnaire isn't a diagnosis; talk to a doctor about what it says."
    static func earlierOnes(_ count: Int) -> String { "and \(count) earlier ones" }
    /// Where a person answered that they think of hurting themselves; the numbers are those of the person's region.
    static let tellSomebody =
        "Of thoughts of hurting yourself, tell somebody now: a doctor, or an emergency line such as 112 in Europe "
        + "or 988 in the United States."
}
