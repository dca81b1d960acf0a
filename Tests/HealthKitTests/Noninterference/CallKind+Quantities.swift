import Foundation
import Synchronization

@testable import HealthKit

extension CallKind {
    private static func steps(
        _ name: String,
        ask: @escaping @Sendable (World, String) async -> Void
    ) -> CallKind {
        steps(name, live: { _ in [] }, ask: ask)
    }

    /// Steps of the app and of another one, some of which come and go in the second world only.
    private static func steps(
        _ name: String,
        live: @escaping @Sendable (World) -> [HKQuery],
        ask: @escaping @Sendable (World, String) async -> Void = { _, _ in }
    ) -> CallKind {
        CallKind(
            name: name,
            types: [HealthKitTests.steps],
            free: [HKQuantityType(.bodyMass)],
            isOfSamples: true,
            base: { world in
                try await world.app.save(world.objects.own)
                try await world.other.save(world.objects.others)
            },
            hide: { world, phase in
                let objects = world.objects
                switch phase {
                case 0:
                    try await world.other.save(Array(objects.more[4...5]))
                    try await world.other.delete(objects.others[0])
                case 1:
                    try await world.other.save(objects.more[6])
                case 2:
                    try await world.other.save(objects.more[7])
                    try await world.other.delete(objects.others[1])
                    try world.person.setSourceOrder(
                        HealthKitTests.steps.identifier,
                        order: ["test.other"],
                        excluded: ["test.third"]
                    )
                default:
                    try await world.other.delete(objects.others[2])
                }
            },
            show: { world, phase in
                await world.step("save \(phase)") { try await world.app.save(world.objects.more[phase]) }
                let mass = HKQuantitySample(
                    type: HKQuantityType(.bodyMass),
                    quantity: HKQuantity(unit: .gram(), doubleValue: 70_000),
                    start: at(Double(phase)),
                    end: at(Double(phase))
                )
                await world.step("save mass \(phase)") { try await world.app.save(mass) }
                await world.step("delete \(phase)") { try await world.app.delete(world.objects.own[phase]) }
            },
            live: live,
            ask: ask
        )
    }

    private static let byDay: DateComponents = {
        var components = DateComponents(day: 1)
        components.timeZone = TimeZone(identifier: "UTC")
        return components
    }()

    static let samples: CallKind = steps("samples") { world, stage in
        await world.transcript.add("\(stage) all") { try await world.app.all(HealthKitTests.steps) }
        let recent = HKQuery.predicateForSamples(withStart: at(120), end: nil)
        await world.transcript.add("\(stage) late") { try await world.app.all(HealthKitTests.steps, recent) }
        let theirs = HKQuery.predicateForObjects(with: Set(world.objects.others.map(\.uuid)))
        await world.transcript.add("\(stage) by name") { try await world.app.all(HealthKitTests.steps, theirs) }
        await world.once("\(stage) two types") { done in
            HKSampleQuery(
                queryDescriptors: [
                    HKQueryDescriptor(sampleType: HealthKitTests.steps, predicate: nil),
                    HKQueryDescriptor(sampleType: HKQuantityType(.bodyMass), predicate: nil),
                ],
                limit: 3,
                sortDescriptors: [NSSortDescriptor(key: HKSampleSortIdentifierEndDate, ascending: false)]
            ) { done($1, $2) }
        }
    }

    static let anchored: CallKind = steps(
        "anchored",
        live: { world in
            let query = HKAnchoredObjectQuery(
                type: HealthKitTests.steps,
                predicate: nil,
                anchor: nil,
                limit: HKObjectQueryNoLimit
            ) {
                _,
                samples,
                deleted,
                anchor,
                error in
                let transcript = world.transcript
                transcript.hear("results \(transcript.texts(samples, deleted, anchor, error))")
            }
            query.updateHandler = { _, samples, deleted, anchor, error in
                let transcript = world.transcript
                transcript.hear("update \(transcript.texts(samples, deleted, anchor, error))")
            }
            return [query]
        },
        ask: { world, stage in
            var anchor = world.anchor
            for page in 0..<8 {
                let query = HKAnchoredObjectQueryDescriptor(
                    predicates: [.quantitySample(type: HealthKitTests.steps)],
                    anchor: anchor,
                    limit: 2
                )
                guard let result = try? await query.result(for: world.app) else { break }
                let transcript = world.transcript
                transcript.add(
                    "\(stage) page \(page) "
                        + "\(transcript.text(result.addedSamples)) \(transcript.text(result.deletedObjects))"
                )
                transcript.add("\(stage) page \(page) anchor \(transcript.text(result.newAnchor))")
                anchor = result.newAnchor
                if result.addedSamples.isEmpty, result.deletedObjects.isEmpty { break }
            }
            world.anchor = anchor
            await world.transcript.add("\(stage) from the start") {
                try await HKAnchoredObjectQueryDescriptor(
                    predicates: [.quantitySample(type: HealthKitTests.steps)],
                    anchor: nil
                )
                .result(for: world.app).newAnchor
            }
        }
    )

