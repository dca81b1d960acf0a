import Foundation
import HealthKitStore
import Synchronization

/// One program's connection to the service, on the service's side.
///
/// Calls begin in order of arrival; a long call doesn't keep the next from beginning. Nothing here blocks except the work on a
/// call, which is done on the threads of ``ServiceWorkers``.
final class ServiceConnection: ServiceWork {
    /// The limits of one program's activity.
    struct Limits: Sendable {
        /// The number of calls being worked on at once.
        var running = 4
        /// The number of calls that are live, that listen, or that wait for the person.
        var open = 256
        /// The bytes of calls that have not begun; a program that sends more has to wait.
        var waitingBytes = 32 << 20
        /// The bytes of unread answers; a program that doesn't read gets no further ones.
        var unreadBytes = 16 << 20
        /// The time limit for the hello and each frame to arrive, and for an answer to stay unread, in seconds.
        var patience = 30.0
    }

    /// A call that has not begun yet.
    private enum Job {
        case frame(ServiceFrame)
        case work(@Sendable () -> Void)
    }

    private struct State {
        var gate: Gate?
        /// The protocol version.
        var version: UInt64 = 1
        /// Whether a hello arrived that is being answered or has been.
        var isGreeted = false
        /// Whether a program is being started that will send a hello.
        var isAnnounced = false
        var jobs: [Job] = []
        var jobsStart = 0
        var waitingBytes = 0
        /// Whether the service had to wait for room.
        var wasFull = false
        var running = 0
        /// Whether a call is being begun; the next one waits, so that saves keep their order.
        var isBeginning = false
        var isClosed = false
        var lastCall: UInt64 = 0
        var cancelled: Set<UInt64> = []
        var active: Set<UInt64> = []
        var streams: [UInt64: any ServedStream] = [:]
        var tokens: [UInt64: ChangeToken] = [:]
        var marks: [UInt64: ByteMarks.Mark] = [:]
        var tasks: [UInt64: Task<Void, Never>] = [:]
        /// The launcher at the other end, or `nil` for a program that makes calls.
        var launcher: ServedLauncher?

        var jobCount: Int { jobs.count - jobsStart }
        var openCount: Int { streams.count + tokens.count + marks.count + tasks.count }
    }

    /// The program at the other end.
    private let program: ConnectedProgram
    /// The proof of the person's identity, or `nil` if none is required.
    private let proof: OwnerProof?
    /// The owner's work begun here, or `nil` for an app.
    private let session: OwnerSession?
    /// The service that wakes apps, or `nil` if none are woken.
    private let wakes: WakeService?
    private let instance: UUID
    private let limits: Limits
    private let workers: ServiceWorkers
    private let output: ServiceOutput
    /// Assigns the connection to a program, if there is room.
    private let room: @Sendable (ServiceRoom.Holder) throws -> Void
    private let requests: ServedRequests
    private let state = Mutex(State())
    private let recent = RecentCalls()
    private let changes = ChangeOrder()
    private let prompts: ServicePrompts

    init(
        program: ConnectedProgram,
        proof: OwnerProof?,
        forms: ImportForms?,
        sync: (any SyncServing)?,
        wakes: WakeService? = nil,
        instance: UUID,
        limits: Limits,
        workers: ServiceWorkers,
        output: ServiceOutput,
        requests: ServedRequests,
        room: @escaping @Sendable (ServiceRoom.Holder) throws -> Void
    ) {
        self.requests = requests
        self.program = program
        self.room = room
        self.proof = proof
        session = program.door == .owner ? OwnerSession(program.owner, forms, sync, proof, program.peer) : nil
        self.wakes = wakes
        self.instance = instance
        self.limits = limits
        self.workers = workers
        self.output = output
        prompts = ServicePrompts(output)
    }

    // MARK: Receiving

    /// Whether the program has to wait before it sends more.
    var isFull: Bool {
        if output.unread > limits.unreadBytes { return true }
        return state.withLock { state in
            guard state.waitingBytes > limits.waitingBytes else { return false }
            state.wasFull = true
            return true
        }
    }

    /// Whether calls wait to be begun.
    var isWaiting: Bool { state.withLock { $0.jobCount > 0 } }

    /// Whether a call with an answer is in progress, or an answer is unread.
    var isBusy: Bool {
        let isWorking = state.withLock { $0.running > 0 || $0.jobCount > 0 }
        return isWorking || changes.isUnderWay || output.unread > 0
    }

