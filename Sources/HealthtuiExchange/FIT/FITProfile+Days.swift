/// A user of a device.
package enum FITUserProfile: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 3, name: "user_profile") }

    case messageIndex = 254
    case friendlyName = 0
    case gender = 1
    case age = 2
    case height = 3
    case weight = 4

    package var form: FITForm {
        switch self {
        case .messageIndex: FITForm("message_index", .uint16)
        case .friendlyName: FITForm("friendly_name", .string)
        case .gender: FITForm("gender", .enum)
        case .age: FITForm("age", .uint8, unit: "years")
        case .height: FITForm("height", .uint8, scale: 100, unit: "m")
        case .weight: FITForm("weight", .uint16, scale: 10, unit: "kg")
        }
    }
}

/// A weighing.
package enum FITWeightScale: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 30, name: "weight_scale") }

    case timestamp = 253
    case weight = 0
    case percentFat = 1
    case percentHydration = 2
    case visceralFatMass = 3
    case boneMass = 4
    case muscleMass = 5
    case basalMet = 7
    case activeMet = 9
    case metabolicAge = 10
    case visceralFatRating = 11
    case userProfileIndex = 12

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .weight: FITForm("weight", .uint16, scale: 100, unit: "kg", marker: 0xFFFE)
        case .percentFat: FITForm("percent_fat", .uint16, scale: 100, unit: "%")
        case .percentHydration: FITForm("percent_hydration", .uint16, scale: 100, unit: "%")
        case .visceralFatMass: FITForm("visceral_fat_mass", .uint16, scale: 100, unit: "kg")
        case .boneMass: FITForm("bone_mass", .uint16, scale: 100, unit: "kg")
        case .muscleMass: FITForm("muscle_mass", .uint16, scale: 100, unit: "kg")
        case .basalMet: FITForm("basal_met", .uint16, scale: 4, unit: "kcal/day")
        case .activeMet: FITForm("active_met", .uint16, scale: 4, unit: "kcal/day")
        case .metabolicAge: FITForm("metabolic_age", .uint8, unit: "years")
        case .visceralFatRating: FITForm("visceral_fat_rating", .uint8)
        case .userProfileIndex: FITForm("user_profile_index", .uint16)
        }
    }
}

/// A measurement of the blood pressure.
package enum FITBloodPressure: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 51, name: "blood_pressure") }

    case timestamp = 253
    case systolicPressure = 0
    case diastolicPressure = 1
    case meanArterialPressure = 2
    case heartRate = 6
    case status = 8
    case userProfileIndex = 9

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .systolicPressure: FITForm("systolic_pressure", .uint16, unit: "mmHg")
        case .diastolicPressure: FITForm("diastolic_pressure", .uint16, unit: "mmHg")
        case .meanArterialPressure: FITForm("mean_arterial_pressure", .uint16, unit: "mmHg")
        case .heartRate: FITForm("heart_rate", .uint8, unit: "bpm")
        case .status: FITForm("status", .enum)
        case .userProfileIndex: FITForm("user_profile_index", .uint16)
        }
    }
}

/// The counts of a day up to a time.
package enum FITMonitoring: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 55, name: "monitoring") }

    case timestamp = 253
    case deviceIndex = 0
    case calories = 1
    case distance = 2
    case cycles = 3
    case activeTime = 4
    case activityType = 5
    case activitySubtype = 6
    case distance16 = 8
    case cycles16 = 9
    case activeTime16 = 10
    case localTimestamp = 11
    case activeCalories = 19
    case currentActivityTypeIntensity = 24
    case timestamp16 = 26
    case heartRate = 27
    case intensity = 28
    case durationMin = 29
    case ascent = 31
    case descent = 32

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .deviceIndex: FITForm("device_index", .uint8)
        case .calories: FITForm("calories", .uint16, unit: "kcal")
        case .distance: FITForm("distance", .uint32, scale: 100, unit: "m")
        case .cycles: FITForm("cycles", .uint32, scale: 2, unit: "cycles")
        case .activeTime: FITForm("active_time", .uint32, scale: 1000, unit: "s")
        case .activityType: FITForm("activity_type", .enum)
        case .activitySubtype: FITForm("activity_subtype", .enum)
        case .distance16: FITForm("distance_16", .uint16, unit: "100*m")
        case .cycles16: FITForm("cycles_16", .uint16, unit: "2*cycles or steps")
        case .activeTime16: FITForm("active_time_16", .uint16, unit: "s")
        case .localTimestamp: FITForm("local_timestamp", .uint32)
        case .activeCalories: FITForm("active_calories", .uint16, unit: "kcal")
        case .currentActivityTypeIntensity: FITForm("current_activity_type_intensity", .byte)
        case .timestamp16: FITForm("timestamp_16", .uint16, unit: "s")
        case .heartRate: FITForm("heart_rate", .uint8, unit: "bpm")
        case .intensity: FITForm("intensity", .uint8, scale: 10)
        case .durationMin: FITForm("duration_min", .uint16, unit: "min")
        case .ascent: FITForm("ascent", .uint32, scale: 1000, unit: "m")
        case .descent: FITForm("descent", .uint32, scale: 1000, unit: "m")
        }
    }
}

/// Values that apply to the monitoring messages after it.
package enum FITMonitoringInfo: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 103, name: "monitoring_info") }

    case timestamp = 253
    case localTimestamp = 0
    case activityType = 1
    case cyclesToDistance = 3
    case cyclesToCalories = 4
    case restingMetabolicRate = 5

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .localTimestamp: FITForm("local_timestamp", .uint32, unit: "s")
        case .activityType: FITForm("activity_type", .enum)
        case .cyclesToDistance: FITForm("cycles_to_distance", .uint16, scale: 5000, unit: "m/cycle")
        case .cyclesToCalories: FITForm("cycles_to_calories", .uint16, scale: 5000, unit: "kcal/cycle")
        case .restingMetabolicRate: FITForm("resting_metabolic_rate", .uint16, unit: "kcal/day")
        }
    }
}

/// The resting heart rate of a day.
package enum FITMonitoringHeartRate: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 211, name: "monitoring_hr_data") }

    case timestamp = 253
    case restingHeartRate = 0
    case currentDayRestingHeartRate = 1

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .restingHeartRate: FITForm("resting_heart_rate", .uint8, unit: "bpm")
        case .currentDayRestingHeartRate: FITForm("current_day_resting_heart_rate", .uint8, unit: "bpm")
        }
    }
}

/// A route to follow.
package enum FITCourse: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 31, name: "course") }

    case sport = 4
    case name = 5

    package var form: FITForm {
        switch self {
        case .sport: FITForm("sport", .enum)
        case .name: FITForm("name", .string)
        }
    }
}

/// A plan.
package enum FITWorkout: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 26, name: "workout") }

    case sport = 4
    case numValidSteps = 6
    case wktName = 8

    package var form: FITForm {
        switch self {
        case .sport: FITForm("sport", .enum)
        case .numValidSteps: FITForm("num_valid_steps", .uint16)
        case .wktName: FITForm("wkt_name", .string)
        }
    }
}
