import HealthKitLocalization

/// The texts of the keys in the hint bar and the help, in the order of the key table.
///
/// Names consist of the place and the command. The first of a pair is the hint: one or two words in lower case, which
/// share the last line of the screen with others. The help is a sentence without a full stop; a key without a hint has
/// only a help text.
enum KeyStrings {
    /// The texts of a key in the hint bar and the help.
    typealias Pair = (hint: String, help: String)

    // MARK: Places

    // As listed in the help next to each key; all are different, and `healthtui --print-keys` prints them.
    static let inScreens = deferred("screens", context: "place of keys")
    static let inList = deferred("lists", context: "place of keys")
    static let inLock = deferred("locked", context: "place of keys")
    static let inSecret = deferred("passphrase", context: "place of keys")
    static let inRewriting = deferred("encrypting", context: "place of keys")
    static let inRecoveryKey = deferred("recovery key", context: "place of keys")
    static let inFiltering = deferred("lists that filter", context: "place of keys")
    static let inSortable = deferred("lists that sort", context: "place of keys")
    static let inMatching = deferred("lists that are searched", context: "place of keys")
    static let inMarked = deferred("marked samples", context: "place of keys")
    static let inOrigins = deferred("sources and devices", context: "place of keys")
    static let inOriginsMarked = deferred("marked sources and devices", context: "place of keys")
    static let inOrigin = deferred("a source or a device", context: "place of keys")
    static let inOriginChart = deferred("chart by a source or a device", context: "place of keys")
    static let inSourcesExported = deferred("sources", context: "place of keys")
    static let inWorkoutsMarked = deferred("marked workouts", context: "place of keys")
    static let inFilter = deferred("filter", context: "place of keys")
    static let inCondition = deferred("sample filter", context: "place of keys")
    static let inViews = deferred("views", context: "place of keys")
    static let inType = deferred("types", context: "place of keys")
    static let inGoals = deferred("goals", context: "place of keys")
    static let inPins = deferred("summary", context: "place of keys")
    static let inCards = deferred("summary", context: "place of keys")
    static let inChart = deferred("chart", context: "place of keys")
    static let inLongBars = deferred("chart of weeks and months", context: "place of keys")
    static let inZeroChart = deferred("chart of what adds up", context: "place of keys")
    static let inDays = deferred("table of days", context: "place of keys")
    static let inSleepChart = deferred("chart of sleep", context: "place of keys")
    static let inPressureChart = deferred("chart of blood pressure", context: "place of keys")
    static let inComparison = deferred("comparison", context: "place of keys")
    static let inPattern = deferred("weekdays and hours", context: "place of keys")
    static let inHeat = deferred("heat map", context: "place of keys")
    static let inChange = deferred("before and after", context: "place of keys")
    static let inSamples = deferred("samples", context: "place of keys")
    static let inDeletable = deferred("data", context: "place of keys")
    static let inSample = deferred("sample", context: "place of keys")
    static let inEditable = deferred("own sample", context: "place of keys")
    static let inLog = deferred("log", context: "place of keys")
    static let inSteps = deferred("step", context: "place of keys")
    static let inRecord = deferred("record", context: "place of keys")
    static let inPictured = deferred("picture", context: "place of keys")
    static let inStrip = deferred("strip", context: "place of keys")
    static let inMind = deferred("state of mind", context: "place of keys")
    static let inCycle = deferred("cycle tracking", context: "place of keys")
    static let inClinical = deferred("health records", context: "place of keys")
    static let inMedications = deferred("medications", context: "place of keys")
    static let inWorkouts = deferred("workouts", context: "place of keys")
    static let inWorkout = deferred("workout", context: "place of keys")
    static let inRouted = deferred("workout with a route", context: "place of keys")
    static let inLive = deferred("live workout", context: "place of keys")
    static let inStartingWorkout = deferred("starting a workout", context: "place of keys")
    static let inRings = deferred("rings", context: "place of keys")
    static let inRingsDay = deferred("rings of a day", context: "place of keys")
    static let inPermissions = deferred("permissions", context: "place of keys")
    static let inAppData = deferred("app", context: "place of keys")
    static let inAssistant = deferred("assistant", context: "place of keys")
    static let inAssistantPage = deferred("page of an assistant", context: "place of keys")
    static let inDrafts = deferred("drafts", context: "place of keys")
    static let inSince = deferred("reading since", context: "place of keys")
    static let inRequest = deferred("request", context: "place of keys")
    static let inOrder = deferred("source order", context: "place of keys")
    static let inWhy = deferred("why", context: "place of keys")
    static let inForm = deferred("form", context: "place of keys")
    static let inPath = deferred("path", context: "place of keys")
    static let inImporting = deferred("import", context: "place of keys")
    static let inTable = deferred("table", context: "place of keys")
    static let inDryRun = deferred("dry run", context: "place of keys")
    static let inRunning = deferred("import running", context: "place of keys")
    static let inTarget = deferred("export path", context: "place of keys")
    static let inExporting = deferred("export", context: "place of keys")
    static let inExportRunning = deferred("export running", context: "place of keys")
    static let inFiles = deferred("files", context: "place of keys")