    /// Whether a hello has arrived or was announced.
    var isExpected: Bool { state.withLock { $0.isGreeted || $0.isAnnounced } }

    /// Whether ending the connection would do harm: a call is in progress, an answer is unread, or it starts programs.
    var isNeeded: Bool { isBusy || state.withLock { $0.launcher != nil } }

    /// Signals that the service is alive, if the program waits for an answer.
    func pulse() {
        if state.withLock({ !$0.active.isEmpty }) { send(ServiceFrame(.pulse, call: 0)) }
    }

    /// Whether the next bytes may carry the terminal that the program was started in.
    var expectsTerminal: Bool { session?.caller.expectsTerminal ?? false }

    /// Takes the descriptors that came with the first bytes.
    func take(descriptors: [Int32]) {
        let isOne = session != nil && descriptors.count == 1
        if !isOne { for descriptor in descriptors { Glibc.close(descriptor) } }
        session?.take(terminal: isOne ? descriptors[0] : nil)
    }

    /// Takes a frame; calls are begun by ``work()``, which the caller has to schedule: see ``isWaiting``.
    ///
    /// - Throws: ``ServiceFrameError`` for a frame that no program of this version sends; the connection then ends.
    func take(_ frame: ServiceFrame) throws {
        switch frame.kind {
        case .hello: try greet(frame)
        case .call, .open, .listen:
            try state.withLock { state in
                guard state.isGreeted else { throw ServiceFrameError("a call before the hello") }
                guard frame.call > state.lastCall else {
                    throw ServiceFrameError("call \(frame.call) after call \(state.lastCall)")
                }
                state.lastCall = frame.call
                state.active.insert(frame.call)
                state.waitingBytes += frame.body.count
            }
            state.withLock { if !$0.isClosed { $0.jobs.append(.frame(frame)) } }
        case .credit:
            guard frame.body.count == 8 else { throw ServiceFrameError("a credit of \(frame.body.count) bytes") }
            let count = frame.body.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            state.withLock { $0.streams[frame.call] }?.addCredit(Int(clamping: count))
        case .acknowledge:
            guard frame.body.count == 8 else {
                throw ServiceFrameError("\(frame.body.count) bytes of an acknowledgement")
            }
            let index = frame.body.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            state.withLock { $0.streams[frame.call] }?.acknowledge(index)
        case .report:
            guard state.withLock({ $0.launcher != nil }) else { throw ServiceFrameError("a report of no launcher") }
            wakes?.take(try report(frame))
        case .cancel where frame.call == 0:
            state.withLock { $0.isAnnounced = true }
        case .cancel: cancel(frame.call)
        case .reply: prompts.take(frame)
        case .answer, .item, .event, .end, .ask, .part, .pulse, .start, .signal:
            throw ServiceFrameError("a frame of the service's own kind")
        }
    }

    private func greet(_ frame: ServiceFrame) throws {
        let isFirst = state.withLock { state in
            defer { state.isGreeted = true }
            return !state.isGreeted
        }
        guard isFirst else { throw ServiceFrameError("a second hello") }
        // Identifying a program takes longer the larger it is.
        DispatchQueue.global().async { [self] in answerHello(frame) }
    }

    private func answerHello(_ frame: ServiceFrame) {
        do {
            let message = try frame.message()
            let version = try ServiceCalls.version(message)
            let hello = try message.call(HelloCall.self)
            if hello.role == .launcher, program.door == .owner { return try welcomeLauncher(frame, version) }
            let principal = try program.principal(of: hello)
            if case .app(let app) = principal { try room(program.holder(app)) }
            let gate = Gate(
                principal,
                beside: program.owner,
                prompt: ServicePrompt { [weak self] request in
                    guard let self else { throw CancellationError() }
                    hold(request, principal)
                    return try await prompts.present(request)
                }
            )
            let path = (try? gate.path) ?? nil
            let welcome = HelloAnswer(
                version: version,
                instance: instance,
                storePath: path,
                level: program.people.level
            )
            answer(frame.call, HelloCall.self, .success(welcome))
            // Calls that arrived meanwhile begin now, and are answered after the hello.
            state.withLock { ($0.gate, $0.version) = (gate, version) }
            workers.schedule(self)
        } catch {
            answer(frame.call, HelloCall.self, .failure(error))
            output.endWhenRead()
        }
    }

