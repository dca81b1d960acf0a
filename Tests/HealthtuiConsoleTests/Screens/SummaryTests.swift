import Foundation
import HealthKit
import HealthtuiConsole
import HealthtuiEntry
import HealthtuiExchange
import HealthtuiFacts
import HealthtuiTerminalUI
import HealthtuiTerminalUITesting
import Testing

@Suite struct SummaryTests {
    @Test func showsTodaysTotalsAndLatestValues() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        let steps = console.expectRow("Steps")
        #expect(steps.contains("3,643"))
        #expect(steps.contains("until 13:30"))
        #expect(console.expectRow("Heart Rate").contains("latest 85, today 13:12") == false)
        #expect(console.expectRow("Heart Rate").contains("68–126"))
        #expect(console.expectRow("Sleep").contains("6 h"))
        #expect(console.expectRow("Weight").contains("70.3"))
        #expect(console.expectRow("Blood Pressure").contains("120/76"))
        console.expectRow("Trends")
    }

    @Test("Names are whole from 80 columns on, and no time or number is cut into another at any width")
    func longNames() async throws {
        let store = try TestStore.filled()
        let long: [HKQuantityTypeIdentifier] = [.distanceWalkingRunning, .environmentalAudioExposure]
        try store.save(
            [
                try store.quantity(.distanceWalkingRunning, 12_345, .meter(), 0, 9, length: 600),
                try store.quantity(.environmentalAudioExposure, 71, .decibelAWeightedSoundPressureLevel(), 0, 9),
                try store.quantity(.environmentalAudioExposure, 64, .decibelAWeightedSoundPressureLevel(), 0, 11),
            ],
            from: TestStore.watch
        )
        try store.person.setPinnedTypes(long.map(\.rawValue) + [HKQuantityType(.heartRate).identifier])
        let console = try await Console.start(store.environment())
        console.expectRow("Walking + Running Distance")
        console.expectRow("Environmental Sound Levels")
        console.expectRow("latest 85, 13:12")
        for width in 30...120 {
            try await console.resize(width: width, height: 12)
            for row in console.screen.rows { #expect(!row.contains(/[0-9:,.–]…/), "\(width): \(row)") }
        }
    }

    @Test func pinsUnpinsAndReorders() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try await console.press("J")
        #expect(console.cursorRow.contains("Steps"))
        #expect(try store.person.pinnedTypes()?.first == HKQuantityType(.heartRate).identifier)
        try await console.press("p")
        console.expectNone("3,643")
        try await console.press(":").type("steps").press(.enter, "p")
        console.expectRow("Steps is pinned to the summary")
        try await console.press("1").waitFor("3,643")
        #expect(try store.person.pinnedTypes()?.last == HKQuantityType(.stepCount).identifier)
    }

    @Test func followsTheStore() async throws {
        let store = try TestStore.filled()
        let console = try await Console.start(store.environment())
        try store.save([store.quantity(.stepCount, 1_000, .count(), 0, 14, length: 600)], from: TestStore.watch)
        try await console.waitFor("4,643")
    }

    @Test func opensTheChartUnderTheCursor() async throws {
        let console = try await Console.start(TestStore.filled().environment())
        try await console.press("j", .enter)
        console.expectRow("Summary › Heart Rate")
        try await console.press("q")
        #expect(console.cursorRow.contains("Heart Rate"))
    }

    @Test func anEmptyStoreOffersThreeWaysToBegin() async throws {
        let console = try await Console.start(TestStore().environment())
        console.expectRow("This store is empty")
        try await console.press(.enter)
        console.expectRow("File")
        try await console.press(.escape, "1", "j", "j", .enter)
        console.expectRow("What do you want to add?")
    }

    @Test("The log identifies the sample data")
    func sampleDataInTheLog() async throws {
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment)
        try await console.press("j", .enter, "U")
        console.expectRow("imported sample data: ")
    }

    @Test func theSampleDataComesInThroughTheImporter() async throws {
        let store = TestStore()
        let environment = store.environment(importFile: ExportImporter(store.person).importFile)
        let console = try await Console.start(environment)
        try await console.press("j", .enter)
        console.expectRow("of an invented person are in")
        for name in ["Steps", "Heart Rate", "Active Energy", "Sleep", "Weight", "Blood Pressure"] {
            #expect(!console.expectRow(name).contains("no data"))
        }
        #expect(
            try store.person.sources().map(\.source.name).sorted() == [
                "Sample Cuff", "Sample Phone", "Sample Scale", "Sample Watch",
            ]
        )
        let run = try #require(try store.person.latest(HKObjectType.workoutType()) as? HKWorkout)
        let page = try WorkoutPage(run, .person(store.person), text: WorkoutText(locale: environment.locale))
        let distance = try #require(page.distance)
        #expect((2_500...9_500).contains(distance))
        #expect(page.summary.energy ?? 0 > 100)
        #expect(page.heartRate != nil && page.track != nil)
        // The way is as long as what the workout says, so its splits add up to it.
        let measured: Double = page.splits.map(\.distance).reduce(0, +)
        #expect(abs(measured - distance) < distance * 0.02)
    }
}