    static let observer: CallKind = steps(
        "observer",
        live: { world in
            let transcript = world.transcript
            let late = HKQuery.predicateForSamples(withStart: at(1e8), end: nil)
            return [
                HKObserverQuery(sampleType: HealthKitTests.steps, predicate: nil) { _, completion, error in
                    transcript.hear("steps changed \(transcript.text(error))")
                    completion()
                },
                HKObserverQuery(sampleType: HealthKitTests.steps, predicate: late) { _, completion, error in
                    transcript.hear("late steps changed \(transcript.text(error))")
                    completion()
                },
            ]
        }
    )

    static let observerOfTypes: CallKind = steps(
        "observer of types",
        live: { world in
            let transcript = world.transcript
            return [
                HKObserverQuery(
                    queryDescriptors: [
                        HKQueryDescriptor(sampleType: HealthKitTests.steps, predicate: nil),
                        HKQueryDescriptor(sampleType: HKQuantityType(.bodyMass), predicate: nil),
                    ]
                ) { _, types, completion, error in
                    let names = types.map { $0.map(\.identifier).sorted() }
                    transcript.hear("changed \(transcript.text(names)) \(transcript.text(error))")
                    completion()
                }
            ]
        }
    )

    static let statistics: CallKind = steps("statistics") { world, stage in
        for options: HKStatisticsOptions in [
            .cumulativeSum, [.cumulativeSum, .mostRecent, .duration, .separateBySource],
        ] {
            await world.once("\(stage) \(options.rawValue)") { done in
                HKStatisticsQuery(quantityType: HealthKitTests.steps, quantitySamplePredicate: nil, options: options) {
                    done($1, $2)
                }
            }
        }
    }

    static let collection: CallKind = steps(
        "collection",
        live: { world in
            let transcript = world.transcript
            let query = HKStatisticsCollectionQuery(
                quantityType: HealthKitTests.steps,
                quantitySamplePredicate: nil,
                options: [.cumulativeSum, .separateBySource],
                anchorDate: at(0),
                intervalComponents: byDay
            )
            query.initialResultsHandler = { _, collection, error in
                transcript.hear("initial \(transcript.text(collection)) \(transcript.text(error))")
            }
            query.statisticsUpdateHandler = { _, statistics, collection, error in
                transcript.hear("update \(transcript.texts(statistics, collection, error))")
            }
            return [query]
        }
    )

    static let sources: CallKind = steps("sources") { world, stage in
        await world.once(stage) { done in
            HKSourceQuery(sampleType: HealthKitTests.steps, samplePredicate: nil) { done($1, $2) }
        }
    }

    static let series: CallKind = steps("quantities of series") { world, stage in
        let all = HKQuantitySeriesSampleQueryDescriptor(predicate: .quantitySample(type: HealthKitTests.steps))
        await world.each("\(stage) all", all.results(for: world.app)) { "\($0.quantity) \($0.dateInterval)" }
        for sample in [world.objects.others[1], world.objects.more[4]] {
            let (stream, continuation) = AsyncStream<String>.makeStream()
            let transcript = world.transcript
            world.app.execute(
                HKQuantitySeriesSampleQuery(sample: sample) { _, quantity, date, done, error in
                    continuation.yield("\(transcript.texts(quantity, date, done, error))")
                    if done || error != nil { continuation.finish() }
                }
            )
            for await line in stream { transcript.add("\(stage) one: \(line)") }
        }
    }

    static let deleting: CallKind = steps("deleting") { world, stage in
        for (name, sample) in [("others'", world.objects.others[3]), ("hidden", world.objects.more[4])] {
            await world.transcript.add("\(stage) \(name)") { try await world.app.delete(sample) }
        }
        await world.transcript.add("\(stage) matching") {
            try await world.app.deleteObjects(
                of: HealthKitTests.steps,
                predicate: HKQuery.predicateForSamples(withStart: at(80), end: nil)
            )
        }
    }

