import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// Entries that assistants drafted, decided one at a time.
package struct DraftsScreen: Screen {
    private(set) var drafts = Loaded<[DraftFacts]>()
    private(set) var index = 0
    private var isDeciding = false
    /// The draft that was on the screen before a key could be read.
    private var isArmed = false

    /// The time that a draft must be visible before it can be decided.
    private static let delay = Duration.milliseconds(500)

    package init() {}

    package enum Action: Sendable {
        case arm
        case loaded(Answer<Loaded>)
        case saved(Answer<Bool>, String)
        case thrownAway(Answer<Bool>)

        /// What is read of all drafts.
        package struct Loaded: Sendable { let drafts: [DraftFacts] }
    }

    package var decidesRights: Bool { true }

    package var title: String { AssistantStrings.drafts }

    package var contexts: [KeyContext] { [.drafts] }

    package func idle(_ environment: ConsoleEnvironment) -> Set<Command> {
        current == nil ? [.saveDraft, .changeDraft, .throwAway, .previousDraft, .nextDraft] : []
    }

    package func trailing(_ environment: ConsoleEnvironment) -> Line {
        guard let count = drafts.value?.count, count > 0 else { return .empty }
        let position = AssistantStrings.position(index + 1, count)
        return Line(position + ", " + AssistantStrings.nothingSaved, environment.theme.dim)
    }

    /// The draft on the screen.
    var current: DraftFacts? {
        guard let drafts = drafts.value, drafts.indices.contains(index) else { return nil }
        return drafts[index]
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        [.after(Self.delay, "arm", .arm), load(environment)]
    }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.hasSamples || !news.topics.isDisjoint(with: [.drafts]) ? [load(environment)] : []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        switch command {
        case .previousDraft: move(-1)
        case .nextDraft: move(1)
        case .saveDraft: return decide { $0.save($1, environment) }
        case .changeDraft: return change()
        case .throwAway: return decide { [$0.throwAway($1.draft, environment)] }
        default: return nil
        }
        return []
    }

    private mutating func move(_ distance: Int) {
        let count = drafts.value?.count ?? 0
        index = max(0, min(index + distance, count - 1))
    }

    private mutating func decide(
        _ body: (DraftsScreen, DraftFacts) -> [ScreenEffect<Action>]
    ) -> [ScreenEffect<Action>] {
        guard isArmed, !isDeciding, let current else { return [] }
        let effects = body(self, current)
        isDeciding = !effects.isEmpty
        return effects
    }

    /// Opens the draft in the form of new entries, whose saving decides it.
    private func change() -> [ScreenEffect<Action>] {
        guard isArmed, !isDeciding, let current else { return [] }
        guard let sample = current.sample else { return [.notice(AssistantStrings.isGone)] }
        return [.open(.draftForm(current.draft.id, sample))]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .arm:
            isArmed = true
            return []
        case .loaded(let answer):
            let shown = current?.draft.id
            drafts.take(answer.map(\.drafts))
            let ids = (drafts.value ?? []).map(\.draft.id)
            index = ids.firstIndex { $0 == shown } ?? min(index, max(0, ids.count - 1))
            guard shown != nil, current?.draft.id != shown else { return drafts.complaint() }
            // Another draft in the place of the one that was read isn't decided by a key that was on its way.
            isArmed = false
            return drafts.complaint() + [.after(Self.delay, "arm", .arm)]
        case .saved(.success(true), let text):
            isDeciding = false
            return [.notice(SharedStrings.saved(text)), load(environment)]
        case .saved(.success(false), _), .thrownAway(.success(false)):
            isDeciding = false
            return [.notice(AssistantStrings.isGone), load(environment)]
        case .thrownAway(.success(true)):
            isDeciding = false
            return [.notice(AssistantStrings.thrownAway), load(environment)]
        case .saved(.failure(let failure), _):
            isDeciding = false
            return [.notice(SharedStrings.notSaved(failure.text))]
        case .thrownAway(.failure(let failure)):
            isDeciding = false
            return [.notice(SharedStrings.notChanged(failure.text))]
        }
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("load") {
            .loaded(
                await environment.ask { person in
                    Action.Loaded(drafts: try person.drafts().map { try DraftFacts($0, person) })
                }
            )
        }
    }

    private func save(_ facts: DraftFacts, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let sample = facts.sample else { return [.notice(AssistantStrings.isGone)] }
        let id = facts.draft.id
        let text = AddStrings.added(
            sample.sampleType.entry.name,
            environment.samples.labelled(sample),
            environment.dates.moment(sample.startDate)
        )
        return [.task("save") { .saved(await environment.ask { try $0.saveDraft(id, as: sample) }, text) }]
    }

    private func throwAway(_ draft: AssistantDraft, _ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let id = draft.id
        return .task("throwAway") { .thrownAway(await environment.ask { try $0.removeDraft(id) }) }
    }

    // MARK: Drawing

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard let drafts = drafts.value else {
            self.drafts.drawPlaceholder(title, in: rect, on: &grid, theme: theme)
            return
        }
        guard let current else {
            grid.write(Line(AssistantStrings.noDrafts, theme.dim), in: rect, x: 1)
            return
        }
        let ellipsis = theme.glyphs.ellipsis
        var body = rect
        let drafted = Date(timeIntervalSinceReferenceDate: current.draft.drafted)
        let text = AssistantStrings.drafted(
            current.draft.app,
            environment.dates.moment(drafted),
            environment.dates.moment(drafted.addingTimeInterval(86_400))
        )
        for line in text.wrapped(to: max(1, body.width - 2)).prefix(2) {
            grid.write(Line(line, theme.dim), in: body.cutTop(1), x: 1)
        }
        if body.height >= 12 { _ = body.cutTop(1) }
        let heading = body.cutTop(1)
        let name = TypeCatalogue.shared.entry(identifier: current.draft.type)?.name ?? current.draft.type
        grid.write(Line(name, theme.heading).truncated(to: heading.width - 2, ellipsis: ellipsis), in: heading, x: 1)
        let rows = Self.rows(current, environment)
        let label = (rows.map(\.0.displayWidth).max() ?? 0) + 2
        for (head, value) in rows where body.height > 1 {
            let line = body.cutTop(1)
            grid.write(Line(head, theme.dim), in: line, x: 2)
            grid.write(value.truncated(to: line.width - label - 4, ellipsis: ellipsis), in: line, x: label + 3)
        }
        if body.height >= 6 { _ = body.cutTop(1) }
        let answers = [
            ("y", AssistantStrings.saveAsMine), ("e", AssistantStrings.changeFirst), ("n", AssistantStrings.throwAway),
        ]
        if body.height >= 2 {
            let line = body.cutTop(1)
            let buttons = Line.answers(answers, theme)
            grid.write(buttons.truncated(to: line.width - 3, ellipsis: ellipsis), in: line, x: 2)
        }
        drawOthers(drafts, in: &body, on: &grid, environment)
        guard body.height >= 2 else { return }
        let note = body.cutBottom(1)
        grid.write(
            Line(AssistantStrings.notTelling, theme.dim).truncated(to: note.width - 2, ellipsis: ellipsis),
            in: note,
            x: 1
        )
    }

    /// The draft beside the last value and the nearest sample.
    private static func rows(_ facts: DraftFacts, _ environment: ConsoleEnvironment) -> [(String, Line)] {
        func text(_ sample: HKSample) -> String {
            environment.samples.labelled(sample) + "    " + environment.dates.moment(sample.startDate)
        }
        let theme = environment.theme
        var rows: [(String, Line)] = []
        rows.append((AssistantStrings.draft, Line(facts.sample.map(text) ?? "–", .bold)))
        guard let last = facts.last else {
            rows.append((AssistantStrings.last, Line(AssistantStrings.noLast, theme.dim)))
            return rows
        }
        let source = last.sourceRevision.source.shownName
        rows.append((AssistantStrings.last, Line(text(last)) + Line("    " + source, theme.dim)))
        if let change = change(facts, environment) { rows.append((AssistantStrings.change, Line(change))) }
        if let near = facts.near {
            let value = environment.samples.labelled(near)
            let moment = environment.dates.moment(near.startDate)
            rows.append((AssistantStrings.equal, Line(AssistantStrings.near(value, moment), theme.warning)))
        } else {
            rows.append((AssistantStrings.equal, Line(AssistantStrings.noEqual, theme.dim)))
        }
        return rows
    }

    /// How far the draft is from the last value.
    private static func change(_ facts: DraftFacts, _ environment: ConsoleEnvironment) -> String? {
        guard let sample = facts.sample as? HKQuantitySample, let last = facts.last as? HKQuantitySample,
            let measure = Measure(of: sample.quantityType)
        else { return nil }
        let format = MeasureFormat(measure) { environment.unit($0) }
        let unit = sample.quantityType.canonicalUnit
        let (now, before) = (sample.quantity.doubleValue(for: unit), last.quantity.doubleValue(for: unit))
        return format.difference(now, before) + (format.label.isEmpty ? "" : " " + format.label)
    }

    /// The drafts that come next.
    private func drawOthers(
        _ drafts: [DraftFacts],
        in body: inout Rect,
        on grid: inout CellGrid,
        _ environment: ConsoleEnvironment
    ) {
        let others = drafts.enumerated().filter { $0.offset != index }.map(\.element)
        guard !others.isEmpty, body.height >= 5 else { return }
        let theme = environment.theme
        _ = body.cutTop(1)
        let heading = body.cutTop(1)
        let title = Line(AssistantStrings.thenNext, theme.heading) + Line("  " + AssistantStrings.oneAtATime, theme.dim)
        grid.write(title, in: heading, x: 1)
        for facts in others.prefix(max(0, body.height - 2)) {
            let name = TypeCatalogue.shared.entry(identifier: facts.draft.type)?.name ?? facts.draft.type
            let value = facts.sample.map { environment.samples.labelled($0) } ?? "–"
            let moment = environment.dates.moment(Date(timeIntervalSinceReferenceDate: facts.draft.date))
            let line = body.cutTop(1)
            let text = Line(name + "  ") + Line(value) + Line("  " + moment, theme.dim)
            grid.write(text.truncated(to: line.width - 3, ellipsis: theme.glyphs.ellipsis), in: line, x: 2)
        }
    }
}
