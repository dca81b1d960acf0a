/// The file: what it is and who wrote it.
package enum FITFileID: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 0, name: "file_id") }

    case type = 0
    case manufacturer = 1
    case product = 2
    case serialNumber = 3
    case timeCreated = 4
    case number = 5
    case productName = 8

    package var form: FITForm {
        switch self {
        case .type: FITForm("type", .enum)
        case .manufacturer: FITForm("manufacturer", .uint16)
        case .product: FITForm("product", .uint16)
        case .serialNumber: FITForm("serial_number", .uint32z)
        case .timeCreated: FITForm("time_created", .uint32)
        case .number: FITForm("number", .uint16)
        case .productName: FITForm("product_name", .string)
        }
    }
}

/// The device's sport setting.
package enum FITSport: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 12, name: "sport") }

    case sport = 0
    case subSport = 1
    case name = 3

    package var form: FITForm {
        switch self {
        case .sport: FITForm("sport", .enum)
        case .subSport: FITForm("sub_sport", .enum)
        case .name: FITForm("name", .string)
        }
    }
}

/// An activity from its start to its end.
package enum FITSession: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 18, name: "session") }

    case messageIndex = 254
    case timestamp = 253
    case startTime = 2
    case startPositionLat = 3
    case startPositionLong = 4
    case sport = 5
    case subSport = 6
    case totalElapsedTime = 7
    case totalTimerTime = 8
    case totalDistance = 9
    case totalCycles = 10
    case totalCalories = 11
    case avgHeartRate = 16
    case maxHeartRate = 17
    case totalAscent = 22
    case totalDescent = 23
    case firstLapIndex = 25
    case numLaps = 26
    case swimStroke = 43
    case poolLength = 44
    case poolLengthUnit = 46
    case sportProfileName = 110

    package var form: FITForm {
        switch self {
        case .messageIndex: FITForm("message_index", .uint16)
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .startTime: FITForm("start_time", .uint32)
        case .startPositionLat: FITForm("start_position_lat", .sint32, unit: "semicircles")
        case .startPositionLong: FITForm("start_position_long", .sint32, unit: "semicircles")
        case .sport: FITForm("sport", .enum)
        case .subSport: FITForm("sub_sport", .enum)
        case .totalElapsedTime: FITForm("total_elapsed_time", .uint32, scale: 1000, unit: "s")
        case .totalTimerTime: FITForm("total_timer_time", .uint32, scale: 1000, unit: "s")
        case .totalDistance: FITForm("total_distance", .uint32, scale: 100, unit: "m")
        case .totalCycles: FITForm("total_cycles", .uint32, unit: "cycles")
        case .totalCalories: FITForm("total_calories", .uint16, unit: "kcal")
        case .avgHeartRate: FITForm("avg_heart_rate", .uint8, unit: "bpm")
        case .maxHeartRate: FITForm("max_heart_rate", .uint8, unit: "bpm")
        case .totalAscent: FITForm("total_ascent", .uint16, unit: "m")
        case .totalDescent: FITForm("total_descent", .uint16, unit: "m")
        case .firstLapIndex: FITForm("first_lap_index", .uint16)
        case .numLaps: FITForm("num_laps", .uint16)
        case .swimStroke: FITForm("swim_stroke", .enum)
        case .poolLength: FITForm("pool_length", .uint16, scale: 100, unit: "m")
        case .poolLengthUnit: FITForm("pool_length_unit", .enum)
        case .sportProfileName: FITForm("sport_profile_name", .string)
        }
    }
}

/// A lap of a session.
package enum FITLap: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 19, name: "lap") }

    case messageIndex = 254
    case timestamp = 253
    case startTime = 2
    case totalElapsedTime = 7
    case totalTimerTime = 8
    case totalDistance = 9
    case totalCycles = 10
    case totalCalories = 11
    case lapTrigger = 24
    case sport = 25
    case swimStroke = 38
    case subSport = 39

    package var form: FITForm {
        switch self {
        case .messageIndex: FITForm("message_index", .uint16)
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .startTime: FITForm("start_time", .uint32)
        case .totalElapsedTime: FITForm("total_elapsed_time", .uint32, scale: 1000, unit: "s")
        case .totalTimerTime: FITForm("total_timer_time", .uint32, scale: 1000, unit: "s")
        case .totalDistance: FITForm("total_distance", .uint32, scale: 100, unit: "m")
        case .totalCycles: FITForm("total_cycles", .uint32, unit: "cycles")
        case .totalCalories: FITForm("total_calories", .uint16, unit: "kcal")
        case .lapTrigger: FITForm("lap_trigger", .enum)
        case .sport: FITForm("sport", .enum)
        case .swimStroke: FITForm("swim_stroke", .enum)
        case .subSport: FITForm("sub_sport", .enum)
        }
    }
}

