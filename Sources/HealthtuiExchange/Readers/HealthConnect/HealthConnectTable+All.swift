import HealthKit

extension HealthConnectTable {
    /// The tables with health data that are known, in the order in which they are read.
    package static let all: [HealthConnectTable] =
        quantities + series + sessions + cycle + counted

    /// The table of sessions, which decides the types of distances, speeds and power.
    package static let sessionsName = "exercise_session_record_table"

    /// The table of periods.
    package static let periodsName = "menstruation_period_record_table"

    private static func quantity(
        _ name: String,
        _ shape: Shape,
        _ column: String,
        _ stored: String,
        _ type: HKQuantityTypeIdentifier,
        _ unit: String,
        divisor: Double = 1,
        _ entry: HealthConnectCode.Entry? = nil
    ) -> HealthConnectTable {
        let quantity = Quantity(column: column, type: type, unit: unit, divisor: divisor)
        return HealthConnectTable(
            name: name,
            shape: shape,
            columns: [Column(column, stored)] + (entry.map { [Column($0.column)] } ?? []),
            outcome: .quantity(quantity, entry)
        )
    }

    private static let glucose = "mmol<\(HKUnitMolarMassBloodGlucose)>/L"

    private static let quantities = [
        quantity("steps_record_table", .interval, "count", "count", .stepCount, "count"),
        HealthConnectTable(
            name: "distance_record_table",
            shape: .interval,
            columns: [Column("distance", "m")],
            outcome: .bySession(.distance)
        ),
        quantity("active_calories_burned_record_table", .interval, "energy", "cal", .activeEnergyBurned, "cal"),
        quantity("floors_climbed_record_table", .interval, "floors", "count", .flightsClimbed, "count"),
        quantity("wheelchair_pushes_record_table", .interval, "count", "count", .pushCount, "count"),
        quantity("hydration_record_table", .interval, "volume", "L", .dietaryWater, "L"),
        quantity(
            "resting_heart_rate_record_table",
            .instant,
            "beats_per_minute",
            "count/min",
            .restingHeartRate,
            "count/min"
        ),
        quantity(
            "heart_rate_variability_rmssd_record_table",
            .instant,
            "heart_rate_variability_millis",
            "ms",
            .heartRateVariabilityRMSSD,
            "ms"
        ),
        quantity("respiratory_rate_record_table", .instant, "rate", "count/min", .respiratoryRate, "count/min"),
        quantity(
            "vo2_max_record_table",
            .instant,
            "vo2_milliliters_per_minute_kilogram",
            "mL/min·kg",
            .vo2Max,
            "mL/min·kg",
            HealthConnectCode.oxygenTest
        ),
        quantity("weight_record_table", .instant, "weight", "g", .bodyMass, "g"),
        quantity("height_record_table", .instant, "height", "m", .height, "m"),
        quantity("body_fat_record_table", .instant, "percentage", "%", .bodyFatPercentage, "%", divisor: 100),
        quantity("lean_body_mass_record_table", .instant, "mass", "g", .leanBodyMass, "g"),
        quantity("oxygen_saturation_record_table", .instant, "percentage", "%", .oxygenSaturation, "%", divisor: 100),
        quantity(
            "body_temperature_record_table",
            .instant,
            "temperature",
            "°C",
            .bodyTemperature,
            "degC",
            HealthConnectCode.temperatureLocation
        ),
        quantity(
            "basal_body_temperature_record_table",
            .instant,
            "temperature",
            "°C",
            .basalBodyTemperature,
            "degC",
            HealthConnectCode.temperatureLocation
        ),
        quantity(
            "blood_glucose_record_table",
            .instant,
            "level",
            "mmol/L",
            .bloodGlucose,
            glucose,
            HealthConnectCode.meal
        ),
        HealthConnectTable(
            name: "blood_pressure_record_table",
            shape: .instant,
            columns: [Column("systolic", "mmHg"), Column("diastolic", "mmHg")],
            outcome: .bloodPressure
        ),
        HealthConnectTable(
            name: "nutrition_record_table",
            shape: .interval,
            columns: HealthConnectFood.nutrients.map { Column($0.column, $0.unit) }
                + HealthConnectFood.untyped.map { Column($0, $0.hasPrefix("energy") ? "cal" : "g") }
                + [Column(HealthConnectFood.name, isText: true)],
            outcome: .food
        ),
    ]

    private static func points(_ table: String, _ column: String, _ unit: String) -> Child {
        Child(kind: .points, table: table, columns: [Column("epoch_millis", "ms"), Column(column, unit)])
    }

