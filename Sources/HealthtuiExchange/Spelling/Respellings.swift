/// The known spelling changes of exports: older spellings and their current equivalents.
///
/// Recognition depends on this table, so a version of it never changes after its release; later findings go into a
/// further version, which may only merge forms that were separate before.
struct Respellings {
    /// The version of the table.
    let version: Int

    /// Factors of units: the spelling found in exports, and the one that stands for both.
    let units: [String: String]

    /// Names of values: the one found in exports, and the one that stands for both.
    let values: [String: String]

    /// The first version.
    static let version1 = Respellings(
        version: 1,
        units: ["Cal": "kcal"],
        values: ["HKCategoryValueSleepAnalysisAsleep": "HKCategoryValueSleepAnalysisAsleepUnspecified"]
    )
}