/// The measurements at one time.
package enum FITRecord: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 20, name: "record") }

    case timestamp = 253
    case positionLat = 0
    case positionLong = 1
    case altitude = 2
    case heartRate = 3
    case cadence = 4
    case distance = 5
    case speed = 6
    case power = 7
    case compressedSpeedDistance = 8
    case grade = 9
    case temperature = 13
    case leftRightBalance = 30
    case gpsAccuracy = 31
    case calories = 33
    case verticalOscillation = 39
    case stanceTimePercent = 40
    case stanceTime = 41
    case activityType = 42
    case fractionalCadence = 53
    case leftPco = 67
    case rightPco = 68
    case enhancedSpeed = 73
    case enhancedAltitude = 78
    case verticalRatio = 83
    case stanceTimeBalance = 84
    case stepLength = 85
    case depth = 92
    case respirationRate = 99
    case enhancedRespirationRate = 108
    case coreTemperature = 139

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .positionLat: FITForm("position_lat", .sint32, unit: "semicircles")
        case .positionLong: FITForm("position_long", .sint32, unit: "semicircles")
        case .altitude: FITForm("altitude", .uint16, scale: 5, offset: 500, unit: "m")
        case .heartRate: FITForm("heart_rate", .uint8, unit: "bpm")
        case .cadence: FITForm("cadence", .uint8, unit: "rpm")
        case .distance: FITForm("distance", .uint32, scale: 100, unit: "m")
        case .speed: FITForm("speed", .uint16, scale: 1000, unit: "m/s")
        case .power: FITForm("power", .uint16, unit: "watts")
        case .compressedSpeedDistance: FITForm("compressed_speed_distance", .byte)
        case .grade: FITForm("grade", .sint16, scale: 100, unit: "%")
        case .temperature: FITForm("temperature", .sint8, unit: "C")
        case .leftRightBalance: FITForm("left_right_balance", .uint8)
        case .gpsAccuracy: FITForm("gps_accuracy", .uint8, unit: "m")
        case .calories: FITForm("calories", .uint16, unit: "kcal")
        case .verticalOscillation: FITForm("vertical_oscillation", .uint16, scale: 10, unit: "mm")
        case .stanceTimePercent: FITForm("stance_time_percent", .uint16, scale: 100, unit: "percent")
        case .stanceTime: FITForm("stance_time", .uint16, scale: 10, unit: "ms")
        case .activityType: FITForm("activity_type", .enum)
        case .fractionalCadence: FITForm("fractional_cadence", .uint8, scale: 128, unit: "rpm")
        case .leftPco: FITForm("left_pco", .sint8, unit: "mm")
        case .rightPco: FITForm("right_pco", .sint8, unit: "mm")
        case .enhancedSpeed: FITForm("enhanced_speed", .uint32, scale: 1000, unit: "m/s")
        case .enhancedAltitude: FITForm("enhanced_altitude", .uint32, scale: 5, offset: 500, unit: "m")
        case .verticalRatio: FITForm("vertical_ratio", .uint16, scale: 100, unit: "percent")
        case .stanceTimeBalance: FITForm("stance_time_balance", .uint16, scale: 100, unit: "percent")
        case .stepLength: FITForm("step_length", .uint16, scale: 10, unit: "mm")
        case .depth: FITForm("depth", .uint32, scale: 1000, unit: "m")
        case .respirationRate: FITForm("respiration_rate", .uint8, unit: "Breaths/min")
        case .enhancedRespirationRate: FITForm("enhanced_respiration_rate", .uint16, scale: 100, unit: "Breaths/min")
        case .coreTemperature: FITForm("core_temperature", .uint16, scale: 100, unit: "C")
        }
    }
}

