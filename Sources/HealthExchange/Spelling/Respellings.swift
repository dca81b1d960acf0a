/// The re-spellings of exports that are known: what was spelled one way once and is spelled another way now.
///
/// What an import recognises depends on this table, so a version of it never changes once it was released; what is
/// learned later goes into a further version, which may only join what was told apart before.
struct Respellings {
    /// The version of the table.
    let version: Int

    /// Factors of units: the spelling met in exports, and the one that stands for both.
    let units: [String: String]

    /// Names of values: the one met in exports, and the one that stands for both.
    let values: [String: String]

    /// The first version.
    static let version1 = Respellings(
        version: 1,
        units: ["Cal": "kcal"],
        values: ["HKCategoryValueSleepAnalysisAsleep": "HKCategoryValueSleepAnalysisAsleepUnspecified"]
    )
}
