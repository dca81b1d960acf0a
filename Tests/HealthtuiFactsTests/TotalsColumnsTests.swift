import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiFacts
import RandomTesting
import Testing

/// The numbers that assistants are answered from are those of screens.
@Suite struct TotalsColumnsTests {
    private static let steps = HKQuantityType(.stepCount)
    private static let mass = HKQuantityType(.bodyMass)
    private static let sleep = HKCategoryType(.sleepAnalysis)
    private static let mindful = HKCategoryType(.mindfulSession)
    private static let brushing = HKCategoryType(.headache)
    private static let oxygen = HKQuantityType(.oxygenSaturation)
    private static let pressure = HKCorrelationType(.bloodPressure)
    private static let runs = HKObjectType.workoutType()

    private func column(_ name: String, _ table: TotalsTable?) throws -> TotalsTable.Column {
        try #require(table?.columns.first { $0.name == name }, "\(name)")
    }

    /// A month of random data from two sources.
    private func fill(_ world: TotalsWorld, _ generator: inout SeededGenerator) throws {
        let phone = TotalsWorld.revision("Phone", "com.apple.health.phone")
        for ago in 0..<40 where Int.random(in: 0..<10, using: &generator) > 1 {
            var samples: [HKSample] = []
            for _ in 0..<Int.random(in: 0..<5, using: &generator) {
                let hour = Double.random(in: 0..<11, using: &generator)
                samples.append(
                    world.quantity(
                        .stepCount,
                        .random(in: 1...5_000, using: &generator),
                        .count(),
                        ago,
                        hour,
                        minutes: 9
                    )
                )
                samples.append(
                    world.quantity(
                        .bodyMass,
                        .random(in: 60...90, using: &generator),
                        .gramUnit(with: .kilo),
                        ago,
                        hour
                    )
                )
                samples.append(
                    world.quantity(.oxygenSaturation, .random(in: 0.9...1, using: &generator), .percent(), ago, hour)
                )
            }
            let asleep = HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue
            samples.append(
                world.category(.sleepAnalysis, asleep, ago, 0.5, minutes: .random(in: 60...500, using: &generator))
            )
            samples.append(
                world.category(.mindfulSession, 0, ago, 9, minutes: .random(in: 1...90, using: &generator))
            )
            if Bool.random(using: &generator) {
                samples.append(world.category(.headache, 0, ago, 8, minutes: 2))
            }
            samples.append(try world.run(ago, 7, minutes: .random(in: 5...90, using: &generator), kilometers: 5.256))
            try world.save(samples, from: Bool.random(using: &generator) ? phone : TotalsWorld.watch)
        }
    }

    @Test(
        "Past days are the numbers of screens, rounded alike; in any zone",
        arguments: ["Europe/Berlin", "Asia/Kolkata"]
    )
    func days(zone: String) throws {
        var generator = SeededGenerator("days of an assistant in \(zone)")
        let types: [HKObjectType] = [
            Self.steps, Self.mass, Self.oxygen, Self.sleep, Self.mindful, Self.brushing, Self.runs,
        ]
        let rights = types.map { ($0, AssistantRight(.days)) }
        var world = TotalsWorld(zone: zone, Dictionary(uniqueKeysWithValues: rights))
        world.grant.units = [Self.mass.identifier: "lb"]
        try fill(world, &generator)
        try world.allow()
        let table = try #require(try world.table())
        let first = TotalsWorld.today.advanced(by: -29)
        #expect(table.first == first && table.hour == 12)
        let pounds = HKUnit.pound()
        let measures: [(name: String, measure: Measure, factor: Double)] = [
            ("stepCount", Measure(.quantity(Self.steps)), 1), ("bodyMass", Measure(.quantity(Self.mass)), 1),
            ("oxygenSaturation", Measure(.quantity(Self.oxygen)), 1), ("sleep", Measure(.sleep(.sleep)), 3_600),
            ("night", Measure(.sleep(.night)), 3_600), ("mindfulSession", Measure(.minutes(Self.mindful)), 60),
            ("running time", Measure(.workouts(.running, .time)), 60),
        ]
        for (name, measure, factor) in measures {
            let column = try column(name, table)
            let days = try world.reader.days(of: measure, in: first..<TotalsWorld.today).days
            let format = MeasureFormat(measure) { type in
                ValueUnit(type, locale: Locale(identifier: "en_001"), chosen: type == Self.mass ? pounds : nil)
            }
            let scale = factor == 3_600 ? 100.0 : 1
            let shown = days.map { day, value in
                let number = format.shown(value.value)
                return TotalsTable.Cell(day, factor == 1 ? number : (number / factor * scale).rounded() / scale)
            }
            let past = column.cells.filter { $0.day < TotalsWorld.today }
            #expect(past == shown.sorted { $0.day < $1.day }, "\(name)")
            #expect(!past.isEmpty && Set(past.map(\.day)).count == past.count, "\(name)")
        }
        let distance = try #require(table.columns.first { $0.kind == .total && $0.unit == "km" })
        #expect(distance.cells.allSatisfy { $0.value == 5.26 } && distance.type == Self.runs.identifier)
        #expect(try column("bodyMass", table).unit == "lb" && column("oxygenSaturation", table).unit == "%")
        #expect(try column("oxygenSaturation", table).cells.allSatisfy { (90...100).contains($0.value) })
        #expect(try column("headache", table).cells.allSatisfy { $0.value == 1 && $0.days == nil })
    }

