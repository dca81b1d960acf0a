import Foundation
import HealthKitStore
import Synchronization

/// The port to a store that another process has open.
///
/// Calls, answers and errors are bytes, and a live call is answered as long as the connection lasts, or the next one.
final class ServicePort: CallPort {
    let principal: Principal
    let clock: @Sendable () -> Date
    private let prompt: any AuthorizationPrompting
    /// The object that asks the person for the secret that the service requires, or `nil` if there is no way to ask.
    private let asker: OwnerAsker?
    private let address: ServiceLink.Address
    private let shared: SharedLink
    /// The queue on which observed changes are reported.
    private let events = DispatchQueue(label: "healthkit.service.events", target: .global())
    private let test: (@Sendable (DispatchQueue) -> Void)?
    /// The time when a key press was last reported to the service.
    private let lastUse = Mutex<ContinuousClock.Instant?>(nil)
    /// The secret that was given for all imports, and the connection that has it.
    private let forImports = Mutex<(secret: StoreSecret, connection: Int)?>(nil)

    init(
        _ principal: Principal,
        _ address: ServiceLink.Address,
        prompt: any AuthorizationPrompting,
        asker: OwnerAsker? = nil,
        clock: @escaping @Sendable () -> Date,
        test: (@Sendable (DispatchQueue) -> Void)? = nil
    ) {
        self.principal = principal
        self.address = address
        self.prompt = prompt
        self.asker = asker
        self.clock = clock
        self.test = test
        shared = SharedLink.link(address, HelloCall(principal)) { [prompt] number, body, link in
            let person = ServicePort(.person, address, prompt: prompt, clock: clock)
            Task { await Self.present(number, body, link, prompt, person) }
        }
    }

    private var link: ServiceLink { shared.link }

    var storePath: String? { "unix:\(address.name)" }

    func carryTest(to queue: DispatchQueue) { test?(queue) }

    func port(of principal: Principal, prompt: (any AuthorizationPrompting)?) -> any CallPort {
        ServicePort(principal, address, prompt: prompt ?? self.prompt, asker: asker, clock: clock, test: test)
    }

    var filePath: String? {
        get throws { try link.welcome().storePath.flatMap { access($0, R_OK | W_OK) == 0 ? $0 : nil } }
    }

    var work: any OwnerWork {
        get throws {
            guard case .person = principal else {
                throw HKError.error(.errorAuthorizationDenied, "Only the person may do this")
            }
            return self
        }
    }

    func local() throws -> Gate {
        throw HKError.error(
            .errorDatabaseInaccessible,
            "The service at \(address.name) has the store open; this works on the store's own file"
        )
    }

    var earliestSampleDate: Date {
        guard app != nil else { return .distantPast }
        return HealthLog.attempt("earliest") { try send(EarliestSampleDateCall(), while: nil) } ?? .distantPast
    }

    // MARK: Calls

    var isAtHand: Bool { link.isConnected }

    func send<Call: PassedCall>(_ call: Call, while isWanted: (() -> Bool)?) throws -> Call.Answer {
        guard let message = try Self.message(call) else { throw Self.closure }
        let key = Self.key(call)
        return try proving { try answer(to: Call.self, message, survives: true, key: key, while: isWanted) }
    }

    /// Sends the bytes of a call and waits for its answer.
    func answer<Call: AnsweredCall>(
        to call: Call.Type,
        _ message: [UInt8],
        survives: Bool,
        key: ChangeKey?,
        isSecret: Bool = false,
        while isWanted: (() -> Bool)?
    ) throws -> Call.Answer {
        let isSecret = isSecret || Call.self is any SecretCarryingCall.Type
        let request = AnswerRequest(message, survives: survives, key: key, isSecret: isSecret)
        let number = try link.send(request)
        var pieces: (joiner: AnswerJoiner<Call.Answer>, connection: Int)?
        while true {
            switch request.next(link, seconds: isWanted == nil ? 60 : 0.02) {
            case .piece(let bytes, let count):
                // Over another connection the answer starts from the beginning.
                let joiner =
                    try pieces.flatMap { $0.connection == count ? $0.joiner : nil }
                    ?? ServiceAnswer.joiner(Call.self)
                pieces = (joiner, count)
                try ServiceAnswer.add(.success(bytes), to: Call.self, joiner)
                continue
            case .answer(let result, let count):
                guard let pieces, pieces.connection == count else {
                    return try ServiceAnswer.answer(result, to: Call.self)
                }
                try ServiceAnswer.add(result, to: Call.self, pieces.joiner)
                return pieces.joiner.answer()
            case nil: break
            }
            if let isWanted, !isWanted() {
                link.cancel(number)
                throw CancellationError()
            }
        }
    }

    /// Sends a call of the owner's session and waits for its answer; its work ends with the connection.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - isSecret: Whether it may carry a secret, whatever its kind.
    ///   - isWanted: Checked from time to time; `nil` for a call that is always wanted.
    /// - Returns: The answer.
    /// - Throws: Any error of the call, and `CancellationError`.
    func perform<Call: OwnerSessionCall>(
        _ call: Call,
        isSecret: Bool = false,
        while isWanted: (() -> Bool)? = nil
    ) throws -> Call.Answer {
        try call.check()
        let message = Array(try CallMessage(call).bytes)
        return try proving {
            try answer(to: Call.self, message, survives: false, key: nil, isSecret: isSecret, while: isWanted)
        }
    }

