import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// The names of sleep's stages.
enum SleepStage {
    /// The name of a value of sleep analysis.
    static func name(_ value: Int) -> String {
        HKCategoryType(.sleepAnalysis).enumeration?.case(value: value)?.label ?? FactStrings.value(value)
    }

    /// The order of stages from top to bottom, as the Health app draws them: in bed, awake, REM, core, deep.
    static func isAbove(_ left: Int, _ right: Int) -> Bool {
        func rank(_ value: Int) -> Int {
            switch HKCategoryValueSleepAnalysis(rawValue: value) {
            case .inBed: 0
            case .awake: 1
            case .asleepREM: 2
            case .asleepCore: 3
            case .asleepDeep: 5
            default: 4
            }
        }
        return (rank(left), left) < (rank(right), right)
    }
}
