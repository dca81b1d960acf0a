import Foundation
import HealthKitStore
import Synchronization

/// Verifies that a call at the owner's socket is the person's: the caller has to know the passphrase of an encrypted store, or
/// the PIN of a plain one.
///
/// A secret given in a terminal is valid for that terminal, until it closes or has been inactive for a while; without a terminal
/// it is valid for its connection.
///
/// Secrets are checked one at a time, alternating between the programs that give them (``OwnerTries``). After five
/// wrong ones there is a delay before the next, which doubles up to a minute. The count is written to disk before each
/// check, and a service that starts begins with the delay. A terminal in which the correct secret was once given has a
/// separate count, so that tries elsewhere don't delay the person there.
final class OwnerProof: Sendable {
    /// A terminal in which the secret was given.
    private struct Proven {
        let terminal: OwnerTerminal
        /// The time of the last activity there, or `nil` if the secret has to be given again.
        var lastUse: Double?
        /// The number of wrong secrets there since the last right one, and the time of the next check.
        var failures = 0
        var opens = 0.0
    }

    /// A secret that waits to be checked.
    private struct Try {
        let secret: StoreSecret?
        let caller: OwnerCaller
        let program: OwnerTries.Program
        let isWanted: @Sendable () -> Bool
        let done: @Sendable (Result<Void, any Error>) -> Void
    }

    private struct State {
        var record: OwnerSecretRecord
        /// The time before which no secret is checked, except from a terminal with its own count.
        var opens: Double
        /// The number of times that all proofs were forgotten.
        var secret = 0
        var terminals: [OwnerTerminal.Key: Proven] = [:]
        var tries: [UInt64: Try] = [:]
        var lastTry: UInt64 = 0
        /// The waiting tries.
        var queue = OwnerTries()
        /// The tries of terminals with their own count, in order of arrival.
        var own: [UInt64] = []
        var isChecking = false
        /// Whether a timer is set for the end of the wait.
        var isTimed = false
    }

    /// The time that a terminal stays proven without a key or a command there, in seconds.
    static let idleTime = 15.0 * 60
    /// The number of wrong secrets allowed without a wait.
    static let freeFailures = 5
    /// The longest wait, in seconds.
    static let longestWait = 60.0
    /// The maximum number of terminals in which the secret was given.
    private static let mostTerminals = 64

    private let owner: Gate
    private let file: OwnerSecretFile
    private let cost: PassphraseCost
    private let clock: @Sendable () -> Double
    private let state: Mutex<State>
    /// The key of the hashes by which repeated wrong secrets are recognized.
    private let hashKey: SecretBytes
    /// Held while held-back import changes are carried out.
    let importing = NSLock()
    /// The queue on which secrets are checked, one at a time off the threads that other calls need.
    private let turns = DispatchQueue(label: "healthkit.service.proof")

    /// - Parameters:
    ///   - owner: The person's gate to the store.
    ///   - clock: The current time, in seconds since an arbitrary origin.
    ///   - cost: The cost of trying one PIN.
    /// - Throws: `errorDatabaseInaccessible` if the PIN's record can't be read.
    init(_ owner: Gate, clock: @escaping @Sendable () -> Double, cost: PassphraseCost = .standard) throws {
        self.owner = owner
        self.clock = clock
        self.cost = cost
        file = OwnerSecretFile(beside: try owner.personsPath)
        hashKey = try HKError.translating { try SecretBytes.random(count: 32) }
        let record = try file.read()
        state = Mutex(State(record: record, opens: clock() + Self.wait(after: record.failures)))
    }

    /// The wait after a number of wrong secrets, in seconds.
    static func wait(after failures: Int) -> Double {
        guard failures >= freeFailures else { return 0 }
        return min(longestWait, Double(1 << min(failures - freeFailures, 10)))
    }

    // MARK: Calls

    /// Checks that a call may be carried out.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - caller: The caller.
    /// - Throws: The error of an ``OwnerChallenge``, and that of a locked store, for which nothing can be proven.
    func check(_ call: any StoreCall, of caller: OwnerCaller) throws {
        let need = try OwnerNeeds.need(of: call) { try owner.send(OwnerNextOperationCall(isRedo: $0)) }
        guard need == .session || need == .each, let secret = try wanted() else { return }
        guard secret != .unset else { throw OwnerChallenge(need, .unset).error }
        let now = clock()
        let isGiven = need == .each ? caller.takePermit(at: now) : state.withLock { isProven(caller, at: now, &$0) }
        guard isGiven else { throw OwnerChallenge(need, secret).error }
    }

