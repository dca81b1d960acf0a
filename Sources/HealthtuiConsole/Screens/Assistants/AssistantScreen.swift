import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// What an assistant is answered from: the sheet of its request, or its page among the apps.
package struct AssistantScreen: Screen, RequestSheet {
    let app: AppRecord
    /// The request that is answered; `nil` on the assistant's page.
    package let answered: AuthorizationRequest?
    /// Whether nothing else is open: in a terminal of its own.
    let isAlone: Bool
    private(set) var content = Loaded<Content>()
    private(set) var types = AssistantList()
    private(set) var limits: AssistantLimits?
    private(set) var field = AssistantField()
    /// What was chosen when the request was put off.
    private var kept: Choice?
    /// Keys that were on their way when the sheet came up must not answer it.
    private var isArmed: Bool
    package private(set) var isAnswering = false

    /// The time that the sheet must be visible before it accepts an answer.
    private static let delay = Duration.milliseconds(500)

    /// The sheet of a request.
    ///
    /// - Parameters:
    ///   - request: The request of an assistant.
    ///   - isAlone: Whether nothing else is open.
    package init(_ request: AuthorizationRequest, isAlone: Bool) {
        (app, answered, self.isAlone) = (request.app, request, isAlone)
        isArmed = isAlone
    }

    /// The page of an assistant.
    ///
    /// - Parameter app: The assistant.
    package init(_ app: AppRecord) {
        (self.app, answered, isAlone, isArmed) = (app, nil, false, true)
    }

    /// Whether an app is an assistant.
    static func shows(_ app: AppRecord) -> Bool { app.bundleIdentifier.hasPrefix(AssistantGrant.prefix) }

    /// What is chosen on a sheet that waits for its answer.
    package struct Choice: Sendable, Hashable {
        var rights: [String: AssistantRight]
        var limits: AssistantLimits?
    }

    var choice: Choice { Choice(rights: types.rights, limits: limits) }

    /// Takes up what was chosen when the request was put off.
    mutating func take(_ choice: Choice) { kept = choice }

    package enum Action: Sendable {
        case arm
        case loaded(Answer<Content>)
        case exampled(Answer<[String: String]>)
        /// The person has confirmed the answer that is chosen.
        case answer
        case answered(Answer<Bool>)
        case saved(Answer<Bool>)
        /// The person has confirmed it.
        case forget
        case forgotten(Answer<Bool>)
    }

    package struct Content: Sendable {
        var grant: AssistantGrant?
        var offers: [AssistantOffer]
    }

    package var decidesRights: Bool { true }

    package var title: String { answered.map { AuthorizeStrings.title($0.id) } ?? app.name }

    package var isModal: Bool { answered != nil }

    package var isReady: Bool { isArmed }

    package var isTyping: Bool { types.isTyping || field.isTyping }

    package var contexts: [KeyContext] {
        if field.isTyping { return [.since] }
        if types.isTyping { return [.filter] }
        return answered == nil
            ? [.assistant, .assistantPage, .list, .filtering] : [.request, .assistant, .list, .filtering]
    }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> { [.open] }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        (isArmed ? [] : [.after(Self.delay, "arm", .arm)]) + [load(environment)]
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let isOfApps = !news.topics.isDisjoint(with: [.apps, .grants])
        return answered == nil && isOfApps ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        types.fit(layout)
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        guard isArmed else { return command == .interrupt ? nil : [] }
        if field.isTyping {
            switch command {
            case .accept:
                guard var limits, field.accept(into: &limits, environment) else { break }
                self.limits = limits
                return changed(environment)
            case .cancel, .interrupt: field.cancel()
            default: break
            }
            return []
        }
        switch command {
        case .pastDays: return begin(.past)
        case .untilDay: return begin(.until)
        case .callsADay: return begin(.calls)
        case .allow where answered != nil:
            guard types.allowed > 0 else { return [.notice(AuthorizeStrings.nothingTurnedOn)] }
            return answer(types.rights, environment)
        case .refuse where answered != nil: return answer([:], environment)
        case .answer where answered != nil: return [.ask(question, confirmed: .answer)]
        case .access: return [.open(.access(app))]
        case .forgetApp where answered == nil: return [.ask(.forgetting(app), confirmed: .forget)]
        default:
            let (isObeyed, hasChanged) = types.obey(command)
            guard isObeyed else { return nil }
            return hasChanged ? changed(environment) : []
        }
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if field.isTyping { field.type(key) } else { types.type(key) }
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if field.isTyping { field.paste(text) } else { types.paste(text) }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard isArmed, !field.isTyping, !environment.isReadOnly else { return [] }
        return types.mouse(event) ? changed(environment) : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .arm:
            isArmed = true
            return []
        case .loaded(let answer): return take(answer, environment)
        case .exampled(let answer):
            // A sheet without examples says all that has to be known.
            if case .success(let examples) = answer { types.examples = examples }
            return []
        case .answer: return self.answer(types.rights, environment)
        case .answered(.success): return [.pop, .notice(AuthorizeStrings.answered(app.name))]
        case .answered(.failure(let failure)):
            isAnswering = false
            return [.notice(AuthorizeStrings.notAnswered(failure.text))]
        case .saved(.success): return []
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notChanged(failure.text)), load(environment)]
        case .forget:
            let account = app.account
            return [.task("forget") { .forgotten(await environment.ask { try $0.forgetApp(account) }.map { true }) }]
        case .forgotten(.success): return [.pop, .notice(AppStrings.forgotten(app.name))]
        case .forgotten(.failure(let failure)): return [.notice(AppStrings.notForgotten(failure.text))]
        }
    }

    private mutating func take(
        _ answer: Answer<Content>,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        content.take(answer)
        guard case .success(let content) = answer else { return self.content.complaint() }
        let today = CalendarDay(environment.now, in: environment.calendar)
        limits = kept?.limits ?? content.grant.map(AssistantLimits.init) ?? AssistantLimits(today: today)
        // A new decision lasts as long as a first one.
        if let until = limits?.until, until < today, answered != nil { limits?.until = today.advanced(by: 90) }
        types.rights = kept?.rights ?? content.grant?.types ?? [:]
        types.replace(content.offers)
        return [readExamples(content.offers, environment)]
    }

    private mutating func begin(_ limit: AssistantField.Limit) -> [ScreenEffect<Action>] {
        guard let limits else { return [] }
        field.begin(limit, limits)
        return []
    }

    // MARK: The store

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let account = app.account
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    let grant = try person.assistant(account)
                    let recorded = try person.types().map(\.identifier)
                    return Content(
                        grant: grant,
                        offers: AssistantOffer.offers(recorded + (grant?.types.keys.sorted() ?? []))
                    )
                }
            )
        }
    }

    /// Reads what the last day that is over says of each type.
    private func readExamples(_ offers: [AssistantOffer], _ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("examples") {
            .exampled(
                await environment.ask { person in
                    let reader = MeasureReader(
                        .person(person),
                        calendar: environment.calendar,
                        now: environment.now
                    )
                    let days = reader.today.advanced(by: -1)..<reader.today.advanced(by: 1)
                    return try offers.reduce(into: [:]) { examples, offer in
                        guard let type = HKObjectType.type(identifier: offer.type), let measure = Measure(of: type)
                        else { return }
                        let found = try reader.days(of: measure, in: days)
                        let format = MeasureFormat(measure) { environment.unit($0) }
                        // A day without anything has no number on the assistant's side either.
                        guard found.days[days.lowerBound] != nil, let value = found.fold([days.lowerBound]) else {
                            return
                        }
                        examples[offer.type] = format.labelled(value.value, value.second)
                    }
                }
            )
        }
    }

    /// The decision that is chosen.
    private func grant(_ rights: [String: AssistantRight], _ environment: ConsoleEnvironment) -> AssistantGrant? {
        guard let limits else { return nil }
        return AssistantGrant(
            types: rights,
            pastDays: limits.pastDays,
            until: limits.until,
            callsADay: limits.callsADay,
            zone: environment.calendar.timeZone.identifier,
            firstWeekday: environment.calendar.firstWeekday,
            units: AssistantGrant.units(of: rights.keys) { environment.unit($0) }
        )
    }

    /// On the assistant's page every change takes effect at once.
    private func changed(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard answered == nil, let grant = grant(types.rights, environment) else { return [] }
        let account = app.account
        return [
            .task("save") { .saved(await environment.ask { try $0.setAssistant(grant, app: account) }.map { true }) }
        ]
    }

    private mutating func answer(
        _ rights: [String: AssistantRight],
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard !isAnswering, let grant = grant(rights, environment) else { return [] }
        isAnswering = true
        let account = app.account
        return [
            .task("answer") {
                .answered(await environment.ask { try $0.setAssistant(grant, app: account) }.map { true })
            }
        ]
    }

    private var question: ConfirmDialog {
        types.allowed == 0
            ? .allowingNothing(app.name) : .allowing(AssistantStrings.allowQuestion(app.name, types.allowed))
    }
}
