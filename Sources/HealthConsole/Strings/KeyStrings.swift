/// What the hint bar and the help say of the keys, in the order of the key table.
///
/// A name is made of the place and the command. Of a pair the first is the hint: one or two words in lower case,
/// which share the last line of the screen with others. The help is a sentence without a full stop; a name of it
/// alone is of a key that has no hint.
enum KeyStrings {
    // MARK: Places

    // As the help names them beside each key; no two are the same, and `healthtui --print-keys` prints them.
    static let inScreens = "screens"
    static let inList = "lists"
    static let inLock = "locked"
    static let inSecret = "passphrase"
    static let inRewriting = "encrypting"
    static let inRecoveryKey = "recovery key"
    static let inFiltering = "lists that filter"
    static let inSortable = "lists that sort"
    static let inMatching = "lists that are searched"
    static let inMarked = "marked samples"
    static let inWorkoutsMarked = "marked workouts"
    static let inFilter = "filter"
    static let inCondition = "sample filter"
    static let inViews = "views"
    static let inType = "types"
    static let inPins = "summary"
    static let inCards = "summary"
    static let inChart = "chart"
    static let inComparison = "comparison"
    static let inPattern = "weekdays and hours"
    static let inSamples = "samples"
    static let inDeletable = "data"
    static let inSample = "sample"
    static let inEditable = "own sample"
    static let inLog = "log"
    static let inRecord = "record"
    static let inPictured = "picture"
    static let inStrip = "strip"
    static let inMind = "state of mind"
    static let inCycle = "cycle tracking"
    static let inClinical = "health records"
    static let inMedications = "medications"
    static let inWorkouts = "workouts"
    static let inWorkout = "workout"
    static let inRouted = "workout with a route"
    static let inLive = "live workout"
    static let inStartingWorkout = "starting a workout"
    static let inRings = "rings"
    static let inRingsDay = "rings of a day"
    static let inPermissions = "permissions"
    static let inAppData = "app"
    static let inSince = "reading since"
    static let inRequest = "request"
    static let inOrder = "source order"
    static let inWhy = "why"
    static let inForm = "form"
    static let inPath = "path"
    static let inImporting = "import"
    static let inRunning = "import running"
    static let inTarget = "export path"
    static let inExporting = "export"
    static let inExportRunning = "export running"
    static let inFiles = "files"

    // MARK: Everywhere

    static let everywhereHelp = "Show the keys that work here"
    static let everywhereRedraw = "Draw the screen again"
    static let everywhereSuspend = "Go to the shell; fg comes back"
    static let everywhereInterrupt = "Close what is open over the screen, else quit"

    // MARK: On every screen

    static let screensBack = "Go back"
    static let screensCommandLine = (hint: "command", help: "Go anywhere by name")
    static let screensUndo = "Undo what you did last, here or elsewhere"
    static let screensRedo = "Do again what was undone last"
    static let screensLog = "Show what you did, and what of it was undone"
    static let screensNight = "Enter a night of sleep"
    static let screensNotices = "Show what the console said, newest first"
    static let screensLock = "Lock the store for every program"
    static let screensHelp = (hint: "help", help: "Show the keys that work here")
    static let screensQuit = (hint: "quit", help: "Quit")
    static let screensNextTab = "Go to the next main screen"
    static let screensPreviousTab = "Go to the main screen before"
    static let screensSummary = "Go to the summary"
    static let screensBrowse = "Go to the types, sources and devices"
    static let screensAdd = "Add a sample"
    static let screensApps = "Go to the apps and their permissions"
    static let screensSources = "Go to the sources and devices"
    static let screensImporting = "Import an export"
    static let screensWorkouts = "Go to the workouts and the rings"
    static let screensProfile = "Go to what is known of you, your units, goals, lock and guests"

    // MARK: Lists, their filters and views

