import Dispatch
import Foundation
import HealthKitStore
import Synchronization

/// An agent on a thread of the test, in a folder of its own.
package final class RunningAgent: Sendable {
    package let address: AgentAddress
    private let stopper: AgentStopper
    private let hasEnded = DispatchSemaphore(value: 0)

    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Begins to listen, on no bus.
    ///
    /// - Parameters:
    ///   - address: Where.
    ///   - change: What is different for this one.
    /// - Throws: What keeps it from listening, another agent among it.
    package init(
        _ address: AgentAddress = .temporary(),
        change: (inout AgentServer.Surroundings) -> Void = { _ in }
    ) throws {
        self.address = address
        var surroundings = AgentServer.Surroundings()
        // Among a thousand tests a step of one may take longer than an agent waits for something to keep.
        surroundings.idleTime = 3600
        surroundings.bus = nil
        change(&surroundings)
        guard let server = try AgentServer(address, surroundings: surroundings) else {
            throw Failure(description: "another agent runs in \(address.folder)")
        }
        stopper = server.stopper
        let owned = Mutex(server)
        Thread.detachNewThread { [hasEnded] in
            owned.withLock { $0.run() }
            hasEnded.signal()
        }
    }

    package var client: AgentClient { AgentClient(address) }

    /// Ends the agent and waits until it has.
    package func end() {
        stopper.stop()
        waitForEnd()
    }

    /// Waits until the agent has ended.
    package func waitForEnd() {
        hasEnded.wait()
        hasEnded.signal()
    }
}

extension AgentAddress {
    /// An address that nobody else uses.
    package static func temporary() -> AgentAddress {
        AgentAddress(folder: FileManager.default.temporaryDirectory.path + "/agent-\(UUID().uuidString)")
    }
}
