import Foundation
import HealthKitStore
import Testing

@testable import HealthKit

@Suite("What the person decides about an assistant")
struct AssistantGrantTests {
    private let world = AssistantWorld()

    @Test("It is kept, lists the assistant among the apps, and goes when the assistant is forgotten")
    func kept() throws {
        let grant = AssistantWorld.grant([steps: AssistantRight(.days), heartRate: AssistantRight(nil)])
        try world.allow(grant)
        #expect(try world.person.assistant("mcp.desk") == grant)
        #expect(try world.person.assistant("mcp.other") == nil)
        #expect(try world.person.apps().map(\.bundleIdentifier) == ["mcp.desk"])
        _ = try world.totals()
        try world.person.forgetApp("mcp.desk")
        #expect(try world.person.assistant("mcp.desk") == nil)
        #expect(try world.person.apps().isEmpty)
        let left = try world.test.store.database().read { try $0.store.valueKeys(StoreNamespace.assistantCalls) }
        #expect(left.isEmpty)
        try world.allow(grant)
        try world.person.removeApp("mcp.desk")
        #expect(try world.person.assistant("mcp.desk") == nil)
    }

    @Test("An earlier program finds that nothing was decided: there is no permission of an app")
    func earlierPrograms() throws {
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.samples, adds: true)]))
        #expect(try world.person.grants(app: "mcp.desk").isEmpty)
        let grants = try world.test.store.database().read { try $0.store.valueKeys(StoreNamespace.grants) }
        #expect(grants.isEmpty)
    }

    @Test("Permissions of an app are none of an assistant's, neither set nor answered")
    func permissions() async throws {
        let grants = [steps.identifier: Grant(read: true, share: true)]
        #expect(throws: HKError.self) { try world.person.setGrants(grants, app: "mcp.desk") }
        #expect(throws: HKError.self) { try world.person.setGrants(grants, app: "MCP.desk") }
        // A file that somebody else wrote may hold one.
        try world.test.store.database()
            .write { try $0.setGrant(Grant(read: true, share: true), app: "mcp.desk", type: steps.identifier) }
        try await world.test.store.save(stepSample(1, world.clock.now - 60, world.clock.now))
        await #expect(throws: HKError.self) { _ = try await world.assistant().all(steps) }
        #expect(try world.totals().refusal == .undecided)
        let request = try #require(try world.person.requests().first)
        #expect(throws: HKError.self) { try world.person.answer(request.id, read: [steps.identifier], share: []) }
        #expect(try world.person.answer(request.id, read: [], share: []))
        #expect(try world.person.assistant("mcp.desk") == nil)
    }

    @Test("What is out of bounds isn't kept, and says what it is")
    func bounds() {
        let right = AssistantRight(.days)
        var bad: [AssistantGrant] = []
        for days in [0, -1, 3_661, Int.max, .min] { bad.append(AssistantWorld.grant([steps: right], pastDays: days)) }
        for calls in [0, -5, 10_001, Int.max] { bad.append(AssistantWorld.grant([steps: right], calls: calls)) }
        for day in [CalendarDay(year: 2027, month: 2, day: 29), CalendarDay(year: 10_000, month: 1, day: 1)] {
            bad.append(AssistantWorld.grant([steps: right], until: day))
        }
        for zone in ["", "Nowhere/Town", String(repeating: "x", count: 1_000)] {
            var grant = AssistantWorld.grant([steps: right])
            grant.zone = zone
            bad.append(grant)
        }
        for weekday in [0, 8, Int.min] {
            var grant = AssistantWorld.grant([steps: right])
            grant.firstWeekday = weekday
            bad.append(grant)
        }
        for units in [[steps.identifier: "kg"], [steps.identifier: "nonsense"], ["nothing": "kg"]] {
            var grant = AssistantWorld.grant([steps: right])
            grant.units = units
            bad.append(grant)
        }
        let others: [HKObjectType] = [
            HKCharacteristicType(.dateOfBirth), HKObjectType.stateOfMindType(), HKClinicalType(.labResultRecord),
            HKQuantityType(.bloodPressureSystolic), HKObjectType.electrocardiogramType(),
            HKObjectType.medicationDoseEventType(),
        ]
        for type in others { bad.append(AssistantWorld.grant([type: right])) }
        bad.append(AssistantWorld.grant([HKObjectType.workoutType(): AssistantRight(.days, adds: true)]))
        bad.append(AssistantWorld.grant([HKCategoryType(.sleepAnalysis): AssistantRight(nil, adds: true)]))
        for grant in bad {
            let error = #expect(throws: HKError.self, "\(grant)") { try world.allow(grant) }
            #expect(error?.code == .errorInvalidArgument, "\(grant)")
        }
        for name in ["desk", "test.app", "mcp", "mcp."] {
            #expect(throws: HKError.self, "\(name)") { try world.allow(AssistantWorld.grant([:]), name) }
        }
    }

    @Test("Undo gives an assistant no rights back, and no copy of a store brings any")
    func undo() throws {
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.days)]))
        try world.person.setPinnedTypes([steps.identifier])
        try world.person.setAssistant(nil, app: "mcp.desk")
        #expect(try world.person.undo() != nil)
        #expect(try world.person.assistant("mcp.desk") == nil)
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.days)]))
        try world.person.forgetApp("mcp.desk")
        _ = try world.person.undo()
        #expect(try world.person.apps().map(\.account) == ["mcp.desk"])
        #expect(try world.person.assistant("mcp.desk") == nil)

        let folder = ProofFolder()
        let other = HKHealthStore.person(location: .file(folder.path("other.store"))).person
        try other.setAssistant(AssistantWorld.grant([steps: AssistantRight(.samples)]), app: "mcp.desk")
        _ = try other.backUp(to: folder.path("copy.store"), replacing: false)
        let own = HKHealthStore.person(location: .file(folder.path("own.store"))).person
        _ = try own.merge(copyAt: folder.path("copy.store"), named: "copy", .none, restoresDeleted: false)
        #expect(try own.assistant("mcp.desk") == nil)
    }

    @Test("The doctor finds decisions that can't be followed, which count as none")
    func damage() throws {
        try world.allow(AssistantWorld.grant([steps: AssistantRight(.days)]))
        try world.test.store.database()
            .write { try $0.writer.setValue(Array("{\"types\":3}".utf8), StoreNamespace.assistants, "mcp.desk") }
        #expect(try world.totals().refusal == .undecided)
        let problems = try world.test.store.database().read { try StoreDoctor.unreadableValues($0) }
        #expect(problems.count == 1)
    }

    @Test("“Turn all on” leaves out what is sensitive, and gives weeks where a day is the sample")
    func types() {
        let days: [HKObjectType] = [
            steps, heartRate, HKQuantityType(.activeEnergyBurned), HKCategoryType(.sleepAnalysis),
            HKObjectType.workoutType(), HKQuantityType(.dietaryCaffeine), HKQuantityType(.dietaryWater),
        ]
        for type in days { #expect(AssistantTypes.levelOfAll(type.identifier) == .days, "\(type)") }
        let weeks: [HKObjectType] = [
            HKQuantityType(.bodyMass), HKQuantityType(.restingHeartRate), HKCorrelationType(.bloodPressure),
            HKQuantityType(.vo2Max), HKQuantityType(.height),
        ]
        for type in weeks { #expect(AssistantTypes.levelOfAll(type.identifier) == .weeks, "\(type)") }
        let left: [HKObjectType] = [
            HKCategoryType(.menstrualFlow), HKCategoryType(.mindfulSession), HKCategoryType(.headache),
            HKQuantityType(.bloodAlcoholContent), HKQuantityType(.numberOfAlcoholicBeverages),
            HKQuantityType(.insulinDelivery), HKQuantityType(.basalBodyTemperature),
        ]
        for type in left {
            #expect(AssistantTypes.contains(type.identifier) && AssistantTypes.isSensitive(type.identifier), "\(type)")
            #expect(AssistantTypes.levelOfAll(type.identifier) == nil, "\(type)")
        }
        for type in AssistantTypes.all {
            #expect(HKObjectType.type(identifier: type) is HKSampleType, "\(type)")
        }
        #expect(AssistantTypes.isSensitive("unknown") && !AssistantTypes.contains("unknown"))
    }

    @Test("A moment has the day and the full hour of the grant's zone, through changes of clocks")
    func moments() throws {
        let clock = AssistantWorld.berlin
        let grant = AssistantWorld.grant([steps: AssistantRight(.days)], pastDays: 1)
        let moment = try #require(AssistantMoment(AssistantWorld.noon, grant))
        #expect(moment.today == AssistantWorld.today && moment.hour == 15 && moment.first == moment.today)
        #expect(moment.end == AssistantWorld.noon.addingTimeInterval(-1_800))
        for (month, day) in [(3, 28), (3, 29), (10, 24), (10, 25)] {
            let start = CalendarDay(year: 2026, month: month, day: day).start(on: clock)
            for minutes in stride(from: 0.0, to: 1_440, by: 10) {
                let now = start.addingTimeInterval(minutes * 60)
                let moment = try #require(AssistantMoment(now, grant))
                #expect(moment.end <= now && (0...23).contains(moment.hour), "\(now)")
                #expect(now.timeIntervalSince(moment.end) < 2 * 3_600, "\(now)")
            }
        }
        #expect(AssistantMoment(at(.infinity), grant) == nil)
        var nowhere = grant
        nowhere.zone = "Nowhere"
        #expect(AssistantMoment(AssistantWorld.noon, nowhere) == nil)
    }
}
