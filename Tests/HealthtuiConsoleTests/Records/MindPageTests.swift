import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// States of mind: their month, their pages and the form.
@Suite struct MindPageTests {
    @Test("A month of states of mind is a calendar; the day under the cursor shows its notes")
    func mind() async throws {
        let store = TestStore()
        try store.moods()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("state of mind").press(.enter)
        console.expectRow("16 +3")
        console.expectRow("20 -2     21 +2")
        console.expectRow("Pleasant, momentary emotion  calm  because of family, friends")
        try await console.press(.left)
        console.expectRow("Unpleasant, daily mood  sad, stressed  because of work")
        console.expectRow("calm 3  sad 2  stressed 2")
        try await console.press(.enter)
        console.expectRow("[--o----------]")
        try await console.press(.escape).press("k")
        console.expectRow("Fri 13 Nov 2026  nothing was noted")
        try await console.press(.enter)
        console.expectRow("nothing was noted on that day")
        try await console.press("h")
        console.expectRow("Oct 2026")
        try await console.press("G", "l")
        console.expectRow("that day is still to come")
        try await console.press(":").type("2026-11-12").press(.enter)
        console.expectRow("Very unpleasant")
    }

    @Test("No word of a state of mind is cut at 40x10, in the month and on its page")
    func mindIsNarrow() async throws {
        let store = TestStore()
        try store.moods()
        let console = try await Console.start(store.environment(), width: 40, height: 10)
        try await console.press(":").type("state of mind").press(.enter)
        console.expectRow("Pleasant, momentary emotion")
        console.expectRow("calm")
        console.expectNone("…")
        try await console.press(.enter)
        console.expectRow("very unpleasant [")
        console.expectNone("…")
    }

    @Test("How one feels is noted by the form, by names or the beginnings of names")
    func noteMind() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press("3", "/").type("state of mind").press(.enter, .enter)
        try await console.press(.tab).press(.right, .right).press(.tab).type("calm, hap").press(.tab).type("family")
        try await console.press(.control("s"))
        console.expectRow("saved State of Mind Pleasant")
        let sample = try #require(try store.person.latest(HKObjectType.stateOfMindType()) as? HKStateOfMind)
        #expect(sample.labels == [.calm, .happy])
        #expect(sample.associations == [.family])
        #expect(sample.valenceClassification == .pleasant)
        #expect(sample.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true)
        try await console.press(.enter).press(.tab, .tab).type("wobbly").press(.control("s"))
        console.expectRow("“wobbly” is none of them")
    }

    @Test("Each of the seven words of a state of mind is stored as a valence of that word")
    func valences() throws {
        for value in 0..<7 {
            let classification = HKStateOfMind.ValenceClassification(valence: Double(value - 3) / 3.5)
            #expect(classification?.rawValue == value + 1)
        }
    }
}