    // MARK: The person's secret

    /// Makes a call of the owner, and repeats it once the secret that the service requires was given.
    private func proving<T>(_ call: () throws -> T) throws -> T {
        guard let asker, app == nil else { return try call() }
        return try asker.during(
            { secret, isForOne, tell in
                try give(OwnerProveCall(secret: SecretForm(secret), isForOne: isForOne), tell)
            },
            call
        )
    }

    /// The time to wait for an answer to a secret before the reason for the delay is shown, in seconds.
    private static let waitTold = 2.0

    /// Gives the secret, and waits until it is checked.
    ///
    /// - Parameters:
    ///   - call: The call with the secret.
    ///   - tell: Called once with the waiting time if there is a noticeable wait.
    /// - Throws: `errorAuthorizationDenied` for a wrong one, and any error of sending it.
    private func give(_ call: OwnerProveCall, _ tell: (OwnerWait) -> Void = { _ in }) throws {
        var call = call
        let starter = OwnerStarter.current
        call.starter = starter
        let message = Array(try CallMessage(call).bytes)
        let began = ContinuousClock.now
        try withoutActuallyEscaping(tell) { tell in
            var isTold = false
            try answer(to: OwnerProveCall.self, message, survives: false, key: nil) { [self] in
                guard !isTold, ContinuousClock.now - began > .seconds(Self.waitTold) else { return true }
                isTold = true
                let asked = HealthLog.attempt("wait") {
                    let message = Array(try CallMessage(OwnerWaitCall(starter: starter)).bytes)
                    return try answer(to: OwnerWaitCall.self, message, survives: false, key: nil, while: nil)
                }
                if let asked, asked.seconds > 0 { tell(asked) }
                return true
            }
        }
    }

    /// The minimum interval between reports of key presses to the service, in seconds.
    private static let useTime = 20.0

    /// Reports a key press of the person, without waiting for anything.
    func noteUse() {
        let now = ContinuousClock.now
        let isDue = lastUse.withLock { last in last.map { now - $0 > .seconds(Self.useTime) } ?? true }
        guard isDue, let message = HealthLog.attempt("use", { Array(try CallMessage(OwnerUseCall()).bytes) }),
            link.sendNow(AnswerRequest(message, survives: false) { _ in }) != nil
        else { return }
        lastUse.withLock { $0 = now }
    }

    /// Gives the secret for all imports, over this connection and later ones.
    func proveForImports(_ secret: StoreSecret) throws {
        _ = try link.welcome()
        let connection = link.connectionCount
        try give(OwnerProveCall(secret: SecretForm(secret), isForOne: false, isForImports: true))
        forImports.withLock { $0 = (secret, connection) }
    }

    /// Gives it again if another connection was made since.
    func proveForImportsAgain() throws {
        guard let known = forImports.withLock({ $0 }) else { return }
        _ = try link.welcome()
        if known.connection == link.connectionCount { return }
        do {
            try proveForImports(known.secret)
        } catch let error as HKError where error.ownerChallenge != nil {
            // Another PIN was set meanwhile; imports continue without it.
            forImports.withLock { $0 = nil }
        }
    }

    /// Obtains the proof that reading needs before a call that can't be repeated.
    private func proveSession(for call: any StoreCall) throws {
        guard asker != nil, app == nil, OwnerNeeds.need(of: call) == .session else { return }
        try perform(OwnerSessionCheckCall())
    }

    func sendAndWait<Call: AwaitedCall>(_ call: Call) async throws -> Call.Answer {
        guard let message = try Self.message(call) else { throw Self.closure }
        try proveSession(for: call)
        // A request to the person is repeated only if the answer doesn't depend on it.
        let key = call is SaveCall ? ChangeKey() : nil
        // A single save is waited for here: another thread that read its answer would have to wake this one.
        if let key, link.isIdle, !Task.hasChosenExecutor {
            return try answer(to: Call.self, message, survives: true, key: key, while: { !Task.isCancelled })
        }
        let result = try await AsyncRequest.send(message, survives: call is any RepeatableCall, key: key, link)
        return try ServiceAnswer.answer(result, to: Call.self)
    }

    func enqueue(_ call: SaveCall, _ completion: @escaping @Sendable (Result<Void, any Error>) -> Void) {
        do {
            guard let message = try Self.message(call) else { throw Self.closure }
            let request = AnswerRequest(message, key: ChangeKey()) { result in
                completion(Result { try ServiceAnswer.answer(result, to: SaveCall.self) })
            }
            try link.send(request)
        } catch {
            completion(.failure(error))
        }
    }

