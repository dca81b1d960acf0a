import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiStudy
import HealthtuiTerminalUI

/// One study: the requested data and the contribution, with consent, contributing and withdrawing.
package struct StudyScreen: Screen {
    private let visit: StudyVisit
    private var content = Loaded<StudyFacts>()
    private var list = ListState()
    /// The greatest width of the text.
    private var width = 78
    private var isAgreeing = false

    package init(_ visit: StudyVisit) { self.visit = visit }

    package enum Action: Sendable {
        case loaded(Answer<StudyFacts>)
        /// The person has confirmed that they agree.
        case agree
        case agreed(Answer<Bool>)
        /// The person has confirmed that they withdraw.
        case withdraw
    }

    package var title: String { visit.name }

    package var contexts: [KeyContext] { [.list] }

    private static let listName = "study"

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] { [load(environment)] }

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        news.hasSamples || news.topics.contains(.studies) || news.topics.contains(.sourceOrder)
            ? [load(environment)] : []
    }

    package mutating func laidOut(_ layout: Layout, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let frame = layout.frames[Self.listName] else { return [] }
        width = Self.textWidth(frame)
        list.fit(height: frame.height, count: rows(environment).count)
        return []
    }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = rows(environment)
        guard command == .open else {
            return list.obey(command, count: rows.count, choosing: { rows[$0].place != .heading }) ? [] : nil
        }
        guard rows.indices.contains(list.selected) else { return [] }
        return open(rows[list.selected].place, environment)
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let rows = rows(environment)
        let opens = list.opens(event, name: Self.listName, count: rows.count)
        list.settle(count: rows.count, choosing: { rows[$0].place != .heading })
        return opens ? perform(.open, environment) ?? [] : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            content.take(answer)
            let rows = rows(environment)
            list.settle(count: rows.count, choosing: { rows[$0].place != .heading })
            return content.complaint()
        case .agree: return agree(environment)
        case .agreed(.success):
            isAgreeing = false
            return [.notice(StudyStrings.agreed), load(environment)] + contribute(environment)
        case .agreed(.failure(let failure)):
            isAgreeing = false
            return [.notice(StudyStrings.notAgreed(failure.text))]
        case .withdraw:
            guard let study = content.value?.study else { return [] }
            return [.open(.saveFile(.withdrawal(from: study, environment)))]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil else {
            return content.drawPlaceholder(StudyStrings.study, in: rect, on: &grid, theme: theme)
        }
        // Laid out for the current width, which may have changed since the last layout.
        let rows = rows(environment, width: Self.textWidth(rect))
        Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 14, maximum: 26, importance: 9),
                TableColumn("", minimum: 12, importance: 8, keepsWords: true, keepsFacts: true),
            ],
            count: rows.count,
            state: list,
            showsHeader: false
        ) { index in
            let row = rows[index]
            switch row.place {
            case .heading: return .heading(row.label)
            case .text: return .line(Line(row.label))
            case .warning: return .line(Line(row.label, .bold))
            default: return TableRow([Line(row.label), Line(row.text, row.place == .fact ? .plain : theme.dim)])
            }
        }
        .draw(in: rect, on: &grid, theme: theme)
    }
}

extension StudyScreen {
    /// The effect of Enter on a row, and the way it's drawn.
    private enum Place: Hashable {
        case heading
        case text
        case warning
        case fact
        case agree
        case contribute
        case withdraw
    }

    private struct Row {
        var label: String
        var text = ""
        var place = Place.heading
    }

    private static func textWidth(_ rect: Rect) -> Int { max(10, rect.width - 3) }

    private func rows(_ environment: ConsoleEnvironment, width: Int? = nil) -> [Row] {
        guard let facts = content.value else { return [] }
        let width = width ?? self.width
        // If consent is still missing, its text comes first.
        let (consent, contents) = (consent(facts, width), contents(facts))
        return doing(facts, width) + said(facts, environment, width)
            + (facts.mustAsk ? consent + contents : contents + consent)
    }

    /// The available actions, and the information needed before them.
    private func doing(_ facts: StudyFacts, _ width: Int) -> [Row] {
        var rows = [Row(label: facts.study.description.shownTitle)]
        if facts.participation?.isWithdrawn == true { return rows + wrapped(StudyStrings.youWithdrew, .warning, width) }
        guard facts.mustAsk else {
            let none = facts.participation?.sequence == 0 ? StudyStrings.nothing : StudyStrings.nothingNew
            let news = facts.news > 0 ? StudyStrings.months(facts.news) : none
            return rows + [
                Row(label: StudyStrings.contribute, text: news, place: .contribute),
                Row(label: StudyStrings.withdraw, text: StudyStrings.withdrawHelp, place: .withdraw),
            ]
        }
        if let agreed = facts.agreedVersion {
            let asked = facts.study.description.version
            rows += wrapped(
                agreed == asked ? StudyStrings.otherFile(asked) : StudyStrings.otherVersion(agreed, asked),
                .warning,
                width
            )
        }
        rows.append(Row(label: StudyStrings.agree, text: StudyStrings.agreeHelp, place: .agree))
        if facts.participation != nil {
            rows.append(Row(label: StudyStrings.withdraw, text: StudyStrings.withdrawHelp, place: .withdraw))
        }
        return rows
    }

