import Dispatch
import Foundation
import HealthKitStore
import LockTesting
import Synchronization
import Testing

/// An agent is waited for as long as it runs, and what it was waited for is said.
@Suite struct AgentLauncherTests {
    private static func launcher(_ script: String, patience: Duration = .seconds(600)) -> AgentLauncher {
        AgentLauncher(
            program: "/bin/sh",
            arguments: ["-c", script],
            patience: patience,
            patienceWithAnother: .seconds(600)
        )
    }

    private static func message(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return (error as? StoreError)?.message
        }
    }

    @Test("An agent that quits isn't waited for")
    func quits() throws {
        let message = Self.message { try Self.launcher("exit 3").ensure(at: .temporary()) }
        #expect(message == "The agent that keeps the key quit with status 3. Try: healthtui agent")
    }

    @Test("An agent that runs and never answers is told by how long it was waited for")
    func silent() throws {
        let launcher = Self.launcher("sleep 60", patience: .seconds(1))
        let message = Self.message { try launcher.ensure(at: .temporary()) }
        #expect(message == "The agent that keeps the key didn't answer within 1 seconds. Try: healthtui agent")
    }

    @Test(
        "An agent that quits in favour of another is found when that one listens, however late",
        arguments: [true, false]
    )
    func late(_ quits: Bool) throws {
        let address = AgentAddress.temporary()
        // Waiting blocks a thread: one of its own, as tasks share as many as there are processors.
        let found = Mutex<(any Error)?>(nil)
        let end = DispatchSemaphore(value: 0)
        Thread {
            do {
                try Self.launcher(quits ? "exit 0" : "sleep 60").ensure(at: address)
            } catch {
                found.withLock { $0 = error }
            }
            end.signal()
        }
        .start()
        usleep(200_000)
        let agent = try RunningAgent(address)
        end.wait()
        agent.end()
        if let error = found.withLock({ $0 }) { throw error }
    }

    @Test("An agent that listens is used, and none is started")
    func listens() throws {
        let agent = try RunningAgent()
        defer { agent.end() }
        try AgentLauncher(program: "/nowhere/program").ensure(at: agent.address)
        let message = Self.message { try AgentLauncher(program: "/nowhere/program").ensure(at: .temporary()) }
        #expect(message == "The agent can't be started: No such file or directory.")
    }
}