    @Test("Weeks are over and whole, and their means are of the days that have a value")
    func weeks() throws {
        var world = TotalsWorld(
            [
                Self.steps: AssistantRight(.weeks), Self.mass: AssistantRight(.weeks),
                Self.brushing: AssistantRight(.weeks),
            ],
            pastDays: 30
        )
        var generator = SeededGenerator("weeks of an assistant")
        try fill(world, &generator)
        for first in 1...7 {
            world.grant.firstWeekday = first
            try world.allow()
            let table = try #require(try world.table())
            let start = TotalsWorld.today.advanced(by: -29)
            for (name, type) in [("stepCount", Self.steps), ("bodyMass", Self.mass)] {
                let column = try column(name, table)
                let measure = Measure(.quantity(type))
                let days = try world.reader.days(of: measure, in: start..<TotalsWorld.today)
                let format = MeasureFormat(measure) { ValueUnit($0, locale: Locale(identifier: "en_001")) }
                #expect(!column.cells.isEmpty && column.cells.count <= 4)
                for cell in column.cells {
                    #expect(cell.day.weekday == first && cell.day >= start)
                    let end = cell.day.advanced(by: 7)
                    #expect(end <= TotalsWorld.today)
                    let values = (cell.day..<end).compactMap { days.days[$0]?.value }
                    let sum = values.reduce(0, +)
                    let wanted = column.kind == .total ? sum : sum / Double(values.count)
                    #expect(cell.value == format.shown(wanted))
                    #expect(cell.days == (column.kind == .total ? values.count : nil))
                }
            }
            #expect(try column("headache", table).cells.allSatisfy { $0.value == 1 && $0.days == nil })
            // A span that cuts a week has none of it.
            let monday = TotalsWorld.today.startOfWeek(first).advanced(by: -7)
            let cut = try world.table([Self.steps], monday.advanced(by: 1), monday.advanced(by: 6))
            #expect(try column("stepCount", cut).cells.isEmpty)
            let whole = try world.table([Self.steps], monday, monday.advanced(by: 6))
            #expect(
                try column("stepCount", whole).cells == column("stepCount", table).cells.filter { $0.day == monday }
            )
        }
    }

    @Test("Today ends at the last full hour: what ended later isn't told")
    func today() throws {
        let types: [HKObjectType] = [Self.steps, Self.mass, Self.sleep, Self.mindful, Self.brushing, Self.runs]
        let rights = types.map { ($0, AssistantRight(.days)) }
        let world = TotalsWorld(Dictionary(uniqueKeysWithValues: rights))
        let kilograms = HKUnit.gramUnit(with: .kilo)
        let asleep = HKCategoryValueSleepAnalysis.asleepUnspecified.rawValue
        try world.save([
            world.quantity(.stepCount, 100, .count(), 0, 11.5, minutes: 10),
            world.quantity(.stepCount, 1_000, .count(), 0, 11.9, minutes: 12),
            world.quantity(.stepCount, 9_000, .count(), 0, 12.1, minutes: 10),
            world.quantity(.bodyMass, 75, kilograms, 0, 11.9), world.quantity(.bodyMass, 95, kilograms, 0, 12.01),
            world.category(.sleepAnalysis, asleep, 0, 1, minutes: 300),
            world.category(.mindfulSession, 0, 0, 9, minutes: 10),
            world.category(.mindfulSession, 0, 0, 12.2, minutes: 10),
            world.category(.headache, 0, 0, 12.2, minutes: 2),
            try world.run(0, 11.5, minutes: 50, kilometers: 9),
        ])
        try world.allow()
        let table = try #require(try world.table())
        let today = TotalsWorld.today
        #expect(try column("stepCount", table).cells == [TotalsTable.Cell(today, 100)])
        #expect(try column("bodyMass", table).cells == [TotalsTable.Cell(today, 75)])
        #expect(try column("sleep", table).cells == [TotalsTable.Cell(today, 5)])
        #expect(try column("night", table).cells == [TotalsTable.Cell(today, 5)])
        #expect(try column("mindfulSession", table).cells == [TotalsTable.Cell(today, 10)])
        #expect(try column("headache", table).cells.isEmpty)
        #expect(table.columns.filter { $0.type == Self.runs.identifier }.allSatisfy { $0.cells.isEmpty })
        let day = try world.reader.days(of: Measure(.quantity(Self.steps)), in: today..<today.advanced(by: 1)).days
        #expect(day[today]?.value == 10_100, "the screen has all of it")
    }

    @Test("A blood pressure has both its numbers, and what a screen counts as 0 has no cell")
    func pairs() throws {
        let world = TotalsWorld([Self.pressure: AssistantRight(.days), Self.runs: AssistantRight(.days)])
        let members = [
            world.quantity(.bloodPressureSystolic, 131, .millimeterOfMercury(), 3, 8),
            world.quantity(.bloodPressureDiastolic, 80, .millimeterOfMercury(), 3, 8),
        ]
        try world.save([
            HKCorrelation(type: Self.pressure, start: world.time(3, 8), end: world.time(3, 8), objects: Set(members)),
            try world.run(9, 7, minutes: 30, kilometers: 5), try world.run(2, 7, minutes: 30, kilometers: 5),
        ])
        try world.allow()
        let table = try #require(try world.table())
        let day = TotalsWorld.today.advanced(by: -3)
        #expect(try column("bloodPressure", table).cells == [TotalsTable.Cell(day, 131, second: 80)])
        #expect(try column("bloodPressure", table).unit == "mmHg")
        #expect(try column("running time", table).cells.map(\.value) == [30, 30])
        let empty = try #require(try world.table([Self.runs], TotalsWorld.today.advanced(by: -1), nil))
        #expect(empty.columns.map(\.name) == ["workout time"] && empty.columns.allSatisfy { $0.cells.isEmpty })
    }
}
