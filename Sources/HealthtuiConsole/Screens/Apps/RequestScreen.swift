import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The sheet on which a person answers an app's request for access.
package struct RequestScreen: Screen {
    package let request: AuthorizationRequest
    /// Whether nothing else is open: in the app's own terminal.
    let isAlone: Bool
    private(set) var permissions: PermissionList
    /// Since when samples may be read; `nil` for all.
    private(set) var since: Date?
    private(set) var sinceField = SinceField()
    /// The ticks when the request was postponed.
    private var kept: Ticks?
    /// Keys that were typed before the sheet appeared must not answer it.
    private var isArmed: Bool
    /// The program to start when data changes; `nil` where the app didn't register one.
    private(set) var wake: WakeProgram?
    /// Whether an answer is on its way; the sheet then closes by itself.
    package private(set) var isAnswering = false

    /// The time that the sheet must be visible before it accepts an answer.
    private static let delay = Duration.milliseconds(500)

    package init(_ request: AuthorizationRequest, isAlone: Bool) {
        self.request = request
        self.isAlone = isAlone
        isArmed = isAlone
        if let companion = request.companion {
            // One box: the pair.
            let row = PermissionList.Object(
                type: HKWorkoutTypeIdentifier,
                name: AuthorizeStrings.sharesSessions(companion.bundleIdentifier),
                source: companion.program ?? ""
            )
            permissions = PermissionList(
                request.read.map {
                    PermissionList.Item(type: $0, offersRead: true, offersShare: false, object: row)
                }
            )
            return
        }
        let items = (request.objects == nil ? request.types : [])
            .map { type in
                PermissionList.Item(
                    type: type,
                    offersRead: request.read.contains(type),
                    offersShare: request.share.contains(type)
                )
            }
        permissions = PermissionList(items)
    }

    /// The objects to choose from, with the earlier choices.
    private static func permissions(
        _ objects: [RequestedObject],
        _ type: String,
        _ dates: DateText
    ) -> PermissionList {
        let items = objects.sorted { $0.start > $1.start }
            .map { object in
                let date = Date(timeIntervalSinceReferenceDate: object.start)
                return PermissionList.Item(
                    type: object.id.uuidString,
                    offersRead: true,
                    offersShare: false,
                    object: PermissionList.Object(type: type, name: dates.full(date), source: object.source)
                )
            }
        return PermissionList(items, read: Set(objects.filter(\.isAllowed).map(\.id.uuidString)))
    }

    /// The ticks of an unanswered request.
    package struct Ticks: Sendable, Hashable {
        var read: Set<String>
        var share: Set<String>
        /// Since when samples may be read; `nil` for all.
        var since: Date?
    }

    var ticks: Ticks { Ticks(read: permissions.read, share: permissions.share, since: since) }

    /// Restores the boxes that were checked when the request was postponed.
    mutating func take(_ ticks: Ticks) { kept = ticks }

    package enum Action: Sendable {
        case arm
        case foundWake(Answer<WakeProgram?>)
        case foundMarks(Answer<TimeMarks>)
        /// The amount of each type since a date.
        case counted(Answer<[String: Int]>, since: Date?)
        /// The person has confirmed the answer that is ticked.
        case answer
        case answered(Answer<Bool>)
    }

    package var decidesRights: Bool { true }

    package var title: String { AuthorizeStrings.title(request.id) }

    package var isModal: Bool { true }

    package var isReady: Bool { isArmed }

    package var isTyping: Bool { permissions.isTyping || sinceField.isTyping }

    package var contexts: [KeyContext] {
        if sinceField.isTyping { return [.since] }
        return permissions.isTyping ? [.filter] : [.request, .permissions, .list, .filtering]
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if let objects = request.objects, let type = request.read.first, request.companion == nil {
            permissions = Self.permissions(objects, type, environment.dates)
        }
        if let kept {
            permissions.read = kept.read
            permissions.share = kept.share
            since = kept.since
        }
        for type in request.required ?? [] { permissions.notes[type] = AuthorizeStrings.needed }
        return (isArmed ? [] : [.after(Self.delay, "arm", .arm)]) + [findWake(environment), findMarks(environment)]
            + count(environment)
    }

    /// Counts the samples of each requested type, as far back as the app could read.
    private func count(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard request.objects == nil, request.companion == nil else { return [] }
        let since = since
        let types = request.read.compactMap { HKObjectType.type(identifier: $0) as? HKSampleType }
        guard !types.isEmpty else { return [] }
        return [
            .task("count") {
                let counts = await environment.ask { person in
                    guard let since else {
                        let all = try person.types().map { ($0.identifier, $0.count) }
                        let known = Dictionary(all, uniquingKeysWith: { first, _ in first })
                        return Dictionary(
                            uniqueKeysWithValues: Set(types).map { ($0.identifier, known[$0.identifier] ?? 0) }
                        )
                    }
                    return try Dictionary(
                        uniqueKeysWithValues: Set(types)
                            .map { ($0.identifier, try person.count(SampleListQuery(type: $0, from: since))) }
                    )
                }
                return .counted(counts, since: since)
            }
        ]
    }

    /// Looks whether the app registered to be started.
    private func findWake(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let bundle = request.app.bundleIdentifier
        return .task("wake") {
            .foundWake(
                await environment.ask { person in
                    let ledger = try person.wakes().ledger
                    return ledger.rows.contains { $0.key.app == bundle } ? ledger.programs[bundle] : nil
                }
            )
        }
    }

    /// Reads the person's marks, since which samples may be read.
    private func findMarks(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("marks") { .foundMarks(await environment.ask { TimeMarks(try $0.marks()) }) }
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        permissions.fit(layout)
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        guard isArmed else { return command == .interrupt ? nil : [] }
        if sinceField.isTyping {
            switch command {
            case .accept:
                guard let time = sinceField.accept(environment) else { break }
                since = time
                permissions.amounts = [:]
                return count(environment)
            case .cancel, .interrupt: sinceField.cancel()
            default: break
            }
            return []
        }
        switch command {
        case .since:
            guard request.objects == nil, !request.read.isEmpty else {
                return [.notice(AuthorizeStrings.notLimitedInTime)]
            }
            sinceField.begin(since, environment)
            return []
        case .allow:
            // Choosing no objects is an answer too: earlier permissions may be revoked.
            guard request.objects != nil || !permissions.read.isEmpty || !permissions.share.isEmpty else {
                return [.notice(AuthorizeStrings.nothingTurnedOn)]
            }
            return answer(read: permissions.read, share: permissions.share, environment)
        case .refuse: return answer(read: [], share: [], environment)
        case .answer: return [.ask(question, confirmed: .answer)]
        default: return permissions.obey(command).isObeyed ? [] : nil
        }
    }

    /// Summarizes the current answer.
    private var question: ConfirmDialog {
        let (read, share) = (permissions.read.count, permissions.share.count)
        let name = request.app.name
        if read + share == 0 { return .allowingNothing(name) }
        if let companion = request.companion {
            return .allowing(AuthorizeStrings.allowPair(name, companion.bundleIdentifier))
        }
        let areObjects = request.objects != nil
        return .allowing(AuthorizeStrings.allowQuestion(name, read: read, share: share, areObjects: areObjects))
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sinceField.isTyping { sinceField.type(key) } else { permissions.type(key) }
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if sinceField.isTyping { sinceField.paste(text) } else { permissions.paste(text) }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if isArmed, !sinceField.isTyping { _ = permissions.mouse(event) }
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .arm:
            isArmed = true
            return []
        case .foundWake(let answer):
            // Without it the sheet says nothing of starts; the app's page does.
            if case .success(let program) = answer { wake = program }
            return []
        case .foundMarks(let answer):
            // Without them a name is rejected like any other text that isn't a time.
            if case .success(let marks) = answer { sinceField.take(marks) }
            return []
        case .counted(.success(let counts), let since) where since == self.since:
            permissions.amounts = counts.mapValues { count in
                if since != nil { return AuthorizeStrings.samplesSince(count) }
                return count == 0 ? SharedStrings.noData : SharedStrings.samples(count)
            }
            return []
        // A sheet without counts says all that has to be known.
        case .counted: return []
        case .answer: return answer(read: permissions.read, share: permissions.share, environment)
        case .answered(.success(true)): return [.pop, .notice(AuthorizeStrings.answered(request.app.name))]
        case .answered(.success(false)):
            return [.pop, .notice(AuthorizeStrings.noLongerWaits(request.app.name))]
        case .answered(.failure(let failure)):
            isAnswering = false
            return [.notice(AuthorizeStrings.notAnswered(failure.text))]
        }
    }

    private mutating func answer(
        read: Set<String>,
        share: Set<String>,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard !isAnswering else { return [] }
        isAnswering = true
        let id = request.id
        if request.objects != nil, request.companion == nil {
            let objects = Set(read.compactMap { UUID(uuidString: $0) })
            return [.task("answer") { .answered(await environment.ask { try $0.answer(id, objects: objects) }) }]
        }
        return [
            .task("answer") { [since] in
                .answered(await environment.ask { try $0.answer(id, read: read, share: share, since: since) })
            }
        ]
    }
}