    // MARK: Everywhere

    static var everywhereHelp: String { localized("Show the keys that work here") }
    static var everywhereRedraw: String { localized("Draw the screen again") }
    static var everywhereSuspend: String { localized("Go to the shell; fg comes back") }
    static var everywhereInterrupt: String { localized("Close what is open over the screen, else quit") }

    // MARK: On every screen

    static var screensBack: String { localized("Go back") }
    static var screensCommandLine: Pair {
        (localized("command", context: "hint"), localized("Go anywhere by name"))
    }
    static var screensUndo: String { localized("Undo what you did last, here or elsewhere") }
    static var screensRedo: String { localized("Do again what was undone last") }
    static var screensLog: String { localized("Show what you did, and what of it was undone") }
    static var screensNight: String { localized("Enter a night of sleep") }
    static var screensNotices: String { localized("Show what the console said, newest first") }
    static var screensLock: String { localized("Lock the store for every program") }
    static var screensHelp: Pair {
        (localized("help", context: "hint"), localized("Show the keys that work here"))
    }
    static var screensQuit: Pair {
        (localized("quit", context: "hint"), localized("Quit"))
    }
    static var screensNextTab: String { localized("Go to the next main screen") }
    static var screensPreviousTab: String { localized("Go to the main screen before") }
    static var screensSummary: String { localized("Go to the summary") }
    static var screensBrowse: String { localized("Go to the types, sources and devices") }
    static var screensAdd: String { localized("Add a sample") }
    static var screensApps: String { localized("Go to the apps and their permissions") }
    static var screensSources: String { localized("Go to the sources and devices") }
    static var screensImporting: String { localized("Import an export") }
    static var screensWorkouts: String { localized("Go to the workouts and the rings") }
    static var screensProfile: String { localized("Go to what is known of you, your units, goals, lock and guests") }

    // MARK: Lists, their filters and views

    static var listOpen: Pair {
        (localized("open", context: "hint"), localized("Open what the cursor is on"))
    }
    static var listUp: String { localized("Move up") }
    static var listDown: String { localized("Move down") }
    static var listPageUp: String { localized("Move up a page") }
    static var listPageDown: String { localized("Move down a page") }
    static var listHalfPageUp: String { localized("Move up half a page") }
    static var listHalfPageDown: String { localized("Move down half a page") }
    static var listFirst: String { localized("Go to the first row") }
    static var listLast: String { localized("Go to the last row") }
    static var filteringFilter: Pair {
        (localized("find", context: "hint"), localized("Show only the rows that match"))
    }
    static var sortableSort: Pair {
        (localized("sort", context: "hint"), localized("Sort by a column; again, the other way round"))
    }
    static var sortableSortRight: String { localized("Sort by the next column") }
    static var sortableSortLeft: String { localized("Sort by the column before") }
    static var matchingNext: String { localized("Go to the next row that is marked, else that the last filter found") }
    static var matchingPrevious: String {
        localized("Go to the row before that is marked, else that the last filter found")
    }
    static var viewsPreviousView: Pair {
        (localized("view", context: "hint"), localized("Show the view before"))
    }
    static var viewsNextView: String { localized("Show the next view") }
    static var filterAccept: Pair {
        (localized("keep", context: "hint"), localized("Keep the filter and go to the list"))
    }
    static var filterCancel: Pair {
        (localized("all", context: "hint"), localized("Show all rows again"))
    }
    static var filterUp: String { localized("Move up") }
    static var filterDown: String { localized("Move down") }
    static var conditionComplete: Pair {
        (localized("complete", context: "hint"), localized("Complete what is typed, or take what can follow"))
    }
    static var conditionEarlier: Pair {
        (localized("earlier filters", context: "hint"), localized("Recall the filter used before"))
    }
    static var conditionLater: String { localized("Go back to the filter used after") }
    static var filterPageUp: String { localized("Move up a page") }
    static var filterPageDown: String { localized("Move down a page") }
    static var filterNextTab: String { localized("Go to the next main screen") }
    static var filterPreviousTab: String { localized("Go to the main screen before") }

