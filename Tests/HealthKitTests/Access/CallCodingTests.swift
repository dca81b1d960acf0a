import Foundation
import Synchronization
import Testing

@testable import HealthKit

@Suite("Calls as they are written down")
struct CallCodingTests {
    /// One call of each kind, with all that it can hold.
    private static func calls() throws -> [any StoreCall] {
        let filter = try SampleFilter(
            NSCompoundPredicate(andPredicateWithSubpredicates: [
                HKQuery.predicateForSamples(withStart: at(0), end: at(100), options: .strictStartDate),
                HKQuery.predicateForObjects(with: [UUID(), UUID()]),
                HKQuery.predicateForObjects(withMetadataKey: "key", allowedValues: ["a", 3]),
                NSCompoundPredicate(notPredicateWithSubpredicate: HKQuery.predicateForObjectsWithNoCorrelation()),
            ])
        )
        let selection = SampleSelection(steps, filter)
        let sum = HKStatisticsOptions.cumulativeSum.rawValue
        let sample = stepSample(3, 0, 1, metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 2])
        let score = HKQuantitySample(
            type: HKQuantityType(.workoutEffortScore),
            quantity: HKQuantity(unit: .appleEffortScore(), doubleValue: 3),
            start: at(0),
            end: at(1)
        )
        let types: [any StoreCall] = [
            AuthorizationStatusCall(type: steps.identifier),
            RequestStatusCall(share: [ByIdentifier(wrappedValue: steps)], read: [ByIdentifier(wrappedValue: food)]),
            AuthorizeCall(share: [ByIdentifier(wrappedValue: steps)], read: [ByIdentifier(wrappedValue: heartRate)]),
            AuthorizeObjectsCall(type: HKObjectType.visionPrescriptionType(), filter: filter),
            AuthorizeDocumentsCall(selection: SampleSelection(HKDocumentType(.CDA))),
            PickRecordsCall(filter: filter), AuthorizeExtensionsCall(),
            CharacteristicCall(type: HKCharacteristicTypeIdentifier.bloodType.rawValue),
            PreferredUnitsCall(types: [ByIdentifier(wrappedValue: steps)]), BodyFactsCall(date: at(3)),
            PreferredZonesCall(type: heartRate, date: at(3)),
            EarliestDatesCall(types: [ByIdentifier(wrappedValue: steps)]),
        ]
        let changes: [any StoreCall] = [
            SaveCall(objects: [sample, meal([grams(protein, 1)])]), SaveSeriesCall(samples: [sample]),
            SaveRouteCall(route: [], workout: UUID()),
            DeleteCall(objects: [UUID()], types: [steps.identifier]), DeleteMatchingCall(selection: selection),
            AddSamplesCall(samples: [sample], workout: UUID()),
            RelateCall(sample: [score], workout: UUID(), activity: UUID()),
            UnrelateCall(sample: UUID(), type: steps.identifier, workout: UUID(), activity: nil),
            AttachCall(object: UUID(), name: "scan", contentType: "com.adobe.pdf", metadata: [1], data: Data([2])),
            DetachCall(object: UUID(), attachment: UUID()), RecalibrateCall(type: steps, date: at(1)),
            DeliveryCall(type: steps.identifier, frequency: HKUpdateFrequency.daily.rawValue),
        ]
        let reads: [any StoreCall] = [
            SamplesCall(
                selections: [selection],
                order: try SampleOrder([NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)]),
                limit: 3
            ),
            CorrelationsCall(selection: SampleSelection(food, filter), members: [SampleSelection(protein)]),
            SourcesCall(selection: selection),
            SeriesCall(
                selection: selection,
                reading: SeriesReading(includesSample: true, isBySample: false),
                needsSample: true
            ),
            StatisticsCall(selection: selection, options: sum), RecordDataCall(type: steps, uuid: UUID()),
            MedicationsCall(filter: .everything, limit: 1), AttachmentsCall(object: UUID()),
            AttachmentPieceCall(object: UUID(), attachment: UUID(), number: 2), ObserveCall(selections: [selection]),
            AnchoredCall(selections: [selection], anchor: CallAnchor(HKQueryAnchor(5, given: 2, tag: -3)), limit: nil),
            CollectionCall(
                selection: selection,
                options: sum,
                intervals: try IntervalCalendar(anchor: at(0), components: DateComponents(day: 1))
            ),
            SummariesCall(days: try SummaryFilter(nil)),
            EffortCall(filter: filter, anchor: CallAnchor(nil), isMostRelevantOnly: true),
        ]
        return types + changes + reads + workouts(selection, sample)
    }

    private static func workouts(_ selection: SampleSelection, _ sample: HKQuantitySample) -> [any StoreCall] {
        let session = WorkoutSessionContent(HKWorkoutConfiguration())
        let workout = HKWorkout(activityType: .running, start: at(0), end: at(60))
        let part = WorkoutPart(.samples, 3, IdentifierBytes.data([UUID()]))
        return [
            MayBuildWorkoutCall(), CollectCall(selections: [selection], start: at(1)),
            MembersCall(samples: IdentifierBytes.data([UUID()])), SourceOrderCall(type: steps),
            AddToWorkoutCall(samples: [sample], session: UUID(), part: part),
            FinishWorkoutCall(
                workout: [workout],
                routes: [],
                members: [steps.identifier: IdentifierBytes.data([UUID(), UUID()])],
                session: session
            ),
            KeepSessionCall(session: session, parts: [part], takesPlace: true), SessionsCall(withParts: UUID()),
            SessionPlaceCall(session: UUID()), ForgetSessionCall(session: UUID()), AnnounceCompanionCall(),
            CompanionsCall(), AskForCompanionsCall(mirrors: true),
            TakeCompanionCall(companion: "test.app.watch", starts: false), MirroredSessionsCall(),
            TellSessionCall(
                session: UUID(),
                owner: "test.app",
                toCompanion: true,
                message: WorkoutMessage(data: Data([1]))
            ),
            HearSessionCall(session: UUID(), owner: "test.app", fromCompanion: true),
        ]
    }

    @Test("Every call comes back from what is written of it, the same")
    func roundTrip() throws {
        let calls = try Self.calls()
        #expect(Set(calls.map { type(of: $0).name }) == Set(AppCall.kinds.map { $0.name }))
        #expect(Set(AppCall.kinds.map { $0.name }).count == AppCall.kinds.count)
        for call in calls where !(call is SaveRouteCall) {
            let written = try AppCall.bytes(of: call)
            let read = try AppCall.call(written)
            #expect(type(of: read) == type(of: call))
            let object = try JSONSerialization.jsonObject(with: written) as? NSDictionary
            let again = try JSONSerialization.jsonObject(with: AppCall.bytes(of: read)) as? NSDictionary
            // Sets and archives have no order of their own.
            if !(call is SaveCall), !(call is SaveSeriesCall), !(call is AddSamplesCall), !(call is RelateCall),
                !(call is AddToWorkoutCall), !(call is FinishWorkoutCall)
            {
                #expect(String(describing: read).count == String(describing: call).count)
            }
            #expect(object?["call"] as? String == again?["call"] as? String)
        }
    }

    @Test("A call that was read answers as the one that was written")
    func answers() async throws {
        let test = TestStore()
        let samples = (0..<5).map { stepSample(Double($0), Double($0) * 10, Double($0) * 10 + 1) }
        let save = SaveCall(objects: samples)
        let read = try #require(try AppCall.call(AppCall.bytes(of: save)) as? SaveCall)
        try test.store.gate.answer(read)
        #expect(try await test.store.all(steps).map(\.uuid) == samples.map(\.uuid))
        let call = SamplesCall(
            selections: [
                SampleSelection(steps, try SampleFilter(HKQuery.predicateForSamples(withStart: at(15), end: nil)))
            ],
            order: try SampleOrder([NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]),
            limit: 2
        )
        let copy = try #require(try AppCall.call(AppCall.bytes(of: call)) as? SamplesCall)
        #expect(try test.store.gate.answer(copy).map(\.uuid) == [samples[4].uuid, samples[3].uuid])
    }

    @Test("What is no call, of another version, or beyond the bounds is an error")
    func hostile() throws {
        for text in ["", "{}", "[]", #"{"version":1,"call":"grants","fields":{}}"#, #"{"version":2,"call":"sources"}"#]
        {
            #expect(throws: HKError.self) { _ = try AppCall.call(Data(text.utf8)) }
        }
        let big = DeleteCall(objects: Array(repeating: UUID(), count: CallBounds.objects + 1), types: [])
        #expect(throws: HKError.self) { _ = try AppCall.bytes(of: big) }
        let custom = SamplesCall(
            selections: [],
            order: SampleOrder([SortDescriptor(\HKSample.uuid.uuidString)]),
            limit: nil
        )
        #expect(throws: (any Error).self) { _ = try AppCall.bytes(of: custom) }
    }

    @Test("A thousand damaged calls are errors or calls, and never the end of the program")
    func damaged() throws {
        var generator = SeededGenerator(seed: 20_261_121)
        let written = try Self.calls().filter { !($0 is SaveRouteCall) }.map { try AppCall.bytes(of: $0) }
        for round in 0..<1_000 {
            var bytes = written[round % written.count]
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? AppCall.call(bytes)
        }
    }
}