    func open<Call: LiveCall>(
        _ call: Call,
        goesOn: Bool,
        while isWanted: @escaping @Sendable () -> Bool,
        _ handler: @escaping (StreamedAnswer<Call.Answer>) -> Void
    ) -> (any CallStream)? {
        do {
            guard let message = try Self.message(call) else { throw Self.closure }
            try proveSession(for: call)
            let stream = ServiceStream(call, message, goesOn: goesOn, link, while: isWanted, handler)
            carryTest(to: stream.queue)
            return try stream.begin() ? stream : nil
        } catch {
            handler(StreamedAnswer(result: .failure(error), isFirst: true, isLast: true))
            return nil
        }
    }

    func listen(_ interest: ChangeInterest, _ body: @escaping @Sendable () -> Void) throws -> ChangeToken {
        let call = ListenCall(
            types: interest.types,
            namespaces: interest.namespaces,
            whenReopened: interest.whenReopened
        )
        return try listen(call) { _ in body() }
    }

    /// Observes changes, with the service's description of each.
    func listen(_ call: ListenCall, _ body: @escaping @Sendable (_ body: [UInt8]) -> Void) throws -> ChangeToken {
        let link = link
        let request = ListenRequest(try CallMessage(call).bytes) { [events] bytes in events.async { body(bytes) } }
        let number = try link.send(request)
        _ = try ServiceAnswer.answer(request.wait(link), to: ListenCall.self)
        return ChangeToken { [weak link] in link?.cancel(number) }
    }

    /// The key of a change, or `nil` for a call that changes nothing.
    static func key(_ call: any PassedCall) -> ChangeKey? {
        call is any ReadCall || call is any RepeatableCall ? nil : ChangeKey()
    }

    // MARK: Marks

    func markSession(_ session: UUID) throws -> ByteMarks.Mark? { try mark(MarkSessionCall(session: session)) }

    func isSessionMarked(_ session: UUID) throws -> Bool { try send(SessionMarkedCall(session: session), while: nil) }

    func markCompanion() throws -> ByteMarks.Mark? { try mark(MarkCompanionCall()) }

    func isCompanionMarked(_ bundleIdentifier: String) throws -> Bool {
        try send(CompanionMarkedCall(bundleIdentifier: bundleIdentifier), while: nil)
    }

    func startCompanion(_ bundleIdentifier: String, configuration: String) throws -> Bool {
        try send(StartCompanionCall(bundleIdentifier: bundleIdentifier, configuration: configuration))
        return true
    }

    private func mark<Call: AnsweredCall>(_ call: Call) throws -> ByteMarks.Mark? where Call.Answer == Bool {
        let link = link
        let request = MarkRequest(try CallMessage(call).bytes)
        let number = try link.send(request)
        guard try ServiceAnswer.answer(request.wait(link), to: Call.self) else {
            link.cancel(number)
            return nil
        }
        return ByteMarks.Mark { [weak link] in link?.cancel(number) }
    }

    // MARK: Bytes

    /// A call as bytes, or `nil` for one that holds an app's own closure.
    ///
    /// - Throws: `errorInvalidArgument` for arguments out of bounds.
    private static func message(_ call: some StoreCall) throws -> [UInt8]? {
        do {
            return [UInt8](try AppCall.bytes(of: call, limit: CallBounds.sentBytes))
        } catch is EncodingError {
            return nil
        }
    }

    private static var closure: HKError {
        .invalid("A predicate with a block can't be sent to the service that has the store open")
    }

    // MARK: The person

    private static func present(
        _ number: UInt64,
        _ body: [UInt8],
        _ link: ServiceLink,
        _ prompt: any AuthorizationPrompting,
        _ person: ServicePort
    ) async {
        var reply = PromptReplyCall(isClosed: false)
        do {
            let message = try CallMessage(bytes: body)
            let request = try CallDecoder.value(AuthorizationRequest.self, from: message.value)
            let desk = RequestDesk(
                path: try link.welcome().storePath,
                state: { try person.send($0, while: nil)?.state },
                answer: { try person.send($0, while: nil) }
            )
            reply.isClosed = try await prompt.present(request, at: desk)
        } catch {
            let error = HKError.onTheWay(error)
            reply.problem = error.text
            reply.problemCode = error.code.rawValue
        }
        if let bytes = HealthLog.attempt("reply", { try CallMessage(reply).bytes }) {
            link.send(ServiceFrame(.reply, call: number, bytes))
        }
    }
}

extension AppClaim {
    /// Adds the identity of this process's program.
    mutating func identify() {
        // The service decides how to treat a program that doesn't identify itself.
        guard let program = Self.own else { return }
        (self.program, digest, interpreter) = (program.path, program.digest, program.interpreter)
    }

    private static let own = try? ProgramReader.own()
}

extension HelloCall {
    /// The hello of a launcher, which takes orders from the service and makes no calls.
    static var launcher: HelloCall {
        var hello = HelloCall(.person)
        hello.role = .launcher
        return hello
    }

    init(_ principal: Principal) {
        let (lowest, highest) = (ServiceCalls.versions.lowerBound, ServiceCalls.versions.upperBound)
        switch principal {
        case .person: self.init(lowest: lowest, highest: highest, app: AppClaim(.current), role: .owner)
        case .app(let app): self.init(lowest: lowest, highest: highest, app: AppClaim(app), role: .app)
        }
    }
}
