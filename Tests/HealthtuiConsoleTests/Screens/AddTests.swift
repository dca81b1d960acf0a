import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@Suite struct AddTests {
    @Test("R2.22 what the person types in is saved as Health's, marked as typed in, and listed")
    func addsABodyMassAndListsIt() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("weig").press(.enter, .enter).type("70").press(.control("s"))
        console.expectRow("saved Weight 70.0 kg, today 14:20")
        try await console.press(.escape, .escape).press(":").type("weight").press(.enter, "L")
        console.expectRow("14 samples")
        #expect(console.cursorRow.contains("70.0"))
        #expect(console.cursorRow.contains("today 14:20:00"))
        #expect(console.cursorRow.contains("Health"))
        let saved = try #require(try store.person.latest(HKQuantityType(.bodyMass)))
        #expect(saved.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        #expect(saved.sourceRevision.source.bundleIdentifier == "com.apple.Health")
    }

    @Test func understandsUnitsAndTimesAsTyped() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("154.3 lb").press(.tab)
            .type("yesterday 22:30")
        console.expectRow("yesterday 22:30")
        try await console.press(.control("s"))
        let saved = try #require(try store.person.latest(HKQuantityType(.bodyMass)) as? HKQuantitySample)
        #expect(saved.quantity == HKQuantity(unit: .pound(), doubleValue: 154.3))
        #expect(saved.startDate == TestStore.time(1, 22.5))
    }

    @Test("Enter moves to the next field, and at the last one saves; an error keeps the form open")
    func enterGoesOn() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter, .enter, .enter)
        #expect(console.expectRow("Value").contains("✗"))
        #expect(try store.person.types().isEmpty)
        try await console.type("70").press(.enter, .enter)
        console.expectRow("saved Weight 70.0 kg")
        let saved = try #require(try store.person.latest(HKQuantityType(.bodyMass)) as? HKQuantitySample)
        #expect(saved.quantity == HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 70))
    }

    @Test func anErrorStandsBesideItsFieldAndNothingIsLost() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("70 bpm").press(.tab)
            .type("yesterday")
        try await console.press(.control("s"))
        #expect(console.expectRow("Value").contains("✗"))
        console.expectRow("70 bpm")
        console.expectRow("yesterday")
        #expect(try store.person.types().isEmpty)
    }

    @Test func addsABloodPressureAsAPair() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("blood pr").press(.enter, .enter)
        try await console.type("76").press(.tab).type("118").press(.control("s"))
        #expect(console.expectRow("Diastolic").contains("diastolic must be below systolic"))
        try await console.press(.control("u")).type("70").press(.control("s"))
        console.expectRow("saved Blood Pressure 76/70 mmHg")
        let type = try #require(BloodPressure.type)
        let saved = try #require(try store.person.latest(type) as? HKCorrelation)
        #expect(saved.objects.count == 2)
    }

    @Test func picksTheValueOfACategory() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("headache").press(.enter, .enter).press(.right, .right)
        try await console.press(.control("s"))
        let saved = try #require(try store.person.latest(HKCategoryType(.headache)) as? HKCategorySample)
        let values = try #require(HKCategoryType(.headache).enumeration)
        #expect(saved.value == values.cases[2].value)
    }

    @Test func asksBeforeWhatWasTypedIsLost() async throws {
        let console = try await Console.start(TestStore().environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter).type("7").press(.escape)
        console.expectRow("Leave without saving what you typed?")
        try await console.press(.escape)
        console.expectRow("Value")
        try await console.press(.escape, "y", .escape)
        console.expectRow("What do you want to add?")
    }

    @Test func leavesAnEmptyFormWithoutAsking() async throws {
        let console = try await Console.start(TestStore().environment())
        try await console.press("3", "/").type("weight").press(.enter, .enter, .escape)
        console.expectRow("/weight")
        try await console.press(.escape)
        console.expectRow("What do you want to add?")
    }

    @Test("The list is filtered by / alone: letters type nothing, and digits change screens")
    func takesNoTextWithoutAPrompt() async throws {
        let console = try await Console.start(TestStore().environment())
        try await console.press("3")
        #expect(console.screen.cursor == nil)
        try await console.press("w", "e")
        console.expectRow("What do you want to add?")
        try await console.press("/").type("wei2")
        #expect(console.screen.cursor != nil)
        console.expectRow("/wei2")
        try await console.press(.escape, "2")
        console.expectRow("2 Browse")
    }

    @Test func offersOnlyWhatCanBeAdded() async throws {
        let console = try await Console.start(TestStore().environment())
        try await console.press("3", "/").type("stand")
        // The list is there and filtered, so what it leaves out was looked for.
        console.expectRow("/stand")
        console.expectNone("Stand Hours")
        try await console.press(.escape, "/").type("weight")
        console.expectRow("Weight")
    }

    @Test("On a wide terminal the help of the focused field is next to it, above the last month")
    func helpBeside() async throws {
        let console = try await Console.start(TestStore.filled().environment(), width: 120, height: 40)
        try await console.press("3", "/").type("pressure").press(.enter, .enter)
        #expect(console.expectRow("Systolic ─").contains("│"))
        #expect(console.text.contains("the upper of"))
        console.expectRow("Your last month")
        try await console.type("118")
        console.expectRow("┄ 118")
        try await console.press(.tab)
        #expect(console.expectRow("Diastolic ─").contains("│"))
        #expect(console.text.contains("the lower of") && !console.text.contains("the upper of"))
        try await console.type("200").press(.control("s"))
        let wrong = console.expectRow("✗ ")
        #expect(wrong.contains("Diastolic") && wrong.contains(" 200 "), "what is wrong stands beside what was typed")
        try await console.resize(width: 80, height: 24)
        #expect(!console.text.contains("Your last month"))
        console.expectRow("Systolic")
    }
}
