import HealthKitLocalization

/// Errors about input that is meaningless or impossible: shown in forms below the field, and on the command line after the
/// option's name.
///
/// A text has no full stop, for others may follow it after a semicolon, and begins in lower case unless with a name.
/// What a person types as an example, such as `-10m`, has to be what the phrases read.
enum EntryStrings {
    // MARK: What a person may say of themselves

    static var dateOfBirth: String { localized("Date of birth") }
    static var sex: String { localized("Sex") }
    static var referenceSex: String { localized("Sex for reference ranges") }
    static var bloodType: String { localized("Blood type") }
    static var skinType: String { localized("Skin type") }
    static var wheelchair: String { localized("Wheelchair") }
    static var moveGoal: String { localized("Move goal") }
    static func isNone(_ text: String, _ names: String) -> String {
        localized("“\(text)” is none; write \(names) or none")
    }
    static func isNoBirthday(_ text: String) -> String {
        localized("“\(text)” isn't a date of birth; write \(DateStrings.typedBirthday) or none")
    }

    // MARK: Numbers and amounts

    static var numberIsMissing: String { localized("a number is missing") }
    static func isNoNumber(_ text: String) -> String { localized("“\(text)” isn't a number") }
    static func isTooLarge(_ text: String) -> String { localized("“\(text)” is too large a number") }
    static var valueIsMissing: String { localized("a value is missing") }
    static func hasNoUnit(_ text: String) -> String { localized("“\(text)” has a number without a unit") }
    static func isMoreThanOneTemperature(_ text: String) -> String {
        localized("“\(text)” is more than one temperature")
    }
    static func mayBeFraction(_ text: String, _ number: String) -> String {
        localized("“\(text)” may be \(number) % or a fraction of 1; write \(number) % or the percentage")
    }
    static func cannotBeNegative(_ type: String) -> String { localized("\(type) cannot be negative") }
    static func isNoUnit(_ text: String) -> String { localized("“\(text)” isn't a known unit") }
    static func doesNotMeasure(_ unit: String, _ type: String) -> String {
        localized("\(unit) doesn't measure \(type)")
    }
    /// Behind what is wrong with a unit: those that fit.
    static func useUnit(_ problem: String, _ fitting: String) -> String { localized("\(problem); use \(fitting)") }
    /// The greatest number has the unit behind it.
    static func makesSense(_ type: String, from least: String, to most: String) -> String {
        localized("\(type) must be between \(least) and \(most)")
    }

    // MARK: What can be added by hand

    static func isRecordedByDevices(_ type: String) -> String {
        localized("\(type) is recorded by devices only; it cannot be added by hand")
    }
    static func isAddedByNutrient(_ type: String) -> String {
        localized("\(type) is added nutrient by nutrient, such as dietaryProtein")
    }
    static func belongsToProfile(_ type: String) -> String {
        localized("\(type) belongs to the profile; it isn't a sample")
    }
    static func hasFormOfItsOwn(_ type: String) -> String {
        localized("\(type) isn't a single value; it has its own form")
    }
    static func cannotBeAdded(_ type: String) -> String { localized("\(type) cannot be added by hand") }

    // MARK: Values of samples

    static var pressureIsMissing: String { localized("a value is missing; write it as 118/76") }
    static func isNoPressure(_ text: String) -> String {
        localized("“\(text)” isn't a blood pressure; write it as 118/76")
    }
    static func upperComesFirst(_ text: String) -> String {
        localized("“\(text)”: the upper value comes first and is greater, as in 118/76")
    }
    static func isNoValue(_ text: String, _ type: String) -> String { localized("“\(text)” isn't a value of \(type)") }
    /// Behind what is wrong with a value: those that there are.
    static func writeOne(_ problem: String, _ labels: String) -> String { localized("\(problem); write \(labels)") }

    // MARK: Times of samples

    static func isInFuture(_ time: String) -> String { localized("“\(time)” is in the future") }
    static func isBefore1900(_ time: String) -> String { localized("“\(time)” is before 1900") }
    static var endIsBeforeStart: String { localized("the end is before the start") }
    static func cannotBeOngoing(_ type: String) -> String { localized("\(type) cannot be ongoing") }
    static func cannotLastLonger(_ type: String, _ days: Int) -> String {
        localized("\(type) cannot last longer than \(days) days")
    }

    // MARK: Metadata

    /// The expectation is one of those below, with its semicolon, or empty.
    static func needs(_ type: String, _ label: String, _ key: String, _ expectation: String) -> String {
        localized("\(type) needs \(label) (\(key))\(expectation)")
    }
    static func isNoKey(_ key: String) -> String { localized("“\(key)” isn't a key that can be set") }
    static func isMissing(_ label: String, _ expectation: String) -> String {
        localized("\(label) is missing\(expectation)")
    }
    static func isNoAnswer(_ text: String, _ label: String, _ expectation: String) -> String {
        localized("“\(text)” isn't an answer to \(label)\(expectation)")
    }
    static func isNoValue(_ text: String, _ label: String, _ expectation: String) -> String {
        localized("“\(text)” isn't a value of \(label)\(expectation)")
    }
    static var expectedFlag: String { localized("; write yes or no") }
    static func expectedChoice(_ labels: String) -> String { localized("; write \(labels)") }
    static var expectedTime: String { localized("; write a time such as \(DateStrings.typedMoment)") }
    static func expectedQuantity(_ unit: String) -> String { localized("; write a number and a unit such as \(unit)") }