    // MARK: Types and the summary

    static var typePin: Pair {
        (localized("pin", context: "hint"), localized("Pin the type to the summary, or unpin it"))
    }
    static var typeAddSample: Pair {
        (localized("add", context: "hint"), localized("Add a sample of the type"))
    }
    static var typeGoal: Pair {
        (localized("goal", context: "hint"), localized("Set the goal of the type"))
    }
    static var goalsEdit: String { localized("Change the goal") }
    static var goalsEditHint: Pair {
        (localized("edit", context: "hint"), localized("Change the goal"))
    }
    static var goalsRemove: Pair {
        (localized("remove", context: "hint"), localized("Remove the goal"))
    }
    static var screensGoals: String { localized("Go to the goals of types, with days met and streaks") }
    static var typeSourceOrder: Pair {
        (localized("order", context: "hint"), localized("Show the order in which its sources count"))
    }
    static var cardsLeft: String { localized("Go to the card at the left") }
    static var cardsRight: String { localized("Go to the card at the right") }
    static var cardsLarger: Pair {
        (localized("size", context: "hint"), localized("Make the card wider"))
    }
    static var cardsSmaller: String { localized("Make the card narrower") }
    static var pinsMoveDown: Pair {
        (localized("move", context: "hint"), localized("Move the type down in the summary"))
    }
    static var pinsMoveUp: String { localized("Move the type up in the summary") }

    // MARK: The chart

