import Foundation
import Testing

@testable import HealthKit
@testable import HealthtuiExchange

/// Blood pressures, events, nights and workouts of Health Auto Export.
@Suite struct HealthAutoExportPartTests {
    private let person = HKHealthStore.person(location: .memory).person

    @discardableResult
    private func read(_ data: String) throws -> ImportSummary {
        let bytes = Array(#"{"data": {\#(data)}}"#.utf8)
        let reader = try #require(ReaderImport.reader(for: bytes, named: "request"))
        return try ReaderImport(person).run(bytes, from: "request", with: reader)
    }

    @discardableResult
    private func metric(_ name: String, _ units: String, _ values: String) throws -> ImportSummary {
        try read(#""metrics": [{"name": "\#(name)", "units": "\#(units)", "data": [\#(values)]}]"#)
    }

    private func samples(_ type: HKSampleType) throws -> [HKSample] {
        try person.samples(SampleListQuery(type: type), ascending: true, limit: 100)
    }

    @Test("A blood pressure is one correlation of two samples, and again adds nothing")
    func pressure() throws {
        let value = #"{"date": "2024-02-06 07:00:12 -0800", "systolic": 120, "diastolic": 80, "source": "Cuff"}"#
        let summary = try metric("blood_pressure", "mmHg", value)
        #expect(summary.counts[.correlations].added == 1 && summary.linkedMembers == 2)
        let found = try samples(HKCorrelationType(.bloodPressure)).compactMap { $0 as? HKCorrelation }
        #expect(found.count == 1 && found.first?.objects.count == 2)
        #expect(found.first?.sourceRevision.source.name == "Cuff")
        #expect(try metric("blood_pressure", "mmHg", value).added == 0)
        #expect(try samples(HKQuantityType(.bloodPressureSystolic)).count == 1)
    }

    @Test("A blood pressure with a part missing, upside down or beyond what anybody has is refused")
    func pressureRefused() throws {
        let summary = try metric(
            "blood_pressure",
            "mmHg",
            #"{"date": "2024-02-06 07:00:12 -0800", "systolic": 120},"#
                + #"{"date": "2024-02-06 07:01:12 -0800", "systolic": 80, "diastolic": 120},"#
                + #"{"date": "2024-02-06 07:02:12 -0800", "systolic": 1200, "diastolic": 80}"#
        )
        #expect(summary.counts[.correlations].refused == 3 && summary.counts[.correlations].read == 3)
        #expect(try samples(HKQuantityType(.bloodPressureDiastolic)).isEmpty)
    }

    @Test("The loose samples that 0.2.0 made of a blood pressure become its members")
    func loosePressure() throws {
        let date = try Date("2024-02-06T15:00:12Z", strategy: .iso8601)
        _ = try ReaderImport(person).run([], from: "loose", with: LooseReader(date: date))
        try metric(
            "blood_pressure",
            "mmHg",
            #"{"date": "2024-02-06 07:00:12 -0800", "systolic": 120, "diastolic": 80, "source": "Cuff"}"#
        )
        #expect(try samples(HKQuantityType(.bloodPressureSystolic)).map(\.startDate) == [date])
    }

    @Test("Blood glucose comes in mmol/L, with the meal")
    func glucose() throws {
        try metric(
            "blood_glucose",
            "mmol/L",
            #"{"date": "2024-02-06 07:00:12 -0800", "qty": 5.4, "mealTime": "Before Meal"}"#
        )
        let found = try #require(try samples(HKQuantityType(.bloodGlucose)).first as? HKQuantitySample)
        let unit = HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose).unitDivided(by: .liter())
        #expect(abs(found.quantity.doubleValue(for: unit) - 5.4) < 1e-9)
        #expect(found.metadata?[HKMetadataKeyBloodGlucoseMealTime] as? NSNumber == 1)
    }

    @Test(
        "Each metric that the app names is known",
        arguments: [
            "active_energy", "basal_energy_burned", "apple_exercise_time", "apple_move_time", "apple_stand_time",
            "cycling_distance", "downhill_snow_sports", "swimming_distance", "walking_running_distance",
            "wheelchair_distance", "flights_climbed", "wheelchair_push_count", "swim_stroke_count", "vo2_max",
            "physical_effort", "step_count", "cycling_cadence", "cycling_functional_threshold_power", "cycling_power",
            "cycling_speed", "running_power", "running_speed", "running_ground_contact_time", "running_stride_length",
            "height", "weight_body_mass", "waist_circumference", "body_fat_percentage", "body_mass_index",
            "lean_body_mass", "heart_rate", "resting_heart_rate", "heart_rate_variability", "cardio_recovery",
            "walking_heart_rate", "atrial_fibrillation_burden", "walking_speed", "walking_step_length",
            "walking_asymmetry_percentage", "walking_double_support_percentage", "six_minute_walking_test_distance",
            "stair_speed_up", "stair_speed_down", "running_vertical_oscillation", "respiratory_rate",
            "forced_expiratory_volume", "forced_vital_capacity", "blood_oxygen_saturation",
            "peripheral_perfusion_index", "peak_expiratory_flow_rate", "inhaler_usage", "body_temperature",
            "basal_body_temperature", "under_water_depth", "under_water_temperature", "uv_exposure",
            "time_in_daylight", "environmental_audio", "headphone_audio", "electrodermal_activity",
            "apple_sleeping_wrist_temperature", "breathing_disturbances", "insulin_delivery", "blood_glucose",
            "dietary_energy", "dietary_water", "dietary_sugar", "cholesterol", "carbohydrates", "biotin", "caffeine",
            "calcium", "chloride", "chromium", "copper", "fiber", "folate", "iodine", "iron", "magnesium",
            "manganese", "molybdenum", "monosaturated_fat", "niacin", "pantothenic_acid", "polyunsaturated_fat",
            "potassium", "protein", "riboflavin", "saturated_fat", "selenium", "sodium", "thiamin", "total_fat",
            "vitamin_a", "vitamin_b6", "vitamin_b12", "vitamin_c", "vitamin_d", "vitamin_e", "vitamin_k", "zinc",
            "blood_alcohol_content", "number_of_time_fallen", "number_of_alcoholic_beverages",
        ]
    )
    func names(name: String) throws {
        let identifier = try #require(HealthAutoExportNames.type(name))
        #expect(HKObjectType.type(identifier: identifier.rawValue) is HKQuantityType)
    }

    @Test("Events and hours come in where the file says when they were, and are refused where it does not")
    func events() throws {
        try metric("mindful_minutes", "min", #"{"date": "2024-02-06 07:03:00 -0800", "qty": 10}"#)
        let session = try #require(try samples(HKCategoryType(.mindfulSession)).first)
        #expect(session.endDate.timeIntervalSince(session.startDate) == 600)
        let sums = try metric(
            "mindful_minutes",
            "min",
            #"{"date": "2024-02-06 00:00:00 -0800", "qty": 10}, {"date": "2024-02-07 00:00:00 -0800", "qty": 10}"#
        )
        #expect(sums.counts[.records].refused == 2)
        try metric(
            "apple_stand_hour",
            "count",
            #"{"date": "2024-02-06 07:00:00 -0800", "qty": 1}, {"date": "2024-02-06 08:00:00 -0800", "qty": 0}"#
        )
        let hours = try samples(HKCategoryType(.appleStandHour)).compactMap { ($0 as? HKCategorySample)?.value }
        #expect(hours == [0, 1])
        try metric("toothbrushing", "s", #"{"date": "2024-02-06 07:03:10 -0800", "qty": 120, "value": "Complete"}"#)
        let brushing = try #require(try samples(HKCategoryType(.toothbrushingEvent)).first)
        #expect(brushing.endDate.timeIntervalSince(brushing.startDate) == 120)
        try metric(
            "sexual_activity",
            "count",
            #"{"date": "2024-02-06 22:03:10 -0800", "Unspecified": 0, "Protection Used": 1, "Protection Not Used": 0}"#
        )
        let found = try samples(HKCategoryType(.sexualActivity))
        #expect(found.count == 1)
        #expect(found.first?.metadata?[HKMetadataKeySexualActivityProtectionUsed] as? Bool == true)
    }

    @Test("A night in sums keeps its start, its end and its hours, again adds nothing, and it is said what is unknown")
    func nights() throws {
        let night = #"""
            {"date": "2024-02-06", "totalSleep": 7, "core": 4, "deep": 1, "rem": 2, "asleep": 0, "inBed": 8.5,
             "sleepStart": "2024-02-05 23:00:00 -0800", "sleepEnd": "2024-02-06 06:30:00 -0800",
             "inBedStart": "2024-02-05 22:30:00 -0800", "inBedEnd": "2024-02-06 07:00:00 -0800", "source": "Watch"}
            """#
        let summary = try metric("sleep_analysis", "hr", night)
        #expect(summary.counts[.records].added == 3)
        #expect(summary.warnings.contains { $0.contains("1 night") })
        let found = try samples(HKCategoryType(.sleepAnalysis)).compactMap { $0 as? HKCategorySample }
        var minutes: [Int: Double] = [:]
        for sample in found { minutes[sample.value] = sample.endDate.timeIntervalSince(sample.startDate) / 60 }
        let wanted: [Int: Double] = [0: 510, 1: 420, 2: 30]
        #expect(minutes == wanted)
        let asleep = try #require(found.first { $0.value == HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue })
        #expect(asleep.metadata?["Core"] != nil && asleep.metadata?["REM"] != nil)
        #expect(try metric("sleep_analysis", "hr", night).added == 0)
        let longer = try metric("sleep_analysis", "hr", night.replacing("\"totalSleep\": 7", with: "\"totalSleep\": 9"))
        #expect(longer.counts[.records].refused == 1)
    }

    @Test(
        "A workout has its route, its heart rate, its climb and the weather; the series behind its statistics are counted"
    )
    func workout() throws {
        func place(_ minute: Int) -> String {
            #"{"latitude": 48.1, "longitude": 11.5, "altitude": 520, "speed": 3, "#
                + #""timestamp": "2024-03-01 08:0\#(minute):00 +0100"}"#
        }
        let workout = #"""
            "workouts": [{"name": "Outdoor Run", "start": "2024-03-01 08:00:00 +0100",
              "end": "2024-03-01 08:30:00 +0100", "duration": 1800, "location": "Outdoor",
              "activeEnergyBurned": {"qty": 250, "units": "kcal"}, "distance": {"qty": 5.2, "units": "km"},
              "elevationUp": {"qty": 120, "units": "m"}, "humidity": {"qty": 80, "units": "%"},
              "temperature": {"qty": 12, "units": "degC"}, "intensity": {"qty": 9.5, "units": "MET"},
              "heartRateData": [{"date": "2024-03-01 08:00:00 +0100", "Min": 90, "Avg": 100, "Max": 110},
                {"date": "2024-03-01 08:01:00 +0100", "Min": 120, "Avg": 140, "Max": 150}],
              "stepCount": [{"date": "2024-03-01 08:00:00 +0100", "qty": 100, "units": "count"}],
              "route": [\#(place(0)), \#(place(1)), {"latitude": 99, "longitude": 0}]}]
            """#
        let summary = try read(workout)
        #expect(summary.counts[.workouts].added == 1 && summary.counts[.workoutRoutes].added == 1)
        #expect(summary.warnings.contains { $0.contains("1 of 3 locations") })
        #expect(
            summary.notImported.map(\.kind) == ["workouts.heartRateData", "workouts.stepCount"]
                && summary.notImported.map(\.count) == [2, 1] && summary.notImported.allSatisfy { !$0.isData }
        )
        let run = try #require(try samples(.workoutType()).first as? HKWorkout)
        let rate = run.statistics(for: HKQuantityType(.heartRate))
        let unit = HKUnit.count().unitDivided(by: .minute())
        #expect(rate?.averageQuantity()?.doubleValue(for: unit) == 120)
        #expect(rate?.minimumQuantity()?.doubleValue(for: unit) == 90)
        #expect(rate?.maximumQuantity()?.doubleValue(for: unit) == 150)
        #expect(run.statistics(for: HKQuantityType(.stepCount))?.sumQuantity()?.doubleValue(for: .count()) == 100)
        let climb = run.metadata?[HKMetadataKeyElevationAscended] as? HKQuantity
        #expect(climb?.doubleValue(for: .meter()) == 120)
        let humidity = run.metadata?[HKMetadataKeyWeatherHumidity] as? HKQuantity
        #expect(humidity?.doubleValue(for: .percent()) == 0.8)
        #expect(run.metadata?[HKMetadataKeyIndoorWorkout] as? Bool == false)
        let route = try #require(try samples(HKSeriesType.workoutRoute()).first as? HKWorkoutRoute)
        #expect(route.count == 2)
        let again = try read(workout)
        #expect(again.added == 0 && again.counts[.workoutRoutes].duplicate == 1)
    }
}

/// Gives one systolic value by itself, as version 0.2.0 did.
private struct LooseReader: Reader {
    let date: Date

    var name: String { "loose" }
    var endings: Set<String> { [] }

    func recognizes(_ beginning: [UInt8], fileName: String) -> Bool { false }

    func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        let type = HKQuantityTypeIdentifier.bloodPressureSystolic.rawValue
        try sink.take(
            ReadSample(type: type, unit: "mmHg", value: 120, start: date, end: date, source: "Cuff"),
            at: "line 1"
        )
    }
}
