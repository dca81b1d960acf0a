import Foundation
import HealthStore

/// Where the keys of unlocked stores are kept for the programs of this user.
package enum KeyHolder {
    /// The agent's address.
    package static var address: AgentAddress { AgentAddress.standard() }

    /// Lets whatever opens an encrypted store by itself, as a check and a copy do, ask the agent for its key.
    static func install() { installed }

    private static let installed: Void = {
        StoreKeys.addProvider { lock in try AgentClient(KeyHolder.address).key(of: lock.id) }
        SeenStores.setFolder(stateFolder(ProcessInfo.processInfo.environment))
        Mishap.addListener { HealthLog.failed("store." + $0, $1) }
    }()

    /// Has somebody hear of stores that an earlier version wrote and that this one brought up to its format.
    package static func whenBroughtUp(_ body: @escaping @Sendable (_ path: String, _ from: Int, _ to: Int) -> Void) {
        FormatChange.setListener(body)
    }

    /// Where what outlives a session of the user is kept: `$XDG_STATE_HOME/healthtui`, else below `~/.local/state`.
    private static func stateFolder(_ environment: [String: String]) -> String {
        let state = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (state ?? NSHomeDirectory() + "/.local/state") + "/healthtui"
    }
}
