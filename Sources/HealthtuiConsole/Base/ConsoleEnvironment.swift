import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiTerminalUI

/// The screens' environment: the store, the time, the locale and the theme.
package struct ConsoleEnvironment: Sendable {
    package let store: HKHealthStore
    package let person: PersonAccess
    package let importFile: ImportFile
    /// Imports a file, including samples that the person deleted since an earlier import.
    package var restoreFile: ImportFile
    /// The workout that this console runs.
    package let live: LiveWorkout
    /// The filters that were used while the console is open.
    package let filters = FilterHistory()
    /// Writes everything to a file.
    package var exportFile: ExportWork = { try AppleExporter($0).run($1) }
    /// Saves a file, blocking; returns a description of the written file.
    package var saveFile:
        @Sendable (SaveFileRequest, _ path: String, _ replaces: Bool, PersonAccess, StopSign) throws ->
            String = { try $0.write($1, $2, $3, $4) }
    /// Reads the state of the sync group's machines, blocking; tests replace it.
    package var readSync: @Sendable (PersonAccess, Date) throws -> SyncFacts = { try SyncFacts($0, now: $1) }
    /// Lists a folder, blocking; a test has its own folders.
    package var listFolder: @Sendable (String) -> Result<FolderListing, FolderListing.Problem> = { path in
        do throws(FolderListing.Problem) {
            return .success(try FolderListing.read(path))
        } catch {
            return .failure(error)
        }
    }
    package var theme: Theme
    package var calendar: Calendar
    /// The user's locale, for units.
    package var locale: Locale
    /// The number style for typing when no region was chosen.
    package var numberLocale: Locale
    package var isReadOnly: Bool
    /// Judges how hard a new passphrase is to guess.
    package var strength: @Sendable (StoreSecret) -> PassphraseStrength = { _ in .good }
    /// Unlocks the store for every program; a test has its own way.
    package var unlock: @Sendable (PersonAccess, StoreSecret) throws -> UnlockReport? = { person, secret in
        try person.unlock(secret, UnlockPlan(seconds: ConsoleSettings().lockAfter))
    }
    /// A service's requests for the user's input while the console is open.
    package var questions = SecretQuestions()
    /// The user's configuration.
    package var settings = ConsoleSettings()
    /// Whether this is the installed console, which speaks for the person to a service: any program of the person can write its
    /// settings, so that screens which decide rights don't heed them.
    package var isInstalled = false
    /// The language that reports are written in unless the person chooses another.
    package var reportLanguage = ReportLanguage.english
    /// Lists the languages that reports can be written in, blocking.
    package var reportLanguages: @Sendable () -> [ReportLanguage] = { ReportLanguage.builtInLanguages }
    /// The user's locale for paper sizes.
    package var paperLocale = Locale.person(category: "LC_PAPER")
    /// The keys that signatures of verifiable records are checked with.
    package var keys = CardKeys()
    /// The minimum time a notice stays, in seconds, even if keys are pressed.
    package var readingTime: @Sendable (String) -> TimeInterval = { Notice.readingTime($0) }
    package var clock: @Sendable () -> Date
    /// Called on each thread that works on the store, before it does.
    package var prepareThread: @Sendable () -> Void = {}
    /// The moment that everything on the screen is relative to; the program moves it on with each event.
    package private(set) var now: Date

    /// The same with the keys and the colors that the program itself has.
    var builtIn: ConsoleEnvironment {
        var environment = self
        environment.settings = settings.builtIn
        environment.theme.palette = .standard
        environment.isInstalled = false
        return environment
    }

    /// An environment.
    ///
    /// - Parameters:
    ///   - store: The store as the person sees it.
    ///   - person: The operations only the owner may perform.
    ///   - theme: The theme.
    ///   - calendar: The person's calendar and time zone.
    ///   - locale: The user's locale, for units.
    ///   - numberLocale: The locale for typed numbers.
    ///   - isReadOnly: Whether keys that write are hidden and blocked.
    ///   - clock: The current time.
    ///   - importFile: Imports a file.
    package init(
        store: HKHealthStore,
        person: PersonAccess,
        theme: Theme = .plain,
        calendar: Calendar = .current,
        locale: Locale = .person(),
        numberLocale: Locale = .person(category: "LC_NUMERIC"),
        isReadOnly: Bool = false,
        clock: @escaping @Sendable () -> Date = { Date() },
        importFile: @escaping ImportFile
    ) {
        self.store = store
        self.person = person
        self.theme = theme
        self.calendar = calendar
        self.locale = locale
        self.numberLocale = numberLocale
        self.isReadOnly = isReadOnly
        self.clock = clock
        self.importFile = importFile
        restoreFile = ExportImporter(person, restoresDeleted: true).importFile
        live = LiveWorkout(store: store, person: person, clock: clock)
        now = clock()
    }

    /// The units that the person chose under Profile, by the identifier of the type; they have precedence over those of
    /// the configuration.
    private var chosenUnits: [String: HKUnit] = [:]

    /// Whether the store reports its changes, so that cached data stays valid until it does.
    package private(set) var hearsChanges = true

    /// The same environment at a moment, with the units that the person chose by then.
    ///
    /// - Parameters:
    ///   - moment: The moment.
    ///   - units: The units, by the identifier of the type.
    ///   - hearsChanges: Whether the store reports its changes.
    /// - Returns: The environment.
    package func at(_ moment: Date, units: [String: HKUnit] = [:], hearsChanges: Bool = true) -> ConsoleEnvironment {
        var copy = self
        copy.now = moment
        copy.chosenUnits = units
        copy.hearsChanges = hearsChanges
        return copy
    }

    /// The units that the person wants, by the identifier of the type.
    package var units: [String: HKUnit] {
        chosenUnits.isEmpty ? settings.units : settings.units.merging(chosenUnits) { $1 }
    }

    /// The style for parsing typed numbers, the same as for numbers on the screen.
    package var numberStyle: NumberStyle {
        let region = TextLocale.current.region
        return region == .standard ? NumberStyle(typedIn: numberLocale) : region.numbers
    }

    package var dates: DateText { DateText(calendar: calendar, now: now) }
    package var samples: SampleText { SampleText(locale: locale, units: units) }

    /// The context for parsing the user's input.
    package var entryContext: EntryContext {
        EntryContext(
            now: now,
            timeZone: calendar.timeZone,
            numbers: numberStyle,
            unitLocale: locale,
            preferredUnits: units
        )
    }

    package func unit(_ type: HKQuantityType) -> ValueUnit {
        ValueUnit(type, locale: locale, chosen: chosenUnits[type.identifier] ?? settings.units[type.identifier])
    }

    private static let queue = DispatchQueue(label: "console.store", attributes: .concurrent)

    /// Runs blocking work on the store away from the loop and from the threads that tasks share.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result, or the error as a line for a person.
    package func ask<T: Sendable>(_ work: @escaping @Sendable (PersonAccess) throws -> T) async -> Answer<T> {
        let (person, prepareThread, locale) = (person, prepareThread, TextLocale.current)
        return await withCheckedContinuation { continuation in
            Self.queue.async {
                prepareThread()
                do {
                    continuation.resume(returning: .success(try locale.during { try work(person) }))
                } catch {
                    continuation.resume(returning: .failure(locale.during { Failure(error) }))
                }
            }
        }
    }
}
