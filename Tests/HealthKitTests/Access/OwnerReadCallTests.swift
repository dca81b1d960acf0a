import Foundation
import Testing

@testable import HealthKit

/// What the person asks is a value that passes the gate, as an app's call is, and no app can ask it.
@Suite("Questions of the person")
struct OwnerReadCallTests {
    private let test = TestStore()

    private static func questions(_ sample: HKSample) throws -> [any AnsweredOwnerReadCall] {
        let late = try SampleFilter(HKQuery.predicateForSamples(withStart: at(5), end: nil))
        let selection = SampleSelection(steps, late)
        return [
            OwnerAppsCall(), OwnerGrantsCall(app: "test.mine"), OwnerApprovalCall(app: "test.mine"),
            OwnerRequestsCall(), OwnerRequestCall(number: 1),
            OwnerObjectChoiceCall(app: "test.mine", type: HKObjectType.visionPrescriptionType().identifier),
            OwnerCompanionPairsCall(), OwnerSourceOrderCall(type: steps.identifier),
            OwnerChosenSourcesCall(type: steps.identifier), OwnerCharacteristicsCall(),
            OwnerAssistantCall(app: "mcp.desk"), OwnerDraftsCall(), OwnerPinsCall(), OwnerCardsCall(),
            OwnerTypeGoalsCall(), OwnerMarksCall(),
            OwnerDeliveriesCall(app: "test.mine"), OwnerChosenUnitCall(type: steps), OwnerTypesCall(),
            OwnerSourcesCall(),
            OwnerDevicesCall(),
            OwnerPageCall(
                selection: selection,
                position: SampleListPosition(behind: [sample], after: nil),
                ascending: true,
                limit: 3
            ),
            OwnerSampleCall(uuid: sample.uuid), OwnerOwnersCall(uuid: sample.uuid),
            OwnerCountCall(selection: selection),
            OwnerExplanationCall(
                selection: selection,
                intervals: try IntervalCalendar(anchor: at(0), components: DateComponents(hour: 1))
            ),
            OwnerOperationsCall(limit: 2), OwnerNextOperationCall(isRedo: false),
            OwnerOperationPreviewCall(isRedo: false), OwnerVersionsCall(uuid: sample.uuid),
            OwnerSuccessorCall(uuid: sample.uuid),
            OwnerAuditCall(app: "test.mine", type: steps.identifier, start: at(0)),
            OwnerGuestCall(), OwnerStudiesCall(),
            OwnerDaySummariesCall(), OwnerMedicationsCall(),
            OwnerBeginningCall(
                prefix: String(sample.uuid.uuidString.prefix(4)),
                types: [ByIdentifier(wrappedValue: HKObjectType.workoutType())],
                limit: 3
            ),
            OwnerRecalibrationCall(type: steps), OwnerGoalsCall(day: "2001-01-01"),
            OwnerChosenGoalsCall(day: "2001-01-01"),
            OwnerRingPauseCall(day: "2001-01-01"), OwnerRingsCall(first: "2001-01-01", last: nil),
        ] + workoutQuestions
    }

    private static var workoutQuestions: [any AnsweredOwnerReadCall] {
        let workout = WorkoutReference(HKWorkout(activityType: .running, start: at(0), end: at(60)))
        return [
            OwnerReadingsCall(type: steps, workout: workout), OwnerRoutesCall(workout: workout),
            OwnerMemberCountsCall(workout: workout), OwnerEffortCall(workout: workout.uuid),
            OwnerChosenZonesCall(type: HKQuantityType(.heartRate)),
        ]
    }

    private static func answer<Question: AnsweredOwnerReadCall>(_ question: Question, _ port: any CallPort) throws
        -> String
    {
        "\(try port.send(question))"
    }

