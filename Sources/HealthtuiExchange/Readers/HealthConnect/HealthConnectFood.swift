import HealthKit

/// The columns of Health Connect's meals.
package enum HealthConnectFood {
    /// The nutrients that HealthKit has a type for, in the order in which they are read.
    package static let nutrients: [HealthConnectTable.Quantity] =
        [energy]
        + grams.map { HealthConnectTable.Quantity(column: $0.column, type: $0.type, unit: "g") }

    /// The nutrients that it has none for.
    package static let untyped = ["unsaturated_fat", "trans_fat", "energy_from_fat", "folic_acid"]

    static let name = "meal_name"

    private static let energy = HealthConnectTable.Quantity(
        column: "energy",
        type: .dietaryEnergyConsumed,
        unit: "cal"
    )

    private static let grams: [(column: String, type: HKQuantityTypeIdentifier)] = [
        ("protein", .dietaryProtein), ("total_carbohydrate", .dietaryCarbohydrates), ("total_fat", .dietaryFatTotal),
        ("saturated_fat", .dietaryFatSaturated), ("monounsaturated_fat", .dietaryFatMonounsaturated),
        ("polyunsaturated_fat", .dietaryFatPolyunsaturated), ("cholesterol", .dietaryCholesterol),
        ("dietary_fiber", .dietaryFiber), ("sugar", .dietarySugar), ("sodium", .dietarySodium),
        ("potassium", .dietaryPotassium), ("calcium", .dietaryCalcium), ("chloride", .dietaryChloride),
        ("chromium", .dietaryChromium), ("copper", .dietaryCopper), ("iodine", .dietaryIodine), ("iron", .dietaryIron),
        ("magnesium", .dietaryMagnesium), ("manganese", .dietaryManganese), ("molybdenum", .dietaryMolybdenum),
        ("phosphorus", .dietaryPhosphorus), ("selenium", .dietarySelenium), ("zinc", .dietaryZinc),
        ("vitamin_a", .dietaryVitaminA), ("vitamin_b6", .dietaryVitaminB6), ("vitamin_b12", .dietaryVitaminB12),
        ("vitamin_c", .dietaryVitaminC), ("vitamin_d", .dietaryVitaminD), ("vitamin_e", .dietaryVitaminE),
        ("vitamin_k", .dietaryVitaminK), ("biotin", .dietaryBiotin), ("folate", .dietaryFolate),
        ("niacin", .dietaryNiacin), ("pantothenic_acid", .dietaryPantothenicAcid),
        ("riboflavin", .dietaryRiboflavin), ("thiamin", .dietaryThiamin), ("caffeine", .dietaryCaffeine),
    ]
}
