import Foundation
import Glibc
import HealthKit
import HealthtuiFacts
import Synchronization

/// The tools of one assistant; its store is opened by the first call.
final class AssistantSession: Sendable {
    private let name: String
    private let store: StoreArguments
    private let made = Mutex<HKHealthStore?>(nil)

    /// A session.
    ///
    /// - Parameters:
    ///   - name: The assistant's name.
    ///   - store: The store that it asks.
    init(name: String, store: StoreArguments) {
        self.name = name
        self.store = store
    }

    /// The tools.
    ///
    /// - Parameter client: What the client says of itself, which counts for the first call.
    /// - Returns: The tools.
    func tools(_ client: AssistantClient?) -> AssistantTools {
        AssistantTools(AssistantStore { [self] in try opened(client) })
    }

    private func opened(_ client: AssistantClient?) throws -> HKHealthStore {
        guard store.exists else {
            // The person reads that; an assistant's first call must not make an empty store.
            StandardError.line("healthtui: \(store.path): no store")
            throw CommandFailure(store.path, "no store")
        }
        return made.withLock { made in
            let opened = made ?? HKHealthStore.assistant(Self.identity(name, client), location: store.location)
            made = opened
            return opened
        }
    }

    /// Who an assistant is: its name, whatever program asks and whatever that says of itself.
    ///
    /// - Parameters:
    ///   - name: The assistant's name.
    ///   - client: What the client says of itself.
    /// - Returns: The identity.
    static func identity(_ name: String, _ client: AssistantClient?) -> AppIdentity {
        let account = AssistantGrant.prefix + name
        var identity = AppIdentity(bundleIdentifier: account, name: account, program: starter)
        identity.readUsage = client?.text
        return identity
    }

    /// The path of the program that started this one, where the system says it.
    private static let starter: String = {
        // The program of another user has no path that may be read: the sheet then shows this one.
        let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(getppid())/exe")
        return path ?? Machine.executablePath
    }()
}