    static var chartOpen: Pair {
        (localized("samples", context: "hint"), localized("Show the samples of the bar that is read"))
    }
    static var longBarsOpen: Pair {
        (localized("days", context: "hint"), localized("Show the days of the bar that is read"))
    }
    static var chartAllData: Pair {
        (localized("all data", context: "hint"), localized("Show the samples of all time"))
    }
    static var chartFilter: String { localized("Filter the samples of all time") }
    static var chartWhy: Pair {
        (localized("why", context: "hint"), localized("Show which source counted for how much"))
    }
    static var chartEarlier: Pair {
        (localized("page", context: "hint"), localized("Show the time before"))
    }
    static var chartLater: String { localized("Show the time after") }
    static var chartEarliest: String { localized("Go to the oldest data") }
    static var chartLatest: String { localized("Go to the newest data") }
    static var chartCursorLeft: Pair {
        (localized("read", context: "hint"), localized("Read the value before"))
    }
    static var chartCursorRight: String { localized("Read the next value") }
    static var chartZoomOut: Pair {
        (localized("zoom", context: "hint"), localized("Show a longer time"))
    }
    static var chartZoomIn: String { localized("Show a shorter time") }
    static var chartSpanDay: String { localized("Show a day") }
    static var chartSpanWeek: String { localized("Show a week") }
    static var chartSpanMonth: String { localized("Show a month") }
    static var chartSpanHalfYear: String { localized("Show six months") }
    static var chartSpanYear: String { localized("Show a year") }
    static var chartSpanAll: String { localized("Show all time") }
    static var chartSeparateSources: Pair {
        (localized("sources", context: "hint"), localized("Show the sources over each other"))
    }
    static var chartCompareYear: String { localized("Compare with the same days a year before, or no longer") }
    static var chartBreathing: Pair {
        (
            localized("breathing", context: "hint"),
            localized("Show the night’s respiratory rate in place of its heart rate, or the other way round")
        )
    }
    static var chartCompare: Pair {
        (localized("compare", context: "hint"), localized("Compare with the time before, or no longer"))
    }
    static var daysFilter: Pair {
        (
            localized("find days", context: "hint"),
            localized("Show only the days that match: < 6 h, > 10000, Mon, Nov, last week")
        )
    }
    static var sleepChartNext: Pair {
        (
            localized("next measure", context: "hint"),
            localized("Show the next measure of sleep: the night, its stages, bedtime, naps")
        )
    }
    static var sleepChartPrevious: String { localized("Show the previous measure of sleep") }
    static var pressureChartLimits: Pair {
        (
            localized("limits", context: "hint"),
            localized("Show the limit for measurements at home as lines, or no longer")
        )
    }
    static var chartRolling: Pair {
        (
            localized("rolling week", context: "hint"),
            localized("Show the mean of the last seven days as a line, or no longer")
        )
    }
    static var chartTable: Pair {
        (localized("table", context: "hint"), localized("Show the same numbers as a table, or the chart again"))
    }
    static var chartSaveChart: Pair {
        (localized("save", context: "hint"), localized("Save the chart as text, or its numbers as CSV"))
    }
    static var comparisonGrain: Pair {
        (localized("days/weeks/months", context: "hint"), localized("Make each point a day, a week or a month"))
    }
    static var comparisonSwap: Pair {
        (localized("swap", context: "hint"), localized("Swap the two types"))
    }
    static var comparisonZeros: Pair {
        (
            localized("days without as 0", context: "hint"),
            localized("Take days without anything as 0, of what adds up, or no longer")
        )
    }
    static var chartPattern: String { localized("Show the type by weekday and by hour of the day") }
    static var chartHeat: String { localized("Show each hour of each weekday") }
    static var patternHeat: Pair {
        (localized("heat map", context: "hint"), localized("Show each hour of each weekday, or each apart again"))
    }
    static var chartChange: String { localized("Compare the days since this one with those before") }
    static var chartMark: String { localized("Mark the day with words of yours") }
    static var heatOpen: Pair {
        (localized("samples", context: "hint"), localized("Show the samples of the hour that is read"))
    }
    static var heatLeft: Pair {
        (localized("read", context: "hint"), localized("Read the hour before"))
    }
    static var heatRight: String { localized("Read the next hour") }
    static var heatUp: String { localized("Read the weekday before") }
    static var heatDown: String { localized("Read the next weekday") }
    static var heatNumbers: Pair {
        (localized("numbers", context: "hint"), localized("Show the numbers in the cells, or no longer"))
    }
    static var changeLeft: Pair {
        (localized("week", context: "hint"), localized("Read the week before"))
    }
    static var changeRight: String { localized("Read the next week") }
    static var changeMark: Pair {
        (localized("another mark", context: "hint"), localized("Compare before and after another of your marks"))
    }
    static var changeMarkDay: Pair {
        (localized("mark", context: "hint"), localized("Mark the day with words of yours"))
    }
    static var changeOpen: Pair {
        (localized("samples", context: "hint"), localized("Show the samples of the week that is read"))
    }
    static var changeLonger: Pair {
        (localized("longer", context: "hint"), localized("Compare longer spans before and after"))
    }
    static var changeShorter: String { localized("Compare shorter spans before and after") }
    static var changeOthers: Pair {
        (
            localized("other measures", context: "hint"),
            localized("List how the pinned measures changed since; Enter opens one")
        )
    }
    static var chartUp: String { localized("Move up in the table") }
    static var chartDown: String { localized("Move down in the table") }

    // MARK: Samples

