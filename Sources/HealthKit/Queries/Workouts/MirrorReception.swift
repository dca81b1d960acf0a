import Foundation
import Synchronization

/// The sessions that are mirrored to this program: each becomes a session here that follows the other's state.
final class MirrorReception: Sendable {
    /// The state of a mirrored session.
    private struct Entry: Sendable {
        let session: HKWorkoutSession
        let owner: String
    }

    private struct State {
        var handler: (@Sendable (HKWorkoutSession) -> Void)?
        weak var store: HKHealthStore?
        var entries: [UUID: Entry] = [:]
        /// Sessions that are over here, whatever the store still says.
        var past: Set<UUID> = []
        var mark: ByteMarks.Mark?
        var token: ChangeToken?
        var watch: RemoteWatch?
    }

    private let state = Mutex(State())
    /// The queue on which sessions arrive and change, one after another.
    private let queue = DispatchQueue(label: "healthkit.mirror", target: .global())

    var handler: (@Sendable (HKWorkoutSession) -> Void)? { state.withLock { $0.handler } }

    /// Starts to receive mirrored sessions, or stops without a handler.
    func receive(_ store: HKHealthStore, _ handler: (@Sendable (HKWorkoutSession) -> Void)?) {
        let port = store.port
        port.carryTest(to: queue)
        state.withLock { state in
            state.handler = handler
            state.store = handler == nil ? nil : store
        }
        guard handler != nil else { return stop() }
        guard state.withLock({ $0.mark == nil }) else { return }
        // Done immediately, so that a session being mirrored now finds this program.
        HealthLog.attempt("announce") { try port.send(AnnounceCompanionCall()) }
        let interest = ChangeInterest(
            types: [],
            namespaces: [
                StoreNamespace.workoutSessions, StoreNamespace.workoutMessages, StoreNamespace.companionPairs,
            ],
            whenReopened: false
        )
        let token = HealthLog.attempt("listen") { try port.listen(interest) { [weak self] in self?.checkLater(port) } }
        // A program that can't listen receives no sessions; it may try again.
        let mark = token == nil ? nil : HealthLog.attempt("mark") { try port.markCompanion() } ?? nil
        state.withLock { state in
            state.token = token
            state.mark = mark
        }
        checkLater(port)
    }

    private func checkLater(_ port: any CallPort) {
        queue.async { [weak self] in self?.check(port) }
    }

    private func stop() {
        state.withLock { state in
            state.mark = nil
            state.token = nil
            state.watch = nil
            state.entries = [:]
            state.store = nil
        }
    }

    /// Looks which sessions are mirrored to this program now.
    private func check(_ port: any CallPort) {
        // Sessions that can't be read now are read at the next change.
        guard handler != nil, let mirrored = HealthLog.attempt("look", { try port.send(MirroredSessionsCall()) })
        else { return }
        var gone = state.withLock { $0.entries }
        for other in mirrored {
            let identifier = other.content.identifier
            if let known = gone.removeValue(forKey: identifier) {
                follow(known, other, port)
            } else if state.withLock({ !$0.past.contains(identifier) }) {
                begin(other, port)
            }
        }
        for (identifier, entry) in gone { end(identifier, entry, error: nil) }
    }

    private func begin(_ other: MirroredSession, _ port: any CallPort) {
        // A session whose process has ended is of no use; its next process may mirror it again.
        guard other.content.state != .ended, (try? port.isSessionMarked(other.content.identifier)) == true,
            let store = state.withLock({ $0.store })
        else { return }
        let session = HKWorkoutSession(mirroring: other, store)
        let entry = Entry(session: session, owner: other.owner)
        state.withLock { state in
            state.entries[other.content.identifier] = entry
            state.watch =
                state.watch ?? RemoteWatch(on: queue) { [weak self] in self?.checkOwners(port) }
        }
        // The handler sets the delegate before any delegate method is called.
        handler?(session)
        follow(entry, other, port)
    }

    private func follow(_ entry: Entry, _ other: MirroredSession, _ port: any CallPort) {
        entry.session.core.follow(other.content)
        let call = HearSessionCall(session: other.content.identifier, owner: entry.owner, fromCompanion: false)
        // Messages that can't be read stay until the next change.
        let data = (HealthLog.attempt("hear") { try port.send(call) } ?? []).compactMap(\.data)
        if !data.isEmpty {
            entry.session.core.report { $0.workoutSession($1, didReceiveDataFromRemoteWorkoutSession: data) }
        }
        if other.content.state == .ended { end(other.content.identifier, entry, error: nil) }
    }

    private func checkOwners(_ port: any CallPort) {
        // A session whose mark can't be checked now is checked again soon.
        for (identifier, entry) in state.withLock({ $0.entries })
        where (try? port.isSessionMarked(identifier)) == false {
            end(
                identifier,
                entry,
                error: HKError.error(.unknownError, "The program whose workout session was mirrored has ended")
            )
        }
    }

    private func end(_ identifier: UUID, _ entry: Entry, error: HKError?) {
        state.withLock { state in
            state.entries[identifier] = nil
            if entry.session.state == .ended { state.past.insert(identifier) }
            if state.entries.isEmpty { state.watch = nil }
        }
        // The owner may end before it is notified.
        if entry.session.state == .ended {
            HealthLog.attempt("farewell") { try entry.session.core.notifyOwner(.farewell) }
        }
        entry.session.core.report { $0.workoutSession($1, didDisconnectFromRemoteDeviceWithError: error) }
        entry.session.core.invalidate()
    }
}