    /// Ties a request that the program made to its connection.
    private func hold(_ request: AuthorizationRequest, _ principal: Principal) {
        // An extension's request belongs to the extension's own connection.
        guard case .app(let app) = principal, request.app.account == app.account else { return }
        requests.note(request.id, by: ObjectIdentifier(self))
        if state.withLock({ $0.isClosed }) { requests.end(ObjectIdentifier(self)) }
    }

    /// Accepts a launcher, which makes no calls.
    private func welcomeLauncher(_ frame: ServiceFrame, _ version: UInt64) throws {
        guard let wakes else { throw HKError.error(.errorAuthorizationDenied, "This service doesn't start apps") }
        let launcher = ServedLauncher(output)
        let isOpen = state.withLock { state in
            guard !state.isClosed, state.launcher == nil else { return false }
            state.launcher = launcher
            return true
        }
        guard isOpen else { throw ServiceFrameError("a second hello") }
        let welcome = HelloAnswer(version: version, instance: instance, storePath: nil, level: program.people.level)
        answer(frame.call, HelloCall.self, .success(welcome))
        wakes.join(launcher)
    }

    private func report(_ frame: ServiceFrame) throws -> ProgramReportCall {
        do {
            return try frame.message().call(ProgramReportCall.self)
        } catch {
            throw ServiceFrameError("a report that can't be read: \(error)")
        }
    }

    // MARK: Beginning calls

    /// The kinds of calls that an app makes, and those of the owner.
    private static let appKinds = AppCall.kinds + ServiceCalls.kinds
    private static let ownerKinds = appKinds + OwnerReadCalls.kinds + OwnerSessionCalls.kinds

    private func add(_ job: Job) {
        let isNew = state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
        if isNew { workers.schedule(self) }
    }

    /// Begins the next call and works on it.
    ///
    /// - Returns: Whether there was one that could begin.
    func work() -> Bool {
        // No work is done while answers stay unread; the service calls again when some were read.
        guard output.unread <= limits.unreadBytes else { return false }
        let next: (job: Job, gate: Gate)? = state.withLock { state in
            guard !state.isClosed, !state.isBeginning, state.running < limits.running, state.jobCount > 0,
                let gate = state.gate
            else { return nil }
            let job = state.jobs[state.jobsStart]
            state.jobsStart += 1
            if state.jobsStart == state.jobs.count || state.jobsStart > 1_000 {
                state.jobs.removeSubrange(0..<state.jobsStart)
                state.jobsStart = 0
            }
            state.isBeginning = true
            state.running += 1
            return (job, gate)
        }
        guard let next else { return false }
        var work: (() -> Void)?
        switch next.job {
        case .work(let body): work = body
        case .frame(let frame):
            work = begin(frame, next.gate)
            state.withLock { $0.waitingBytes -= frame.body.count }
        }
        let isMore = state.withLock { state in
            state.isBeginning = false
            return state.jobCount > 0
        }
        // Another thread begins the next meanwhile.
        if isMore { workers.schedule(self) }
        work?()
        let (goesOn, wasFull) = state.withLock { state in
            state.running -= 1
            defer { state.wasFull = false }
            return (state.jobCount > 0, state.wasFull)
        }
        if goesOn { workers.schedule(self) }
        // There may be room again for frames that were not taken.
        if wasFull { output.wake() }
        return true
    }

    /// Decodes a call.
    ///
    /// - Returns: The work on it, or `nil` if it is done or continues by itself.
    private func begin(_ frame: ServiceFrame, _ gate: Gate) -> (() -> Void)? {
        do {
            if frame.kind == .listen {
                try listen(frame, gate)
                return nil
            }
            let isOwners = gate.app == nil
            let kinds = frame.kind == .open ? AppCall.kinds : isOwners ? Self.ownerKinds : Self.appKinds
            var (body, change): (ArraySlice<UInt8>, KeyedChange?) = (frame.body[...], nil)
            if frame.flags.contains(.keyed) {
                guard frame.kind == .call, let key = ChangeKey(frame.body) else {
                    throw HKError.invalid("Invalid call: no key of a change where one is announced")
                }
                body = frame.body.dropFirst(ChangeKey.size)
                change = KeyedChange(key: key, isRepeat: frame.flags.contains(.again))
            }
            let known = change == nil ? recent.call(frame) : nil
            let call = try known ?? AppCall.call(Data(body), among: kinds, limit: CallBounds.sentBytes)
            if known == nil, change == nil { recent.note(call, frame) }
            if isOwners { try check(call) }
            return try begin(call, frame, change.map { Gate(gate.principal, beside: gate, change: $0) } ?? gate)
        } catch {
            fail(frame.call, named: "call", error)
            return nil
        }
    }

