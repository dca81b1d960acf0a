import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts

/// A screen that can be opened, identified by its content: screens return routes and the console creates the screens,
/// so that screens don't depend on each other.
package enum Route: Sendable {
    /// A type: its chart, or its samples where there is nothing to chart.
    case type(HKSampleType)
    /// Two measures as two lines, and how closely they move together; in a time, or over the last year.
    case comparison(Measure, Measure, TimeRange?)
    /// A type by weekday and by hour of the day.
    case pattern(HKQuantityType)
    /// The same, each hour of each weekday.
    case heat(HKQuantityType)
    /// A measure before and after a day, which may have a mark; over a number of days, or all since; beside another one.
    case change(Measure, CalendarDay, mark: String?, length: Int? = nil, isBeside: Bool = false)
    /// The form of a new mark on a day.
    case markForm(CalendarDay)
    /// The answer to a question about a measure.
    case answer(MeasureQuestion)
    /// The samples of a list.
    case samples(SampleListQuery)
    /// The samples of a list that a filter matches; an empty filter is to be typed.
    case filtered(SampleListQuery, String)
    /// Everything that is known of a sample.
    case sample(HKSample)
    /// The form that asks where to save a file.
    case saveFile(SaveFileRequest)
    /// The form of a new medication.
    case medicationForm
    /// The explanation of an interval's total.
    case why(HKQuantityType, DateInterval)
    /// The samples of a list, of a type that HealthKit does not know.
    case unknownType(SampleListQuery)
    /// One sample of such a type.
    case unknownSample(UnknownSample)
    /// The form in which a sample is edited.
    case edit(HKSample)
    /// The form in which several samples of a type are edited at once.
    case editMarked([HKSample])
    /// The same, for the latest sample of a type that the person added.
    case editLatest(HKSampleType)
    /// The log of the user's operations.
    case log
    /// The form of a new sample.
    case form(HKSampleType)
    /// The order in which a type's sources count.
    case sourceOrder(HKSampleType)
    /// The same, at one of the sources.
    case sourcePriority(HKSampleType, HKSource)
    /// The data of a source or a device.
    case origin(DataOrigin)
    /// The chart of a type by one source or device alone.
    case originChart(DataOrigin, HKSampleType)
    /// The permissions of an app.
    case app(AppRecord)
    /// The entries that assistants drafted.
    case drafts
    /// The form of a new sample, filled with that of a draft; saving it decides the draft of that identity.
    case draftForm(UUID, HKSample)
    /// An app's reads and writes.
    case access(AppRecord)
    /// The passphrase of the store: set, changed or removed.
    case passphrase
    /// The machines that keep the store in step.
    case sync
    /// The studies that the person agreed to.
    case studies
    /// The form that asks for the file of a study.
    case studyFile
    /// One study.
    case study(StudyVisit)
    /// Writing everything to a file.
    case export
    /// Exporting the samples of some sources to a file.
    case exportSources([HKSource])
    /// The form of a report for a doctor.
    case report
    /// The sheet of an app's request.
    case request(AuthorizationRequest)
    /// Everything that is known of a workout.
    case workout(HKWorkout)
    /// The form of a past workout.
    case workoutForm
    /// The current workout, or the form to start one.
    case live
    /// The rings of the days of a month.
    case rings
    /// The rings of one day, hour by hour.
    case ringsDay(Date)
    /// The form of the goal of a type.
    case goal(HKSampleType)
    /// The goals of all types.
    case goalList
    /// The form of the rings' goals and of the person's zones.
    case goals
    /// The form of the personal details, at one of its fields.
    case aboutYou(field: String)
    /// The form of the unit in which a type is shown.
    case unit(HKQuantityType)
}

/// A file to save: its kind, its name, and the closure that writes it.
package struct SaveFileRequest: Sendable {
    /// The kind of file, in a word or two.
    package let title: String
    package let name: String
    /// A note for the user about the file.
    package let about: String
    /// Whether it is a folder for several files, which may be there already.
    package let isFolder: Bool
    /// Writes the file, blocking.
    ///
    /// The arguments are the path, whether an existing file is replaced, and the cancellation flag; the result
    /// describes the written file.
    package let write:
        @Sendable (_ path: String, _ replaces: Bool, _ person: PersonAccess, _ stop: StopSign) throws -> String

    package init(
        title: String,
        name: String,
        about: String,
        isFolder: Bool = false,
        write:
            @escaping @Sendable (_ path: String, _ replaces: Bool, _ person: PersonAccess, _ stop: StopSign) throws ->
            String
    ) {
        self.title = title
        self.name = name
        self.about = about
        self.isFolder = isFolder
        self.write = write
    }
}

extension DataOrigin {
    /// The name as screens write it.
    package var name: String {
        switch self {
        case .source(let source): source.shownName
        case .device(let device): DevicePhrase.name(device)
        }
    }
}
