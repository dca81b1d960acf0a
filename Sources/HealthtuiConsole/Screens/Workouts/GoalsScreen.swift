import Foundation
import HealthKit
import HealthKitLocalization
import HealthtuiEntry
import HealthtuiTerminalUI

/// The form of the rings' goals and of the person's own zones.
package struct GoalsScreen: FormScreen {
    package var form = Self.empty
    /// The initial contents of the fields.
    private var before: [String] = []
    private var isLoaded = false
    private var failure: Failure?
    private var isSaving = false

    package init() {}

    package enum Action: FormAction {
        case loaded(Answer<Known>)
        case saved(Answer<Bool>)
        case leave

        /// The user's settings, and the defaults for the others.
        package struct Known: Sendable {
            let chosen: ActivityGoals
            let goals: ActivityGoals
            /// The boundaries between zones, by type, in the unit of the field.
            let chosenZones: [HKQuantityType: [Double]]
            let zones: [HKQuantityType: [Double]]
        }
    }

    package var title: String { ProfileStrings.goalsAndZones }

    package var isTyping: Bool { isLoaded }

    package var contexts: [KeyContext] { isLoaded ? [.form] : [] }

    package var unfinished: Unfinished? {
        guard isLoaded, form.fields.map(\.value) != before else { return nil }
        return .text(RingsStrings.unfinished)
    }

    package var losing: String { SharedStrings.whatYouChanged }

    private static var empty: Form {
        Form([
            FormField(id: "energy", label: RingsStrings.move, suffix: "kcal"),
            FormField(id: "moveTime", label: RingsStrings.moveTime, suffix: "min"),
            FormField(id: "exercise", label: RingsStrings.exercise, suffix: "min"),
            FormField(id: "stand", label: RingsStrings.stand, suffix: "h"),
            FormField(id: heartRate.identifier, label: RingsStrings.heartRate, suffix: WorkoutStrings.beatsColumn),
            FormField(id: cyclingPower.identifier, label: RingsStrings.power, suffix: "W"),
        ])
    }

    private static let heartRate = HKQuantityType(.heartRate)
    private static let cyclingPower = HKQuantityType(.cyclingPower)

    /// The units of the zones' fields.
    private static let units = [
        heartRate: HKUnit.count().unitDivided(by: .minute()), cyclingPower: HKUnit.watt(),
    ]

    private static let goals: [(id: String, path: any WritableKeyPath<ActivityGoals, Double?> & Sendable)] = [
        ("energy", \.energy), ("moveTime", \.moveTime), ("exercise", \.exercise), ("stand", \.stand),
    ]

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        let today = CalendarDay(environment.now, in: environment.calendar)
        return [
            .task("load") {
                .loaded(
                    await environment.ask { person in
                        var (chosen, all): ([HKQuantityType: [Double]], [HKQuantityType: [Double]]) = ([:], [:])
                        for (type, unit) in Self.units {
                            let own = try person.chosenZones(of: type)
                            chosen[type] = own.map { Self.boundaries($0, unit) }
                            all[type] = try (own ?? person.store.preferredZonesNow(of: type))
                                .map { Self.boundaries($0, unit) }
                        }
                        return Action.Known(
                            chosen: try person.chosenGoals(on: today),
                            goals: try person.goals(on: today),
                            chosenZones: chosen,
                            zones: all
                        )
                    }
                )
            }
        ]
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .loaded(.success(let known)): fill(known, environment.numberStyle)
        case .loaded(.failure(let failure)): self.failure = failure
        case .saved(.success): return [.pop, .notice(RingsStrings.saved)]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
        return []
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        guard isLoaded else {
            if let failure { return failure.draw(in: rect, on: &grid, theme: environment.theme) }
            grid.write(LoadingLine.line(RingsStrings.loadingGoals, theme: environment.theme), in: rect, x: 1)
            return
        }
        let help = [
            RingsStrings.zonesHelp,
            RingsStrings.emptyHelp,
        ]
        FormPage(form: form, help: help).draw(in: rect, on: &grid, environment)
    }
}

