import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The permissions of one app.
package struct AppScreen: Screen {
    private(set) var app: AppRecord
    private(set) var grants = Loaded<[String: Grant]>()
    private(set) var permissions = PermissionList([])
    private(set) var samples = 0
    private(set) var since = SinceField()
    private var audit: [AuditRow] = []
    /// The programs with which it may share workout sessions, and those with which it could.
    private var pairs: [KnownPair] = []
    /// The types that the app is started for, if it registered for any.
    private var wakes = AppWakes()

    /// The number of days of the app's activity shown.
    private static let days = 30

    package init(_ app: AppRecord) { self.app = app }

    package enum Action: Sendable {
        case loaded(Answer<Content>)
        case saved(Answer<Bool>)
        /// The person has confirmed it.
        case forget
        case forgotten(Answer<Bool>)
        /// The person has confirmed that the program is the app.
        case accept(trustsPath: Bool)
        case accepted(Answer<AppRecord?>)
        case deleteData
        case deleted(Answer<Int>)
    }

    package struct Content: Sendable {
        var grants: [String: Grant]
        var samples: Int
        var audit: [AuditRow]
        var pairs: [KnownPair]
        var wakes = AppWakes()
        var marks = TimeMarks.none
    }

    package var decidesRights: Bool { true }

    package var title: String { app.name }

    package var isTyping: Bool { permissions.isTyping || since.isTyping }

    package var contexts: [KeyContext] {
        if since.isTyping { return [.since] }
        return permissions.isTyping ? [.filter] : [.permissions, .appData, .list, .filtering]
    }

    /// An app without data has nothing to open.
    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        grants.value != nil && samples == 0 ? [.open] : []
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        let text = samples == 0 ? SharedStrings.noData : SharedStrings.samples(samples)
        return grants.value == nil ? .empty : Line(text, environment.theme.dim)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        !news.topics.isDisjoint(with: [.grants, .audit, .wakes, .dayMarks]) || news.hasSamples
            ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        permissions.fit(layout)
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        if command == .open {
            let source = HKSource(name: app.name, bundleIdentifier: app.bundleIdentifier)
            return [.open(.origin(.source(source)))]
        }
        switch command {
        case .access: return [.open(.access(app))]
        case .forgetApp: return [.ask(.forgetting(app), confirmed: .forget)]
        case .deleteData:
            return samples == 0
                ? [.notice(AppStrings.broughtNoData(app.name))] : [.ask(deleting, confirmed: .deleteData)]
        case .acceptProgram: return accepting(trustsPath: false)
        case .trustPath: return accepting(trustsPath: true)
        case .since where !since.isTyping: return beginSince(environment)
        case .accept where since.isTyping: return acceptSince(environment)
        case .cancel where since.isTyping, .interrupt where since.isTyping:
            since.cancel()
            return []
        default: break
        }
        if since.isTyping { return [] }
        let (isObeyed, changed) = permissions.obey(command)
        return isObeyed ? save(changed, environment) : nil
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if since.isTyping { since.type(key) } else { permissions.type(key) }
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if since.isTyping { since.paste(text) } else { permissions.paste(text) }
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if environment.isReadOnly { return [] }
        return save(permissions.mouse(event), environment)
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            if case .success(let content) = answer {
                (samples, audit, pairs) = (content.samples, content.audit, content.pairs)
                wakes = content.wakes
                since.take(content.marks)
            }
            grants.take(answer.map(\.grants))
            show(grants.value ?? [:], environment)
            return grants.complaint()
        case .saved(.success): return []
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notChanged(failure.text)), load(environment)]
        case .forget:
            let bundle = app.account
            return [.task("forget") { .forgotten(await environment.ask { try $0.forgetApp(bundle) }.map { true }) }]
        case .forgotten(.success): return [.pop, .notice(AppStrings.forgotten(app.name))]
        case .forgotten(.failure(let failure)): return [.notice(AppStrings.notForgotten(failure.text))]
        case .deleteData:
            let bundle = app.bundleIdentifier
            return [.task("delete") { .deleted(await environment.ask { try $0.deleteData(ofApp: bundle) }) }]
        case .accept(let trustsPath):
            let account = app.account
            return [
                .task("accept") {
                    .accepted(
                        await environment.ask { person in
                            try person.approveProgram(app: account, trustsPath: trustsPath ? true : nil)
                            return try person.apps().first { $0.account == account }
                        }
                    )
                }
            ]
        case .accepted(.success(let record)):
            let wasChanged = app.changed != nil
            if let record { app = record }
            return [.notice(wasChanged ? AppStrings.accepted(app.name) : AppStrings.trusted(app.program ?? ""))]
        case .accepted(.failure(let failure)): return [.notice(SharedStrings.notChanged(failure.text))]
        case .deleted(.success(let count)):
            return [.notice(AppStrings.deleted(count, app.name)), load(environment)]
        case .deleted(.failure(let failure)): return [.notice(SharedStrings.notDeleted(failure.text))]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard let known = grants.value else {
            grants.drawPlaceholder(app.name, in: rect, on: &grid, theme: theme)
            return
        }
        var body = rect
        if let former = app.formerPrograms?.last {
            let warning = Line(AppStrings.usedBefore(former), .bold)
            let line = body.cutTop(1)
            grid.write(warning.truncated(to: line.width - 2, ellipsis: theme.glyphs.ellipsis), in: line, x: 1)
        }
        IdentityText.draw(app, in: &body, on: &grid, theme: theme)
        UsageText.draw(app, in: &body, on: &grid, theme: theme)
        wakes.draw(in: &body, on: &grid, environment)
        guard !known.isEmpty || !pairs.isEmpty || wakes.item != nil else {
            grid.write(Line(AppStrings.nothingDecidedYet, theme.dim), in: body, x: 1)
            return
        }
        since.draw(in: &body, on: &grid, theme: theme)
        permissions.draw(in: body, on: &grid, theme: theme)
    }

    private var deleting: ConfirmDialog {
        ConfirmDialog(
            title: SharedStrings.delete,
            message: AppStrings.deleteQuestion(samples, app.name),
            confirmLabel: SharedStrings.delete,
            cancelLabel: AppStrings.keep
        )
    }

    // MARK: The program

    private func accepting(trustsPath: Bool) -> [ScreenEffect<Action>] {
        guard app.verification == nil, let program = app.changed ?? app.identity else {
            return [.notice(AppStrings.noProgram)]
        }
        guard trustsPath || app.changed != nil else { return [.notice(AppStrings.programIsSame(app.name))] }
        let dialog = ConfirmDialog(
            title: trustsPath ? AppStrings.trustTitle : AppStrings.acceptTitle,
            message: trustsPath
                ? AppStrings.trustQuestion(program.path, app.name) : AppStrings.acceptQuestion(program.path, app.name),
            confirmLabel: trustsPath ? AppStrings.trustTitle : AppStrings.acceptTitle,
            cancelLabel: AppStrings.keep
        )
        return [.ask(dialog, confirmed: .accept(trustsPath: trustsPath))]
    }

    // MARK: Reading since a time

    private mutating func beginSince(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let types = permissions.readableAtCursor
        guard !types.isEmpty, let known = grants.value else {
            return [.notice(AppStrings.sinceNeedsReading)]
        }
        let times = Set(types.map { known[$0]?.since })
        let time = times.count == 1 ? times.first ?? nil : nil
        since.begin(time.map { Date(timeIntervalSinceReferenceDate: $0) }, environment)
        return []
    }

    private mutating func acceptSince(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let types = permissions.readableAtCursor
        guard let time = since.accept(environment), let known = grants.value else { return [] }
        var decided: [String: Grant] = [:]
        for type in types {
            guard var grant = known[type] else { continue }
            grant.since = time?.timeIntervalSinceReferenceDate
            decided[type] = grant
        }
        return save(decided, environment)
    }

    private mutating func show(_ grants: [String: Grant], _ environment: ConsoleEnvironment) {
        let items = grants.map { type, grant in
            PermissionList.Item(type: type, offersRead: grant.read != nil, offersShare: grant.share != nil)
        }
        let allowed = pairs.filter { $0.state == .allowed }.compactMap { companion(in: $0) }
        permissions.replace(
            items + pairs.compactMap { item($0) } + [wakes.item].compactMap { $0 },
            read: Set(grants.filter { $0.value.read == true }.keys).union(allowed)
                .union(wakes.isAllowed ? [AppWakes.name] : []),
            share: Set(grants.filter { $0.value.share == true }.keys)
        )
        permissions.notes = notes(grants, environment)
    }

    /// The row of a companion: its box says whether the two share workout sessions.
    private func item(_ pair: KnownPair) -> PermissionList.Item? {
        guard let other = pair.apps.first(where: { $0 != app.bundleIdentifier }), let name = companion(in: pair) else {
            return nil
        }
        let object = PermissionList.Object(
            type: HKWorkoutTypeIdentifier,
            name: AuthorizeStrings.sharesSessions(other),
            source: pair.programs[other] ?? ""
        )
        return PermissionList.Item(type: name, offersRead: true, offersShare: false, object: object)
    }

    private func companion(in pair: KnownPair) -> String? {
        pair.apps.first { $0 != app.bundleIdentifier }.map { AuthorizationRequest.companionPrefix + $0 }
    }

    /// Lets the app and a companion share workout sessions, or not any more.
    private func decide(_ pair: KnownPair, _ environment: ConsoleEnvironment) -> ScreenEffect<Action>? {
        guard let name = companion(in: pair) else { return nil }
        let isAllowed = permissions.read.contains(name)
        return .task("pair.\(name)") {
            .saved(await environment.ask { try $0.decide(pair, isAllowed: isAllowed) }.map { true })
        }
    }

    /// The notes next to the types: the date from which on they may be read, and the app's use of them.
    private func notes(_ grants: [String: Grant], _ environment: ConsoleEnvironment) -> [String: String] {
        let midnight = environment.calendar.startOfDay(for: environment.now).timeIntervalSinceReferenceDate
        let today = AuditSummary.byType(audit.filter { $0.span == .minute && $0.count.last >= midnight })
        var done = Dictionary(
            AuditSummary.byType(audit).map { ($0.type, AppStrings.used(moment($0.last, environment))) },
            uniquingKeysWith: { first, _ in first }
        )
        for summary in today { done[summary.type] = AuditText.today(summary) }
        var notes = done
        for (type, grant) in grants {
            guard grant.read == true, let since = grant.since else { continue }
            let day = environment.dates.day(Date(timeIntervalSinceReferenceDate: since))
            notes[type] = AppStrings.since(day, done[type])
        }
        return notes
    }

    private func moment(_ seconds: Double, _ environment: ConsoleEnvironment) -> String {
        environment.dates.moment(Date(timeIntervalSinceReferenceDate: seconds))
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (account, bundle) = (app.account, app.bundleIdentifier)
        let start = environment.calendar.date(byAdding: .day, value: -Self.days, to: environment.now)
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    Content(
                        grants: try person.grants(app: account),
                        samples: try person.sources().first { $0.source.bundleIdentifier == bundle }?.count ?? 0,
                        audit: try person.audit(app: account, from: start),
                        pairs: try person.companionPairs().filter { $0.apps.contains(bundle) },
                        wakes: AppWakes(try person.wakes(), app: bundle),
                        marks: TimeMarks(try person.marks())
                    )
                }
            )
        }
    }

    /// Every box takes effect at once; reads of the app in other processes see it with their next query.
    private mutating func save(_ changed: Set<String>, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !changed.isEmpty, let known = grants.value else { return [] }
        let shared = pairs.filter { pair in companion(in: pair).map { changed.contains($0) } ?? false }
            .compactMap { decide($0, environment) }
        let started = changed.contains(AppWakes.name) ? decideWake(environment) : []
        var decided: [String: Grant] = [:]
        for type in changed {
            guard let old = known[type] else { continue }
            decided[type] = Grant(
                read: old.read == nil ? nil : permissions.read.contains(type),
                share: old.share == nil ? nil : permissions.share.contains(type),
                since: old.since
            )
        }
        return shared + started + (decided.isEmpty ? [] : save(decided, environment))
    }

    /// Lets the app be started as the program that it is now, or not any more.
    private func decideWake(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let program = wakes.program else { return [] }
        let (bundle, isAllowed) = (app.bundleIdentifier, permissions.read.contains(AppWakes.name))
        return [
            .task("wake") {
                .saved(
                    await environment.ask { person in
                        let hash = isAllowed ? try ProgramDigest.hexadecimal(ofFile: program.path) : nil
                        try person.decideWake(app: bundle, program, hash: hash)
                        return true
                    }
                )
            }
        ]
    }

    private mutating func save(
        _ decided: [String: Grant],
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        grants.change { grants in grants.merge(decided) { _, new in new } }
        permissions.notes = notes(grants.value ?? [:], environment)
        let bundle = app.account
        return [
            .task("save.\(decided.keys.sorted().joined())") { [decided] in
                .saved(await environment.ask { try $0.setGrants(decided, app: bundle) }.map { true })
            }
        ]
    }
}

/// Why an app wants access, in its own words.
enum UsageText {
    static func draw(_ app: AppRecord, in body: inout Rect, on grid: inout CellGrid, theme: Theme) {
        let identity = app.bundleIdentifier + (app.version.map { " " + $0 } ?? "")
        var lines: [String] = []
        for text in [app.readUsage, app.shareUsage] {
            guard let text, !text.isEmpty else { continue }
            let quoted = AppStrings.quoted(text)
            if !lines.contains(quoted) { lines.append(quoted) }
        }
        let wrapped = lines.flatMap { $0.wrapped(to: max(1, body.width - 2)) }
        for line in wrapped.prefix(max(0, min(4, body.height - 6))) { grid.write(line, in: body.cutTop(1), x: 1) }
        if body.height > 5 { grid.write(Line(identity, theme.dim), in: body.cutTop(1), x: 1) }
    }
}