    static var sampleDelete: Pair {
        (localized("delete", context: "hint"), localized("Delete the sample"))
    }
    static var editableEdit: Pair {
        (localized("edit", context: "hint"), localized("Edit a sample that you added"))
    }
    static var sampleEdit: String { localized("Edit a sample that you added") }
    static var sampleCopy: Pair {
        (localized("copy", context: "hint"), localized("Copy the value"))
    }
    static var samplesMark: Pair {
        (localized("mark", context: "hint"), localized("Mark the sample, or unmark it"))
    }
    static var samplesMarkRange: String { localized("Mark all from the last mark to here") }
    static var samplesOutliers: Pair {
        (
            localized("outliers", context: "hint"),
            localized("Put the values furthest from the median first, or no longer")
        )
    }
    static var markedSave: Pair {
        (localized("save", context: "hint"), localized("Save the marked samples as CSV or JSON"))
    }
    static var markedEdit: Pair {
        (localized("edit", context: "hint"), localized("Edit the marked samples that you added, all at once"))
    }
    static var markedPriority: Pair {
        (
            localized("priority", context: "hint"),
            localized("Change which source counts first, from the marked sample's")
        )
    }
    static var markedUnmark: Pair {
        (localized("unmark", context: "hint"), localized("Unmark everything"))
    }
    static var originsMark: Pair {
        (localized("mark", context: "hint"), localized("Mark the source or device, or unmark it"))
    }
    static var originsDelete: Pair {
        (localized("delete", context: "hint"), localized("Delete all data from what is marked, else from this one"))
    }
    static var originAllData: Pair {
        (localized("all data", context: "hint"), localized("Show the samples of all time from this source or device"))
    }
    static var originDayBefore: Pair {
        (localized("a day", context: "hint"), localized("Read the day before"))
    }
    static var originDeleteAll: Pair {
        (localized("delete all", context: "hint"), localized("Delete all data from this source or device"))
    }
    static var originDayAfter: String { localized("Read the next day") }
    static var sourcesExport: Pair {
        (localized("export", context: "hint"), localized("Export what the marked sources recorded, else this one"))
    }
    static var samplesDelete: Pair {
        (localized("delete", context: "hint"), localized("Delete the marked samples"))
    }
    static var deletableDeleteAll: Pair {
        (localized("delete all", context: "hint"), localized("Delete everything in this list"))
    }
    static var samplesCopy: String { localized("Copy the value") }
    static var logCopy: Pair {
        (localized("copy", context: "hint"), localized("Copy what was done"))
    }

    static var stepsTurn: Pair {
        (localized("undo/redo", context: "hint"), localized("Undo the step under the cursor, or redo it"))
    }

    // MARK: Records, moods and medications

    static var picturedTable: Pair {
        (localized("text", context: "hint"), localized("Show the lines alone, or the picture again"))
    }
    static var recordDelete: Pair {
        (localized("delete", context: "hint"), localized("Delete the record"))
    }
    static var recordCopy: String { localized("Copy the line under the cursor") }
    static var stripEarlier: Pair {
        (localized("scroll", context: "hint"), localized("Show the time before"))
    }
    static var stripLater: String { localized("Show the time after") }
    static var stripCursorLeft: String { localized("Go back a little") }
    static var stripCursorRight: String { localized("Go on a little") }
    static var stripZoomOut: Pair {
        (localized("zoom", context: "hint"), localized("Show a longer time"))
    }
    static var stripZoomIn: String { localized("Show a shorter time") }
    static var stripSpanAll: Pair {
        (localized("whole", context: "hint"), localized("Show all of it"))
    }
    static var mindOpen: Pair {
        (localized("open", context: "hint"), localized("Open what was noted on the day"))
    }
    static var mindAllData: Pair {
        (localized("all data", context: "hint"), localized("Show all that was ever noted"))
    }
    static var mindEarlier: Pair {
        (localized("month", context: "hint"), localized("Show the month before"))
    }
    static var mindLater: String { localized("Show the month after") }
    static var mindCursorLeft: Pair {
        (localized("day", context: "hint"), localized("Go to the day before"))
    }
    static var mindCursorRight: String { localized("Go to the day after") }
    static var mindUp: String { localized("Go a week back") }
    static var mindDown: String { localized("Go a week on") }
    static var mindLatest: Pair {
        (localized("today", context: "hint"), localized("Go to today"))
    }
    static var mindAddSample: Pair {
        (localized("add", context: "hint"), localized("Note how you feel"))
    }
    static var cycleOpen: Pair {
        (localized("samples", context: "hint"), localized("Show the samples of the day"))
    }
    static var cycleAllData: Pair {
        (localized("all data", context: "hint"), localized("Show all samples of the type"))
    }
    static var cycleEarlier: Pair {
        (localized("cycle", context: "hint"), localized("Go to the same day of the cycle before"))
    }
    static var cycleUp: String { localized("Go to the same day of the cycle before") }
    static var cycleLater: String { localized("Go to the same day of the cycle after") }
    static var cycleCursorLeft: Pair {
        (localized("day", context: "hint"), localized("Go to the day before"))
    }
    static var cycleCursorRight: String { localized("Go to the day after") }
    static var cycleLatest: Pair {
        (localized("today", context: "hint"), localized("Go to today"))
    }
    static var cycleAddSample: Pair {
        (localized("add", context: "hint"), localized("Add a sample of the type"))
    }
    static var medicationsTakeDose: Pair {
        (localized("taken", context: "hint"), localized("Note that you took it"))
    }
    static var medicationsSkipDose: Pair {
        (localized("skipped", context: "hint"), localized("Note that you skipped it"))
    }
    static var medicationsAddSample: Pair {
        (localized("add", context: "hint"), localized("Add a medication"))
    }
    static var medicationsDelete: Pair {
        (localized("put aside", context: "hint"), localized("Put the medication aside; its doses stay"))
    }
    static var clinicalAllData: Pair {
        (localized("all data", context: "hint"), localized("Show all records, also those behind others"))
    }
    static var medicationsAllData: Pair {
        (localized("all doses", context: "hint"), localized("Show all doses"))
    }

