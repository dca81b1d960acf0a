import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@testable import HealthtuiConsole

/// Every screen without colours: what it says in words, and the numbers beside its charts.
@Suite struct PlainScreenTests {
    private static let drawn = Set("─│└┤┬▌█▁▂▃▄▅▆▇░▒┄┊▀◆●○")

    @Test(
        "Every screen is said in words, and every tick is a number that the unit can write, one step from the next",
        arguments: ScreenGoldenTests.scenes
    )
    func everyScreen(scene: ScreenGoldenTests.Scene) async throws {
        let console = try await ScreenGoldenTests().open(scene, .plain)
        let lines = ScreenLine.lines(console.screen)
        #expect(!lines.isEmpty)
        let mute = lines.filter {
            $0.text.contains { Self.drawn.contains($0) || ("\u{2800}"..."\u{28FF}").contains($0) }
        }
        #expect(mute.isEmpty, "\(mute.map(\.text))")
        for size in [Size(width: 200, height: 60), Size(width: 120, height: 40), Size(width: 80, height: 24)] {
            try await console.resize(width: size.width, height: size.height)
            expectTicks(console, scene.name)
        }
    }

    private func expectTicks(_ console: Console, _ name: String) {
        let grid = console.screen
        for (frame, plot) in grid.layout.frames where plot.height >= 3 {
            let ticks = Self.ticks(beside: plot, on: grid)
            guard ticks.count > 2 else { continue }
            let about: Comment = "\(name), \(frame), \(grid.size): \(ticks)\n\(console.text)"
            let steps = zip(ticks, ticks.dropFirst()).map { (rows: $1.row - $0.row, step: $0.value - $1.value) }
            #expect(Set(steps.map(\.rows)).count == 1, about)
            let most = steps.map { abs($0.step) }.max() ?? 0
            #expect(steps.allSatisfy { abs($0.step - steps[0].step) <= most * 0.011 }, about)
        }
    }

    /// The numbers beside a plot, from the top; empty where words or times stand there.
    private static func ticks(beside plot: Rect, on grid: CellGrid) -> [(row: Int, value: Double)] {
        var found: [(row: Int, value: Double)] = []
        for y in plot.y...plot.maxY where plot.x >= 3 {
            let text = (max(0, plot.x - 12)..<(plot.x - 1)).map { grid[$0, y]?.text ?? " " }.joined()
            guard text.last?.isNumber == true || text.last?.isLetter == true,
                let word = text.split(separator: " ").last.map(String.init)
            else { continue }
            let scale: Double = word.hasSuffix("k") ? 1e3 : word.hasSuffix("M") ? 1e6 : 1
            let digits = word.prefix { $0.isNumber || ".,-".contains($0) }
            let rest = word.dropFirst(digits.count)
            guard !digits.isEmpty, ["", "k", "M", "h", "min", "%"].contains(String(rest)),
                let number = Double(digits.replacing(",", with: ""))
            else { return [] }
            found.append((y, number * scale))
        }
        return found
    }
}