    private static func series(
        _ name: String,
        _ child: String,
        _ column: String,
        _ unit: String,
        _ outcome: Outcome
    ) -> HealthConnectTable {
        HealthConnectTable(
            name: name,
            shape: .interval,
            children: [points(child, column, unit)],
            outcome: outcome
        )
    }

    /// The tables whose names are written in capitals have the records, and those with small letters their points.
    private static let series = [
        series(
            "heart_rate_record_table",
            "heart_rate_record_series_table",
            "beats_per_minute",
            "count/min",
            .series(Quantity(column: "beats_per_minute", type: .heartRate, unit: "count/min"))
        ),
        series("SpeedRecordTable", "speed_record_table", "speed", "m/s", .bySession(.speed)),
        series("PowerRecordTable", "power_record_table", "power", "W", .bySession(.power)),
        series(
            "CyclingPedalingCadenceRecordTable",
            "cycling_pedaling_cadence_record_table",
            "revolutions_per_minute",
            "count/min",
            .bySession(.cadence)
        ),
    ]

    private static let sessions = [
        HealthConnectTable(
            name: "sleep_session_record_table",
            shape: .interval,
            children: [
                Child(
                    kind: .stages,
                    table: "sleep_stages_table",
                    columns: [Column("stage_start_time", "ms"), Column("stage_end_time", "ms"), Column("stage_type")]
                )
            ],
            outcome: .sleep
        ),
        HealthConnectTable(
            name: sessionsName,
            shape: .interval,
            columns: [Column("exercise_type"), Column("title", isText: true)],
            children: [
                Child(
                    kind: .segments,
                    table: "exercise_segments_table",
                    columns: [
                        Column("segment_start_time", "ms"), Column("segment_end_time", "ms"), Column("segment_type"),
                        Column("repetitions_count", "count"),
                    ]
                ),
                Child(
                    kind: .laps,
                    table: "exercise_laps_table",
                    columns: [Column("lap_start_time", "ms"), Column("lap_end_time", "ms"), Column("lap_length", "m")]
                ),
                Child(
                    kind: .places,
                    table: "exercise_route_table",
                    columns: [
                        Column("timestamp_millis", "ms"), Column("latitude", "deg"), Column("longitude", "deg"),
                        Column("altitude", "m"), Column("horizontal_accuracy", "m"), Column("vertical_accuracy", "m"),
                    ]
                ),
            ],
            outcome: .workout
        ),
        HealthConnectTable(
            name: "mindfulness_session_record_table",
            shape: .interval,
            outcome: .category(.mindfulSession, HealthConnectCode.Values())
        ),
    ]

    private static let cycle = [
        HealthConnectTable(name: periodsName, shape: .interval, outcome: .cycleStart),
        HealthConnectTable(
            name: "menstruation_flow_record_table",
            shape: .instant,
            columns: [Column("flow")],
            outcome: .menstrualFlow
        ),
        HealthConnectTable(
            name: "ovulation_test_record_table",
            shape: .instant,
            columns: [Column("result")],
            outcome: .category(.ovulationTestResult, HealthConnectCode.Values("result", HealthConnectCode.ovulation))
        ),
        HealthConnectTable(
            name: "cervical_mucus_record_table",
            shape: .instant,
            columns: [Column("appearance")],
            outcome: .category(.cervicalMucusQuality, HealthConnectCode.Values("appearance", HealthConnectCode.mucus))
        ),
        HealthConnectTable(
            name: "sexual_activity_record_table",
            shape: .instant,
            columns: [Column("protection_used")],
            outcome: .sexualActivity
        ),
        HealthConnectTable(
            name: "intermenstrual_bleeding_record_table",
            shape: .instant,
            outcome: .category(.intermenstrualBleeding, HealthConnectCode.Values())
        ),
    ]

    /// Tables of records that HealthKit has no type for.
    private static let counted = [
        ("total_calories_burned_record_table", Shape.interval), ("elevation_gained_record_table", .interval),
        ("StepsCadenceRecordTable", .interval), ("basal_metabolic_rate_record_table", .instant),
        ("bone_mass_record_table", .instant), ("body_water_mass_record_table", .instant),
        ("skin_temperature_record_table", .interval), ("planned_exercise_session_record_table", .interval),
        ("activity_intensity_record_table", .interval), ("medical_resource_table", .instant),
    ]
    .map { HealthConnectTable(name: $0.0, shape: $0.1, outcome: .counted) }
}