    static let listOpen = (hint: "open", help: "Open what the cursor is on")
    static let listUp = "Move up"
    static let listDown = "Move down"
    static let listPageUp = "Move up a page"
    static let listPageDown = "Move down a page"
    static let listHalfPageUp = "Move up half a page"
    static let listHalfPageDown = "Move down half a page"
    static let listFirst = "Go to the first row"
    static let listLast = "Go to the last row"
    static let filteringFilter = (hint: "find", help: "Show only the rows that match")
    static let sortableSort = (hint: "sort", help: "Sort by a column; again, the other way round")
    static let sortableSortRight = "Sort by the next column"
    static let sortableSortLeft = "Sort by the column before"
    static let matchingNext = "Go to the next row that is marked, else that the last filter found"
    static let matchingPrevious = "Go to the row before that is marked, else that the last filter found"
    static let viewsPreviousView = (hint: "view", help: "Show the view before")
    static let viewsNextView = "Show the next view"
    static let filterAccept = (hint: "keep", help: "Keep the filter and go to the list")
    static let filterCancel = (hint: "all", help: "Show all rows again")
    static let filterUp = "Move up"
    static let filterDown = "Move down"
    static let conditionComplete = (hint: "complete", help: "Complete what is typed, or take what can follow")
    static let conditionEarlier = (hint: "earlier filters", help: "Recall the filter used before")
    static let conditionLater = "Go back to the filter used after"
    static let filterPageUp = "Move up a page"
    static let filterPageDown = "Move down a page"
    static let filterNextTab = "Go to the next main screen"
    static let filterPreviousTab = "Go to the main screen before"

    // MARK: Types and the summary

    static let typePin = (hint: "pin", help: "Pin the type to the summary, or unpin it")
    static let typeAddSample = (hint: "add", help: "Add a sample of the type")
    static let typeSourceOrder = (hint: "order", help: "Show the order in which its sources count")
    static let cardsLeft = "Go to the card at the left"
    static let cardsRight = "Go to the card at the right"
    static let cardsLarger = (hint: "size", help: "Make the card wider")
    static let cardsSmaller = "Make the card narrower"
    static let pinsMoveDown = (hint: "move", help: "Move the type down in the summary")
    static let pinsMoveUp = "Move the type up in the summary"

    // MARK: The chart

    static let chartOpen = (hint: "samples", help: "Show the samples of the bar that is read")
    static let chartAllData = (hint: "all data", help: "Show the samples of all time")
    static let chartFilter = "Filter the samples of all time"
    static let chartWhy = (hint: "why", help: "Show which source counted for how much")
    static let chartEarlier = (hint: "page", help: "Show the time before")
    static let chartLater = "Show the time after"
    static let chartEarliest = "Go to the oldest data"
    static let chartLatest = "Go to the newest data"
    static let chartCursorLeft = (hint: "read", help: "Read the value before")
    static let chartCursorRight = "Read the next value"
    static let chartZoomOut = (hint: "zoom", help: "Show a longer time")
    static let chartZoomIn = "Show a shorter time"
    static let chartSpanDay = "Show a day"
    static let chartSpanWeek = "Show a week"
    static let chartSpanMonth = "Show a month"
    static let chartSpanHalfYear = "Show six months"
    static let chartSpanYear = "Show a year"
    static let chartSpanAll = "Show all time"
    static let chartSeparateSources = (hint: "sources", help: "Show the sources over each other")
    static let chartCompareYear = "Compare with the same days a year before, or no longer"
    static let chartCompare = (hint: "compare", help: "Compare with the time before, or no longer")
    static let chartTable = (hint: "table", help: "Show the same numbers as a table, or the chart again")
    static let chartSaveChart = (hint: "save", help: "Save the chart as text, or its numbers as CSV")
    static let comparisonGrain = (hint: "days/weeks/months", help: "Make each point a day, a week or a month")
    static let comparisonSwap = (hint: "swap", help: "Swap the two types")
    static let chartPattern = "Show the type by weekday and by hour of the day"
    static let chartUp = "Move up in the table"
    static let chartDown = "Move down in the table"

    // MARK: Samples

    static let sampleDelete = (hint: "delete", help: "Delete the sample")
    static let editableEdit = (hint: "edit", help: "Edit a sample that you added")
    static let sampleEdit = "Edit a sample that you added"
    static let sampleCopy = (hint: "copy", help: "Copy the value")
    static let samplesMark = (hint: "mark", help: "Mark the sample, or unmark it")
    static let samplesMarkRange = "Mark all from the last mark to here"
    static let samplesOutliers = (hint: "outliers", help: "Put the values furthest from the median first, or no longer")
    static let markedSave = (hint: "save", help: "Save the marked samples as CSV or JSON")
    static let markedPriority = (hint: "priority", help: "Change which source counts first, from the marked sample's")
    static let markedUnmark = (hint: "unmark", help: "Unmark everything")
    static let samplesDelete = (hint: "delete", help: "Delete the marked samples")
    static let deletableDeleteAll = (hint: "delete all", help: "Delete everything in this list")
    static let samplesCopy = "Copy the value"
    static let logCopy = (hint: "copy", help: "Copy what was done")

