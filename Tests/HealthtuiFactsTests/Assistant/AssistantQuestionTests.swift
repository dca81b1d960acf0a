import Foundation
import HealthKit
import HealthtuiFacts
import Testing

/// The questions that people ask an assistant, each with a call or two.
@Suite("What people ask an assistant") struct AssistantQuestionTests {
    private typealias Column = TotalsTable.Column

    @Test("Steps yesterday and today: today ends at the last full hour, and is in no mean")
    func stepsYesterdayAndToday() {
        let world = AssistantWorld([.steps(from: "2026-11-26", [4_000, 9_120, 3_050])])
        let said = world.ask(.daily, #"{"types": ["steps"], "first_day": "yesterday"}"#)
        #expect(said["today"] == "2026-11-28 Saturday" && said["zone"] == "Europe/Berlin")
        #expect(said["first_day"] == "2026-11-27 Friday" && said["last_day"] == "2026-11-28 Saturday")
        #expect(said["types.0.rows"] == #"{"2026-11-27":9120}"#)
        #expect(said["types.0.today"] == #"{"so_far":3050,"until":"14:00"}"#)
        #expect(said["types.0.over_all.mean"] == "9120")
        #expect(said["types.0.over_all.total"] == "12170" && said["types.0.over_all.total_has_today"] == "true")
        #expect(said["types.0.over_all.of_days"] == "1")
    }

    @Test("This week's sleep against last week's: rows of weeks say how many days they have")
    func sleepOfTwoWeeks() {
        let nights: [Double?] = [7, 7, 7, 7, 7, 8, 8] + [6.5, 6.5, nil, 6.5, 6.5]
        let world = AssistantWorld([.sleep("sleep", from: "2026-11-16", nights)])
        let said = world.ask(.daily, #"{"types": ["sleep"], "first_day": "2026-11-16", "by": "week"}"#)
        #expect(
            said["types.0.rows.0"] == #"{"first":"2026-11-16","last":"2026-11-22","mean":7.29,"days":7,"of":7}"#
        )
        // Today is still to come for the week that runs.
        #expect(
            said["types.0.rows.1"] == #"{"first":"2026-11-23","last":"2026-11-28","mean":6.5,"days":4,"of":5}"#
        )
        #expect(said["types.0.unit"] == "h")
    }

