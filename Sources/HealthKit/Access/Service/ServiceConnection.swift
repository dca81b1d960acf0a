import Foundation
import HealthStore
import Synchronization

/// One program's connection to the service, as the service sees it.
///
/// What it asks for is begun in the order in which it came; what takes long does not keep the next from beginning. Nothing here
/// blocks but the work on a call, which is done on the threads of ``ServiceWorkers``.
final class ServiceConnection: ServiceWork {
    /// How much one program may have under way.
    struct Limits: Sendable {
        /// Calls that are worked on at once.
        var running = 4
        /// Calls that go on, that listen, and that wait for the person.
        var open = 256
        /// Bytes of calls that have not begun; a program that sends more waits.
        var waitingBytes = 32 << 20
        /// Bytes of answers that were not read; a program that reads nothing gets none.
        var unreadBytes = 16 << 20
        /// How long the hello and each frame may take to come, and an answer may stay unread, in seconds.
        var patience = 30.0
    }

    /// What has not begun yet.
    private enum Job {
        case frame(ServiceFrame)
        case work(@Sendable () -> Void)
    }

    private struct State {
        var gate: Gate?
        /// The version of the conversation.
        var version: UInt64 = 1
        /// Whether a hello came, on which an answer is worked out or given.
        var isGreeted = false
        /// Whether a program is being started, which will say hello.
        var isAnnounced = false
        var jobs: [Job] = []
        var jobsStart = 0
        var waitingBytes = 0
        /// Whether the service has waited for room.
        var wasFull = false
        var running = 0
        /// Whether a call is being begun: the next waits, so that saves keep their order.
        var isBeginning = false
        var isClosed = false
        var lastCall: UInt64 = 0
        var cancelled: Set<UInt64> = []
        var active: Set<UInt64> = []
        var streams: [UInt64: any ServedStream] = [:]
        var tokens: [UInt64: ChangeToken] = [:]
        var marks: [UInt64: ByteMarks.Mark] = [:]
        var tasks: [UInt64: Task<Void, Never>] = [:]
        /// What starts programs at the other end; `nil` for a program that makes calls.
        var launcher: ServedLauncher?

        var jobCount: Int { jobs.count - jobsStart }
        var openCount: Int { streams.count + tokens.count + marks.count + tasks.count }
    }

    /// What is at the other end.
    private let program: ConnectedProgram
    /// What has the person prove who they are; `nil` where nothing is asked.
    private let proof: OwnerProof?
    /// What the owner has begun here; `nil` for an app.
    private let session: OwnerSession?
    /// What wakes apps; `nil` where none are.
    private let wakes: WakeService?
    private let instance: UUID
    private let limits: Limits
    private let workers: ServiceWorkers
    private let output: ServiceOutput
    /// Has the connection be a program's, where there is room.
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

    // MARK: What comes

    /// Whether the program is to wait before it sends more.
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

    /// Whether a call is under way that has an answer, or an answer is not read.
    var isBusy: Bool {
        let isWorking = state.withLock { $0.running > 0 || $0.jobCount > 0 }
        return isWorking || changes.isUnderWay || output.unread > 0
    }

    /// Whether a hello has come, or was announced.
    var isExpected: Bool { state.withLock { $0.isGreeted || $0.isAnnounced } }

    /// Whether ending the connection would harm: a call is under way, an answer isn't read, or it starts programs.
    var isNeeded: Bool { isBusy || state.withLock { $0.launcher != nil } }

    /// Says that the service lives, where the program waits for an answer.
    func pulse() {
        if state.withLock({ !$0.active.isEmpty }) { send(ServiceFrame(.pulse, call: 0)) }
    }

    /// Whether the bytes that come next may bring the terminal that the program was started in.
    var expectsTerminal: Bool { session?.caller.expectsTerminal ?? false }

    /// Takes what came with the first bytes, besides them.
    func take(descriptors: [Int32]) {
        let isOne = session != nil && descriptors.count == 1
        if !isOne { for descriptor in descriptors { Glibc.close(descriptor) } }
        session?.take(terminal: isOne ? descriptors[0] : nil)
    }

    /// Takes a frame; calls are begun by ``work()``, which is for the caller to have called: see ``isWaiting``.
    ///
    /// - Throws: ``ServiceFrameError`` for what no program of this version sends: the connection ends.
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
        // Which program it is takes as long to find out as it is large.
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
            // Calls that came meanwhile begin now, and are answered after the hello.
            state.withLock { ($0.gate, $0.version) = (gate, version) }
            workers.schedule(self)
        } catch {
            answer(frame.call, HelloCall.self, .failure(error))
            output.endWhenRead()
        }
    }

    /// Has a request that the program made end with its connection.
    private func hold(_ request: AuthorizationRequest, _ principal: Principal) {
        // One of an app's extension belongs to the extension's own connection.
        guard case .app(let app) = principal, request.app.account == app.account else { return }
        requests.note(request.id, by: ObjectIdentifier(self))
        if state.withLock({ $0.isClosed }) { requests.end(ObjectIdentifier(self)) }
    }

    /// Takes what starts programs: it makes no calls.
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

    // MARK: What is begun

    /// The calls that an app makes, and those that the owner does.
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
        // What nobody reads is not worked for; the service asks again when something was read.
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
        // Room may be there again for what was not taken.
        if wasFull { output.wake() }
        return true
    }

    /// Reads a call.
    ///
    /// - Returns: The work on it; `nil` for what is done or goes on by itself.
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
        case let carrying as any SecretCarryingCall where proof != nil && OwnerNeeds.need(of: call) == .carried:
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

    /// Answers a call for samples while they are read.
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

    /// Sends an answer piece by piece: the program reads one while the next is written.
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

    /// Checks that the person has proven what a call needs.
    private func check(_ call: any StoreCall) throws {
        guard let proof, let session else { return }
        try proof.check(call, of: session.caller)
    }

    /// Has the secret of a call checked, and works on the call if it is right.
    private func verify(_ call: any SecretCarryingCall, _ number: UInt64, _ session: OwnerSession) throws {
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
        let word = CoalescedWord { [weak self] said in
            self?.changes
                .after { [weak self] in
                    said()
                    self?.send(ServiceFrame(.event, call: number))
                }
        }
        let token = try gate.listen(interest) { word.report() }
        state.withLock { state in
            if !state.isClosed, !state.cancelled.contains(number) { state.tokens[number] = token }
        }
        answer(number, ListenCall.self, .success(()))
    }

    private func listenToAll(_ number: UInt64, _ gate: Gate) throws {
        let waiting = Mutex<DatabaseChange?>(nil)
        let word = CoalescedWord { [weak self] said in
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
            word.report()
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

    /// Has what wakes apps hear of what an observer is told.
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

    // MARK: What is answered

    /// Sends an answer, or why there is none.
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
            // What has begun and is held by nothing stops when it next asks whether it is wanted.
            if state.active.contains(number), known.0 == nil, known.1 == nil { state.cancelled.insert(number) }
            return known
        }
        stream?.stop()
        token?.cancel()
        task?.cancel()
        withExtendedLifetime(mark) {}
    }

    /// Ends all that the program has under way.
    ///
    /// - Parameter waits: Whether this returns only when what the owner has begun has ended too.
    func close(waiting waits: Bool = false) {
        // Before its observers go one by one: what one was not done with, another must not stand for.
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
        // Programs ask again of the service that comes after this one.
        if !waits { requests.end(ObjectIdentifier(self)) }
        withExtendedLifetime(marks) {}
        guard let session else { return }
        // What is being written ends first.
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