    /// Whether a call that needs the secret once would be carried out, or an import may report what is stored.
    ///
    /// - Throws: Any error of reading a locked store.
    func allowsImports(of caller: OwnerCaller) throws -> Bool {
        guard try wanted() != nil else { return true }
        let now = clock()
        return state.withLock { caller.isForImports($0.secret) || isProven(caller, at: now, &$0) }
    }

    /// Whether the secret was given at a caller's place and is still valid; with the lock.
    private func isProven(_ caller: OwnerCaller, at now: Double, _ state: inout State) -> Bool {
        guard caller.terminal != nil else { return caller.hasProven(state.secret) }
        guard let last = proven(caller, &state)?.lastUse else { return false }
        return now - last <= Self.idleTime
    }

    /// The terminal of a caller, if the secret was given there since it opened; with the lock.
    private func proven(_ caller: OwnerCaller, _ state: inout State) -> Proven? {
        guard let key = caller.terminalKey, let known = state.terminals[key] else { return nil }
        // Another terminal may have its number by now.
        if known.terminal.isOpen { return known }
        state.terminals[key] = nil
        return nil
    }

    /// Notes that the secret was given.
    ///
    /// - Parameters:
    ///   - caller: The caller's connection and terminal.
    ///   - isForOne: Whether it also applies to one call that needs it each time.
    ///   - isForImports: Whether imports of the connection no longer need it.
    func noteProven(_ caller: OwnerCaller, isForOne: Bool, isForImports: Bool) {
        let now = clock()
        state.withLock { state in
            caller.prove(state.secret, at: now, isForOne: isForOne, isForImports: isForImports)
            guard let terminal = caller.terminal, let key = caller.terminalKey, terminal.isOpen else { return }
            var entry = proven(caller, &state) ?? Proven(terminal: terminal)
            (entry.lastUse, entry.failures, entry.opens) = (now, 0, 0)
            state.terminals[key] = entry
            guard state.terminals.count > Self.mostTerminals else { return }
            let oldest = state.terminals.min { ($0.value.lastUse ?? 0) < ($1.value.lastUse ?? 0) }
            if let oldest { state.terminals[oldest.key] = nil }
        }
    }

    /// Notes that the person pressed a key at a caller's place, or began a command.
    func noteUse(by caller: OwnerCaller) {
        let now = clock()
        state.withLock { state in
            guard isProven(caller, at: now, &state), let key = caller.terminalKey else { return }
            state.terminals[key]?.lastUse = now
        }
    }

    /// Requires the secret again for every connection.
    func forget() {
        state.withLock { state in
            state.secret += 1
            state.queue.forgetKnown()
            for key in state.terminals.keys { state.terminals[key]?.lastUse = nil }
        }
    }

    /// The secret that is required, or `nil` for none.
    ///
    /// - Throws: Any error of reading a locked store.
    private func wanted() throws -> OwnerChallenge.Secret? {
        let database = try owner.personsDatabase()
        guard database.isEncrypted else {
            return state.withLock { $0.record.pin != nil ? .pin : $0.record.isOff ? nil : .unset }
        }
        if database.state.isLocked { try database.read { _ in } }
        return .passphrase
    }

    // MARK: Secrets

    /// Checks a secret when its turn comes.
    ///
    /// - Parameters:
    ///   - secret: The typed secret; `nil` if it was empty.
    ///   - caller: The caller.
    ///   - starter: The program that started the caller, as the caller claims.
    ///   - isWanted: Returns whether the caller still waits.
    ///   - done: Called with the outcome: the error of an ``OwnerChallenge`` for a wrong one.
    func verify(
        _ secret: StoreSecret?,
        of caller: OwnerCaller,
        startedBy starter: OwnerStarter? = nil,
        isWanted: @escaping @Sendable () -> Bool = { true },
        _ done: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        let program = OwnerTries.Program(path: starter?.program ?? "", terminal: caller.terminal?.device)
        let new = Try(secret: secret, caller: caller, program: program, isWanted: isWanted, done: done)
        let hash = secret.map { digest(of: $0) }
        let refused = state.withLock { state in take(new, hash, startedBy: starter, &state) }
        for (each, error) in refused { each.done(.failure(error)) }
        pass()
    }

