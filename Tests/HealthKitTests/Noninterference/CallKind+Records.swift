import CoreLocation
import Foundation
import Synchronization

@testable import HealthKit

extension CallKind {
    /// An object that the app holds, perhaps from an archive, and that another app saved in the second world only.
    private static func held(
        _ name: String,
        _ type: HKObjectType,
        _ object: @escaping @Sendable (WorldObjects) -> HKSample,
        ask: @escaping @Sendable (World, String) async -> Void
    ) -> CallKind {
        CallKind(
            name: name,
            types: [type],
            hide: { world, phase in
                switch phase {
                case 0, 2:
                    let isThere = try world.person.sample(object(world.objects).uuid) != nil
                    if !isThere { try await world.other.save(object(world.objects)) }
                case 3: _ = try world.person.delete([object(world.objects).uuid])
                default: break
                }
            },
            ask: { world, stage in
                await ask(world, stage)
                if let type = type as? HKSampleType {
                    await world.transcript.add("\(stage) all") { try await world.app.all(type) }
                }
                await world.transcript.add("\(stage) delete") { try await world.app.delete(object(world.objects)) }
            }
        )
    }

    static let beats: CallKind = held("heartbeats", HKSeriesType.heartbeat(), \.beats) { world, stage in
        let query = HKHeartbeatSeriesQueryDescriptor(world.objects.beats)
        await world.each(stage, query.results(for: world.app)) { "\($0.timeIntervalSinceStart)" }
    }

    static let voltages: CallKind = held("voltages", HKObjectType.electrocardiogramType(), \.electrocardiogram) {
        world,
        stage in
        let query = HKElectrocardiogramQueryDescriptor(world.objects.electrocardiogram)
        await world.each(stage, query.results(for: world.app)) { "\($0.timeSinceSampleStart)" }
    }

    static let route: CallKind = held("route", HKSeriesType.workoutRoute(), \.route) { world, stage in
        let query = HKWorkoutRouteQueryDescriptor(world.objects.route)
        await world.each(stage, query.results(for: world.app)) { "\($0.coordinate.latitude)" }
    }

    static let symptoms: CallKind = CallKind(
        name: "symptoms of a hidden electrocardiogram",
        types: [HKObjectType.electrocardiogramType()],
        free: [HKCategoryType(.chestTightnessOrPain)],
        base: { try await $0.app.save($0.objects.pains) },
        hide: { world, phase in
            guard phase == 0 || phase == 2 else { return }
            let objects = world.objects
            if try world.person.sample(objects.electrocardiogram.uuid) == nil {
                try await world.other.save(objects.electrocardiogram)
            }
            try world.person.store.port.local().personsDatabase()
                .write { try $0.associate(symptoms: [objects.pains[0]], with: objects.electrocardiogram) }
        },
        ask: { world, stage in
            let predicate = HKQuery.predicateForObjectsAssociated(electrocardiogram: world.objects.electrocardiogram)
            let others = NSCompoundPredicate(notPredicateWithSubpredicate: predicate)
            let predicates: [(String, NSPredicate)] = [("with", predicate), ("without", others)]
            for (name, predicate) in predicates {
                await world.transcript.add("\(stage) \(name)") {
                    try await world.app.all(HKCategoryType(.chestTightnessOrPain), predicate)
                }
            }
        }
    )

    /// Queries that go on, for a type whose objects are permitted one by one.
    private static func following(_ world: World, _ type: HKSampleType) -> [HKQuery] {
        let transcript = world.transcript
        let anchored = HKAnchoredObjectQuery(type: type, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
            transcript.hear("results \(transcript.texts($1, $2, $3, $4))")
        }
        anchored.updateHandler = { transcript.hear("update \(transcript.texts($1, $2, $3, $4))") }
        let observer = HKObserverQuery(sampleType: type, predicate: nil) { _, completion, error in
            transcript.hear("changed \(transcript.text(error))")
            completion()
        }
        return [anchored, observer]
    }

