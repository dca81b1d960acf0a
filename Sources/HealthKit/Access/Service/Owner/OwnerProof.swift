import Foundation
import HealthStore
import Synchronization

/// Whose connections are proven together: those of one login session, or of one user outside of any session.
struct OwnerLogin: Hashable, Sendable {
    var user: uid_t
    var session: UInt32?
    /// A process that the system hides is proven for its own connection alone: nobody knows in which session it is.
    private var connection: UUID?

    /// - Parameters:
    ///   - peer: Who connected.
    ///   - processes: Where the system lists processes.
    init(_ peer: ServicePeer, processes: String = "/proc") {
        user = peer.user
        guard let text = try? String(contentsOfFile: "\(processes)/\(peer.process)/sessionid", encoding: .utf8),
            let number = UInt32(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else {
            connection = UUID()
            return
        }
        session = number == .max ? nil : number
    }
}

/// Proofs for one call each, on one connection.
final class OwnerPermits: Sendable {
    private let ends = Mutex<[Double]>([])

    /// How long one is good, in seconds.
    private static let time = 60.0

    func add(at now: Double) { ends.withLock { $0.append(now + Self.time) } }

    /// Uses one up.
    ///
    /// - Returns: Whether there was one.
    func take(at now: Double) -> Bool {
        ends.withLock { ends in
            ends.removeAll { $0 < now }
            return ends.popLast() != nil
        }
    }
}

/// Finds out whether a call at the owner's socket is the person's: who makes it has to know the passphrase of an encrypted store,
/// or the PIN of a plain one.
///
/// Secrets are checked one at a time. After five wrong ones there is a wait before the next, which doubles up to a minute; how many
/// there were is on the disk before each is checked, and a service that starts begins with the wait. Nobody is locked out for good.
final class OwnerProof: Sendable {
    private struct State {
        var record: OwnerSecretRecord
        /// When no secret is checked before.
        var opens: Double
        /// When each login session last did what needs the secret.
        var lastUse: [OwnerLogin: Double] = [:]
        /// Secrets that wait to be checked.
        var waiting = 0
    }

    /// How long a login session stays proven without a call that needs it, in seconds.
    static let idleTime = 15.0 * 60
    /// How many wrong secrets there may be without a wait.
    static let freeFailures = 5
    /// The longest wait, in seconds.
    static let longestWait = 60.0
    /// The most secrets that wait to be checked.
    private static let mostWaiting = 16

    private let owner: Gate
    private let file: OwnerSecretFile
    private let cost: PassphraseCost
    private let clock: @Sendable () -> Double
    private let state: Mutex<State>
    /// Where secrets are checked, one at a time and on no thread that others' calls need.
    private let turns = DispatchQueue(label: "healthkit.service.proof")

    /// - Parameters:
    ///   - owner: The person's gate to the store.
    ///   - clock: The current time, in seconds from some beginning.
    ///   - cost: What trying one PIN costs.
    /// - Throws: `errorDatabaseInaccessible` where what is kept of the PIN can't be read.
    init(_ owner: Gate, clock: @escaping @Sendable () -> Double, cost: PassphraseCost = .standard) throws {
        self.owner = owner
        self.clock = clock
        self.cost = cost
        file = OwnerSecretFile(beside: try owner.personsPath)
        let record = try file.read()
        state = Mutex(State(record: record, opens: clock() + Self.wait(after: record.failures)))
    }

    /// How long nothing is checked after so many wrong secrets, in seconds.
    static func wait(after failures: Int) -> Double {
        guard failures >= freeFailures else { return 0 }
        return min(longestWait, Double(1 << min(failures - freeFailures, 10)))
    }

    // MARK: Calls

    /// Checks that a call may be carried out.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - login: Who makes it.
    ///   - permits: The proofs that its connection has.
    /// - Throws: The error of an ``OwnerChallenge``, and that of a locked store, of which nothing can be proven.
    func check(_ call: any StoreCall, of login: OwnerLogin, _ permits: OwnerPermits) throws {
        let need = try OwnerNeeds.need(of: call) { try owner.send(OwnerNextOperationCall(isRedo: $0)) }
        guard need == .session || need == .each, let secret = try wanted() else { return }
        guard secret != .unset else { throw OwnerChallenge(need, .unset).error }
        let now = clock()
        let isProven: Bool
        if need == .each {
            isProven = permits.take(at: now)
            if isProven { state.withLock { $0.lastUse[login] = now } }
        } else {
            isProven = state.withLock { state in
                guard let last = state.lastUse[login], now - last <= Self.idleTime else {
                    state.lastUse[login] = nil
                    return false
                }
                state.lastUse[login] = now
                return true
            }
        }
        guard isProven else { throw OwnerChallenge(need, secret).error }
    }

    /// Notes that a login session has given the secret.
    ///
    /// - Parameters:
    ///   - login: Whose it is.
    ///   - permits: The proofs of the connection, where it was for one call.
    func noteProven(_ login: OwnerLogin, _ permits: OwnerPermits?) {
        let now = clock()
        permits?.add(at: now)
        state.withLock { $0.lastUse[login] = now }
    }