extension GoalsScreen {
    private static func boundaries(_ zones: HKWorkoutZoneConfiguration, _ unit: HKUnit) -> [Double] {
        zones.zones.compactMap { $0.minimum?.converted(to: unit) }
    }

    private mutating func fill(_ known: Action.Known, _ style: NumberStyle) {
        // A blank between thousands would part a list of zones.
        func text(_ number: Double) -> String { NumberText.typed((number * 10).rounded() / 10, in: style) }
        for (id, path) in Self.goals {
            form[id]?.content = .text(TextField(known.chosen[keyPath: path].map(text) ?? ""))
            form[id]?.placeholder = known.goals[keyPath: path].map(text) ?? SharedStrings.none
        }
        for type in Self.units.keys {
            func list(_ numbers: [Double]?) -> String? { numbers.map { $0.map(text).joined(separator: " ") } }
            form[type.identifier]?.content = .text(TextField(list(known.chosenZones[type]) ?? ""))
            form[type.identifier]?.placeholder = list(known.zones[type]) ?? SharedStrings.none
        }
        before = form.fields.map(\.value)
        isLoaded = true
    }

    /// The goals in the fields; errors are shown next to their fields.
    private mutating func readGoals(_ style: NumberStyle) -> ActivityGoals {
        var all = ActivityGoals()
        for (id, path) in Self.goals {
            let text = (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty else { continue }
            form[id]?.error = Self.problem {
                var one = ActivityGoals()
                one[keyPath: path] = try NumberPhrase.number(text, style: style)
                try one.check()
                all[keyPath: path] = one[keyPath: path]
            }
        }
        return all
    }

    /// The zones in the fields that were changed; `nil` for those that are to be worked out.
    private mutating func readZones(_ style: NumberStyle) -> [HKQuantityType: [HKQuantity]?] {
        var all: [HKQuantityType: [HKQuantity]?] = [:]
        for (index, field) in form.fields.enumerated() where before.indices.contains(index) {
            guard let (type, unit) = Self.units.first(where: { $0.key.identifier == field.id }),
                field.value != before[index]
            else { continue }
            let words = Self.words(field.value)
            guard !words.isEmpty else {
                all[type] = .some(nil)
                continue
            }
            form.fields[index].error = Self.problem {
                let boundaries = try words.map {
                    HKQuantity(unit: unit, doubleValue: try NumberPhrase.number($0, style: style))
                }
                _ = try HKWorkoutZoneConfiguration(quantityType: type, zoneBoundaries: boundaries)
                all[type] = boundaries
            }
        }
        return all
    }

    /// The numbers of a list: apart by spaces or semicolons, with commas or without, else by commas alone.
    private static func words(_ text: String) -> [String] {
        let parts = text.split { $0.isWhitespace || $0 == ";" }
        let words = parts.count == 1 ? text.split(separator: ",") : parts
        return words.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " ,")) }.filter { !$0.isEmpty }
    }

    private static func problem(_ body: () throws -> Void) -> String? {
        do {
            try body()
            return nil
        } catch {
            return Failure(error).text
        }
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        for index in form.fields.indices { form.fields[index].error = nil }
        let goals = readGoals(environment.numberStyle)
        let zones = readZones(environment.numberStyle)
        guard !form.hasErrors else {
            form.focusFirstError()
            return [.notice(SharedStrings.notSavedSeeFields)]
        }
        isSaving = true
        let today = CalendarDay(environment.now, in: environment.calendar)
        return [
            .task("save") {
                .saved(
                    await environment.ask { person in
                        if try person.chosenGoals(on: today) != goals { try person.setGoals(goals, from: today) }
                        for (type, boundaries) in zones { try person.setZones(boundaries, of: type) }
                        return true
                    }
                )
            }
        ]
    }
}