    // MARK: Workouts and rings

    static var workoutsStartWorkout: Pair {
        (localized("start", context: "hint"), localized("Start a workout, or go to the one that runs"))
    }
    static var workoutsAddSample: Pair {
        (localized("add", context: "hint"), localized("Add a past workout"))
    }
    static var workoutsRings: Pair {
        (localized("rings", context: "hint"), localized("Show the rings of a month"))
    }
    static var workoutsMark: Pair {
        (localized("mark", context: "hint"), localized("Mark the workout, or unmark it"))
    }
    static var workoutsMarkRange: String { localized("Mark all from the last mark to here") }
    static var workoutsSourceOrder: String { localized("Show the order in which sources of workouts count") }
    static var workoutsDelete: Pair {
        (localized("delete", context: "hint"), localized("Delete the marked workouts, or the one under the cursor"))
    }
    static var workoutsRouteFile: Pair {
        (
            localized("write GPX", context: "hint"),
            localized("Write the routes of the marked workouts, or of all that are shown, as GPX files")
        )
    }
    static var workoutEvents: Pair {
        (localized("events", context: "hint"), localized("Show its events and activities"))
    }
    static var workoutStatistics: Pair {
        (localized("statistics", context: "hint"), localized("Show its statistics by type"))
    }
    static var routedRouteFile: Pair {
        (localized("write GPX", context: "hint"), localized("Write its route to a file of GPX"))
    }
    static var workoutRouteFile: String { localized("Write its route to a file of GPX") }
    static var workoutDelete: Pair {
        (localized("delete", context: "hint"), localized("Delete the workout"))
    }
    static var livePauseWorkout: Pair {
        (localized("pause", context: "hint"), localized("Pause the workout, or go on with it"))
    }
    static var liveLap: Pair {
        (localized("lap", context: "hint"), localized("Mark a lap"))
    }
    static var liveEndWorkout: Pair {
        (localized("end", context: "hint"), localized("End the workout and keep it"))
    }
    static var liveMirror: Pair {
        (localized("mirror", context: "hint"), localized("Show the workout in a program that takes it, or no longer"))
    }
    static var liveDiscardWorkout: Pair {
        (localized("discard", context: "hint"), localized("End the workout and forget it"))
    }
    static var startingWorkoutOpen: Pair {
        (localized("start", context: "hint"), localized("Start the workout"))
    }
    static var ringsEarlier: Pair {
        (localized("month", context: "hint"), localized("Show the month before"))
    }
    static var ringsLater: String { localized("Show the month after") }
    static var ringsCursorLeft: Pair {
        (localized("day", context: "hint"), localized("Go to the day before"))
    }
    static var ringsCursorRight: String { localized("Go to the day after") }
    static var ringsUp: String { localized("Go a week back") }
    static var ringsDown: String { localized("Go a week on") }
    static var ringsLatest: Pair {
        (localized("today", context: "hint"), localized("Go to today"))
    }
    static var ringsOpen: Pair {
        (localized("the day", context: "hint"), localized("Show the rings of the day, hour by hour"))
    }
    static var ringsDayEarlier: Pair {
        (localized("day", context: "hint"), localized("Show the day before"))
    }
    static var ringsDayLater: String { localized("Show the day after") }
    static var ringsGoals: Pair {
        (localized("goals", context: "hint"), localized("Set the goals and your zones"))
    }

    // MARK: Apps and their permissions

