/// Two types that are compared.
///
/// The words about what was found are HealthFacts'.
enum CompareStrings {
    static func title(_ first: String, _ second: String) -> String { "\(first) and \(second)" }
    /// The unit of a line, and where its axis is.
    static func side(_ unit: String, isRight: Bool) -> String { isRight ? "\(unit), right" : "\(unit), left" }
    static let pearson = "PEARSON"
    static let spearman = "SPEARMAN"
    static let pairs = "PAIRS"
    static let lag = "LAG"
    /// Before the coefficient of what changes from one point to the next.
    static let changes = "CHANGES"
    static let proof = "None of this proves that one changes the other."
    static let nothing = "there is no day with both"
    static func weekOf(_ day: String) -> String { "week of \(day)" }
    static let eachMonth = "Each month a point"
    static let eachWeek = "Each week a point"
    static let eachDay = "Each day a point"
    /// What the palette says of two types.
    static let offer = "two lines, and how closely they move together"
}
