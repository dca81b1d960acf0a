import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import HealthtuiTerminalUI

/// An overview of the workout under the cursor, next to its list, if the terminal is wide enough for both.
struct WorkoutPreview: Sendable {
    /// The page of a workout; `nil` for one that no longer exists.
    struct Content: Sendable {
        var workout: UUID
        var page: WorkoutPage?
    }

    enum Action: Sendable {
        case loaded(Answer<Content>)
    }

    private var wanted: UUID?
    /// Whether there was room for it at the last drawing.
    private var isShown = false
    private var content = Loaded<Content>()

    private static let frame = "preview"
    /// The preferred and the minimum width of the list.
    private static let list = (wanted: 108, least: 78)

    /// Cuts its room off the list's rectangle; `nil` when there is not enough for both.
    static func cut(from body: inout Rect) -> Rect? {
        ChartPreview.cut(from: &body, list: list.wanted, keeping: list.least)
    }

    /// Makes the page be read again, since it may have changed.
    mutating func forget() { wanted = nil }

    /// Learns whether it was drawn.
    mutating func laidOut(_ layout: Layout) { isShown = layout.frames[Self.frame] != nil }

    /// Turns to the workout under the cursor, if it is seen at all.
    ///
    /// - Returns: The effects that read its page.
    mutating func show(_ workout: UUID?, _ environment: ConsoleEnvironment) -> [ScreenEffect<Action>] {
        guard isShown, workout != wanted else { return [] }
        wanted = workout
        guard let workout else { return [] }
        return [
            .run("preview") { send in
                // While a key is held, the cursor moves on before anything is read.
                do { try await Task.sleep(for: .milliseconds(60)) } catch { return }
                let answer = await WorkoutPage.find(workout, environment, isCompared: false)
                send(.loaded(answer.map { Content(workout: workout, page: $0) }))
            }
        ]
    }

    mutating func reduce(_ action: Action) {
        guard case .loaded(let answer) = action else { return }
        if case .success(let content) = answer, content.workout != wanted { return }
        content.take(answer)
    }

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        grid.layout.setFrame(rect, for: Self.frame)
        let theme = environment.theme
        for y in 0..<rect.height { grid.write(theme.glyphs.vertical, in: rect, x: 0, y: y, style: theme.faint) }
        guard let wanted else { return }
        var body = rect
        _ = body.cutLeft(1)
        guard let shown = content.value, shown.workout == wanted else {
            return content.drawPlaceholder(WorkoutStrings.loading, in: body, on: &grid, theme: theme)
        }
        guard let page = shown.page else { return }
        let title = Line(WorkoutText.title(page.workout), theme.title)
        let heading = body.cutTop(1)
        grid.write(title.truncated(to: heading.width - 2, ellipsis: theme.glyphs.ellipsis), in: heading, x: 1)
        WorkoutOverview(page: page, environment: environment).draw(in: body, on: &grid)
    }
}

extension WorkoutPage {
    /// Reads the page of a workout.
    ///
    /// - Parameters:
    ///   - uuid: The workout's.
    ///   - environment: The environment with the store.
    ///   - isCompared: Whether it is held against others of its kind.
    /// - Returns: The page; `nil` when there is no such workout.
    static func find(
        _ uuid: UUID,
        _ environment: ConsoleEnvironment,
        isCompared: Bool
    ) async -> Answer<WorkoutPage?> {
        let text = WorkoutText(locale: environment.locale)
        return await environment.ask { person in
            guard let workout = try person.sample(uuid) as? HKWorkout else { return nil }
            var page = try WorkoutPage(workout, .person(person), text: text)
            page.recordings = try WorkoutRecordings(of: workout, person)
            if isCompared { page.comparison = try WorkoutComparison(of: page, person) }
            return page
        }
    }
}