    @Test("Resting heart rate over months: what may be read by week is told by week, whatever was asked")
    func restingHeartRate() {
        let column = Column.of(
            "restingHeartRate",
            HKQuantityTypeIdentifier.restingHeartRate.rawValue,
            .level,
            "BPM",
            level: .weeks,
            from: "2026-08-31",
            [61, 60, 60, nil, 59, 58, 58, 57, 57, 57, 56, 56]
        )
        let said = AssistantWorld([column])
            .ask(.daily, #"{"types": ["resting heart rate"], "first_day": "90d", "by": "month"}"#)
        #expect(said["types.0.by"] == "week" && said["types.0.note"] == "Only whole weeks can be read of it.")
        #expect(said["types.0.rows.0"] == #"{"first":"2026-08-31","last":"2026-09-06","mean":61}"#)
        #expect(said["types.0.over_all.mean"] == "58")
        #expect(said["types.0.over_all.least"] == #"{"week":"2026-11-09","value":56}"#)
        #expect(said["types.0.over_all.weeks_with_data"] == "11" && said["types.0.over_all.of_weeks"] == "12")
        #expect(said["types.0.over_all.weeks_without"] == #"["2026-09-21"]"#)
        #expect(said["types.0.today"] == nil)
    }

    @Test("Weight since September: days before those that may be read are said to be left out")
    func weight() {
        let column = Column.of(
            "bodyMass",
            Column.weightType,
            .level,
            "kg",
            decimals: 1,
            from: "2026-09-01",
            [74.2, nil, 74, nil, nil, nil, 73.6]
        )
        let world = AssistantWorld([column], pastDays: 89)
        let said = world.ask(.daily, #"{"types": ["weight"], "first_day": "2026-08-30"}"#)
        #expect(said["first_day"] == "2026-09-01 Tuesday" && said["note"] == "Days before 2026-09-01 can't be read.")
        #expect(said["types.0.rows"] == #"{"2026-09-01":74.2,"2026-09-03":74,"2026-09-07":73.6}"#)
        #expect(said["types.0.over_all.mean"] == "73.9")
        #expect(said["types.0.over_all.gaps"] == #"["2026-09-04 to 2026-09-06","2026-09-08 to 2026-11-27"]"#)
    }

    private static let runs = [
        Column.of(
            "running distance",
            Column.workoutType,
            .total,
            "km",
            decimals: 2,
            from: "2026-10-30",
            [6.5, nil, nil, 5.25] + [Double?](repeating: nil, count: 20) + [8.1]
        ),
        Column.of(
            "running time",
            Column.workoutType,
            .total,
            "min",
            from: "2026-10-30",
            [40, nil, nil, 31] + [Double?](repeating: nil, count: 20) + [47]
        ),
    ]

    @Test("Distance run this month: one total, of the days of the month")
    func distanceThisMonth() {
        let said = AssistantWorld(Self.runs)
            .ask(.daily, #"{"types": ["running distance"], "first_day": "2026-11-01", "by": "month"}"#)
        #expect(said["types.0.rows.0.total"] == "13.35" && said["types.0.rows.0.days"] == "2")
        #expect(said["types.0.rows.0.of"] == "27" && said["types.0.rows.1"] == nil)
    }

    @Test("The last run: its day, its time and its distance")
    func lastRun() {
        let said = AssistantWorld(Self.runs).ask(.workouts, #"{"days": "30d"}"#)
        #expect(said["activities.0.activity"] == "running" && said["activities.0.last_day"] == "2026-11-23")
        #expect(said["activities.0.days"] == "3")
        #expect(said["activities.0.distance"] == #"{"total":19.85,"unit":"km"}"#)
        #expect(said["activities.0.time"] == #"{"total":118,"unit":"min"}"#)
        #expect(said["rows.2"] == #"{"day":"2026-11-23","activity":"running","distance":8.1,"time":47}"#)
    }

    @Test("This month against last: a row for each, with the mean of their days")
    func twoMonths() {
        let october = [Double?](repeating: 8_000, count: 31)
        let november = [Double?](repeating: 9_000, count: 27)
        let said = AssistantWorld([.steps(from: "2026-10-01", october + november)])
            .ask(.daily, #"{"types": ["steps"], "first_day": "2026-10-01", "by": "month"}"#)
        #expect(said["types.0.rows.0.mean"] == "8000" && said["types.0.rows.0.total"] == "248000")
        #expect(said["types.0.rows.1.mean"] == "9000" && said["types.0.rows.1.of"] == "27")
    }

    @Test("Do I sleep more when I walk more: each day goes with the night after it")
    func walkingAndSleep() {
        let steps = (0..<40).map { Double(6_000 + $0 % 5 * 1_000) }
        // The night that ends the day after is longer the more steps the day had.
        let nights = [7.0] + steps.map { 6 + $0 / 10_000 }
        let world = AssistantWorld([
            .steps(from: "2026-10-10", steps), .sleep("night", from: "2026-10-10", nights),
        ])
        let said = world.ask(.compare, #"{"first": "steps", "second": "night"}"#)
        #expect(said["pairing"] == "Each day goes with the night after it.", "\(said)")
        #expect(said["coefficient"] == "1" && said["pairs"] == "40" && said["by"] == "day")
        #expect(said["found"]?.contains("higher stepCount went with higher night") == true, "\(said)")
        #expect(said["not_proven"]?.isEmpty == false)
    }

    @Test("Blood pressure lately: pairs, and a mean of both numbers")
    func bloodPressure() {
        let day = AssistantWorld.today.advanced(by: -3)
        var column = Column.of("bloodPressure", Column.pressureType, .level, "mmHg", from: "2026-11-01", [])
        column.cells = [
            TotalsTable.Cell(day, 128, second: 84), TotalsTable.Cell(day.advanced(by: 1), 131, second: 82),
        ]
        let said = AssistantWorld([column]).ask(.daily, #"{"types": ["blood pressure"]}"#)
        #expect(said["types.0.rows"] == #"{"2026-11-25":[128,84],"2026-11-26":[131,82]}"#)
        #expect(said["types.0.over_all.mean"] == "[130,83]" && said["types.0.unit"] == "mmHg")
    }

    @Test("Days over 8,000: days that are over are counted, and today says whether it reaches")
    func daysOver() {
        let world = AssistantWorld([.steps(from: "2026-11-24", [8_000, 7_999, 12_000, nil, 8_100])])
        let said = world.ask(.daily, #"{"types": ["steps"], "first_day": "7d", "at_least": 8000}"#)
        #expect(said["types.0.over_all.days_reaching_8000"] == "2")
        #expect(said["types.0.today.reaches"] == "true")
        #expect(said["types.0.over_all.days_with_data"] == "3" && said["types.0.over_all.of_days"] == "6")
    }

    @Test("What is there, and what is missing: names, units, days and gaps")
    func whatIsThere() {
        let world = AssistantWorld([
            .steps(from: "2026-11-01", [5_000, nil, 5_000]),
            .of("headache", HKCategoryTypeIdentifier.headache.rawValue, .event, "", from: "2026-11-03", [1]),
            .of("bodyMass", Column.weightType, .level, "kg", decimals: 1, level: .samples, from: "2026-11-01", [74]),
        ])
        let said = world.ask(.listTypes)
        #expect(
            said["types.0"]
                == #"{"name":"stepCount","unit":"steps","by":"day","first":"2026-11-01","last":"2026-11-03","days":2}"#
        )
        #expect(said["types.1.unit"] == nil && said["types.1.days"] == "1")
        #expect(said["types.2.samples"] == "true")
        #expect(said["first_day"] == "2026-08-31 Monday" && said["last_day"] == "2026-11-28 Saturday")
        let gaps = world.ask(.daily, #"{"types": ["steps"], "first_day": "2026-11-01", "last_day": "2026-11-08"}"#)
        #expect(gaps["types.0.over_all.gaps"] == #"["2026-11-04 to 2026-11-08"]"#)
        let events = world.ask(.daily, #"{"types": ["headache"]}"#)
        #expect(events["types.0.on"] == #"["2026-11-03"]"# && events["types.0.over_all"] == nil)
    }

    @Test("Note my weight: a draft in the person's zone, of which nothing is stored")
    func note() throws {
        let world = AssistantWorld([.of("bodyMass", Column.weightType, .level, "kg", from: "2026-11-01", [74])])
        let said = world.ask(
            .draft,
            #"{"type": "weight", "value": 73.4, "unit": "kg", "when": "2026-11-28 07:30"}"#
        )
        #expect(said.error == nil && said["value"] == "73.4" && said["waiting"] == "1", "\(said)")
        let draft = try #require(world.drafts.first)
        #expect(draft.type == Column.weightType && draft.values == [73.4] && draft.unit == "kg")
        // Berlin is an hour east of Greenwich.
        #expect(draft.date == AssistantWorld.now.timeIntervalSinceReferenceDate - 6 * 3_600 - 50 * 60)
    }
}
