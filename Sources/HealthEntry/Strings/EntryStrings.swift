/// What is said of things that a person typed and that mean nothing, or cannot be: in forms below the field, on the
/// command line behind the name of the option.
///
/// A text has no full stop, for others may follow it after a semicolon, and begins in lower case unless with a name.
/// What a person types as an example, such as `-10m`, has to be what the phrases read.
enum EntryStrings {
    // MARK: What a person may say of themselves

    static let dateOfBirth = "Date of birth"
    static let sex = "Sex"
    static let bloodType = "Blood type"
    static let skinType = "Skin type"
    static let wheelchair = "Wheelchair"
    static let moveGoal = "Move goal"
    static func isNone(_ text: String, _ names: String) -> String { "“\(text)” is none; write \(names) or none" }
    static func isNoBirthday(_ text: String) -> String { "“\(text)” isn't a date of birth; write 1990-12-10 or none" }

    // MARK: Numbers and amounts

    static let numberIsMissing = "a number is missing"
    static func isNoNumber(_ text: String) -> String { "“\(text)” isn't a number" }
    static func isTooLarge(_ text: String) -> String { "“\(text)” is too large a number" }
    static let valueIsMissing = "a value is missing"
    static func hasNoUnit(_ text: String) -> String { "“\(text)” has a number without a unit" }
    static func isMoreThanOneTemperature(_ text: String) -> String { "“\(text)” is more than one temperature" }
    static func mayBeFraction(_ text: String, _ number: String) -> String {
        "“\(text)” may be \(number) % or a fraction of 1; write \(number) % or the percentage"
    }
    static func cannotBeNegative(_ type: String) -> String { "\(type) cannot be negative" }
    static func isNoUnit(_ text: String) -> String { "“\(text)” isn't a known unit" }
    static func doesNotMeasure(_ unit: String, _ type: String) -> String { "\(unit) doesn't measure \(type)" }
    /// Behind what is wrong with a unit: those that fit.
    static func useUnit(_ problem: String, _ fitting: String) -> String { "\(problem); use \(fitting)" }
    /// The greatest number has the unit behind it.
    static func makesSense(_ type: String, from least: String, to most: String) -> String {
        "\(type) must be between \(least) and \(most)"
    }

    // MARK: What can be added by hand

    static func isRecordedByDevices(_ type: String) -> String {
        "\(type) is recorded by devices only; it cannot be added by hand"
    }
    static func isAddedByNutrient(_ type: String) -> String {
        "\(type) is added nutrient by nutrient, such as dietaryProtein"
    }
    static func belongsToProfile(_ type: String) -> String { "\(type) belongs to the profile; it isn't a sample" }
    static func hasFormOfItsOwn(_ type: String) -> String { "\(type) isn't a single value; it has its own form" }
    static func cannotBeAdded(_ type: String) -> String { "\(type) cannot be added by hand" }

    // MARK: Values of samples

    static let pressureIsMissing = "a value is missing; write it as 118/76"
    static func isNoPressure(_ text: String) -> String { "“\(text)” isn't a blood pressure; write it as 118/76" }
    static func upperComesFirst(_ text: String) -> String {
        "“\(text)”: the upper value comes first and is greater, as in 118/76"
    }
    static func isNoValue(_ text: String, _ type: String) -> String { "“\(text)” isn't a value of \(type)" }
    /// Behind what is wrong with a value: those that there are.
    static func writeOne(_ problem: String, _ labels: String) -> String { "\(problem); write \(labels)" }

    // MARK: Times of samples

    static func isInFuture(_ time: String) -> String { "“\(time)” is in the future" }
    static func isBefore1900(_ time: String) -> String { "“\(time)” is before 1900" }
    static let endIsBeforeStart = "the end is before the start"
    static func cannotBeOngoing(_ type: String) -> String { "\(type) cannot be ongoing" }
    static func cannotLastLonger(_ type: String, _ days: Int) -> String {
        "\(type) cannot last longer than \(days) days"
    }

    // MARK: Metadata

