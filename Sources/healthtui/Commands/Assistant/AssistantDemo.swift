import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiExchange
import HealthtuiFacts
import Synchronization

/// The sample data in a store in memory, for an assistant that needs no permission; it is made by the first call.
final class AssistantDemo: Sendable {
    private let name: String
    private let made = Mutex<HKHealthStore?>(nil)

    /// A demo.
    ///
    /// - Parameter name: The assistant's name.
    init(name: String) { self.name = name }

    /// The tools, whose answers say that the data is invented.
    var tools: AssistantTools { AssistantTools(AssistantStore { [self] in try store() }, isDemo: true) }

    private func store() throws -> HKHealthStore {
        try made.withLock { made in
            if let made { return made }
            let store = try Self.filled(AssistantSession.identity(name, nil))
            made = store
            return store
        }
    }

    /// A year of an invented person, and all of it that isn't sensitive allowed.
    private static func filled(_ assistant: AppIdentity) throws -> HKHealthStore {
        let (store, person) = HKHealthStore.person(location: .memory)
        // Of no zone of the environment: the same everywhere.
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let environment = ConsoleEnvironment(
            store: store,
            person: person,
            calendar: calendar,
            isReadOnly: false,
            importFile: ExportImporter(person).importFile
        )
        let outcome = Mutex<Bool>(false)
        let done = DispatchSemaphore(value: 0)
        Task.detached {
            let answer = await SampleExport.load(environment)
            if case .success = answer { outcome.withLock { $0 = true } }
            done.signal()
        }
        done.wait()
        guard outcome.withLock({ $0 }) else { throw CommandFailure("sample data", "it can't be made") }
        try person.setAssistant(grant, app: assistant.account)
        return HKHealthStore(sharing: store, principal: .app(assistant))
    }

    private static var grant: AssistantGrant {
        var types: [String: AssistantRight] = [:]
        for type in AssistantTypes.all {
            if let level = AssistantTypes.levelOfAll(type) { types[type] = AssistantRight(level) }
        }
        types[HKQuantityTypeIdentifier.bodyMass.rawValue] = AssistantRight(.samples, adds: true)
        types[AssistantTypes.bloodPressure] = AssistantRight(.days, adds: true)
        return AssistantGrant(
            types: types,
            pastDays: 365,
            until: CalendarDay(year: 9_999, month: 12, day: 31),
            callsADay: AssistantGrant.mostCalls,
            zone: "GMT",
            firstWeekday: 2
        )
    }
}