    @Test("Each is answered after it was written down as before, and refused to an app and to an app's list of calls")
    func all() async throws {
        try test.grant("mine", steps, read: true, share: true)
        let samples = stepSamples(0..<9) { ($0 + 1, $0 * 10, $0 * 10 + 5) }
        try await test.app("mine").save(samples)
        try test.person.setPinnedTypes([steps.identifier])
        try test.person.setGoal(TypeGoal(.atLeast, QuantityText(value: 8_000, unit: "count"), per: .day), for: steps)
        try test.person.add(DayMark("Lisbon", CalendarDay(year: 2026, month: 5, day: 3)))
        try test.person.setStudy("ab", StudyRecord(title: "Walks", bytes: [1, 2, 3]), sent: [steps.identifier: 7])
        let questions = try Self.questions(samples[0])
        let changing = [
            OwnerCall.name, UndoOperationCall.name, ForgetOperationsCall.name, EditCall.name, EditSamplesCall.name,
            SaveMedicationCall.name, SaveDraftCall.name,
            LogDoseCall.name, OwnerUnknownSamplesCall.name, OwnerUnknownSampleCall.name, ImportCall.name,
            ExportCall.name,
            BackUpCall.name,
            MergeCall.name,
            // Asks the service too, not the store alone.
            OwnerWakesCall.name,
        ]
        #expect(Set(questions.map { type(of: $0).name } + changing) == Set(OwnerReadCalls.kinds.map { $0.name }))
        #expect(Set(OwnerReadCalls.kinds.map { $0.name }).count == OwnerReadCalls.kinds.count)
        let app = try test.app("mine").port.local()
        let coded = CodedPort(try test.store.port.local())
        #expect(await code { _ = try app.send(OwnerWakesCall()) } == .errorAuthorizationDenied)
        for question in questions {
            let written = try AppCall.bytes(of: question)
            let read = try #require(
                try AppCall.call(written, among: OwnerReadCalls.kinds) as? any AnsweredOwnerReadCall
            )
            let (first, second) = (try Self.answer(question, test.store.port), try Self.answer(read, test.store.port))
            #expect(first == second && !first.isEmpty, "\(question)")
            #expect(try Self.answer(question, coded) == first, "\(question)")
            #expect(await code { _ = try Self.answer(question, app) } == .errorAuthorizationDenied, "\(question)")
            #expect(throws: HKError.self, "\(question)") { _ = try AppCall.call(written) }
        }
    }

    @Test("A page after a position, a count and a deletion that expects a number go as values")
    func deleting() async throws {
        let samples = stepSamples(0..<9) { ($0 + 1, $0 * 10, $0 * 10 + 5) }
        try await test.store.save(samples)
        let list = SampleListQuery(type: steps, from: at(20))
        #expect(try test.person.count(list) == 7)
        let first = try test.person.samples(list, ascending: true, limit: 3)
        let second = try test.person.samples(
            list,
            after: SampleListPosition(behind: first, after: nil),
            ascending: true,
            limit: 3
        )
        #expect((first + second).map(\.uuid) == samples[2...7].map(\.uuid))
        let call = OwnerCall.deleteMatching([list.selection], expecting: 6)
        let written = try AppCall.bytes(of: call)
        #expect(try AppCall.call(written, among: OwnerReadCalls.kinds) as? OwnerCall == call)
        #expect(throws: DeletionError(expected: 6, found: 7)) { try test.person.perform(call) }
        var visited: [UUID] = []
        _ = try test.person.perform(.deleteMatching([list.selection], expecting: 7)) { visited.append($0) }
        #expect(Set(visited) == Set(samples[2...].map(\.uuid)))
        #expect(try test.person.count(SampleListQuery(type: steps)) == 2)
    }

    @Test("What the person imports, exports, copies and notes goes as values, and an app can do none of it")
    func files() async throws {
        var selection = ExportSelection(from: at(0), types: [steps.identifier])
        selection.sources = ["test.mine"]
        let type = try #require(HKSampleType.ofStored("HKQuantityTypeIdentifierNew"))
        let unknown = SampleListQuery(type: type, from: at(0))
        let calls: [any StoreCall] = [
            ImportCall(file: "export.zip", restoresDeleted: true), ExportCall(selection: selection),
            BackUpCall(path: "/nowhere/copy", replaces: true, leavesSteps: true),
            MergeCall(path: "/nowhere/copy", file: "copy", restoresDeleted: false),
            OwnerUnknownSamplesCall(selection: unknown.selection, ascending: true),
        ]
        for call in calls {
            let written = try AppCall.bytes(of: call)
            let read = try AppCall.call(written, among: OwnerReadCalls.kinds)
            #expect("\(read)" == "\(call)")
            #expect(throws: HKError.self, "\(call)") { _ = try AppCall.call(written) }
        }
        let gate = try test.app("mine").port.local()
        let forms = ImportForms(unit: { $0 }, metadata: { _ in [] }, workout: { _ in [] }, saysTheSame: { $0 == $1 })
        let medication = AnnotatedMedicationContent(
            concept: MedicationConceptContent(
                identifier: ConceptIdentifierContent(domain: .medication, identifier: "m"),
                displayText: "Aspirin",
                generalForm: .tablet,
                codings: []
            ),
            nickname: nil,
            isArchived: false,
            hasSchedule: false
        )
        let dose = try HKMedicationDoseEvent(
            of: HKHealthConceptIdentifier(ConceptIdentifierContent(domain: .medication, identifier: "m")),
            status: .taken,
            at: at(5)
        )
        let refused: [() throws -> Void] = [
            { _ = try gate.answer(ImportCall(file: "a", restoresDeleted: false), forms) },
            { try gate.answer(ExportCall(selection: ExportSelection())) { _ in } },
            { _ = try gate.answer(BackUpCall(path: "/nowhere/copy", replaces: false)) { _, _ in } },
            {
                let call = MergeCall(path: "/nowhere/copy", file: "copy", restoresDeleted: false)
                _ = try gate.answer(call, forms, isCancelled: { false }, progress: { _, _ in })
            },
            { try gate.answer(OwnerUnknownSamplesCall(selection: unknown.selection, ascending: true)) { _ in true } },
            { _ = try gate.answer(OwnerUnknownSampleCall(uuid: UUID())) },
            { try gate.answer(SaveMedicationCall(medication: medication)) },
            { try gate.answer(LogDoseCall(dose: dose, earlier: UUID())) },
            { _ = try gate.answer(SaveDraftCall(draft: UUID(), entry: stepSample(1, 0, 1))) },
        ]
        for attempt in refused { #expect(await code { try attempt() } == .errorAuthorizationDenied) }
    }

    @Test("The person's calls are bounded as an app's are")
    func bounds() async throws {
        let many = Array(repeating: UUID(), count: CallBounds.objects + 1)
        #expect(await code { try test.person.perform(.delete(many)) } == .errorInvalidArgument)
        let lists = Array(repeating: SampleSelection(steps), count: CallBounds.types + 1)
        #expect(
            await code { try test.person.perform(.deleteMatching(lists, expecting: nil)) } == .errorInvalidArgument
        )
        #expect(
            await code { _ = try test.person.samples(SampleListQuery(type: steps), limit: -1) } == .errorInvalidArgument
        )
    }

    @Test("A request for access keeps the names of its fields in stores")
    func storedNames() throws {
        let app = #"{"bundleIdentifier":"a","name":"A","firstRequest":0,"lastRequest":0}"#
        let text = #"{"id":1,"app":\#(app),"read":[],"share":[],"created":0,"state":"pending","askers":[7]}"#
        let stored = try? JSONDecoder().decode(AuthorizationRequest.self, from: Data(text.utf8))
        let request = try #require(stored)
        #expect(request.callers == [7])
        #expect(String(decoding: try JSONEncoder().encode(request), as: UTF8.self).contains(#""askers":[7]"#))
    }
}
