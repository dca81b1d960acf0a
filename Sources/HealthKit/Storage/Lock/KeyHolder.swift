import Foundation
import HealthKitStore

/// The location of the keys of unlocked stores, for the programs of this user.
package enum KeyHolder {
    /// The agent's address.
    package static var address: AgentAddress { AgentAddress.standard() }

    /// Lets code that opens an encrypted store by itself, such as a check or a copy, ask the agent for its key.
    static func install() { installed }

    private static let installed: Void = {
        StoreKeys.addProvider { lock in try AgentClient(KeyHolder.address).key(of: lock.id) }
        SeenStores.setFolder(stateFolder(ProcessInfo.processInfo.environment))
        Mishap.addListener { HealthLog.failed("store." + $0, $1) }
    }()

    /// Sets a handler for stores of an earlier version that this version upgraded to its format.
    package static func whenBroughtUp(_ body: @escaping @Sendable (_ path: String, _ from: Int, _ to: Int) -> Void) {
        FormatChange.setListener(body)
    }

    /// The folder for data that outlives a user session: `$XDG_STATE_HOME/healthtui`, otherwise in `~/.local/state`.
    private static func stateFolder(_ environment: [String: String]) -> String {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (state ?? NSHomeDirectory() + "/.local/state") + "/healthtui"
    }
}