    // MARK: Records, moods and medications

    static let picturedTable = (hint: "text", help: "Show the lines alone, or the picture again")
    static let recordDelete = (hint: "delete", help: "Delete the record")
    static let recordCopy = "Copy the line under the cursor"
    static let stripEarlier = (hint: "scroll", help: "Show the time before")
    static let stripLater = "Show the time after"
    static let stripCursorLeft = "Go back a little"
    static let stripCursorRight = "Go on a little"
    static let stripZoomOut = (hint: "zoom", help: "Show a longer time")
    static let stripZoomIn = "Show a shorter time"
    static let stripSpanAll = (hint: "whole", help: "Show all of it")
    static let mindOpen = (hint: "open", help: "Open what was noted on the day")
    static let mindAllData = (hint: "all data", help: "Show all that was ever noted")
    static let mindEarlier = (hint: "month", help: "Show the month before")
    static let mindLater = "Show the month after"
    static let mindCursorLeft = (hint: "day", help: "Go to the day before")
    static let mindCursorRight = "Go to the day after"
    static let mindUp = "Go a week back"
    static let mindDown = "Go a week on"
    static let mindLatest = (hint: "today", help: "Go to today")
    static let mindAddSample = (hint: "add", help: "Note how you feel")
    static let cycleOpen = (hint: "samples", help: "Show the samples of the day")
    static let cycleAllData = (hint: "all data", help: "Show all samples of the type")
    static let cycleEarlier = (hint: "cycle", help: "Go to the same day of the cycle before")
    static let cycleUp = "Go to the same day of the cycle before"
    static let cycleLater = "Go to the same day of the cycle after"
    static let cycleCursorLeft = (hint: "day", help: "Go to the day before")
    static let cycleCursorRight = "Go to the day after"
    static let cycleLatest = (hint: "today", help: "Go to today")
    static let cycleAddSample = (hint: "add", help: "Add a sample of the type")
    static let medicationsTakeDose = (hint: "taken", help: "Note that you took it")
    static let medicationsSkipDose = (hint: "skipped", help: "Note that you skipped it")
    static let medicationsAddSample = (hint: "add", help: "Add a medication")
    static let medicationsDelete = (hint: "put aside", help: "Put the medication aside; its doses stay")
    static let clinicalAllData = (hint: "all data", help: "Show all records, also those behind others")
    static let medicationsAllData = (hint: "all doses", help: "Show all doses")

    // MARK: Workouts and rings

    static let workoutsStartWorkout = (hint: "start", help: "Start a workout, or go to the one that runs")
    static let workoutsAddSample = (hint: "add", help: "Add a past workout")
    static let workoutsRings = (hint: "rings", help: "Show the rings of a month")
    static let workoutsMark = (hint: "mark", help: "Mark the workout, or unmark it")
    static let workoutsMarkRange = "Mark all from the last mark to here"
    static let workoutsDelete = (hint: "delete", help: "Delete the marked workouts, or the one under the cursor")
    static let workoutsRouteFile = (
        hint: "write GPX", help: "Write the routes of the marked workouts, or of all that are shown, as GPX files"
    )
    static let workoutEvents = (hint: "events", help: "Show its events and activities")
    static let workoutStatistics = (hint: "statistics", help: "Show its statistics by type")
    static let routedRouteFile = (hint: "write GPX", help: "Write its route to a file of GPX")
    static let workoutRouteFile = "Write its route to a file of GPX"
    static let workoutDelete = (hint: "delete", help: "Delete the workout")
    static let livePauseWorkout = (hint: "pause", help: "Pause the workout, or go on with it")
    static let liveLap = (hint: "lap", help: "Mark a lap")
    static let liveEndWorkout = (hint: "end", help: "End the workout and keep it")
    static let liveMirror = (hint: "mirror", help: "Show the workout in a program that takes it, or no longer")
    static let liveDiscardWorkout = (hint: "discard", help: "End the workout and forget it")
    static let startingWorkoutOpen = (hint: "start", help: "Start the workout")
    static let ringsEarlier = (hint: "month", help: "Show the month before")
    static let ringsLater = "Show the month after"
    static let ringsCursorLeft = (hint: "day", help: "Go to the day before")
    static let ringsCursorRight = "Go to the day after"
    static let ringsUp = "Go a week back"
    static let ringsDown = "Go a week on"
    static let ringsLatest = (hint: "today", help: "Go to today")
    static let ringsOpen = (hint: "the day", help: "Show the rings of the day, hour by hour")
    static let ringsDayEarlier = (hint: "day", help: "Show the day before")
    static let ringsDayLater = "Show the day after"
    static let ringsGoals = (hint: "goals", help: "Set the goals and your zones")