    // MARK: Samples that are edited

    static var onlyOwnSamples: String { localized("only samples that you added yourself can be edited") }
    static func isAddedAnew(_ type: String) -> String {
        localized("\(type) is edited by adding it anew and deleting this one")
    }
    static var lowerIsNotBelow: String { localized("diastolic must be below systolic") }
    static var endIsInFuture: String { localized("the end is in the future") }

    // MARK: The stages of a night

    static func isNoStage(_ word: String) -> String {
        localized("“\(word)” isn't a stage; write a for awake, r for REM, c for core, d for deep")
    }
    static func lengthBeforeStage(_ word: String) -> String {
        localized("“\(word)” has no stage before it; write its letter first, such as c45")
    }
    static func stageWithoutLength(_ letter: String) -> String {
        localized("“\(letter)” has no minutes; only the last stage may leave them out")
    }
    static func isNoStageLength(_ word: String) -> String { localized("“\(word)” isn't 1 minute to 24 hours") }
    static func nothingLeftOfNight(_ letter: String, _ over: String) -> String {
        localized(
            "nothing of the night is left for the last “\(letter)”: the stages before it take \(over) more than there is"
        )
    }
    static func nightHasMore(_ length: String) -> String {
        localized("\(length) of the night have no stage; without its minutes the last stage takes them")
    }
    static func nightIsShorter(_ length: String) -> String {
        localized("the stages take \(length) more than the night has")
    }
    static var bedtimeIsAfterWaking: String { localized("bedtime must be before waking") }
    static var nightIsTooLong: String { localized("a night is no longer than 24 hours") }

    // MARK: Times

    static var timeIsMissing: String { localized("a time is missing") }
    static func isNoTime(_ text: String) -> String {
        localized(
            "“\(text)” isn't a time; write now, -10m, \(DateStrings.typedClock), yesterday 22:30 or \(DateStrings.typedMoment)"
        )
    }
    static func isNoRange(_ text: String) -> String {
        localized(
            "“\(text)” isn't a time; write yesterday, last week, last 7 days, nov 2025, 21 nov to 23 nov or since 1 sep"
        )
    }
    static func isNoDayForm(_ text: String) -> String {
        localized("“\(text)” isn't a day; write 2026-11-28, today, yesterday or 30d")
    }
    static func endsBeforeItBegins(_ text: String) -> String { localized("“\(text)” ends before it begins") }
    static func hasNoBeginning(_ text: String) -> String {
        localized("“\(text)” has no beginning; write a day, such as \(DateStrings.typedDay)")
    }
    static func hasNoDays(_ text: String) -> String { localized("“\(text)” has no days") }
    /// Of a mark's name that several have, whose days are listed.
    static func areSeveralMarks(_ name: String, _ days: String) -> String {
        localized("several marks are called “\(name)”: \(days)")
    }
    /// Of digits that are no date in the order of the place: `21/11/2026` where the month comes first.
    static func isNoDateHere(_ text: String) -> String {
        localized("“\(text)” isn't a date here; write it as in \(DateStrings.typedDay)")
    }
    static func isTooFarAway(_ time: String) -> String { localized("“\(time)” is too far away") }
    static func isInNoCalendar(_ day: String) -> String { localized("“\(day)” names a day that is in no calendar") }
    static func isStillToCome(_ time: String) -> String {
        localized("“\(time)” is still to come: nothing could be read")
    }
    static func isNoShift(_ text: String) -> String {
        localized("“\(text)” isn't a shift; write +1h, -30 min or +1d")
    }
    static var shiftsIntoFuture: String { localized("a sample would be in the future") }
    static var foodHasNutrients: String { localized("a food is edited by nutrient") }
    static func isNotInFood(_ nutrient: String) -> String { localized("the food has no \(nutrient)") }
    static func isNoGoalLength(_ text: String) -> String {
        localized("“\(text)” isn't a length of time; write 30 min, 8 h or 7 h 30 min")
    }
    static func isNoLength(_ text: String) -> String {
        localized("“\(text)” is no length of time: say 90s, 15m, 8h or 2d, a year at most, or none")
    }

    // MARK: Past workouts

    static var activityIsMissing: String { localized("an activity is missing, such as running or yoga") }
    static func isNoActivity(_ text: String) -> String { localized("“\(text)” is no activity that HealthKit knows") }
    static var whenDidItStart: String { localized("when did it start?") }
    static var whenDidItEnd: String { localized("when did it end? +45m counts from the start") }
    static var endIsNotAfterStart: String { localized("the end is not after the start") }
    static var lastsTooLong: String { localized("it lasts longer than four days") }
    static func isNoDistance(_ text: String) -> String {
        localized("“\(text)” is not from 1 m to \(NumberText.text(5_000)) km")
    }
    static func isNoEnergy(_ text: String) -> String {
        localized("“\(text)” is not from 1 to \(NumberText.text(50_000)) kcal")
    }
    static func mayBeActivity(_ text: String, _ activities: String) -> String {
        localized("“\(text)” may be \(activities)")
    }
}
