import CoreLocation
import Foundation
import RandomTesting
import Synchronization
import Testing

@testable import HealthKit

@Suite("Calls as they are written down")
struct CallCodingTests {
    /// One call of each kind, with all that it can hold.
    static func calls() throws -> [any StoreCall] {
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
            SaveRouteCall(route: try route(), workout: UUID()),
            DeleteCall(objects: [UUID()], types: [steps.identifier]), DeleteMatchingCall(selection: selection),
            AddSamplesCall(samples: [sample], workout: UUID()),
            RelateCall(sample: score, workout: UUID(), activity: UUID()),
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
            TotalsCall(
                tool: "daily",
                types: [steps.identifier],
                first: CalendarDay(year: 2026, month: 11, day: 1),
                last: CalendarDay(year: 2026, month: 11, day: 28)
            ),
            DraftCall(type: steps.identifier, values: [75.2, 80], unit: "count", date: 5),
        ]
        return types + changes + reads + workouts(selection, sample)
    }

    private static func route() throws -> HKWorkoutRoute {
        let points = [CLLocation(latitude: 1, longitude: 2), CLLocation(latitude: 3, longitude: 4)].map(RoutePoint.init)
        return try HKWorkoutRoute(route: RouteData(points), device: HKDevice.local(), metadata: nil)
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
                workout: workout,
                routes: [],
                members: [steps.identifier: IdentifierBytes.data([UUID(), UUID()])],
                session: session
            ),
            KeepSessionCall(session: session, parts: [part], takesPlace: true), SessionsCall(withParts: UUID()),
            SessionPlaceCall(session: UUID()), ForgetSessionCall(session: UUID()), AnnounceCompanionCall(),
            CompanionsCall(), AskForCompanionsCall(mirrors: true),
            TakeCompanionCall(companion: "test.app.watch", starts: false), MirroredSessionsCall(),
            ReportSessionCall(
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
        for call in calls {
            let written = try AppCall.bytes(of: call)
            let read = try AppCall.call(written)
            #expect(type(of: read) == type(of: call))
            let value = try CallMessage(bytes: [UInt8](written)).value.normalized
            #expect(try CallMessage(read).value.normalized == value, "\(call)")
            #expect(value != .fields([:]) || Mirror(reflecting: call).children.isEmpty, "\(call) has fields")
        }
    }

    @Test("No call holds a keyed archive")
    func noArchives() throws {
        for call in try Self.calls() {
            #expect(try AppCall.bytes(of: call).range(of: Data("bplist".utf8)) == nil, "\(call)")
        }
    }

    @Test("A call that was read answers as the one that was written")
    func answers() async throws {
        let test = TestStore()
        let samples = stepSamples(0..<5) { ($0, $0 * 10, $0 * 10 + 1) }
        let save = SaveCall(objects: samples)
        let read = try #require(try AppCall.call(AppCall.bytes(of: save)) as? SaveCall)
        try test.store.port.send(read)
        #expect(try await test.store.all(steps).map(\.uuid) == samples.map(\.uuid))
        let call = SamplesCall(
            selections: [
                SampleSelection(steps, try SampleFilter(HKQuery.predicateForSamples(withStart: at(15), end: nil)))
            ],
            order: try SampleOrder([NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: false)]),
            limit: 2
        )
        let copy = try #require(try AppCall.call(AppCall.bytes(of: call)) as? SamplesCall)
        #expect(try test.store.port.send(copy).map(\.uuid) == [samples[4].uuid, samples[3].uuid])
    }

    @Test("What is no call, of another version, or beyond the bounds is an error")
    func hostile() throws {
        for text in ["", "HKC", "{}", "[]", "bplist00", #"{"version":2,"call":"sources"}"#] {
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

    @Test("Calls and answers that write their values themselves write what Codable would, to the byte")
    func ownValues() throws {
        let filter = SampleFilter.compare(FilterComparison(.uuid, .equal, .uuid(UUID())))
        let selections = [SampleSelection(steps), SampleSelection(steps, filter)]
        let orders: [SampleOrder] = [
            .byStart(ascending: true), .byStart(ascending: false), SampleOrder(rules: []),
            SampleOrder(rules: [.time(.end, ascending: true), .time(.start, ascending: false)]),
        ]
        for order in orders {
            for limit in [nil, 0, 7, Int.max] {
                let call = SamplesCall(selections: selections, order: order, limit: limit)
                #expect(try call.callValue == CallEncoder.value(of: call))
            }
        }
        for selection in selections {
            for options in [0, 1, UInt.max] {
                for addsCounted in [nil, true] {
                    let call = StatisticsCall(selection: selection, options: options, addsCounted: addsCounted)
                    #expect(try call.callValue == CallEncoder.value(of: call))
                }
            }
        }
        let samples = try ArchivedObjects.all().compactMap { $0 as? HKSample }
        let save = SaveCall(objects: samples)
        #expect(try save.callValue == CallEncoder.value(of: save))
        #expect(try SamplesForm.value(of: samples) == CallEncoder.value(of: SamplesForm(samples)))
    }

    @Test("Fields lie in the order of their names' bytes, however they come, and the last of one name counts")
    func fieldOrder() {
        let names = ["b", "", "a", "é", "e\u{301}", "ab", "a", "\u{1F600}", "b"]
        let fields = CallFields(names.enumerated().map { CallFields.Field(name: $1, value: .number(UInt64($0))) })
        let sorted = Set(names.map { Array($0.utf8) }).sorted { $0.lexicographicallyPrecedes($1) }
        #expect(fields.fields.map { Array($0.name.utf8) } == sorted)
        #expect(fields["a"] == .number(6) && fields["b"] == .number(8) && fields[""] == .number(1))
        // They look the same, and are two.
        #expect(fields["é"] == .number(3) && fields["e\u{301}"] == .number(4))
        #expect(fields["c"] == nil && fields["ac"] == nil)
        let many = CallFields((0..<500).map { CallFields.Field(name: "\($0)", value: .flag(true)) })
        let message = CallMessage(.call, name: "many", level: 1, value: .list([.fields(many), .fields(fields)]))
        #expect((try? CallMessage(bytes: message.bytes)) == message)
    }

    @Test("A call about one sample holds a batch of one; none and several are damage", arguments: [0, 1, 2])
    func one(count: Int) throws {
        let bytes = try SampleBatch.bytes(of: Array(repeating: Self.route(), count: count))
        let id = UUID()
        let fields: CallFields = ["route": .bytes(bytes), "workout": .uuid(id)]
        let message = CallMessage(.call, name: SaveRouteCall.name, level: 1, value: .fields(fields))
        guard count == 1 else {
            #expect(throws: HKError.self) { try AppCall.reading(Data(message.bytes)) }
            return
        }
        let call = try #require(try AppCall.call(Data(message.bytes)) as? SaveRouteCall)
        #expect(call.workout == id)
        #expect(try CallMessage(call).bytes == message.bytes)
    }

    @Test("Damaged calls are errors, unknown calls or calls, and never the end of the program")
    func damaged() throws {
        var generator = SeededGenerator(seed: 20_261_121)
        let written = try Self.calls().map { try AppCall.bytes(of: $0) }
        for round in 0..<5_000 {
            var bytes = written[round % written.count]
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? AppCall.reading(bytes)
        }
    }

    @Test("A call that is cut anywhere, or goes on after its end, is an error")
    func cut() throws {
        for call in try Self.calls() {
            let written = try AppCall.bytes(of: call)
            let step = max(1, written.count / 200)
            for length in stride(from: 0, to: written.count, by: step) {
                #expect(throws: HKError.self, "\(call) cut to \(length)") { _ = try AppCall.call(written[0..<length]) }
            }
            #expect(throws: HKError.self) { _ = try AppCall.call(written + [0]) }
        }
    }

    @Test("Sizes that no bytes follow cost nothing and are errors")
    func sizes() throws {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]
        let begin = Array("HKC".utf8) + [1, 1, 1]
        let save = begin + [4] + Array("save".utf8) + [0]
        for tag in UInt8(6)...12 {
            #expect(throws: CallCodingError.self) { try CallMessage(bytes: save + [tag] + huge) }
        }
        #expect(throws: CallCodingError.self) { try CallMessage(bytes: begin + huge) }
        #expect(throws: CallCodingError.self) { try CallMessage(bytes: begin + [4] + Array("save".utf8) + huge) }
        // Ten bytes hold more than 64 bits, and a number has one form.
        let numbers: [[UInt8]] = [
            Array(repeating: 0xFF, count: 9) + [2], [0x80, 0], Array(repeating: 0x80, count: 99),
        ]
        for number in numbers {
            #expect(throws: CallCodingError.self) { try CallMessage(bytes: save + [3] + number) }
        }
        #expect(try CallMessage(bytes: save + [3] + huge).value == .number(.max))
        let deep: [UInt8] = (0..<200_000).map { $0 % 2 == 0 ? 9 : 1 } + [0]
        #expect(throws: CallCodingError.self) { try CallMessage(bytes: save + deep) }
        for count in [0, 1, 2] {
            #expect(throws: CallCodingError.self) { try SampleBatch.samples([1] + Array(huge.dropFirst(count))) }
        }
    }

    @Test("What a newer version wrote is kept as it came, with what isn't known of it")
    func newer() throws {
        let message = try CallMessage(SessionPlaceCall(session: UUID()))
        func reason(_ bytes: [UInt8]) throws -> String? {
            guard case .unknown(let unknown) = try AppCall.reading(Data(bytes)) else { return nil }
            #expect(unknown.bytes == bytes)
            return unknown.reason
        }
        var version = message.bytes
        version[3] = 2
        #expect(try reason(version)?.contains("version 2") == true)
        var name = message
        name.name = "sessionSeat"
        #expect(try reason(name.bytes)?.contains("sessionSeat") == true)
        var level = message
        level.level = 2
        #expect(try reason(level.bytes)?.contains("level 2") == true)
        guard case .fields(let fields) = message.value else { throw HKError(.unknownError) }
        var field = message
        field.value = .fields(fields.setting("urgent", .flag(true)))
        #expect(try reason(field.bytes)?.contains("urgent") == true)
        field.value = .fields(fields)
        #expect(try reason(field.bytes) == nil)
        // A person's call is none of an app's.
        #expect(try reason(CallMessage(OwnerCall.setGuest(true)).bytes)?.contains("person") == true)
        #expect(throws: HKError.self) { _ = try AppCall.call(Data(version)) }
    }

    @Test("The bytes are those that the documentation describes")
    func vector() throws {
        let id = try #require(UUID(uuidString: "00010203-0405-0607-0809-0A0B0C0D0E0F"))
        let call = try CallMessage(SessionPlaceCall(session: id)).bytes
        let uuid = (0..<16).map { UInt8($0) }
        let head: [UInt8] = [0x48, 0x4B, 0x43, 1, 1, 1, 12] + Array("sessionPlace".utf8)
        #expect(call == head + [1, 7] + Array("session".utf8) + [10, 1, 0, 8] + uuid)

        let sample = HKQuantitySample(
            stored: StoredTimes(start: 0, end: 1, creation: 2),
            uuid: id,
            type: steps,
            value: 3,
            unit: .count(),
            origin: ObjectOrigin(device: nil, metadata: nil, revision: nil)
        )
        let type = Array("HKQuantityTypeIdentifierStepCount".utf8)
        let dictionaries: [UInt8] = [1, 33] + type + [1, 5] + Array("count".utf8) + [0, 0, 0]
        let columns: [UInt8] = [1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 0, 1, 1, 1]
        let zero = [UInt8](repeating: 0, count: 8)
        let one: [UInt8] = [0, 0, 0, 0, 0, 0, 0xF0, 0x3F]
        let two: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0x40]
        let three: [UInt8] = [0, 0, 0, 0, 0, 0, 8, 0x40]
        #expect(
            try SampleBatch.bytes(of: [sample])
                == [1, 1] + dictionaries + columns + uuid + zero + one + two + three
        )
    }
}