    // MARK: Apps and their permissions

    static let permissionsToggle = (hint: "toggle", help: "Turn the box on or off")
    static let permissionsReadColumn = "Go to the boxes for reading"
    static let permissionsShareColumn = "Go to the boxes for sharing"
    static let permissionsOtherColumn = (hint: "read/share", help: "Go to the other boxes")
    static let permissionsToggleAll = (hint: "all", help: "Turn all on, or all off")
    static let appDataOpen = (hint: "data", help: "Show the data that the app brought")
    static let appDataAccess = (hint: "who read what", help: "Show what the app read and wrote, and when")
    static let appDataForgetApp = "Forget the app: it may ask anew; its data stays"
    static let appDataDeleteData = "Delete all data that the app brought"
    static let permissionsSince = (hint: "since", help: "Let it read only what is recent, or everything again")
    static let sinceAccept = (hint: "set", help: "Let it be read from then on")
    static let sinceCancel = (hint: "leave", help: "Leave it as it is")
    static let requestAnswer = (hint: "answer", help: "Go on to the answer")
    static let requestAllow = (hint: "allow", help: "Allow what is turned on")
    static let requestRefuse = (hint: "don't allow", help: "Allow nothing")
    static let requestBack = (hint: "later", help: "Leave the request waiting")
    static let requestHelp = (hint: "help", help: "Show the keys that work here")

    // MARK: The order of sources

    static let orderMoveDown = (hint: "move", help: "Let the source count after the next one")
    static let orderMoveUp = "Let the source count before the one above"
    static let orderExclude = (hint: "leave out", help: "Leave the source out of totals")
    static let whySourceOrder = (hint: "order", help: "Show the order of all sources of the type")

    // MARK: Forms and fields, import and export

    static let formSave = (hint: "save", help: "Save")
    static let formGoOn = (hint: "next", help: "Go to the next field; at the last one, save")
    static let formNextField = "Go to the next field"
    static let formPreviousField = "Go to the field before"
    static let formCancel = (hint: "cancel", help: "Leave without saving")
    static let lockUnlock = (hint: "unlock", help: "Unlock the store for every program")
    static let lockRecoveryKey = (hint: "recovery key", help: "Type the recovery key instead, or the passphrase")
    static let lockErase = "Forget what was typed"
    static let lockQuit = (hint: "quit", help: "Quit")
    static let secretAccept = (hint: "go on", help: "Go on with what was typed")
    static let secretRecoveryKey = (hint: "recovery key", help: "Type the recovery key instead, or the passphrase")
    static let secretCancel = (hint: "leave", help: "Leave; nothing is changed")
    static let rewritingCancel = (hint: "stop", help: "Stop; the store stays as it was")
    static let recoveryKeyAccept = (hint: "go on", help: "Go on, once the recovery key is written down")
    static let pathStartImport = (hint: "import", help: "Import the file")
    static let pathComplete = (hint: "complete", help: "Complete the name")
    static let pathCancel = (hint: "leave", help: "Leave the field")
    static let importingFilter = (hint: "path", help: "Type the path of a file")
    static let importingOpen = (hint: "path", help: "Type the path of a file")
    static let runningStopImport = (hint: "stop", help: "Stop; what is in stays, and going on later is safe")
    static let importingExport = (hint: "export", help: "Write everything to a file")
    static let importingReport = (hint: "report", help: "Write a report for your doctor")
    static let targetStartExport = (hint: "export", help: "Write the file")
    static let targetComplete = (hint: "complete", help: "Complete the name")
    static let targetCancel = (hint: "leave", help: "Leave the field")
    static let exportingFilter = (hint: "path", help: "Type the path of a file")
    static let exportingOpen = (hint: "path", help: "Type the path of a file")
    static let pathBrowseFiles = (hint: "files", help: "Choose the file from a list")
    static let targetBrowseFiles = (hint: "files", help: "Choose the folder from a list")
    static let filesParentFolder = (hint: "up", help: "Go to the folder above")
    static let filesHiddenFiles = (hint: "hidden", help: "Show hidden files, or hide them again")
    static let filesBack = (hint: "close", help: "Close the list")
    static let exportingReport = (hint: "report", help: "Write a report for your doctor")
    static let exportRunningStopExport = (hint: "stop", help: "Stop; no file is left")
}