    static let prescriptions: CallKind = CallKind(
        name: "prescriptions and attachments",
        types: [HKObjectType.visionPrescriptionType()],
        staysHidden: true,
        base: { try await $0.app.save($0.objects.prescriptions[0]) },
        hide: { world, phase in
            guard phase == 0 || phase == 2, try world.person.sample(world.objects.prescriptions[1].uuid) == nil else {
                return
            }
            try await world.other.save(world.objects.prescriptions[1])
        },
        show: { world, phase in
            // The one that everybody knows of is permitted in the midst, and refused at the end.
            // A step each: whether two changes wake a query once or twice is a matter of time.
            let known = world.objects.prescriptions[2]
            if phase == 1 { await world.step("save \(phase)") { try await world.test.store.save(known) } }
            await world.step("decide \(phase)") {
                try world.decide(HKObjectType.visionPrescriptionType(), phase == 1 ? [known.uuid] : [])
            }
        },
        live: { following($0, HKObjectType.visionPrescriptionType()) },
        ask: { world, stage in
            let type = HKObjectType.visionPrescriptionType()
            await world.transcript.add("\(stage) all") { try await world.app.all(type) }
            let attachments = HKAttachmentStore(healthStore: world.app)
            for prescription in world.objects.prescriptions[...1] {
                await world.transcript.add("\(stage) attachments") {
                    try await attachments.attachments(for: prescription).count
                }
            }
            await world.transcript.add("\(stage) ask") {
                try await world.app.requestPerObjectReadAuthorization(for: type, predicate: nil)
            }
            await world.transcript.add("\(stage) delete") { try await world.app.delete(world.objects.prescriptions[1]) }
            await world.transcript.add("\(stage) changes") {
                try await HKAnchoredObjectQueryDescriptor(predicates: [.sample(type: type)], anchor: nil)
                    .result(for: world.app).newAnchor
            }
        }
    )

    /// The app may read documents; the person chooses which, and refuses those that come in the second world only.
    static let documents: CallKind = CallKind(
        name: "documents, one by one",
        types: [],
        free: [HKDocumentType(.CDA)],
        base: { world in
            try await world.other.save(world.objects.documents[0])
            world.prompt.choice.withLock { $0 = [world.objects.documents[0].uuid] }
        },
        hide: { world, phase in
            if phase < 2 { try await world.other.save(world.objects.documents[phase + 1]) }
            if phase == 2 { try await world.other.delete(world.objects.documents[1]) }
        },
        show: { world, phase in
            guard phase == 2 else { return }
            await world.step("refuse") { try world.decide(HKDocumentType(.CDA), []) }
        },
        live: { following($0, HKDocumentType(.CDA)) },
        ask: { world, stage in
            let (stream, continuation) = AsyncStream<String>.makeStream()
            let transcript = world.transcript
            world.app.execute(
                HKDocumentQuery(
                    documentType: HKDocumentType(.CDA),
                    predicate: nil,
                    limit: HKObjectQueryNoLimit,
                    sortDescriptors: nil,
                    includeDocumentData: true
                ) { _, found, done, error in
                    continuation.yield("\(transcript.text(found)) \(done) \(transcript.text(error))")
                    if done { continuation.finish() }
                }
            )
            for await line in stream { transcript.add("\(stage): \(line)") }
            await transcript.add("\(stage) as samples") { try await world.app.all(HKDocumentType(.CDA)) }
            await transcript.add("\(stage) changes") {
                let result = try await HKAnchoredObjectQueryDescriptor(
                    predicates: [HKSamplePredicate<HKSample>.sample(type: HKDocumentType(.CDA))],
                    anchor: nil
                )
                .result(for: world.app)
                return [result.addedSamples, result.deletedObjects, result.newAnchor] as [Any]
            }
        }
    )

