import HealthKitLocalization

/// The questionnaires GAD-7 and PHQ-9.
///
/// Their questions have published translations, in whose words they are to be asked.
enum QuestionnaireStrings {
    // MARK: Anxiety

    static var gad7: String { localized("GAD-7") }
    static var gad7Bands: String { localized("From 5 mild, from 10 moderate, from 15 severe.") }
    static var gad7Questions: [String] {
        [
            localized("Feeling nervous, anxious, or on edge"),
            localized("Not being able to stop or control worrying"),
            localized("Worrying too much about different things"),
            localized("Trouble relaxing"),
            localized("Being so restless that it is hard to sit still"),
            localized("Becoming easily annoyed or irritable"),
            localized("Feeling afraid, as if something awful might happen"),
        ]
    }
    /// In the place of each question where there is no room for it: 16 letters at most.
    static var gad7Topics: [String] {
        [
            localized("Nervous"),
            localized("Can't stop worry"),
            localized("Too much worry"),
            localized("Can't relax"),
            localized("Restless"),
            localized("Irritable"),
            localized("Afraid"),
        ]
    }

    // MARK: Depression

    static var phq9: String { localized("PHQ-9") }
    static var phq9Bands: String {
        localized("From 5 mild, from 10 moderate, from 15 moderately severe, from 20 severe.")
    }
    static var phq9Questions: [String] {
        [
            localized("Little interest or pleasure in doing things"),
            localized("Feeling down, depressed, or hopeless"),
            localized("Trouble falling or staying asleep, or sleeping too much"),
            localized("Feeling tired or having little energy"),
            localized("Poor appetite or overeating"),
            localized("Feeling bad about yourself, or that you are a failure or have let yourself or your family down"),
            localized("Trouble concentrating on things, such as reading the newspaper or watching television"),
            localized(
                """
                Moving or speaking so slowly that other people could have noticed, or the opposite: being \
                so fidgety or restless that you have been moving around a lot more than usual
                """
            ),
            localized("Thoughts that you would be better off dead, or of hurting yourself in some way"),
        ]
    }
    static var phq9Topics: [String] {
        [
            localized("Little interest"),
            localized("Feeling down"),
            localized("Sleep"),
            localized("Tired"),
            localized("Appetite"),
            localized("Bad about self"),
            localized("Concentration"),
            localized("Slow or fidgety"),
            localized("Self-harm"),
        ]
    }
}