@Suite("Samples as a batch")
struct SampleBatchTests {
    private func archive(_ object: HKObject) throws -> Data {
        try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
    }

    @Test("A sample of every class comes back the same, with its data")
    func everyClass() throws {
        let samples = try ArchivedObjects.all().compactMap { $0 as? HKSample }
        let classes = Set(samples.map { ObjectIdentifier(type(of: $0)) })
        #expect(classes.count >= 15)
        let bytes = try SampleBatch.bytes(of: samples)
        let read = try SampleBatch.samples(bytes, isOwners: true)
        #expect(read.count == samples.count)
        for (sample, copy) in zip(samples, read) {
            #expect(type(of: copy) == type(of: sample) && copy.uuid == sample.uuid)
            // An archive has no order, and none of its parts may be missing.
            #expect(try archive(copy).count == archive(sample).count, "\(sample)")
        }
        #expect(try SampleBatch.bytes(of: read) == bytes)
        // Each by itself, too.
        for sample in samples {
            let alone = try SampleBatch.samples(SampleBatch.bytes(of: [sample]), isOwners: true)
            #expect(alone.map(\.uuid) == [sample.uuid])
        }
    }

    @Test("A thousand samples of one device take little more than their numbers")
    func size() throws {
        let metadata = [HKMetadataKeyTimeZone: "Europe/Berlin"]
        let samples = (0..<1_000).map { stepSample(3, Double($0), Double($0) + 1, metadata: metadata) }
        // A UUID, two times and a value are 40 bytes.
        #expect(try SampleBatch.bytes(of: samples).count < 40 * 1_000 + 200)
    }