@Suite("Calls of the person")
struct PersonCallTests {
    @Test("They come back as they were written, and no app's call is one of them")
    func roundTrip() throws {
        let calls: [PersonCall] = [
            .setGrants([steps.identifier: Grant(read: true, share: false)], app: "test.mine"), .removeApp("test.mine"),
            .answer(3, read: [steps.identifier], share: []), .setGuest(true), .forgetApp("test.mine"),
            .answer(3, read: [steps.identifier], share: [], since: 1_000), .deleteData(ofApp: "test.mine"),
            .answerObjects(4, [UUID()]), .cancel(5),
            .setSourceOrder(type: steps.identifier, SourcePriority(order: ["test.mine"], excluded: ["test.other"])),
            .setCharacteristics(CharacteristicValues()), .setPins([steps.identifier]), .delete([UUID()]),
        ]
        for call in calls {
            let written = try JSONEncoder().encode(call)
            #expect(try JSONDecoder().decode(PersonCall.self, from: written) == call)
            #expect(throws: HKError.self) { _ = try AppCall.call(written) }
        }
    }

    @Test("An app's store gives no way to them")
    func apps() throws {
        let test = TestStore()
        let mine = PersonAccess(test.app("mine"))
        #expect(throws: HKError.self) {
            try mine.perform(.setGrants([steps.identifier: Grant(read: true)], app: "test.mine"))
        }
        #expect(throws: HKError.self) { _ = try mine.apps() }
        #expect(try test.person.grants(app: "test.mine").isEmpty)
    }

    @Test("What was decided about single objects goes with the app that is removed")
    func removal() async throws {
        let test = TestStore()
        let type = HKObjectType.visionPrescriptionType()
        try test.store.database()
            .write { writer in
                let app = AppIdentity(bundleIdentifier: "test.mine", name: "mine")
                let request = try writer.ask(app, objectsOf: type, .everything, now: at(0))
                try writer.answer(request.id, objects: [])
                try writer.setValue(
                    true,
                    StoreNamespace.objectGrants,
                    "test.mine\u{1F}\(type.identifier)\u{1F}\(UUID())"
                )
            }
        try test.person.removeApp("test.mine")
        #expect(try test.person.objectChoice(app: "test.mine", type: type.identifier).allowed.isEmpty)
    }
}