    /// The user's decisions, and the data that was sent.
    private func said(_ facts: StudyFacts, _ environment: ConsoleEnvironment, _ width: Int) -> [Row] {
        guard let participation = facts.participation, let person = facts.person else { return [] }
        func moment(_ seconds: Int64) -> String {
            environment.dates.moment(Date(timeIntervalSince1970: Double(seconds)))
        }
        let sent = participation.last.map { StudyStrings.sent(participation.sequence, moment($0)) }
        return [
            Row(label: ""),
            Row(label: StudyStrings.agreedOn, text: moment(participation.consent.content.time), place: .fact),
            Row(label: StudyStrings.contributions, text: sent ?? StudyStrings.nothingSent, place: .fact),
            Row(label: StudyStrings.you, text: person, place: .fact),
        ]
            + (participation.isWithdrawalFileDue && !participation.isWithdrawn
                ? wrapped(StudyStrings.withdrawalDue, .warning, width) : [])
    }

    /// The contents of a contribution.
    private func contents(_ facts: StudyFacts) -> [Row] {
        let rows = facts.types.map { type in
            let months = StudyStrings.monthCount(type.months.count)
            return Row(label: type.name, text: StudyStrings.rows(type.rows, months), place: .fact)
        }
        return [Row(label: ""), Row(label: StudyStrings.now)]
            + (rows.isEmpty ? [Row(label: StudyStrings.nothing, place: .text)] : rows)
            + (facts.leftOut > 0 ? [Row(label: StudyStrings.leftOut(facts.leftOut), place: .text)] : [])
    }

    /// The text that the person agrees to.
    private func consent(_ facts: StudyFacts, _ width: Int) -> [Row] {
        [Row(label: "")]
            + facts.consent.lines.flatMap { line -> [Row] in
                switch line {
                case .heading(let text): [Row(label: text)]
                case .text(let text): wrapped(text, .text, width)
                case .item(let text): wrapped("• " + text, .text, width)
                case .empty: [Row(label: "")]
                }
            }
    }

    private func wrapped(_ text: String, _ place: Place, _ width: Int) -> [Row] {
        text.wrapped(to: width).map { Row(label: $0, place: place) }
    }

    private func open(_ place: Place, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let facts = content.value, [.agree, .contribute, .withdraw].contains(place) else { return [] }
        if environment.isReadOnly { return [.notice(SharedStrings.readOnly)] }
        switch place {
        case .agree:
            let needsCode = facts.study.description.enrolment == .codes
            if needsCode, visit.code == nil, facts.participation?.code == nil {
                return [.notice(StudyStrings.codeMissing)]
            }
            return [ask(StudyStrings.agree, ConsentStrings.question, .agree)]
        case .withdraw:
            let title = facts.study.description.shownTitle
            return [ask(StudyStrings.withdraw, StudyStrings.withdrawQuestion(title), .withdraw)]
        default: return contribute(environment)
        }
    }

    private func ask(_ verb: String, _ question: String, _ action: Action) -> ScreenEffect<Action> {
        let dialog = ConfirmDialog(
            title: verb,
            message: question,
            confirmLabel: verb,
            cancelLabel: SharedStrings.stay
        )
        return .ask(dialog, confirmed: action)
    }

    private func contribute(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let study = content.value?.study else { return [] }
        return [.open(.saveFile(.contribution(to: study, environment)))]
    }

    private mutating func agree(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let facts = content.value, !isAgreeing else { return [] }
        isAgreeing = true
        let (code, zone, now) = (visit.code, environment.calendar.timeZone, environment.now)
        return [
            .task("agree") {
                .agreed(
                    await environment.ask { person in
                        let answer = Participant.Answer(
                            text: facts.consent.text,
                            language: facts.consent.language,
                            zone: zone,
                            code: code
                        )
                        _ = try Participant(person).agree(to: facts.study, answer, now: now)
                        return true
                    }
                )
            }
        ]
    }

    private func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let (visit, zone, now) = (visit, environment.calendar.timeZone, environment.now)
        return .task("load") {
            .loaded(await environment.ask { try StudyFacts($0, visit, zone: zone, now: now) })
        }
    }
}
