import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// The form of the goal of a type; an empty amount removes it.
package struct GoalFormScreen: FormScreen {
    private let type: HKSampleType
    package var form = Form([])
    private var known: TypeGoal?
    private var before: [String] = []
    private var isLoaded = false
    private var failure: Failure?
    private var isSaving = false

    package init(_ type: HKSampleType) { self.type = type }

    package enum Action: FormAction {
        case loaded(Answer<TypeGoal?>)
        case saved(Answer<TypeGoal?>)
        case leave
    }

    private enum Field {
        static let amount = "amount"
        static let bound = "bound"
        static let period = "period"
    }

    package var title: String { GoalStrings.formTitle(type.entry.name) }

    package var isTyping: Bool { isLoaded }

    package var contexts: [KeyContext] { isLoaded ? [.form] : [] }

    package var unfinished: Unfinished? {
        guard isLoaded, form.fields.map(\.value) != before else { return nil }
        return .text(GoalStrings.unfinished)
    }

    package var losing: String { SharedStrings.whatYouChanged }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let identifier = type.identifier
        return [.task("load") { .loaded(await environment.ask { try $0.typeGoals()[identifier] }) }]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .loaded(.success(let goal)): fill(goal, environment)
        case .loaded(.failure(let failure)): self.failure = failure
        case .saved(.success(let goal)):
            let text = goal.map { GoalStrings.saved(words($0, environment)) } ?? GoalStrings.removed(type.entry.name)
            return [.pop, .notice(text)]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard isLoaded else {
            if let failure { return failure.draw(in: rect, on: &grid, theme: environment.theme) }
            grid.write(LoadingLine.line(GoalStrings.goals, theme: environment.theme), in: rect, x: 1)
            return
        }
        var page = FormPage(form: form, help: [help] + (known == nil ? [] : [GoalStrings.emptyRemoves]))
        page.hue = Hue.of(type)
        page.draw(in: rect, on: &grid, environment)
    }

    /// Shows next to the amount how the goal was understood.
    package mutating func formChanged(_ environment: ConsoleEnvironment) {
        // Input that can't be parsed gets no note; saving reports the error.
        let note = (try? goal(environment)).map { words($0, environment) } ?? ""
        form[Field.amount]?.note = note
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        form[Field.amount]?.error = nil
        let isEmpty = amount.isEmpty && known != nil
        if form.fields.map(\.value) == before, known != nil { return [.pop, .notice(SharedStrings.nothingChanged)] }
        do {
            let goal = isEmpty ? nil : try goal(environment)
            let type = type
            isSaving = true
            return [
                .task("save") {
                    .saved(
                        await environment.ask { person in
                            try person.setGoal(goal, for: type)
                            return goal
                        }
                    )
                }
            ]
        } catch {
            form[Field.amount]?.error = Failure(error).text
            form.focusFirstError()
            return [.notice(SharedStrings.notSavedSeeFields)]
        }
    }
}

extension GoalFormScreen {
    /// Opens the form of a type, or shows why there is none.
    static func opened<Action: Sendable>(for type: HKSampleType) -> ScreenEffect<Action> {
        TypeGoal.isOf(type) ? .open(.goal(type)) : .notice(GoalStrings.cannot(type.entry.name))
    }

    private static let bounds = TypeGoal.Bound.allCases
    private static let periods = TypeGoal.Period.allCases

    private var amount: String { (form[Field.amount]?.value ?? "").trimmingCharacters(in: .whitespaces) }

    private var help: String {
        switch type {
        case let type as HKQuantityType where type.aggregationStyle == .cumulative: GoalStrings.totalHelp
        case is HKQuantityType, is HKCorrelationType: GoalStrings.measuredHelp
        default: type == HKCategoryType(.sleepAnalysis) ? GoalStrings.totalHelp : GoalStrings.eventsHelp
        }
    }

    private mutating func fill(_ goal: TypeGoal?, _ environment: ConsoleEnvironment) {
        known = goal
        let phrase = GoalPhrase(type, environment.entryContext)
        let bound = goal?.bound ?? phrase.usualBound
        form = Form([
            FormField(
                id: Field.amount,
                label: GoalStrings.amount,
                content: .text(TextField(goal.map(phrase.text) ?? "")),
                suffix: ChartSource(type: type, environment: environment).unit.label
            ),
            FormField(
                id: Field.bound,
                label: GoalStrings.bound,
                content: .choice(
                    [GoalStrings.atLeast, GoalStrings.atMost],
                    selected: Self.bounds.firstIndex(of: bound) ?? 0
                )
            ),
            FormField(
                id: Field.period,
                label: GoalStrings.per,
                content: .choice(
                    [GoalStrings.day, GoalStrings.week],
                    selected: Self.periods.firstIndex(of: goal?.period ?? .day) ?? 0
                )
            ),
        ])
        before = form.fields.map(\.value)
        isLoaded = true
        formChanged(environment)
    }

    private func chosen(_ id: String) -> Int {
        guard case .choice(_, let selected)? = form[id]?.content else { return 0 }
        return selected
    }

    private func goal(_ environment: ConsoleEnvironment) throws -> TypeGoal {
        try GoalPhrase(type, environment.entryContext)
            .goal(
                amount,
                Self.bounds[min(chosen(Field.bound), Self.bounds.count - 1)],
                per: Self.periods[min(chosen(Field.period), Self.periods.count - 1)]
            )
    }

    private func words(_ goal: TypeGoal, _ environment: ConsoleEnvironment) -> String {
        GoalText(type, environment).text(goal)
    }
}
