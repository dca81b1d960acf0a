import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The form of a past workout.
package struct WorkoutFormScreen: FormScreen {
    package var form = Self.empty
    private var isSaving = false

    package init() {}

    package enum Action: FormAction {
        case saved(Answer<HKWorkout>)
        case leave
    }

    package var title: String { WorkoutStrings.addTitle }

    package var isTyping: Bool { true }

    package var contexts: [KeyContext] { [.form] }

    package var unfinished: Unfinished? {
        guard form.fields.map(\.value) != Self.empty.fields.map(\.value) else { return nil }
        return .text(WorkoutStrings.unfinished)
    }

    private static var places: [String] {
        [WorkoutStrings.placeNotSaid, WorkoutStrings.outdoors, WorkoutStrings.indoors]
    }

    private static var empty: Form {
        Form([
            FormField(id: "activity", label: WorkoutStrings.activity, placeholder: WorkoutStrings.activityExample),
            FormField(id: "place", label: WorkoutStrings.place, content: .choice(places, selected: 0)),
            FormField(id: "start", label: SharedStrings.start, placeholder: WorkoutStrings.startExample),
            FormField(id: "end", label: SharedStrings.end, placeholder: WorkoutStrings.endExample),
            FormField(id: "distance", label: WorkoutStrings.distance, placeholder: WorkoutStrings.distanceExample),
            FormField(id: "energy", label: WorkoutStrings.energy, placeholder: WorkoutStrings.energyExample),
        ])
    }

    package mutating func open(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        formChanged(environment)
        return []
    }

    package mutating func reduce(_ action: Action, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        isSaving = false
        switch action {
        case .saved(.success(let workout)):
            let what = WorkoutText.title(workout) + " " + WorkoutText.clock(workout.duration)
            return [.pop, .notice(WorkoutStrings.saved(what, environment.dates.moment(workout.startDate)))]
        case .saved(.failure(let failure)): return [.notice(SharedStrings.notSaved(failure.text))]
        case .leave: return [.pop]
        }
    }

    package func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        let help = [
            WorkoutStrings.formHelp,
            SharedStrings.savedFromHealth,
        ]
        FormPage(form: form, help: help).draw(in: rect, on: &grid, environment)
    }
}

extension WorkoutFormScreen {
    private var draft: WorkoutDraft {
        var draft = WorkoutDraft()
        func text(_ id: String) -> String { (form[id]?.value ?? "").trimmingCharacters(in: .whitespaces) }
        draft.activity = text("activity")
        draft.start = text("start")
        draft.end = text("end")
        draft.distance = text("distance")
        draft.energy = text("energy")
        if let index = Self.places.firstIndex(of: text("place")) { draft.place = WorkoutDraft.Place.allCases[index] }
        return draft
    }

    /// Shows next to the fields how they were understood.
    package mutating func formChanged(_ environment: ConsoleEnvironment) {
        let draft = draft
        let dates = environment.dates
        let times = environment.entryContext.times
        // Input that can't be parsed gets no note; saving reports the error.
        let activity = try? WorkoutDraft.activity(named: draft.activity)
        form["activity"]?.note = activity.map { SampleText.activity($0) } ?? ""
        let start = draft.start.isEmpty ? nil : try? times.date(draft.start)
        form["start"]?.note = start.map { dates.moment($0) } ?? ""
        let end = draft.end.isEmpty ? nil : start.flatMap { try? times.date(draft.end, after: $0) }
        form["end"]?.note = end.map { dates.moment($0) } ?? ""
    }

    package mutating func save(_ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard !isSaving else { return [] }
        for index in form.fields.indices { form.fields[index].error = nil }
        do {
            let workout = try draft.workout(environment.entryContext)
            isSaving = true
            return [.task("save") { .saved(await environment.ask { try $0.save([workout]) }.map { workout }) }]
        } catch let problems as WorkoutDraft.Problems {
            for (field, text) in problems.texts { form["\(field)"]?.error = text }
        } catch {
            form["activity"]?.error = "\(error)"
        }
        form.focusFirstError()
        return [.notice(SharedStrings.notSavedSeeFields)]
    }
}