/// Something that happened, such as a stop of the timer.
package enum FITEvent: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 21, name: "event") }

    case timestamp = 253
    case event = 0
    case eventType = 1
    case data16 = 2
    case data = 3
    case eventGroup = 4

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .event: FITForm("event", .enum)
        case .eventType: FITForm("event_type", .enum)
        case .data16: FITForm("data16", .uint16)
        case .data: FITForm("data", .uint32)
        case .eventGroup: FITForm("event_group", .uint8)
        }
    }
}

/// A device or a sensor that took part.
package enum FITDeviceInfo: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 23, name: "device_info") }

    case timestamp = 253
    case deviceIndex = 0
    case deviceType = 1
    case manufacturer = 2
    case serialNumber = 3
    case product = 4
    case softwareVersion = 5
    case hardwareVersion = 6
    case productName = 27

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .deviceIndex: FITForm("device_index", .uint8)
        case .deviceType: FITForm("device_type", .uint8)
        case .manufacturer: FITForm("manufacturer", .uint16)
        case .serialNumber: FITForm("serial_number", .uint32z)
        case .product: FITForm("product", .uint16)
        case .softwareVersion: FITForm("software_version", .uint16, scale: 100)
        case .hardwareVersion: FITForm("hardware_version", .uint8)
        case .productName: FITForm("product_name", .string)
        }
    }
}

/// All sessions of a file.
package enum FITActivity: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 34, name: "activity") }

    case timestamp = 253
    case totalTimerTime = 0
    case numSessions = 1
    case type = 2
    case event = 3
    case eventType = 4
    case localTimestamp = 5

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .totalTimerTime: FITForm("total_timer_time", .uint32, scale: 1000, unit: "s")
        case .numSessions: FITForm("num_sessions", .uint16)
        case .type: FITForm("type", .enum)
        case .event: FITForm("event", .enum)
        case .eventType: FITForm("event_type", .enum)
        case .localTimestamp: FITForm("local_timestamp", .uint32)
        }
    }
}

/// Intervals between beats.
package enum FITHeartRateVariability: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 78, name: "hrv") }

    case time = 0

    package var form: FITForm {
        switch self {
        case .time: FITForm("time", .uint16, scale: 1000, unit: "s")
        }
    }
}

/// A length of a pool.
package enum FITLength: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 101, name: "length") }

    case messageIndex = 254
    case timestamp = 253
    case startTime = 2
    case totalElapsedTime = 3
    case totalTimerTime = 4
    case totalStrokes = 5
    case swimStroke = 7
    case lengthType = 12

    package var form: FITForm {
        switch self {
        case .messageIndex: FITForm("message_index", .uint16)
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .startTime: FITForm("start_time", .uint32)
        case .totalElapsedTime: FITForm("total_elapsed_time", .uint32, scale: 1000, unit: "s")
        case .totalTimerTime: FITForm("total_timer_time", .uint32, scale: 1000, unit: "s")
        case .totalStrokes: FITForm("total_strokes", .uint16, unit: "strokes")
        case .swimStroke: FITForm("swim_stroke", .enum)
        case .lengthType: FITForm("length_type", .enum)
        }
    }
}

/// Heart beats recorded by a chest strap.
package enum FITHeartRate: UInt8, FITMessageField {
    package static var message: FITMessageName { FITMessageName(number: 132, name: "hr") }

    case timestamp = 253
    case fractionalTimestamp = 0
    case time256 = 1
    case filteredBpm = 6
    case eventTimestamp = 9
    case eventTimestamp12 = 10

    package var form: FITForm {
        switch self {
        case .timestamp: FITForm("timestamp", .uint32, unit: "s")
        case .fractionalTimestamp: FITForm("fractional_timestamp", .uint16, scale: 32768, unit: "s")
        case .time256: FITForm("time256", .uint8, scale: 256, unit: "s")
        case .filteredBpm: FITForm("filtered_bpm", .uint8, unit: "bpm")
        case .eventTimestamp: FITForm("event_timestamp", .uint32, scale: 1024, unit: "s")
        case .eventTimestamp12: FITForm("event_timestamp_12", .byte)
        }
    }
}
