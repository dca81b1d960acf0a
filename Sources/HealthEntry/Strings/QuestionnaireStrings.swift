/// The questionnaires GAD-7 and PHQ-9.
///
/// Their questions have published translations, in whose words they are to be asked.
enum QuestionnaireStrings {
    // MARK: Anxiety

    static let gad7 = "GAD-7"
    static let gad7Bands = "From 5 mild, from 10 moderate, from 15 severe."
    static let gad7Questions = [
        "Feeling nervous, anxious, or on edge",
        "Not being able to stop or control worrying",
        "Worrying too much about different things",
        "Trouble relaxing",
        "Being so restless that it is hard to sit still",
        "Becoming easily annoyed or irritable",
        "Feeling afraid, as if something awful might happen",
    ]
    /// In the place of each question where there is no room for it: 16 letters at most.
    static let gad7Topics = [
        "Nervous", "Can't stop worry", "Too much worry", "Can't relax", "Restless", "Irritable", "Afraid",
    ]

    // MARK: Depression

    static let phq9 = "PHQ-9"
    static let phq9Bands = "From 5 mild, from 10 moderate, from 15 moderately severe, from 20 severe."
    static let phq9Questions = [
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
    static let phq9Topics = [
        "Little interest", "Feeling down", "Sleep", "Tired", "Appetite", "Bad about self", "Concentration",
        "Slow or fidgety", "Self-harm",
    ]
}