    /// Has every login session prove itself anew.
    func forget() { state.withLock { $0.lastUse = [:] } }

    /// What the person is asked for; `nil` where nothing is.
    ///
    /// - Throws: What reading a locked store throws.
    private func wanted() throws -> OwnerChallenge.Secret? {
        let database = try owner.personsDatabase()
        guard database.isEncrypted else {
            return state.withLock { $0.record.pin != nil ? .pin : $0.record.isOff ? nil : .unset }
        }
        if database.state.isLocked { try database.read { _ in } }
        return .passphrase
    }

    // MARK: Secrets

    /// Checks a secret, after those that came before it.
    ///
    /// - Parameters:
    ///   - secret: What was typed; `nil` where that was nothing.
    ///   - done: Told what came of it: the error of an ``OwnerChallenge`` for a wrong one, and for one that came too soon.
    func verify(_ secret: StoreSecret?, _ done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        let isTaken = state.withLock { state in
            guard state.waiting < Self.mostWaiting else { return false }
            state.waiting += 1
            return true
        }
        guard isTaken else {
            return done(.failure(HKError.error(.errorDatabaseInaccessible, "Too many passphrases wait to be checked")))
        }
        turns.async { [self] in
            let result = Result { try verify(secret) }
            state.withLock { $0.waiting -= 1 }
            done(result)
        }
    }

    private func verify(_ secret: StoreSecret?) throws {
        let database = try owner.personsDatabase()
        if database.isEncrypted {
            guard let path = database.path, let lock = try HKError.translating({ try StoreLock.read(at: path) }) else {
                throw HKError.error(.errorDatabaseInaccessible, "The store's keys can't be read")
            }
            return try attempt(.passphrase) {
                guard let secret else { return false }
                do {
                    _ = try secret.key(of: lock, known: database.agent.known)
                    return true
                } catch let error as StoreError where error.code == .wrongKey {
                    return false
                }
            }
        }
        guard let pin = state.withLock({ $0.record.pin }) else { return }
        try attempt(.pin) { try secret.map { try pin.matches($0.bytes) } ?? false }
    }

    /// Counts an attempt before it is made, so that nobody has more of them by ending the service.
    private func attempt(_ secret: OwnerChallenge.Secret, _ isRight: () throws -> Bool) throws {
        let challenge = OwnerChallenge(.carried, secret, isRefused: true)
        let seconds = state.withLock { $0.opens } - clock()
        guard seconds <= 0 else {
            throw challenge.error("Too many wrong attempts. Try again in \(Int(seconds.rounded(.up))) s")
        }
        let before = change { $0.failures += 1 }
        let isGood: Bool
        do {
            isGood = try HKError.translating(isRight)
        } catch {
            // Nobody found out whether it is.
            change { $0.failures = before }
            throw error
        }
        if isGood {
            change { $0.failures = 0 }
            return
        }
        let wait = state.withLock { state in
            let wait = Self.wait(after: state.record.failures)
            state.opens = clock() + wait
            return wait
        }
        guard wait > 0 else { throw challenge.error }
        throw challenge.error("\(challenge.error.text). Try again in \(Int(wait)) s")
    }

    /// Changes the count of wrong secrets; one that can't be written, as on a full disk, holds until the service ends.
    ///
    /// - Returns: The count before.
    @discardableResult
    private func change(_ change: (inout OwnerSecretRecord) -> Void) -> Int {
        let (before, after) = state.withLock { state in
            let before = state.record
            change(&state.record)
            return (before, state.record)
        }
        if after != before { HealthLog.attempt("proof") { try file.write(after) } }
        return before.failures
    }

    // MARK: The PIN

    /// What is asked for.
    func pinState() throws -> OwnerPINState {
        if try owner.personsDatabase().isEncrypted { return .passphrase }
        return state.withLock { $0.record.pin != nil ? .set : $0.record.isOff ? .off : .unset }
    }

    /// Sets the PIN, or has nothing asked for from now on; the secret that there was has been verified.
    ///
    /// - Throws: `errorInvalidArgument` for what can't be a PIN and for an encrypted store, `errorDatabaseInaccessible` where it
    ///   can't be written; it is then as it was.
    func setPIN(_ secret: StoreSecret?) throws {
        guard try !owner.personsDatabase().isEncrypted else {
            throw HKError.invalid("The store is encrypted; the service asks for its passphrase, and needs no PIN")
        }
        if let secret, secret.bytes.count < OwnerPINCall.least {
            throw HKError.invalid("A PIN must have at least \(OwnerPINCall.least) characters")
        }
        let hash = try secret.map { secret in
            try HKError.translating { try PassphraseHash(of: secret.bytes, cost: cost) }
        }
        try turns.sync {
            var record = state.withLock { $0.record }
            (record.pin, record.isOff) = (hash, hash == nil)
            try file.write(record)
            state.withLock { $0.record = record }
        }
        forget()
    }
}
