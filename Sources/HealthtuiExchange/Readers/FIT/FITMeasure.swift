/// The fields that are read of a `record`.
enum FITMeasure: Int, CaseIterable {
    case heartRate, distance, power, cadence, cadenceFraction, speed, oscillation, contact, stepLength, respiration
    case depth, latitude, longitude, altitude, accuracy

    /// The fields that have it; the first with a value counts.
    var fields: [FITRecord] {
        switch self {
        case .heartRate: [.heartRate]
        case .distance: [.distance]
        case .power: [.power]
        case .cadence: [.cadence]
        case .cadenceFraction: [.fractionalCadence]
        case .speed: [.enhancedSpeed, .speed]
        case .oscillation: [.verticalOscillation]
        case .contact: [.stanceTime]
        case .stepLength: [.stepLength]
        case .respiration: [.enhancedRespirationRate, .respirationRate]
        case .depth: [.depth]
        case .latitude: [.positionLat]
        case .longitude: [.positionLong]
        case .altitude: [.enhancedAltitude, .altitude]
        case .accuracy: [.gpsAccuracy]
        }
    }

    /// The measure of a field.
    static func measure(of field: UInt8) -> FITMeasure? { byField[field] }

    private static let byField: [UInt8: FITMeasure] = {
        var all: [UInt8: FITMeasure] = [:]
        for measure in allCases { for field in measure.fields { all[field.rawValue] = measure } }
        return all
    }()

    /// The factor from an application's field to the profile's unit.
    ///
    /// - Parameter unit: The application's unit.
    /// - Returns: The factor, or `nil` for a unit that isn't known.
    func factor(from unit: String?) -> Double? {
        guard let unit = unit?.lowercased() else { return nil }
        return units[unit]
    }

    /// The units that applications use, in lower case.
    private var units: [String: Double] {
        switch self {
        case .heartRate: ["bpm": 1, "beats/min": 1, "count/min": 1]
        case .distance, .altitude, .depth: ["m": 1, "meters": 1, "km": 1_000, "cm": 0.01]
        case .power: ["w": 1, "watt": 1, "watts": 1]
        case .cadence: ["rpm": 1]
        case .speed: ["m/s": 1, "km/h": 1 / 3.6, "kph": 1 / 3.6]
        case .oscillation, .stepLength: ["mm": 1, "cm": 10, "m": 1_000]
        case .contact: ["ms": 1, "s": 1_000]
        case .respiration: ["breaths/min": 1, "brpm": 1]
        case .cadenceFraction, .latitude, .longitude, .accuracy: [:]
        }
    }

    /// Whether a 0 of it is no measurement.
    var isNoneAtZero: Bool {
        switch self {
        case .heartRate, .oscillation, .contact, .stepLength: true
        default: false
        }
    }
}