    private func begin(_ call: any StoreCall, _ frame: ServiceFrame, _ gate: Gate) throws -> (() -> Void)? {
        let number = frame.call
        let gate = try gate.admitting(call)
        if frame.kind == .open {
            guard let live = call as? any LiveCall else { throw HKError.invalid("Invalid call: not one that goes on") }
            return try open(live, number, goesOn: frame.flags.contains(.goesOn), gate)
        }
        switch call {
        case let save as SaveCall:
            changes.begin(number)
            return gate.enqueueHere(save) { [self] result in answer(number, SaveCall.self, result) }
        case let awaited as any AwaitedCall:
            try wait(awaited, number, gate)
            return nil
        case let mark as MarkSessionCall:
            return { [self] in hold(number, MarkSessionCall.self, Result { try gate.markSession(mark.session) }) }
        case is MarkCompanionCall:
            return { [self] in hold(number, MarkCompanionCall.self, Result { try gate.markCompanion() }) }
        case let carrying as any SecretCarryingCall & PerformedSessionCall
        where proof != nil && OwnerNeeds.need(of: call) == .carried:
            guard let session else { throw HKError.invalid("Invalid call: only the owner's") }
            try verify(carrying, number, session)
            return nil
        case let performed as any PerformedSessionCall:
            guard let session else { throw HKError.invalid("Invalid call: only the owner's") }
            return { [self] in perform(performed, number, session) }
        case let start as StartCompanionCall:
            return { [self] in answer(number, StartCompanionCall.self, Result { try startCompanion(start, gate) }) }
        case let samples as SamplesCall where samples.isInStoredOrder:
            return { [self] in pass(samples, number, gate) }
        case let passed as any PassedCall:
            if !(passed is any ReadCall) { changes.begin(number) }
            return { [self] in pass(passed, number, gate) }
        default: throw HKError.invalid("Invalid call: it works on files of the person's")
        }
    }

    private func startCompanion(_ call: StartCompanionCall, _ gate: Gate) throws {
        guard let wakes else { throw HKError.invalid("This service doesn't start programs") }
        try wakes.start(gate.approvedCompanion(call.bundleIdentifier), configuration: call.configuration)
    }

    private func pass<Call: PassedCall>(_ call: Call, _ number: UInt64, _ gate: Gate) {
        let isWanted = { [self] in state.withLock { !$0.isClosed && !$0.cancelled.contains(number) } }
        let result = Result { try gate.send(call, while: isWanted) }
        if case .success(let found) = result, let pieces = Call.pieces(of: found),
            state.withLock({ $0.version >= ServiceCalls.versionOfPieces })
        {
            return answer(number, Call.self, pieces, while: isWanted)
        }
        answer(number, Call.self, result)
    }

    /// Answers a call for samples while they are being read.
    private func pass(_ call: SamplesCall, _ number: UInt64, _ gate: Gate) {
        let takesPieces = state.withLock { $0.version >= ServiceCalls.versionOfPieces }
        do {
            let last = try gate.answer(
                call,
                pieceLength: takesPieces ? SampleBatch.pieceLength : .max,
                while: { [self] in state.withLock { !$0.isClosed && !$0.cancelled.contains(number) } },
                tell: { [self] in send(ServiceFrame(.item, call: number, $0)) }
            )
            settle(number, ServiceFrame(.answer, call: number, last))
        } catch {
            fail(number, named: SamplesCall.name, level: SamplesCall.level, error)
        }
    }

    /// Sends an answer piece by piece, so that the program reads one while the next is written.
    private func answer<Call: AnsweredCall>(
        _ number: UInt64,
        _ call: Call.Type,
        _ pieces: [Call.Answer],
        while isWanted: () -> Bool
    ) {
        do {
            for piece in pieces.dropLast() {
                guard isWanted() else { throw CancellationError() }
                send(ServiceFrame(.item, call: number, try CallMessage(answer: piece, to: call).bytes))
            }
        } catch {
            return fail(number, named: call.name, level: call.level, error)
        }
        if let last = pieces.last { answer(number, call, .success(last)) }
    }

    private func perform<Call: PerformedSessionCall>(_ call: Call, _ number: UInt64, _ session: OwnerSession) {
        let isWanted = { [self] in state.withLock { !$0.isClosed && !$0.cancelled.contains(number) } }
        answer(number, Call.self, Result { try call.perform(session, while: isWanted) })
    }