    static var permissionsToggle: Pair {
        (localized("toggle", context: "hint"), localized("Turn the box on or off"))
    }
    static var permissionsReadColumn: String { localized("Go to the boxes for reading") }
    static var permissionsShareColumn: String { localized("Go to the boxes for sharing") }
    static var permissionsOtherColumn: Pair {
        (localized("read/share", context: "hint"), localized("Go to the other boxes"))
    }
    static var permissionsToggleAll: Pair {
        (localized("all", context: "hint"), localized("Turn all on, or all off"))
    }
    static var appDataOpen: Pair {
        (localized("data", context: "hint"), localized("Show the data that the app brought"))
    }
    static var assistantLess: Pair {
        (localized("level", context: "hint"), localized("Answer the assistant from less of the type"))
    }
    static var assistantMore: String { localized("Answer the assistant from more of the type") }
    static var assistantAdd: Pair {
        (localized("add", context: "hint"), localized("Let the assistant draft entries of the type, or not"))
    }
    static var assistantAll: Pair {
        (localized("all", context: "hint"), localized("Turn on all types that aren’t sensitive, or turn all off"))
    }
    static var assistantPast: Pair {
        (localized("back", context: "days of an assistant"), localized("Set how many days back are answered"))
    }
    static var assistantUntil: Pair {
        (localized("until", context: "hint"), localized("Set the last day on which the assistant is answered"))
    }
    static var assistantCalls: Pair {
        (localized("calls", context: "hint"), localized("Set how many calls a day are answered"))
    }
    static var draftsSave: Pair {
        (localized("save", context: "hint"), localized("Save the draft as an entry of yours"))
    }
    static var draftsChange: Pair {
        (localized("change", context: "hint"), localized("Change the draft before it becomes an entry of yours"))
    }
    static var draftsThrowAway: Pair {
        (localized("throw away", context: "hint"), localized("Throw the draft away"))
    }
    static var draftsPrevious: Pair {
        (localized("previous", context: "hint"), localized("Show the previous draft"))
    }
    static var draftsNext: String { localized("Show the next draft") }
    static var appDataAccess: Pair {
        (localized("who read what", context: "hint"), localized("Show what the app read and wrote, and when"))
    }
    static var appDataAcceptProgram: String { localized("Let the app’s changed program have its permissions") }
    static var appDataTrustPath: String { localized("Trust any program at the app’s path") }
    static var appDataForgetApp: String { localized("Forget the app: it may ask anew; its data stays") }
    static var appDataDeleteData: String { localized("Delete all data that the app brought") }
    static var permissionsSince: Pair {
        (localized("since", context: "hint"), localized("Let it read only what is recent, or everything again"))
    }
    static var sinceAccept: Pair {
        (localized("set", context: "hint"), localized("Let it be read from then on"))
    }
    static var sinceCancel: Pair {
        (localized("leave", context: "hint"), localized("Leave it as it is"))
    }
    static var requestAnswer: Pair {
        (localized("answer", context: "hint"), localized("Go on to the answer"))
    }
    static var requestAllow: Pair {
        (localized("allow", context: "hint"), localized("Allow what is turned on"))
    }
    static var requestRefuse: Pair {
        (localized("don't allow", context: "hint"), localized("Allow nothing"))
    }
    static var requestBack: Pair {
        (localized("later", context: "hint"), localized("Leave the request waiting"))
    }
    static var requestHelp: Pair {
        (localized("help", context: "hint"), localized("Show the keys that work here"))
    }

    // MARK: The order of sources

    static var orderMoveDown: Pair {
        (localized("move", context: "hint"), localized("Let the source count after the next one"))
    }
    static var orderMoveUp: String { localized("Let the source count before the one above") }
    static var orderExclude: Pair {
        (localized("leave out", context: "hint"), localized("Leave the source out of totals"))
    }
    static var whySourceOrder: Pair {
        (localized("order", context: "hint"), localized("Show the order of all sources of the type"))
    }

    // MARK: Forms and fields, import and export