    @Test("Damaged and cut batches are errors or samples, and never the end of the program")
    func damaged() throws {
        var generator = SeededGenerator(seed: 20_261_123)
        let samples = try ArchivedObjects.all().compactMap { $0 as? HKSample } + [meal([grams(protein, 1)])]
        let batches = try samples.map { try SampleBatch.bytes(of: [$0]) } + [SampleBatch.bytes(of: samples)]
        for round in 0..<4_000 {
            var bytes = batches[round % batches.count]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[place] = UInt8.random(in: 0...255, using: &generator)
            }
            _ = try? SampleBatch.samples(bytes)
        }
        for bytes in batches {
            for length in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 100)) {
                #expect(throws: CallCodingError.self) { try SampleBatch.samples(Array(bytes[..<length])) }
            }
        }
    }

    @Test("What an earlier version archived is read as it was")
    func earlier() throws {
        let sample = stepSample(3, 0, 1)
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        archiver.encode([sample] as NSArray, forKey: "objects")
        archiver.finishEncoding()
        let list = try PropertyListEncoder().encode(["objects": archiver.encodedData])
        let call = try PropertyListDecoder().decode(SaveCall.self, from: list)
        #expect(call.objects.map(\.uuid) == [sample.uuid])
    }
}

extension CallValue {
    /// The value with all lists and bytes in one order: sets have none, those in the bytes of a filter included.
    fileprivate var normalized: CallValue {
        switch self {
        case .list(let values): .list(values.map(\.normalized).sorted { "\($0)" < "\($1)" })
        case .fields(let fields):
            .fields(CallFields(fields.fields.map { CallFields.Field(name: $0.name, value: $0.value.normalized) }))
        case .bytes(let bytes): .bytes(bytes.sorted())
        default: self
        }
    }
}

