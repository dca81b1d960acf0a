import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The chart of the row under the cursor, next to its list, if the terminal is wide enough for both.
struct ChartPreview: Sendable {
    private(set) var type: HKSampleType?
    private var content = Loaded<Content>()
    /// Whether there was room for it at the last drawing.
    private var isShown = false
    /// The heading over the chart, in place of the type's name.
    var heading: String?
    /// Lines across the chart, of those values alone that are near the chart's own.
    var levels: [ChartLevel] = []

    /// The minimum width for a list and a chart side by side.
    static let wideEnough = 120
    private static let frame = "preview"

    /// A month of a type; nil where it has no data.
    struct Content: Sendable {
        var type: HKSampleType
        var data: ChartData?
    }

    enum Action: Sendable {
        case loaded(Answer<Content>)
    }

    /// Cuts the chart's room off a screen's rectangle; nil when there is not enough for both.
    ///
    /// - Parameters:
    ///   - body: The rectangle, which is reduced to the list's part.
    ///   - list: The width that the list wants: it gets that, or half of the room.
    ///   - least: The least that the list gets, whatever is left for the chart.
    /// - Returns: The rectangle of the chart.
    static func cut(from body: inout Rect, list: Int, keeping least: Int = 0) -> Rect? {
        guard body.width >= wideEnough, body.height >= 8 else { return nil }
        var left = body
        let chart = left.cutRight(body.width - max(least, min(list, body.width / 2)) - 2)
        body = left
        return chart
    }

    /// Learns whether it was drawn.
    ///
    /// - Returns: The effects that fetch the chart when it came into view.
    mutating func laidOut(
        _ layout: Layout,
        _ wanted: HKSampleType?,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        isShown = layout.frames[Self.frame] != nil
        return show(wanted, environment)
    }

    /// Turns to another type, if it is seen at all.
    ///
    /// - Returns: The effects that fetch its chart.
    mutating func show(
        _ wanted: HKSampleType?,
        isStale: Bool = false,
        _ environment: ConsoleEnvironment
    ) -> [ScreenEffect<Action>] {
        guard isShown else { return [] }
        guard let wanted, ChartScreen.charts(wanted) else {
            type = nil
            return []
        }
        guard wanted != type || isStale else { return [] }
        type = wanted
        let source = ChartSource(type: wanted, environment: environment)
        return [
            .task("preview") {
                do {
                    guard let extent = try await source.extent() else {
                        return .loaded(.success(Content(type: wanted, data: nil)))
                    }
                    let last = min(extent.upperBound, environment.now)
                    let isRecent = environment.now.timeIntervalSince(last) < 25 * 86_400
                    let window = source.window(.month, ending: isRecent ? environment.now : last, data: extent)
                    let data = try await source.chart(window, separatesSources: false)
                    return .loaded(.success(Content(type: wanted, data: data)))
                } catch {
                    return .loaded(.failure(Failure(error)))
                }
            }
        ]
    }

    mutating func reduce(_ action: Action) {
        guard case .loaded(let answer) = action else { return }
        if case .success(let content) = answer, content.type != type { return }
        content.take(answer)
    }

    func draw(in rect: Rect, on grid: inout CellGrid, _ environment: ConsoleEnvironment) {
        grid.layout.setFrame(rect, for: Self.frame)
        let theme = environment.theme
        guard let type else { return }
        var body = rect
        let title = body.cutTop(1)
        if let heading {
            grid.section(Line(heading, theme.title), in: title, theme: theme)
            _ = body.cutTop(1)
            // Figures keep a column from the edge, which a section has already.
            body = Rect(x: body.x - 1, y: body.y, width: body.width + 1, height: body.height)
        } else {
            let name = Line(type.entry.name, theme.title)
            grid.write(name.truncated(to: title.width - 2, ellipsis: theme.glyphs.ellipsis), in: title, x: 1)
        }
        guard let shown = content.value, shown.type == type else {
            return content.drawPlaceholder(type.entry.name, in: body, on: &grid, theme: theme)
        }
        guard let data = shown.data else {
            grid.write(Line(SharedStrings.noDataYet, theme.dim), in: body, y: body.height / 2, alignment: .center)
            return
        }
        var view = ChartView(
            type: type,
            data: data,
            cursor: nil,
            unit: ChartSource(type: type, environment: environment).unit,
            environment: environment,
            separatesSources: false
        )
        view.levels = levels.filter { Self.isNear($0.value, data) }
        view.draw(in: body, on: &grid)
    }

    /// Whether a value does not press the others into a corner of the chart.
    private static func isNear(_ value: Double, _ data: ChartData) -> Bool {
        let bounds = [data.range, data.lower].compactMap { $0 }
        guard let low = bounds.map(\.minimum).min(), let high = bounds.map(\.maximum).max() else { return false }
        let margin = max(high - low, abs(high) / 4)
        return value >= low - margin && value <= high + margin
    }
}