    static var formSave: Pair {
        (localized("save", context: "hint"), localized("Save"))
    }
    static var formGoOn: Pair {
        (localized("next", context: "hint"), localized("Go to the next field; at the last one, save"))
    }
    static var formNextField: String { localized("Go to the next field") }
    static var formPreviousField: String { localized("Go to the field before") }
    static var formCancel: Pair {
        (localized("cancel", context: "hint"), localized("Leave without saving"))
    }
    static var lockUnlock: Pair {
        (localized("unlock", context: "hint"), localized("Unlock the store for every program"))
    }
    static var lockRecoveryKey: Pair {
        (localized("recovery key", context: "hint"), localized("Type the recovery key instead, or the passphrase"))
    }
    static var lockErase: String { localized("Forget what was typed") }
    static var lockQuit: Pair {
        (localized("quit", context: "hint"), localized("Quit"))
    }
    static var secretAccept: Pair {
        (localized("go on", context: "hint"), localized("Go on with what was typed"))
    }
    static var secretRecoveryKey: Pair {
        (localized("recovery key", context: "hint"), localized("Type the recovery key instead, or the passphrase"))
    }
    static var secretCancel: Pair {
        (localized("leave", context: "hint"), localized("Leave; nothing is changed"))
    }
    static var rewritingCancel: Pair {
        (localized("stop", context: "hint"), localized("Stop; the store stays as it was"))
    }
    static var recoveryKeyAccept: Pair {
        (localized("go on", context: "hint"), localized("Go on, once the recovery key is written down"))
    }
    static var pathStartImport: Pair {
        (localized("import", context: "hint"), localized("Import the file"))
    }
    static var dryRun: Pair {
        (localized("dry run", context: "hint"), localized("See what the import would bring; nothing is saved"))
    }
    static var dryRunAccept: Pair {
        (localized("import", context: "hint"), localized("Import what is shown"))
    }
    static var dryRunCancel: Pair {
        (localized("leave", context: "hint"), localized("Leave what would come in; nothing is imported"))
    }
    static var pathComplete: Pair {
        (localized("complete", context: "hint"), localized("Complete the name"))
    }
    static var pathCancel: Pair {
        (localized("leave", context: "hint"), localized("Leave the field"))
    }
    static var importingFilter: Pair {
        (localized("path", context: "hint"), localized("Type the path of a file"))
    }
    static var importingOpen: Pair {
        (localized("path", context: "hint"), localized("Type the path of a file"))
    }
    static var runningStopImport: Pair {
        (localized("stop", context: "hint"), localized("Stop; what is in stays, and going on later is safe"))
    }
    static var importingRestoreDeleted: Pair {
        (
            localized("bring back", context: "hint"),
            localized("Import the file again with what you deleted since an earlier import")
        )
    }
    static var tableAccept: Pair {
        (localized("go on", context: "hint"), localized("Take the answer, or import the table as it is shown"))
    }
    static var tableCancel: Pair {
        (localized("leave", context: "hint"), localized("Leave the table; nothing is imported"))
    }
    static var importingExport: Pair {
        (localized("export", context: "hint"), localized("Write everything to a file"))
    }
    static var importingReport: Pair {
        (localized("report", context: "hint"), localized("Write a report for your doctor"))
    }
    static var targetStartExport: Pair {
        (localized("export", context: "hint"), localized("Write the file"))
    }
    static var targetComplete: Pair {
        (localized("complete", context: "hint"), localized("Complete the name"))
    }
    static var targetCancel: Pair {
        (localized("leave", context: "hint"), localized("Leave the field"))
    }
    static var exportingFilter: Pair {
        (localized("path", context: "hint"), localized("Type the path of a file"))
    }
    static var exportingOpen: Pair {
        (localized("path", context: "hint"), localized("Type the path of a file"))
    }
    static var pathBrowseFiles: Pair {
        (localized("files", context: "hint"), localized("Choose the file from a list"))
    }
    static var targetBrowseFiles: Pair {
        (localized("files", context: "hint"), localized("Choose the folder from a list"))
    }
    static var filesParentFolder: Pair {
        (localized("up", context: "hint"), localized("Go to the folder above"))
    }
    static var filesHiddenFiles: Pair {
        (localized("hidden", context: "hint"), localized("Show hidden files, or hide them again"))
    }
    static var filesBack: Pair {
        (localized("close", context: "hint"), localized("Close the list"))
    }
    static var exportingReport: Pair {
        (localized("report", context: "hint"), localized("Write a report for your doctor"))
    }
    static var exportRunningStopExport: Pair {
        (localized("stop", context: "hint"), localized("Stop; no file is left"))
    }
}
