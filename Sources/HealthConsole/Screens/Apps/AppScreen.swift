import Foundation
import HealthEntry
import HealthKit
import TerminalUI

/// What one app may read and share.
package struct AppScreen: Screen {
    let app: AppRecord
    private(set) var grants = Loaded<[String: Grant]>()
    private(set) var permissions = PermissionList([])
    private(set) var samples = 0

    package init(_ app: AppRecord) { self.app = app }

    package enum Action: Sendable {
        case loaded(Answer<Content>)
        case saved(Answer<Bool>)
    }

    package struct Content: Sendable {
        var grants: [String: Grant]
        var samples: Int
    }

    package var title: String { app.name }

    package var isTyping: Bool { permissions.isTyping }

    package var contexts: [KeyContext] {
        permissions.isTyping ? [.filter] : [.permissions, .appData, .list, .filtering]
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        let text = samples == 0 ? "no data" : NumberText.count(samples, "sample")
        return grants.value == nil ? .empty : Line(text, environment.theme.dim)
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.topics.contains(.grants) || news.hasSamples ? [load(environment)] : []
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
        let (isObeyed, changed) = permissions.obey(command)
        return isObeyed ? save(changed, environment) : nil
    }

    package mutating func type(_ key: Key, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        permissions.type(key)
        return []
    }

    package mutating func paste(_ text: String, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        permissions.paste(text)
        return []
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        if environment.isReadOnly { return [] }
        return save(permissions.mouse(event), environment)
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            if case .success(let content) = answer { samples = content.samples }
            grants.take(answer.map(\.grants))
            show(grants.value ?? [:])
            return grants.complaint()
        case .saved(.success): return []
        case .saved(.failure(let failure)): return [.notice("not changed: " + failure.text), load(environment)]
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
            let warning = Line("Another program used this identifier before: \(former)", .bold)
            let line = body.cutTop(1)
            grid.write(warning.truncated(to: line.width - 2, ellipsis: theme.glyphs.ellipsis), in: line, x: 1)
        }
        UsageText.draw(app, in: &body, on: &grid, theme: theme)
        guard !known.isEmpty else {
            grid.write(Line("nothing was decided about this app yet", theme.dim), in: body, x: 1)
            return
        }
        permissions.draw(in: body, on: &grid, theme: theme)
    }

    private mutating func show(_ grants: [String: Grant]) {
        let items = grants.map { type, grant in
            PermissionList.Item(type: type, offersRead: grant.read != nil, offersShare: grant.share != nil)
        }
        permissions.replace(
            items,
            read: Set(grants.filter { $0.value.read == true }.keys),
            share: Set(grants.filter { $0.value.share == true }.keys)
        )
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let bundle = app.bundleIdentifier
        return .task("load") {
            .loaded(
                await environment.ask { person in
                    Content(
                        grants: try person.grants(app: bundle),
                        samples: try person.sources().first { $0.source.bundleIdentifier == bundle }?.count ?? 0
                    )
                }
            )
        }
    }

    /// Every box takes effect at once; reads of the app in other processes see it with their next query.
    private mutating func save(_ changed: Set<String>, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !changed.isEmpty, let known = grants.value else { return [] }
        var decided: [String: Grant] = [:]
        for type in changed {
            guard let old = known[type] else { continue }
            decided[type] = Grant(
                read: old.read == nil ? nil : permissions.read.contains(type),
                share: old.share == nil ? nil : permissions.share.contains(type)
            )
        }
        grants.change { grants in grants.merge(decided) { _, new in new } }
        let bundle = app.bundleIdentifier
        return [
            .task("save \(changed.sorted().joined())") { [decided] in
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
            let quoted = "“\(text)”"
            if !lines.contains(quoted) { lines.append(quoted) }
        }
        let wrapped = lines.flatMap { $0.wrapped(to: max(1, body.width - 2)) }
        for line in wrapped.prefix(max(0, min(4, body.height - 6))) { grid.write(line, in: body.cutTop(1), x: 1) }
        if body.height > 5 { grid.write(Line(identity, theme.dim), in: body.cutTop(1), x: 1) }
    }
}
