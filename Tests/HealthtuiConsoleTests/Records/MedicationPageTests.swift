import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

/// Medications, and the doses that are due.
@Suite struct MedicationPageTests {
    private func doses(_ store: TestStore) throws -> [HKMedicationDoseEvent] {
        try store.person.samples(SampleListQuery(type: HKObjectType.medicationDoseEventType()), limit: 500)
            .compactMap { $0 as? HKMedicationDoseEvent }
    }

    @Test("A dose that is due is noted as taken or skipped by one key, and stays one dose")
    func takesADose() async throws {
        let store = TestStore()
        try store.medications()
        let before = try doses(store).count
        let console = try await Console.start(store.environment())
        try await console.press(":").type("medication doses").press(.enter)
        try await console.press("j")
        #expect(console.cursorRow.contains("14:00"))
        try await console.press("t")
        console.expectRow("noted Metformin 500 mg: taken")
        try await console.press("j", "s")
        console.expectRow("noted Metformin 500 mg: skipped")
        let after = try doses(store)
        #expect(after.count == before)
        let logged = after.filter { $0.metadata?[HKMetadataKeyWasUserEntered] as? Bool == true }
        #expect(Set(logged.map(\.logStatus)) == [.taken, .skipped])
        #expect(logged.first { $0.logStatus == .taken }?.scheduledDate == TestStore.time(0, 14))
        #expect(logged.first { $0.logStatus == .taken }?.doseQuantity == 1)
        #expect(logged.first { $0.logStatus == .skipped }?.doseQuantity == nil)
    }

    @Test("A medication is added by its form, and taken as needed by one key")
    func addsAMedication() async throws {
        let store = TestStore()
        let console = try await Console.start(store.environment())
        try await console.press(":").type("medication doses").press(.enter)
        console.expectRow("none; a adds one")
        try await console.press("a").type("Vitamin D").press(.control("s"))
        console.expectRow("saved Vitamin D")
        try await console.waitFor("never taken")
        try await console.press("t")
        console.expectRow("noted Vitamin D: taken")
        let dose = try #require(try doses(store).first)
        #expect(dose.scheduleType == .asNeeded)
        #expect(dose.logStatus == .taken)
        #expect(try store.person.medications().map(\.medication.displayText) == ["Vitamin D"])
        try await console.press("G", "d")
        console.expectRow("Take Vitamin D off your list?")
        try await console.press("y")
        console.expectRow("put aside Vitamin D")
        #expect(console.expectRow("Vitamin D").contains("taken"))
        console.expectNone("not in your list")
        console.expectRow("none; a adds one")
        #expect(try doses(store).count == 1)
        #expect(try store.person.medications().map(\.isArchived) == [true])
    }

    @Test("A console that only reads notes no dose")
    func readsOnly() async throws {
        let store = TestStore()
        try store.medications()
        let console = try await Console.start(store.environment(isReadOnly: true))
        try await console.press(":").type("medication doses").press(.enter)
        try await console.press("j", "t")
        console.expectRow("this console only reads")
        #expect(try doses(store).allSatisfy { $0.metadata?[HKMetadataKeyWasUserEntered] == nil })
    }
}