    static let saving: CallKind = CallKind(
        name: "saving with a sync identifier",
        types: [HealthKitTests.steps],
        hide: { world, phase in
            try await world.other.save(stepSample(5, 0, 1, metadata: sync(phase + 5)))
        },
        ask: { world, stage in
            for version in [3, 2, 4] {
                await world.transcript.add("\(stage) \(version)") {
                    try await world.app.save(stepSample(Double(version), 0, 1, metadata: sync(version)))
                }
            }
            await world.transcript.add("\(stage) mine") {
                let mine = HKQuery.predicateForObjects(from: HKSource(name: "app", bundleIdentifier: "test.app"))
                return try await world.app.all(HealthKitTests.steps, mine).count
            }
        }
    )

    /// Samples that the app holds, perhaps from an archive, are saved under their UUIDs, which hidden ones may have.
    static let savingHeld: CallKind = CallKind(
        name: "saving under the UUIDs of hidden samples",
        types: [HealthKitTests.steps],
        free: [HKObjectType.workoutType()],
        base: { try await $0.app.save($0.objects.walk) },
        hide: { world, phase in
            let others = world.objects.others
            switch phase {
            case 0: try await world.other.save(Array(others[0...2]))
            case 2:
                try? await world.other.delete(others[1])
                try await world.other.save(others[3])
            default: break
            }
        },
        ask: { world, stage in
            let others = world.objects.others
            let saved: [HKQuantitySample] =
                switch stage {
                case "first": Array(others[0...1])
                case "then": [others[2]]
                default: others
                }
            for (number, sample) in saved.enumerated() {
                await world.transcript.add("\(stage) save \(number)") { try await world.app.save(sample) }
            }
            let theirs = HKQuery.predicateForObjects(with: Set(others.map(\.uuid)))
            await world.transcript.add("\(stage) by name") { try await world.app.all(HealthKitTests.steps, theirs) }
            let rest = NSCompoundPredicate(notPredicateWithSubpredicate: theirs)
            await world.transcript.add("\(stage) others") { try await world.app.all(HealthKitTests.steps, rest) }
            await world.transcript.add("\(stage) to a workout") {
                try await world.app.addSamples([others[0]], to: world.objects.walk)
                return try await world.app.all(
                    HealthKitTests.steps,
                    HKQuery.predicateForObjects(from: world.objects.walk)
                )
            }
            let query = HKAnchoredObjectQueryDescriptor(
                predicates: [.quantitySample(type: HealthKitTests.steps)],
                anchor: nil
            )
            await world.transcript.add("\(stage) changes") {
                let result = try await query.result(for: world.app)
                return (result.addedSamples.map(\.uuid) + result.deletedObjects.map(\.uuid)).count
            }
            guard stage != "first" else { return }
            await world.transcript.add("\(stage) delete") { try await world.app.delete(others[0]) }
            await world.transcript.add("\(stage) deleted") {
                try await query.result(for: world.app).deletedObjects.map(\.uuid)
            }
        }
    )

    private static func sync(_ version: Int) -> [String: Any] {
        [HKMetadataKeySyncIdentifier: "walk", HKMetadataKeySyncVersion: version]
    }

    /// What a live workout builder collects of what others save.
    static let collecting: CallKind = steps(
        "collecting during a workout",
        live: { world in
            let transcript = world.transcript
            return [
                WorkoutCollection([SampleSelection(HealthKitTests.steps)], from: at(0)) { collected in
                    transcript.hear("collected \(transcript.text(collected.added)) \(collected.deleted.count)")
                }
            ]
        },
        ask: { world, stage in
            let type = HealthKitTests.steps
            await world.transcript.add("\(stage) order") { try world.app.port.send(SourceOrderCall(type: type)) }
            let named = (world.objects.others + world.objects.more).map(\.uuid)
            await world.transcript.add("\(stage) by name") {
                try world.app.port.send(MembersCall(samples: IdentifierBytes.data(named)))
            }
        }
    )

    static let quantities: [CallKind] = [
        samples, anchored, observer, observerOfTypes, statistics, collection, sources, series, deleting, saving,
        savingHeld, collecting,
    ]
}