    /// The app may read doses; the person allows one medication, and refuses the one that only the second world has.
    static let doses: CallKind = CallKind(
        name: "medications and doses",
        types: [],
        free: [HKObjectType.medicationDoseEventType()],
        base: { world in
            let allowed = try world.takes("aspirin")
            try await world.test.store.save(world.objects.doses[0])
            world.prompt.choice.withLock { $0 = [allowed] }
        },
        hide: { world, phase in
            if phase == 0 { _ = try world.takes("insulin") }
            if phase < 2 { try await world.test.store.save(world.objects.doses[phase + 1]) }
        },
        show: { world, phase in
            guard phase == 2 else { return }
            await world.step("refuse") { try world.decide(HKObjectType.userAnnotatedMedicationType(), []) }
        },
        live: { following($0, HKObjectType.medicationDoseEventType()) },
        ask: { world, stage in
            let type = HKObjectType.userAnnotatedMedicationType()
            await world.transcript.add("\(stage) ask") {
                try await world.app.requestPerObjectReadAuthorization(for: type, predicate: nil)
            }
            await world.transcript.add("\(stage) list") {
                try await HKUserAnnotatedMedicationQueryDescriptor().result(for: world.app)
                    .map(\.medication.displayText)
            }
            await world.transcript.add("\(stage) doses") {
                try await world.app.all(HKObjectType.medicationDoseEventType())
            }
            let insulin = HKQuery.predicateForMedicationDoseEvent(
                medicationConceptIdentifier: world.objects.doses[1].medicationConceptIdentifier
            )
            await world.transcript.add("\(stage) doses of insulin") {
                try await world.app.all(HKObjectType.medicationDoseEventType(), insulin).count
            }
        }
    )

    static let verifiableRecords: CallKind = CallKind(
        name: "verifiable records",
        types: [],
        base: { world in world.prompt.choice.withLock { $0 = [] } },
        hide: { world, phase in
            guard phase < 3 else { return }
            let content = VerifiableRecordContent(
                recordTypes: [HKVerifiableClinicalRecordCredentialType.immunization.rawValue],
                issuer: "https://issuer.example",
                subject: VerifiableSubjectContent(fullName: "Ada", birth: nil),
                issued: at(0),
                expiration: nil,
                items: [],
                sourceType: .smartHealthCard,
                data: Data([1])
            )
            try await world.test.store.save(try HKVerifiableClinicalRecord(content: content, relevant: at(0)))
        },
        ask: { world, stage in
            await world.transcript.add(stage) {
                try await HKVerifiableClinicalRecordQueryDescriptor(
                    recordTypes: [.immunization],
                    sourceTypes: [.smartHealthCard]
                )
                .result(for: world.app).count
            }
        }
    )

    static let records: [CallKind] = [
        beats, voltages, route, symptoms, prescriptions, documents, doses, verifiableRecords,
    ]
}

extension World {
    /// Decides anew which objects of a type the app may read: all others are refused, as on the app's page.
    func decide(_ type: HKObjectType, _ allowed: Set<UUID>) throws {
        try person.store.port.local().personsDatabase()
            .write { writer in
                guard case .app(let identity) = app.principal else { return }
                let request = try writer.ask(identity, objectsOf: type, .everything, now: at(0))
                _ = try writer.answer(request.id, objects: allowed)
            }
        prompt.choice.withLock { $0 = allowed }
    }

    /// Puts a medication into the person's list.
    func takes(_ name: String) throws -> UUID {
        let medication = HKUserAnnotatedMedication(
            AnnotatedMedicationContent(
                concept: MedicationConceptContent(
                    identifier: ConceptIdentifierContent(domain: .medication, identifier: name),
                    displayText: name,
                    generalForm: .capsule,
                    codings: []
                ),
                nickname: nil,
                isArchived: false,
                hasSchedule: false
            )
        )
        return try person.store.port.local().personsDatabase()
            .write { try $0.save(medication, revision: test.store.principal.revision, now: at(0)) }
    }
}