    /// Queues a secret for its turn; with the lock.
    ///
    /// - Returns: The tries that are answered at once, with their answers.
    private func take(
        _ new: Try,
        _ hash: [UInt8]?,
        startedBy starter: OwnerStarter?,
        _ state: inout State
    ) -> [(Try, any Error)] {
        // The program already knows that this secret is wrong: it isn't checked again.
        if let hash, state.queue.knows(hash, of: new.program) { return [(new, wrong(after: 0, state))] }
        state.lastTry += 1
        var refused: [(Try, any Error)] = []
        if proven(new.caller, &state) != nil {
            guard state.own.count < OwnerTries.most else { return [(new, crowded(state))] }
            state.own.append(state.lastTry)
        } else {
            let place = state.queue.add(state.lastTry, of: new.program, starter)
            guard place.isTaken else { return [(new, crowded(state))] }
            if let dropped = place.dropped, let other = state.tries.removeValue(forKey: dropped) {
                refused.append((other, crowded(state)))
            }
        }
        state.tries[state.lastTry] = new
        return refused
    }

    /// Begins to check the next secret, if none is being checked and one is due.
    func pass() {
        let now = clock()
        let next: Try? = state.withLock { state in
            guard !state.isChecking, let next = takeNext(at: now, &state) else { return nil }
            state.isChecking = true
            return next
        }
        guard let next else { return }
        turns.async { [self] in
            let result = Result { try check(next) }
            state.withLock { $0.isChecking = false }
            next.done(result)
            pass()
        }
    }

    /// The next secret to be checked; with the lock.
    private func takeNext(at now: Double, _ state: inout State) -> Try? {
        for (number, each) in state.tries where !each.isWanted() { state.tries[number] = nil }
        let known = state.tries
        state.own.removeAll { known[$0] == nil }
        for (place, number) in state.own.enumerated() {
            guard let each = known[number] else { continue }
            // A try whose terminal has closed meanwhile waits with the others.
            guard let entry = proven(each.caller, &state) else {
                state.own.remove(at: place)
                if !state.queue.add(number, of: each.program, nil).isTaken {
                    state.tries[number] = nil
                    turns.async { [error = crowded(state)] in each.done(.failure(error)) }
                }
                break
            }
            guard entry.opens <= now else { continue }
            state.own.remove(at: place)
            return state.tries.removeValue(forKey: number)
        }
        guard state.opens <= now else {
            guard state.queue.count > 0, !state.isTimed else { return nil }
            state.isTimed = true
            turns.asyncAfter(deadline: .now() + (state.opens - now)) { [weak self] in
                self?.state.withLock { $0.isTimed = false }
                self?.pass()
            }
            return nil
        }
        let number = state.queue.next { known[$0] != nil }
        return number.flatMap { state.tries.removeValue(forKey: $0) }
    }

    private func check(_ next: Try) throws {
        let database = try owner.personsDatabase()
        if database.isEncrypted {
            guard let path = database.path, let lock = try HKError.translating({ try StoreLock.read(at: path) }) else {
                throw HKError.error(.errorDatabaseInaccessible, "The store's keys can't be read")
            }
            return try attempt(next) {
                guard let secret = next.secret else { return false }
                do {
                    _ = try secret.key(of: lock, known: database.agent.known)
                    return true
                } catch let error as StoreError where error.code == .wrongKey {
                    return false
                }
            }
        }
        guard let pin = state.withLock({ $0.record.pin }) else { return }
        try attempt(next) { try next.secret.map { try pin.matches($0.bytes) } ?? false }
    }

    /// Counts an attempt before it is made, so that ending the service gains no further attempts.
    private func attempt(_ next: Try, _ isRight: () throws -> Bool) throws {
        let key: OwnerTerminal.Key? = state.withLock { state in
            guard proven(next.caller, &state) != nil, let key = next.caller.terminalKey else { return nil }
            state.terminals[key]?.failures += 1
            return key
        }
        let before = key == nil ? change { $0.failures += 1 } : 0
        let isGood: Bool
        do {
            isGood = try HKError.translating(isRight)
        } catch {
            // The check failed, so it is unknown whether the secret is right.
            if key == nil { change { $0.failures = before } }
            throw error
        }
        if isGood {
            if key == nil { change { $0.failures = 0 } }
            return state.withLock { state in
                if let key { state.terminals[key]?.failures = 0 } else { state.queue.forgetWrong() }
            }
        }
        let hash = next.secret.map { digest(of: $0) }
        let error: any Error = state.withLock { state in note(wrong: next, hash, key, &state) }
        throw error
    }

