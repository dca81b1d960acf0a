import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@Suite struct RangeBarTests {
    private func text(_ value: Double, _ low: Double?, _ high: Double?, _ glyphs: Glyphs = .utf8) -> String {
        RangeBar(value: value, low: low, high: high).line(theme: Theme(glyphs: glyphs, colors: .none)).text
    }

    @Test(
        "The point stands on the scale of what is usual, and on the dots beyond it",
        arguments: [
            (5.0, 4.0, 6.0, "··├───●───┤··"), (4.0, 4.0, 6.0, "··●───────┤··"), (6.0, 4.0, 6.0, "··├───────●··"),
            (4.01, 4.0, 6.0, "··├●──────┤··"), (5.99, 4.0, 6.0, "··├──────●┤··"), (6.8, 4.0, 6.0, "··├───────┤●·"),
            (9.0, 4.0, 6.0, "··├───────┤·●"), (3.5, 4.0, 6.0, "·●├───────┤··"), (-80.0, 4.0, 6.0, "●·├───────┤··"),
            (1.0, nil, 2.0, "──────●───┤··"), (2.1, nil, 2.0, "──────────┤●·"), (1.0, 2.0, nil, "·●├──────────"),
            (3.0, 2.0, nil, "··├───●──────"),
        ] as [(Double, Double?, Double?, String)]
    )
    func places(value: Double, low: Double?, high: Double?, bar: String) {
        #expect(text(value, low, high) == bar)
        #expect(text(value, low, high).displayWidth == RangeBar.width)
    }

    @Test("Without colours and blocks, what is beyond has another mark than what is usual")
    func plain() {
        #expect(text(5, 4, 6, .ascii) == "..|---*---|..")
        #expect(text(7, 4, 6, .ascii) == "..|-------|!.")
    }

    @Test("No numbers end the program, and every bar is as wide")
    func absurd() {
        let numbers: [Double] = [0, -0.0, 1e308, -1e308, .ulpOfOne, .leastNonzeroMagnitude, 4, .infinity, .nan]
        for value in numbers {
            for low in numbers.map(Optional.some) + [nil] {
                for high in numbers.map(Optional.some) + [nil] {
                    #expect(text(value, low, high).displayWidth == RangeBar.width)
                }
            }
        }
    }
}