@Suite("Calls of the person")
struct PersonCallTests {
    @Test("They come back as they were written, and no app's call is one of them")
    func roundTrip() throws {
        let calls: [OwnerCall] = [
            .setGrants([steps.identifier: Grant(read: true, share: false)], app: "test.mine"), .removeApp("test.mine"),
            .answer(3, read: [steps.identifier], share: []), .setGuest(true), .forgetApp("test.mine"),
            .answer(3, read: [steps.identifier], share: [], since: 1_000), .deleteData(ofApp: "test.mine"),
            .answerObjects(4, [UUID()]), .cancel(5),
            .setSourceOrder(type: steps.identifier, SourcePriority(order: ["test.mine"], excluded: ["test.other"])),
            .setCharacteristics(CharacteristicValues()), .setPins([steps.identifier]),
            .setCards(["rings:2"], types: nil), .setCards([], types: [steps.identifier]), .delete([UUID()]),
            .setTypeGoal(nil, type: steps.identifier), .removeMark(UUID()),
            .addMark(
                DayMark("Lisbon", CalendarDay(year: 2026, month: 5, day: 3), CalendarDay(year: 2026, month: 5, day: 10))
            ),
            .setTypeGoal(
                TypeGoal(.atMost, QuantityText(value: 2, unit: "km"), per: .week, second: nil),
                type: steps.identifier
            ),
            .setAssistant(nil, app: "mcp.desk"), .removeDraft(UUID()),
            .setAssistant(
                AssistantGrant(
                    types: [steps.identifier: AssistantRight(.days, adds: true), food.identifier: AssistantRight(nil)],
                    until: CalendarDay(year: 2027, month: 2, day: 28),
                    zone: "Europe/Berlin",
                    firstWeekday: 2,
                    units: [steps.identifier: "count"]
                ),
                app: "mcp.desk"
            ),
            .setStudy("ab", StudyRecord(title: "Walks", bytes: [0, 255]), sent: [steps.identifier: 3]),
        ]
        for call in calls {
            let written = try JSONEncoder().encode(call)
            #expect(try JSONDecoder().decode(OwnerCall.self, from: written) == call)
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
