import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Cycle tracking as a calendar of cycles.
@Suite struct CycleScreenTests {
    /// A category sample of a whole morning.
    private static func sample(
        _ type: HKCategoryTypeIdentifier,
        _ value: Int,
        _ daysAgo: Int,
        metadata: [String: Any]? = nil
    ) throws -> HKCategorySample {
        let start = TestStore.time(daysAgo, 8)
        return try HKCategorySample(
            validating: HKCategoryType(type),
            value: value,
            start: start,
            end: start.addingTimeInterval(3_600),
            metadata: metadata
        )
    }

    /// Periods of four days that began some days ago, with symptoms and tests in the newest cycle.
    static func samples(starts: [Int] = [123, 95, 66, 39, 12]) throws -> [HKSample] {
        let flow: [HKCategoryValueVaginalBleeding] = [.medium, .heavy, .light, .light]
        let periods = try starts.flatMap { start in
            try flow.enumerated()
                .map { index, value in
                    try sample(
                        .menstrualFlow,
                        value.rawValue,
                        start - index,
                        metadata: [HKMetadataKeyMenstrualCycleStart: index == 0]
                    )
                }
        }
        return periods + [
            try sample(.headache, HKCategoryValueSeverity.mild.rawValue, 11),
            try sample(.abdominalCramps, HKCategoryValueSeverity.severe.rawValue, 11),
            try sample(.nausea, HKCategoryValueSeverity.notPresent.rawValue, 10),
            try sample(.ovulationTestResult, HKCategoryValueOvulationTestResult.negative.rawValue, 2),
            try sample(.ovulationTestResult, HKCategoryValueOvulationTestResult.luteinizingHormoneSurge.rawValue, 1),
            try sample(
                .intermenstrualBleeding,
                HKCategoryValue.notApplicable.rawValue,
                4
            ),
        ]
    }

    private func console(_ samples: [HKSample], width: Int = 120) async throws -> Console {
        let store = TestStore()
        try store.save(samples, from: TestStore.watch)
        let console = try await Console.start(store.environment(), width: width, height: width == 120 ? 40 : 24)
        return try await console.press(":").type("menstruation").press(.enter)
    }

    @Test("Each cycle is a row with its days, and the day under the cursor is read in words")
    func calendar() async throws {
        let console = try await console(try Self.samples())
        console.expectRow("CYCLE 27–29 days")
        console.expectRow("PERIOD 4 days")
        console.expectRow("LAST PERIOD Mon 9 Nov")
        #expect(console.expectRow("9 Nov 2026").contains("day 13"))
        #expect(console.expectRow("13 Oct 2026").contains("27"))
        #expect(console.expectRow("Sat 21 Nov  day 13").contains("nothing recorded"))
        try await console.press(.left)
        #expect(console.expectRow("Fri 20 Nov  day 12").contains("Ovulation Test Result: "))
        try await console.press("h")
        console.expectRow("Sat 24 Oct  day 12")
        try await console.press("l", "G")
        for _ in 0..<11 { try await console.press(.left) }
        let row = console.expectRow("Tue 10 Nov  day 2")
        for word in ["heavy", "Headache", "Abdominal Cramps"] {
            #expect(row.localizedCaseInsensitiveContains(word))
        }
        try await console.press(.right)
        #expect(!console.expectRow("day 3").contains("Nausea"), "a symptom that was not present is none")
        try await console.press(.enter)
        console.expectRow("1 sample")
    }

    @Test("The next period is predicted from past cycles, and said to be a prediction")
    func prediction() async throws {
        let console = try await console(try Self.samples())
        console.expectRow("NEXT PERIOD about Mon 7 Dec")
        console.expectRow(
            "A prediction, from your last 4 cycles of 27–29 days: the next period begins between Sun 6 Dec and Tue 8 Dec."
        )
        #expect(console.expectRow("9 Nov 2026").contains("░"))
        #expect(!console.expectRow("13 Oct 2026").contains("░"))
    }

    @Test("Nothing is predicted from too few cycles, while a contraceptive is recorded, and once the time is over")
    func noPrediction() async throws {
        let few = try await console(try Self.samples(starts: [66, 39, 12]))
        few.expectRow("No prediction: it takes three complete cycles")
        few.expectNone("NEXT PERIOD")
        let pill = try HKCategorySample(
            validating: HKCategoryType(.contraceptive),
            value: HKCategoryValueContraceptive.oral.rawValue,
            start: TestStore.time(30, 8),
            end: TestStore.time(-30, 8)
        )
        let taking = try await console(try Self.samples() + [pill])
        taking.expectRow("No prediction while pregnancy, lactation or a contraceptive is recorded.")
        taking.expectNone("░")
        let late = try await console(try Self.samples(starts: [151, 123, 95, 66, 39]))
        late.expectNone("NEXT PERIOD")
    }

    @Test("Without periods the calendar says so, and what else is recorded is listed")
    func noPeriods() async throws {
        let test = try Self.sample(.ovulationTestResult, HKCategoryValueOvulationTestResult.negative.rawValue, 2)
        let store = TestStore()
        try store.save([test], from: TestStore.watch)
        let console = try await Console.start(store.environment())
        try await console.press(":").type("ovulation test").press(.enter)
        console.expectRow("No periods recorded yet.")
        try await console.press("L")
        console.expectRow("1 sample")
    }
}
