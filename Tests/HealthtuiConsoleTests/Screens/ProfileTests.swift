import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// What the person says of themselves and decides for the store.
@Suite struct ProfileTests {
    @Test("Personal details are shown, chosen by typing, and reverted by u")
    func aboutYou() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("8")
        console.expectRow("8 Profile")
        #expect(console.cursorRow.contains("Date of birth") && console.cursorRow.contains("not set"))
        try await console.press(.enter).type("1990-12-10").press(.enter).type("f").press(.enter).type("m")
            .press(.enter).type("A+")
        try await console.press(.control("s"))
        console.expectRow("saved; u takes it back")
        console.expectRow("1990-12-10, 35 years")
        console.expectRow("Female")
        #expect(console.expectRow("Blood type").contains("A+"))
        #expect(console.expectRow("Sex for reference ranges").contains("Male"))
        #expect(try store.person.characteristics().biologicalSex == HKBiologicalSex.female.rawValue)
        #expect(try store.person.characteristics().referenceSex == HKReferenceSex.male.rawValue)
        try await console.press("u")
        console.expectNone("1990-12-10")
        #expect(try store.person.characteristics() == CharacteristicValues())
    }

    @Test("An invalid date of birth is reported next to its field, and nothing is saved")
    func slip() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("8", .enter).type("tomorrow").press(.control("s"))
        console.expectRow("“tomorrow” isn't a date of birth; write 1990-12-10 or none")
        console.expectRow("not saved: see beside the fields")
        #expect(try store.person.characteristics() == CharacteristicValues())
        try await console.press(.escape, "y", "8")
        console.expectRow("not set")
    }

    @Test("A unit that is chosen holds on every screen at once, and u takes it back; typed numbers are of it as well")
    func units() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        #expect(console.expectRow("Weight").contains("kg"))
        try await console.press("8")
        try await console.press(":").type("weight").press(.enter, "L")
        console.expectRow("70.3")
        try await console.press("8", "G")
        #expect(console.cursorRow.contains("Weight"), "\(console.text)")
        try await console.press(.enter)
        console.expectRow("< as usual (kg) >")
        try await console.type("lb").press(.enter).waitFor(" lb")
        #expect(console.cursorRow.contains("lb"), "\(console.text)")
        #expect(try store.person.preferredUnit(for: HKQuantityType(.bodyMass)) == .pound())
        try await console.press("2")
        console.expectRow("155.1")
        try await console.press("a")
        console.expectRow("lb")
        try await console.press(.escape, "1").waitFor(" lb")
        #expect(console.expectRow("Weight").contains("lb"))
        try await console.press("u").waitFor(" kg")
        #expect(console.expectRow("Weight").contains("kg"))
        // A console that begins now shows it from its first screen on.
        try store.person.setPreferredUnit(.pound(), for: HKQuantityType(.bodyMass))
        let next = try await Console.start(store.environment())
        #expect(next.expectRow("Weight").contains("lb"))
    }

    @Test("Goals, sources left out and the lock lead on to where they are changed")
    func leadsOn() async throws {
        let store = try TestStore.filled()
        try store.person.setSourceOrder(
            HKQuantityType(.heartRate).identifier,
            order: [TestStore.watch.source.bundleIdentifier],
            excluded: [TestStore.polar.source.bundleIdentifier]
        )
        let console = try await Console.start(store.environment(), height: 40)
        try await console.press("8")
        #expect(console.expectRow("Lock").contains("not encrypted"))
        console.expectRow("30 min exercise, 12 h standing")
        #expect(console.expectRow("Polar Flow").contains("Heart Rate"))
        try await console.click(on: "Polar Flow").click(on: "Polar Flow")
        console.expectRow("Sources of Heart Rate")
        try await console.press(.escape).click(on: "Rings and zones").click(on: "Rings and zones")
        console.expectRow("Rings and zones")
    }

    @Test("Enter says that a guest is there, and after a question that none is")
    func guest() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(), height: 40)
        try await console.press("8").click(on: "nobody else").click(on: "nobody else")
        try await console.waitFor("somebody else uses").settle()
        #expect(try store.person.isGuest())
        try await console.press(.enter)
        console.expectRow("Let apps change your health data again?")
        try await console.press("n")
        #expect(try store.person.isGuest())
        try await console.press(.enter, "y").waitFor("nobody else").settle()
        #expect(try !store.person.isGuest())
    }

    @Test("A console that only reads shows the profile and changes nothing")
    func readOnly() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment(isReadOnly: true))
        try await console.press("8", .enter)
        console.expectRow("this console only reads")
        try await console.press("G", .enter)
        console.expectRow("this console only reads")
        try await console.click(on: "nobody else").click(on: "nobody else")
        #expect(try !store.person.isGuest())
    }
}
