/// An attribute of the export's grammar.
///
/// The raw values are positions in a 64-bit set, so there can be no more than 63 of them in addition to `other`.
package enum AttributeName: UInt8, CaseIterable {
    /// An attribute the grammar does not know.
    case other
    case locale
    case dateOfBirth
    case biologicalSex
    case bloodType
    case fitzpatrickSkinType
    case cardioFitnessMedicationsUse
    case type
    case unit
    case value
    case sourceName
    case sourceVersion
    case device
    case creationDate
    case startDate
    case endDate
    case key
    case bpm
    case time
    case workoutActivityType
    case duration
    case durationUnit
    case totalDistance
    case totalDistanceUnit
    case totalEnergyBurned
    case totalEnergyBurnedUnit
    case totalSwimmingStrokeCount
    case totalSwimmingStrokeCountUnit
    case totalFlightsClimbed
    case totalFlightsClimbedUnit
    case date
    case average
    case minimum
    case maximum
    case sum
    case path
    case uuid
    case dateComponents
    case activeEnergyBurned
    case activeEnergyBurnedGoal
    case activeEnergyBurnedUnit
    case appleMoveMinutes
    case appleMoveMinutesGoal
    case appleMoveTime
    case appleMoveTimeGoal
    case appleExerciseTime
    case appleExerciseTimeGoal
    case appleStandHours
    case appleStandHoursGoal
    /// In exports of iOS 8 the source's name.
    case source
    /// In exports of iOS 8 the least of the samples that a record sums up.
    case min
    /// In exports of iOS 8 the greatest of the samples that a record sums up.
    case max
    /// In exports of iOS 8 the number of the samples that a record sums up.
    case recordCount

    /// The name's place in a set of names.
    @inline(__always)
    var bit: UInt64 { 1 << UInt64(rawValue) }

    /// The name as the export writes it; empty for an unknown attribute.
    package var text: String {
        switch self {
        case .other: ""
        case .dateOfBirth: "HKCharacteristicTypeIdentifierDateOfBirth"
        case .biologicalSex: "HKCharacteristicTypeIdentifierBiologicalSex"
        case .bloodType: "HKCharacteristicTypeIdentifierBloodType"
        case .fitzpatrickSkinType: "HKCharacteristicTypeIdentifierFitzpatrickSkinType"
        case .cardioFitnessMedicationsUse: "HKCharacteristicTypeIdentifierCardioFitnessMedicationsUse"
        default: "\(self)"
        }
    }
}