    /// Notes a wrong secret, which may cause a wait; with the lock.
    ///
    /// - Returns: The error to answer with.
    private func note(
        wrong next: Try,
        _ hash: [UInt8]?,
        _ key: OwnerTerminal.Key?,
        _ state: inout State
    ) -> any Error {
        if let hash { state.queue.note(wrong: hash, of: next.program) }
        let failures = key.flatMap { state.terminals[$0]?.failures } ?? state.record.failures
        let wait = Self.wait(after: failures)
        if let key { state.terminals[key]?.opens = clock() + wait } else { state.opens = clock() + wait }
        return wrong(after: wait, state)
    }

    private func digest(of secret: StoreSecret) -> [UInt8] {
        Blake2b.hash(secret.bytes.withBytes { Array($0) }, count: 32, key: hashKey)
    }

    /// The error for a wrong secret; with the lock.
    private func wrong(after wait: Double, _ state: State) -> any Error {
        let challenge = OwnerChallenge(.carried, asks(state), isRefused: true)
        guard wait > 0 else { return challenge.error }
        return challenge.error("\(challenge.error.text). The next one is checked in \(Int(wait)) s\(Self.blame(state))")
    }

    private func crowded(_ state: State) -> any Error {
        let challenge = OwnerChallenge(.carried, asks(state), isRefused: true)
        let what = challenge.secret == .pin ? "PINs" : "passphrases"
        return challenge.error("Too many \(what) wait to be checked\(Self.blame(state)). Try again in a minute")
    }

    private func asks(_ state: State) -> OwnerChallenge.Secret { state.record.pin != nil ? .pin : .passphrase }

    /// The programs that gave wrong secrets, as the end of a sentence.
    private static func blame(_ state: State) -> String {
        let wrong = state.queue.wrong
        return wrong.isEmpty ? "" : "; wrong ones came from \(wrong.joined(separator: ", "))"
    }

    /// The wait for a secret that comes now, and the programs that it waits for.
    func wait(of caller: OwnerCaller, startedBy starter: OwnerStarter?) -> OwnerWait {
        let now = clock()
        let program = OwnerTries.Program(path: starter?.program ?? "", terminal: caller.terminal?.device)
        return state.withLock { state in
            if let entry = proven(caller, &state) {
                return OwnerWait(seconds: max(0, entry.opens - now), wrong: [])
            }
            var seconds = max(0, state.opens - now)
            let ahead = state.queue.ahead(of: program)
            for count in 0..<ahead { seconds += Self.wait(after: state.record.failures + count + 1) }
            return OwnerWait(seconds: seconds, wrong: state.queue.wrong)
        }
    }

    /// Lets the next secret be checked at once, on root's request.
    func endWait() {
        change { $0.failures = 0 }
        let now = clock()
        state.withLock { state in
            state.opens = now
            for key in state.terminals.keys {
                state.terminals[key]?.failures = 0
                state.terminals[key]?.opens = now
            }
        }
        pass()
    }

    /// Releases closed terminals and checks waiting secrets; to be called from time to time.
    func passTime() {
        state.withLock { state in state.terminals = state.terminals.filter { $0.value.terminal.isOpen } }
        pass()
    }

    /// Changes the count of wrong secrets; one that can't be written, as on a full disk, is kept until the service ends.
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

    /// The kind of secret that is required.
    func pinState() throws -> OwnerPINState {
        if try owner.personsDatabase().isEncrypted { return .passphrase }
        return state.withLock { $0.record.pin != nil ? .set : $0.record.isOff ? .off : .unset }
    }

    /// Sets the PIN, or requires none from now on; the current secret has been verified.
    ///
    /// - Throws: `errorInvalidArgument` for an invalid PIN and for an encrypted store, `errorDatabaseInaccessible` if it can't be
    ///   written; it is then unchanged.
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