    /// Checks that the person has given the proof that a call needs.
    private func check(_ call: any StoreCall) throws {
        guard let proof, let session else { return }
        try proof.check(call, of: session.caller)
    }

    /// Verifies the secret of a call, and carries the call out if it is right.
    private func verify(
        _ call: any SecretCarryingCall & PerformedSessionCall,
        _ number: UInt64,
        _ session: OwnerSession
    ) throws {
        let isWanted: @Sendable () -> Bool = { [self] in
            state.withLock { !$0.isClosed && !$0.cancelled.contains(number) }
        }
        proof?
            .verify(
                try call.carriedSecret?.secret(),
                of: session.caller,
                startedBy: call.starter,
                isWanted: isWanted
            ) { [self] result in
                switch result {
                case .success: add(.work { [self] in perform(call, number, session) })
                case .failure(let error): fail(number, named: type(of: call).name, error)
                }
            }
    }

    private func checkOpen() throws {
        let count = state.withLock { $0.openCount }
        guard count < limits.open else {
            throw HKError.error(
                .errorDatabaseInaccessible,
                "More than \(limits.open) queries and requests of one program go on"
            )
        }
    }

    private func wait<Call: AwaitedCall>(_ call: Call, _ number: UInt64, _ gate: Gate) throws {
        try checkOpen()
        let task = Task { [self] in
            let result: Result<Call.Answer, any Error>
            do {
                result = .success(try await gate.sendAndWait(call))
            } catch {
                result = .failure(error)
            }
            answer(number, Call.self, result)
        }
        let isWanted = state.withLock { state in
            guard !state.isClosed, state.active.contains(number) else { return false }
            state.tasks[number] = task
            return true
        }
        if !isWanted { task.cancel() }
    }

    private func hold<Call: AnsweredCall>(
        _ number: UInt64,
        _ call: Call.Type,
        _ mark: Result<ByteMarks.Mark?, any Error>
    ) where Call.Answer == Bool {
        let result = mark.map { mark in
            guard let mark else { return false }
            state.withLock { state in
                if !state.isClosed, !state.cancelled.contains(number) { state.marks[number] = mark }
            }
            return true
        }
        answer(number, call, result)
    }

    private func listen(_ frame: ServiceFrame, _ gate: Gate) throws {
        try checkOpen()
        let number = frame.call
        let call = try frame.message().call(ListenCall.self)
        if gate.app == nil { try check(call) }
        if call.isEverything { return try listenToAll(number, gate) }
        let interest = ChangeInterest(
            types: call.types,
            namespaces: call.namespaces,
            whenReopened: call.whenReopened
        )
        let notice = CoalescedNotice { [weak self] said in
            self?.changes
                .after { [weak self] in
                    said()
                    self?.send(ServiceFrame(.event, call: number))
                }
        }
        let token = try gate.listen(interest) { notice.report() }
        state.withLock { state in
            if !state.isClosed, !state.cancelled.contains(number) { state.tokens[number] = token }
        }
        answer(number, ListenCall.self, .success(()))
    }

    private func listenToAll(_ number: UInt64, _ gate: Gate) throws {
        let waiting = Mutex<DatabaseChange?>(nil)
        let notice = CoalescedNotice { [weak self] said in
            self?.changes
                .after { [weak self] in
                    said()
                    let change = waiting.withLock { waiting in
                        defer { waiting = nil }
                        return waiting
                    }
                    guard let change, let body = HealthLog.attempt("listen", { try ChangeMessage.bytes(of: change) })
                    else {
                        return
                    }
                    self?.send(ServiceFrame(.event, call: number, body))
                }
        }
        let token = try gate.listenForPerson { change in
            waiting.withLock { $0 = $0?.union(change) ?? change }
            notice.report()
        }
        state.withLock { state in
            if !state.isClosed, !state.cancelled.contains(number) { state.tokens[number] = token }
        }
        answer(number, ListenCall.self, .success(()))
    }

    private func open<Call: LiveCall>(
        _ call: Call,
        _ number: UInt64,
        goesOn: Bool,
        _ gate: Gate
    ) throws -> (() -> Void)? {
        try checkOpen()
        let stream = ServedCall(
            call,
            gate,
            number: number,
            send: { [weak self] in self?.send($0) },
            later: { [weak self] work in self?.changes.after { [weak self] in self?.add(.work(work)) } },
            onEnd: { [weak self] in self?.state.withLock { _ = $0.streams.removeValue(forKey: number) } }
        )
        let isWanted = state.withLock { state in
            state.active.remove(number)
            guard !state.isClosed, state.cancelled.remove(number) == nil else { return false }
            state.streams[number] = stream
            return true
        }
        if isWanted, goesOn, let observed = call as? ObserveCall { report(stream, observed, gate) }
        return isWanted ? { stream.begin(goesOn: goesOn) } : nil
    }

