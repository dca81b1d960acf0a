import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The user's personal data, units, goals, exclusions, and the apps and people with access.
package struct ProfileScreen: ListScreen {
    private var content = Loaded<ProfileFacts>()
    package var list = ListState()

    package init() {}

    package enum Action: Sendable {
        case loaded(Answer<ProfileFacts>)
        case guest(Answer<Bool>)
        case guestLeaves
    }

    package var title: String { ProfileStrings.title }

    package var contexts: [KeyContext] { [.list] }

    package static let listName = "profile"

    package mutating func storeChanged(
        _ news: StoreNews,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        let topics: Set<ChangeTopic> = [
            .characteristics, .units, .sourceOrder, .activitySummaries, .typeGoals, .guest, .studies,
        ]
        return news.hasSamples || !news.topics.isDisjoint(with: topics) ? [load(environment)] : []
    }

    package func rowCount(_ environment: ConsoleEnvironment) -> Int { rows(environment).count }

    package mutating func perform(
        _ command: Command,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>]? {
        let rows = self.rows(environment)
        switch command {
        case .open:
            guard rows.indices.contains(list.selected) else { return [] }
            return open(rows[list.selected].place, environment)
        default: return list.obey(command, count: rows.count, choosing: { rows[$0].place != .heading }) ? [] : nil
        }
    }

    package mutating func mouse(_ event: MouseEvent, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let rows = self.rows(environment)
        let opens = list.opens(event, name: Self.listName, count: rows.count)
        list.settle(count: rows.count, choosing: { rows[$0].place != .heading })
        return opens ? perform(.open, environment) ?? [] : []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        switch action {
        case .loaded(let answer):
            content.take(answer)
            let rows = self.rows(environment)
            list.settle(count: rows.count, choosing: { rows[$0].place != .heading })
            return content.complaint()
        case .guest(.success(let isGuest)):
            let text = isGuest ? ProfileStrings.guestUses : ProfileStrings.noGuestUses
            return [.notice(text), load(environment)]
        case .guest(.failure(let failure)): return [.notice(SharedStrings.notChanged(failure.text))]
        case .guestLeaves: return [setGuest(false, environment)]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let theme = environment.theme
        guard content.value != nil else {
            return content.drawPlaceholder(ProfileStrings.loading, in: rect, on: &grid, theme: theme)
        }
        let rows = self.rows(environment)
        Table(
            name: Self.listName,
            columns: [
                TableColumn("", minimum: 14, maximum: 30, importance: 9),
                TableColumn("", minimum: 12, importance: 8, keepsWords: true, keepsFacts: true),
            ],
            count: rows.count,
            state: list,
            showsHeader: false
        ) { index in
            let row = rows[index]
            if row.place == .heading { return .heading(row.label) }
            return TableRow([Line(row.label), row.isSet ? Line(row.text) : Line(row.text, theme.dim)])
        }
        .draw(in: rect, on: &grid, theme: theme)
    }
}

extension ProfileScreen {
    /// The subject of a row.
    private enum Place: Hashable {
        case heading
        case aboutYou(field: String)
        case goals
        case goalList
        case unit(HKQuantityType)
        case leftOut(HKSampleType)
        case lock
        case guest
        case sync
        case studies
    }

    private struct Row {
        var label: String
        var text = ""
        var isSet = true
        var place = Place.heading
    }

    private func rows(_ environment: ConsoleEnvironment) -> [Row] {
        guard let facts = content.value else { return [] }
        let about = CharacteristicField.all.map { field in
            let text = field.text(facts.me)
            let age = field.key == "dateOfBirth" ? field.name(facts.me).flatMap { Self.age($0, environment) } : nil
            return Row(
                label: field.label,
                text: text.map { $0 + (age.map { ", " + $0 } ?? "") } ?? ProfileStrings.notSet,
                isSet: text != nil,
                place: .aboutYou(field: field.key)
            )
        }
        let units = facts.units.map { type, chosen in
            Row(label: type.entry.name, text: environment.unit(type).label, isSet: chosen != nil, place: .unit(type))
        }
        let leftOut = facts.leftOut.map { type, sources in
            Row(
                label: type.entry.name,
                text: ProfileStrings.doNotCount(sources.map(\.name).joined(separator: ", "), sources.count),
                place: .leftOut(type)
            )
        }
        return [Row(label: ProfileStrings.you)] + about + [
            Row(label: ProfileStrings.goalsAndZones, text: Self.text(facts.goals), place: .goals),
            Row(
                label: ProfileStrings.typeGoals,
                text: facts.typeGoals == 0 ? ProfileStrings.notSet : GoalStrings.count(facts.typeGoals),
                isSet: facts.typeGoals > 0,
                place: .goalList
            ),
        ]
            + [
                Row(label: ""), Row(label: ProfileStrings.thisStore),
                Self.row(facts.lock, isReadOnly: environment.isReadOnly),
                Self.row(isGuest: facts.isGuest),
            ]
            + (facts.sync.map { [Self.row($0, environment)] } ?? [])
            + [
                Row(
                    label: StudyStrings.title,
                    text: facts.studies == 0 ? StudyStrings.noStudies : StudyStrings.count(facts.studies),
                    isSet: facts.studies > 0,
                    place: .studies
                )
            ]
            + (leftOut.isEmpty ? [] : [Row(label: ""), Row(label: ProfileStrings.sourcesLeftOut)] + leftOut)
            + (units.isEmpty ? [] : [Row(label: ""), Row(label: ProfileStrings.units)] + units)
    }

    private static func row(_ lock: StoreLockState, isReadOnly: Bool) -> Row {
        let text =
            switch lock {
            case .plain: isReadOnly ? ProfileStrings.notEncryptedReadOnly : ProfileStrings.notEncrypted
            case .unlocked: isReadOnly ? ProfileStrings.encryptedReadOnly : ProfileStrings.encrypted
            case .locked: ProfileStrings.locked
            }
        return Row(label: ProfileStrings.lock, text: text, isSet: lock != .plain, place: .lock)
    }

    private static func row(isGuest: Bool) -> Row {
        Row(
            label: ProfileStrings.guest,
            text: isGuest ? ProfileStrings.somebodyElse : ProfileStrings.nobodyElse,
            isSet: isGuest,
            place: .guest
        )
    }

    private static func row(_ sync: ProfileFacts.Sync, _ environment: ConsoleEnvironment) -> Row {
        let text =
            switch sync {
            case .noGroup: SyncStrings.noGroup
            case .group(let date?): SyncStrings.lastSynced(environment.dates.moment(date))
            case .group(nil): SyncStrings.neverSynced
            }
        return Row(label: SyncStrings.title, text: text, isSet: sync != .noGroup, place: .sync)
    }

    private static func age(_ birthday: String, _ environment: ConsoleEnvironment) -> String? {
        guard let day = CalendarDay(text: birthday) else { return nil }
        let today = CalendarDay(environment.now, in: environment.calendar)
        let hadBirthday = (today.month, today.day) >= (day.month, day.day)
        return ProfileStrings.years(max(0, today.year - day.year - (hadBirthday ? 0 : 1)))
    }

    private static func text(_ goals: ActivityGoals) -> String {
        let parts: [(number: Double?, words: (String) -> String)] = [
            (goals.energy, ProfileStrings.energy), (goals.moveTime, ProfileStrings.moving),
            (goals.exercise, ProfileStrings.exercise), (goals.stand, ProfileStrings.standing),
        ]
        return parts.compactMap { part in part.number.flatMap { $0 > 0 ? part.words(NumberText.text($0)) : nil } }
            .joined(separator: ", ")
    }

    private func open(_ place: Place, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let isWriting: Bool =
            switch place {
            case .aboutYou, .goals, .unit, .lock: true
            case .heading, .leftOut, .guest, .goalList, .sync, .studies: false
            }
        if isWriting, environment.isReadOnly { return [.notice(SharedStrings.readOnly)] }
        switch place {
        case .heading: return []
        case .aboutYou(let field): return [.open(.aboutYou(field: field))]
        case .goals: return [.open(.goals)]
        case .goalList: return [.open(.goalList)]
        case .unit(let type): return [.open(.unit(type))]
        case .leftOut(let type): return [.open(.sourceOrder(type))]
        case .lock: return [.open(.passphrase)]
        case .sync: return [.open(.sync)]
        case .studies: return [.open(.studies)]
        case .guest: return environment.isReadOnly ? [] : turnGuest(environment)
        }
    }

    /// Says that a guest is there, or, after a question, that none is: then apps may change data again.
    private func turnGuest(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard let facts = content.value else { return [] }
        guard facts.isGuest else { return [setGuest(true, environment)] }
        let dialog = ConfirmDialog(
            title: ProfileStrings.guest,
            message: ProfileStrings.guestLeavesQuestion,
            confirmLabel: ProfileStrings.iAmBack,
            cancelLabel: SharedStrings.stay
        )
        return [.ask(dialog, confirmed: .guestLeaves)]
    }

    private func setGuest(_ isGuest: Bool, _ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        .task("guest") {
            .guest(
                await environment.ask { person in
                    try person.setGuest(isGuest)
                    return isGuest
                }
            )
        }
    }

    package func load(_ environment: ConsoleEnvironment) -> ScreenEffect<Action> {
        let today = CalendarDay(environment.now, in: environment.calendar)
        return .task("load") { .loaded(await environment.ask { try ProfileFacts($0, today: today) }) }
    }
}