    /// The expectation is one of those below, with its semicolon, or empty.
    static func needs(_ type: String, _ label: String, _ key: String, _ expectation: String) -> String {
        "\(type) needs \(label) (\(key))\(expectation)"
    }
    static func isNoKey(_ key: String) -> String { "“\(key)” isn't a key that can be set" }
    static func isMissing(_ label: String, _ expectation: String) -> String { "\(label) is missing\(expectation)" }
    static func isNoAnswer(_ text: String, _ label: String, _ expectation: String) -> String {
        "“\(text)” isn't an answer to \(label)\(expectation)"
    }
    static func isNoValue(_ text: String, _ label: String, _ expectation: String) -> String {
        "“\(text)” isn't a value of \(label)\(expectation)"
    }
    static let expectedFlag = "; write yes or no"
    static func expectedChoice(_ labels: String) -> String { "; write \(labels)" }
    static let expectedTime = "; write a time such as 2026-11-21 14:20"
    static func expectedQuantity(_ unit: String) -> String { "; write a number and a unit such as \(unit)" }

    // MARK: Samples that are edited

    static let onlyOwnSamples = "only samples that you added yourself can be edited"
    static func isAddedAnew(_ type: String) -> String {
        "\(type) is edited by adding it anew and deleting this one"
    }
    static let lowerIsNotBelow = "diastolic must be below systolic"
    static let endIsInFuture = "the end is in the future"

    // MARK: The stages of a night

    static func isNoStage(_ word: String) -> String {
        "“\(word)” isn't a stage; write a for awake, r for REM, c for core, d for deep"
    }
    static func lengthBeforeStage(_ word: String) -> String {
        "“\(word)” has no stage before it; write its letter first, such as c45"
    }
    static func stageWithoutLength(_ letter: String) -> String {
        "“\(letter)” has no minutes; only the last stage may leave them out"
    }
    static func isNoStageLength(_ word: String) -> String { "“\(word)” isn't 1 minute to 24 hours" }
    static func nothingLeftOfNight(_ letter: String, _ over: String) -> String {
        "nothing of the night is left for the last “\(letter)”: the stages before it take \(over) more than there is"
    }
    static func nightHasMore(_ length: String) -> String {
        "\(length) of the night have no stage; without its minutes the last stage takes them"
    }
    static func nightIsShorter(_ length: String) -> String { "the stages take \(length) more than the night has" }
    static let bedtimeIsAfterWaking = "bedtime must be before waking"
    static let nightIsTooLong = "a night is no longer than 24 hours"

    // MARK: Times

    static let timeIsMissing = "a time is missing"
    static func isNoTime(_ text: String) -> String {
        "“\(text)” isn't a time; write now, -10m, 14:20, yesterday 22:30 or 2026-11-21 14:20"
    }
    static func isTooFarAway(_ time: String) -> String { "“\(time)” is too far away" }
    static func isInNoCalendar(_ day: String) -> String { "“\(day)” names a day that is in no calendar" }
    static func isStillToCome(_ time: String) -> String { "“\(time)” is still to come: nothing could be read" }
    static func isNoLength(_ text: String) -> String {
        "“\(text)” is no length of time: say 90s, 15m, 8h or 2d, a year at most, or none"
    }

    // MARK: Past workouts

    static let activityIsMissing = "an activity is missing, such as running or yoga"
    static func isNoActivity(_ text: String) -> String { "“\(text)” is no activity that HealthKit knows" }
    static let whenDidItStart = "when did it start?"
    static let whenDidItEnd = "when did it end? +45m counts from the start"
    static let endIsNotAfterStart = "the end is not after the start"
    static let lastsTooLong = "it lasts longer than four days"
    static func isNoDistance(_ text: String) -> String { "“\(text)” is not from 1 m to 5,000 km" }
    static func isNoEnergy(_ text: String) -> String { "“\(text)” is not from 1 to 50,000 kcal" }
    static func mayBeActivity(_ text: String, _ activities: String) -> String { "“\(text)” may be \(activities)" }
}