    /// Reports an observer's updates to the service that wakes apps.
    private func report<Call: LiveCall>(_ stream: ServedCall<Call>, _ call: ObserveCall, _ gate: Gate) {
        guard let wakes, let app = gate.app else { return }
        stream.report(
            to: wakes.observers.open(
                app: app.bundleIdentifier,
                types: Set(call.selections.map(\.type.identifier)),
                connection: ObjectIdentifier(self),
                reportAgain: { [weak stream] in stream?.reportAgain() }
            )
        )
    }

    // MARK: Answering

    /// Sends an answer, or its error.
    private func answer<Call: AnsweredCall>(
        _ number: UInt64,
        _ call: Call.Type,
        _ result: Result<Call.Answer, any Error>
    ) {
        do {
            let bytes = try CallMessage(answer: result.get(), to: call).bytes
            settle(number, ServiceFrame(.answer, call: number, bytes))
        } catch {
            fail(number, named: call.name, level: call.level, error)
        }
    }

    private func fail(_ number: UInt64, named name: String, level: UInt64 = 1, _ error: any Error) {
        let bytes = CallMessage(error: HKError.onTheWay(error), to: name, level: level).bytes
        settle(number, ServiceFrame(.answer, call: number, bytes))
    }

    private func settle(_ number: UInt64, _ frame: ServiceFrame) {
        let isWanted = state.withLock { state in
            state.active.remove(number)
            state.tasks[number] = nil
            return state.cancelled.remove(number) == nil || state.marks[number] != nil
        }
        if isWanted { send(frame) }
        changes.end(number)
    }

    private func send(_ frame: ServiceFrame) { send([frame]) }

    /// Sends frames, all at once.
    private func send(_ frames: [ServiceFrame]) {
        let bytes = frames.map { $0.bytes(limit: ServiceFrame.serviceLimit) }
        output.send(bytes.count == 1 ? bytes[0] : Array(bytes.joined()))
    }

    // MARK: The end

    private func cancel(_ number: UInt64) {
        let (stream, token, mark, task) = state.withLock { state in
            let known =
                (
                    state.streams.removeValue(forKey: number), state.tokens.removeValue(forKey: number),
                    state.marks.removeValue(forKey: number), state.tasks.removeValue(forKey: number)
                )
            // Work that has begun and isn't registered stops when it next checks whether it is wanted.
            if state.active.contains(number), known.0 == nil, known.1 == nil { state.cancelled.insert(number) }
            return known
        }
        stream?.stop()
        token?.cancel()
        task?.cancel()
        withExtendedLifetime(mark) {}
    }

    /// Ends everything that the program has in progress.
    ///
    /// - Parameter waits: Whether this returns only when the owner's work has ended too.
    func close(waiting waits: Bool = false) {
        // Done before its observers end one by one: another observer must not take over an update that one of them
        // didn't acknowledge.
        wakes?.observers.close(connection: ObjectIdentifier(self))
        defer { leave() }
        let (streams, tokens, tasks, marks) = state.withLock { state in
            defer {
                state.isClosed = true
                (state.streams, state.tokens, state.marks, state.tasks) = ([:], [:], [:], [:])
                (state.jobs, state.jobsStart) = ([], 0)
            }
            return (
                Array(state.streams.values), Array(state.tokens.values), Array(state.tasks.values),
                Array(state.marks.values)
            )
        }
        for stream in streams { stream.stop() }
        for token in tokens { token.cancel() }
        for task in tasks { task.cancel() }
        prompts.close()
        changes.close()
        // Programs repeat requests to the service that comes after this one.
        if !waits { requests.end(ObjectIdentifier(self)) }
        withExtendedLifetime(marks) {}
        guard let session else { return }
        // Writes in progress are completed first.
        if waits { session.end() } else { Thread.detachNewThread { session.end() } }
    }

    private func leave() {
        let launcher = state.withLock { state in
            defer { state.launcher = nil }
            return state.launcher
        }
        if let launcher { wakes?.leave(launcher) }
        if let started = program.started { wakes?.leave(started) }
    }
}
