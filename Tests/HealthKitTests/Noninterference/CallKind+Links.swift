import Foundation
import Synchronization

@testable import HealthKit

extension CallKind {
    static let correlations: CallKind = CallKind(
        name: "correlations with a hidden member",
        types: [HKQuantityType(.dietaryCaffeine)],
        free: [HKQuantityType(.dietaryProtein)],
        base: { world in
            // Where caffeine is hidden all the time the meal itself is another one.
            try await world.other.save(world.objects.meal(withCaffeine: world.isSecond || !world.hidesAlways))
        },
        hide: { world, phase in
            if phase == 1 { try await world.other.save(world.objects.caffeine[1]) }
            if phase == 2 {
                let coffee = HKCorrelation(
                    ObjectAttributes(),
                    type: HKCorrelationType(.food),
                    start: at(9),
                    end: at(9),
                    objects: [world.objects.caffeine[2]]
                )
                try await world.other.save(coffee)
            }
        },
        live: { world in
            let transcript = world.transcript
            return [
                HKObserverQuery(sampleType: HKCorrelationType(.food), predicate: nil) { _, completion, error in
                    transcript.hear("food changed \(transcript.text(error))")
                    completion()
                }
            ]
        },
        ask: { world, stage in
            let food = HKCorrelationType(.food)
            let strong = HKQuery.predicateForQuantitySamples(
                with: .greaterThan,
                quantity: HKQuantity(unit: .gram(), doubleValue: 0)
            )
            for predicates: [HKSampleType: NSPredicate]? in [
                nil, [HKQuantityType(.dietaryCaffeine): strong], [HKQuantityType(.dietaryProtein): strong],
            ] {
                await world.once("\(stage) \(predicates?.keys.first?.identifier ?? "all")") { done in
                    HKCorrelationQuery(type: food, predicate: nil, samplePredicates: predicates) { done($1, $2) }
                }
            }
            await world.transcript.add("\(stage) as samples") { try await world.app.all(food) }
            await world.transcript.add("\(stage) changes") {
                try await HKAnchoredObjectQueryDescriptor(
                    predicates: [HKSamplePredicate<HKSample>.sample(type: food)],
                    anchor: nil
                )
                .result(for: world.app).addedSamples
            }
            let none = HKQuery.predicateForObjectsWithNoCorrelation()
            await world.transcript.add("\(stage) protein of none") {
                try await world.app.all(HKQuantityType(.dietaryProtein), none)
            }
        }
    )

    /// The app's own samples, of which somebody made a correlation that the app may not see.
    static let membersOfHidden: CallKind = CallKind(
        name: "own samples in a hidden correlation",
        types: [HKQuantityType(.dietaryCaffeine)],
        base: { try await $0.app.save($0.objects.caffeine) },
        hide: { world, phase in
            guard phase < 3 else { return }
            let coffee = HKCorrelation(
                ObjectAttributes(),
                type: HKCorrelationType(.food),
                start: at(9),
                end: at(9),
                objects: [world.objects.caffeine[phase]]
            )
            try await world.test.store.save(coffee)
        },
        ask: { world, stage in
            let none = HKQuery.predicateForObjectsWithNoCorrelation()
            await world.transcript.add("\(stage) of none") {
                try await world.app.all(HKQuantityType(.dietaryCaffeine), none)
            }
            await world.transcript.add("\(stage) of some") {
                try await world.app.all(
                    HKQuantityType(.dietaryCaffeine),
                    NSCompoundPredicate(notPredicateWithSubpredicate: none)
                )
            }
        }
    )

    static let workouts: CallKind = CallKind(
        name: "workouts with hidden samples",
        types: [HealthKitTests.steps],
        free: [.workoutType()],
        base: { try await $0.app.save([$0.objects.workout, $0.objects.walk]) },
        hide: { world, phase in
            guard phase < 3 else { return }
            let added = [world.objects.more[phase], world.objects.more[phase + 3]]
            try await world.test.store.addSamples(added, to: world.objects.workout)
        },
        ask: { world, stage in
            let type = HKObjectType.workoutType()
            await world.transcript.add("\(stage) all") { try await world.app.all(type) }
            let many = HKQuery.predicateForWorkouts(
                operatorType: .greaterThan,
                quantityType: HealthKitTests.steps,
                sumQuantity: HKQuantity(unit: .count(), doubleValue: 1)
            )
            await world.transcript.add("\(stage) with many steps") { try await world.app.all(type, many) }
            let added = HKQuery.predicateForObjects(from: world.objects.workout)
            await world.transcript.add("\(stage) added") { try await world.app.all(HealthKitTests.steps, added) }
            let changes = try? await HKAnchoredObjectQueryDescriptor(predicates: [.workout()], anchor: world.anchor)
                .result(for: world.app)
            world.transcript.add("\(stage) changed \(world.transcript.text(changes?.addedSamples))")
            world.anchor = changes?.newAnchor
            let found = try? await world.app.all(type)
            let archives = (found ?? [])
                .compactMap { try? NSKeyedArchiver.archivedData(withRootObject: $0, requiringSecureCoding: true) }
            let text = archives.map { String(decoding: $0, as: UTF8.self) }.joined()
            world.transcript.add("\(stage) an archive tells of steps: \(text.contains("StepCount"))")
        }
    )

    /// A workout that the app may not see holds samples that it may.
    static let samplesOfWorkout: CallKind = CallKind(
        name: "samples of a hidden workout",
        types: [.workoutType()],
        free: [HealthKitTests.steps],
        base: { try await $0.other.save($0.objects.others) },
        hide: { world, phase in
            if try world.person.sample(world.objects.workout.uuid) == nil {
                try await world.other.save(world.objects.workout)
            }
            if phase < 3 { try await world.other.addSamples([world.objects.others[phase]], to: world.objects.workout) }
        },
        ask: { world, stage in
            let added = HKQuery.predicateForObjects(from: world.objects.workout)
            let others = NSCompoundPredicate(notPredicateWithSubpredicate: added)
            await world.transcript.add("\(stage) added") { try await world.app.all(HealthKitTests.steps, added) }
            await world.transcript.add("\(stage) others") { try await world.app.all(HealthKitTests.steps, others) }
            await world.transcript.add("\(stage) sum") {
                try await HKStatisticsQueryDescriptor(
                    predicate: .quantitySample(type: HealthKitTests.steps, predicate: added),
                    options: .cumulativeSum
                )
                .result(for: world.app)
            }
            await world.transcript.add("\(stage) delete") {
                try await world.app.deleteObjects(of: HealthKitTests.steps, predicate: added)
            }
        }
    )

    static let addingSamples: CallKind = CallKind(
        name: "adding samples to a hidden workout",
        types: [.workoutType()],
        free: [HealthKitTests.steps],
        hide: { world, phase in
            guard phase == 0 || phase == 2, try world.person.sample(world.objects.workout.uuid) == nil else { return }
            try await world.other.save(world.objects.workout)
        },
        ask: { world, stage in
            await world.transcript.add("\(stage) add") {
                try await world.app.addSamples([stepSample(1, 0, 1)], to: world.objects.workout)
            }
            await world.transcript.add("\(stage) mine") { try await world.app.all(HealthKitTests.steps).count }
        }
    )

    static let relating: CallKind = CallKind(
        name: "relating effort to a hidden workout",
        types: [.workoutType()],
        free: [HKQuantityType(.workoutEffortScore)],
        base: { try await $0.app.save($0.objects.scores[0]) },
        hide: { world, phase in
            guard phase == 0 || phase == 2 else { return }
            if try world.person.sample(world.objects.workout.uuid) == nil {
                try await world.other.save(world.objects.workout)
            }
        },
        ask: { world, stage in
            let (score, workout) = (world.objects.scores[0], world.objects.workout)
            await world.transcript.add("\(stage) relate") {
                try await world.app.relateWorkoutEffortSample(score, with: workout, activity: nil)
            }
            await world.transcript.add("\(stage) unrelate") {
                try await world.app.unrelateWorkoutEffortSample(score, from: workout, activity: nil)
            }
        }
    )

    /// Changes of samples whose UUIDs the app knows, and which are stored in the second world only.
    static let named: CallKind = CallKind(
        name: "changing hidden samples by their UUIDs",
        types: [HealthKitTests.steps, HKQuantityType(.workoutEffortScore)],
        free: [.workoutType()],
        base: { world in
            try await world.app.save([world.objects.own[0], world.objects.workout])
        },
        hide: { world, phase in
            guard phase < 3 else { return }
            try await world.other.save([world.objects.others[phase], world.objects.scores[phase]])
        },
        ask: { world, stage in
            let objects = world.objects
            for sample in objects.others[0..<3] {
                await world.transcript.add("\(stage) delete") { try await world.app.delete(sample) }
                await world.transcript.add("\(stage) delete with own") {
                    try await world.app.delete([objects.own[0], sample])
                }
            }
            let all = HKQuery.predicateForObjects(with: Set(objects.others.map(\.uuid)))
            await world.transcript.add("\(stage) delete by name") {
                try await world.app.deleteObjects(of: HealthKitTests.steps, predicate: all)
            }
            await world.transcript.add("\(stage) by name") { try await world.app.all(HealthKitTests.steps, all) }
            for score in objects.scores {
                await world.transcript.add("\(stage) unrelate") {
                    try await world.app.unrelateWorkoutEffortSample(score, from: objects.workout, activity: nil)
                }
            }
        }
    )

    static let effort: CallKind = CallKind(
        name: "effort of workouts",
        types: [HKQuantityType(.workoutEffortScore), HKQuantityType(.estimatedWorkoutEffortScore)],
        free: [.workoutType()],
        base: { try await $0.app.save([$0.objects.workout, $0.objects.walk]) },
        hide: { world, phase in
            guard phase < 3 else { return }
            try await world.test.store.relateWorkoutEffortSample(
                world.objects.scores[phase],
                with: phase == 1 ? world.objects.walk : world.objects.workout,
                activity: nil
            )
        },
        live: { world in
            let transcript = world.transcript
            return [
                HKWorkoutEffortRelationshipQuery(predicate: nil, anchor: nil, options: .default) {
                    _,
                    found,
                    anchor,
                    error in
                    transcript.hear("effort \(transcript.texts(found, anchor, error))")
                }
            ]
        },
        ask: { world, stage in
            await world.transcript.add(stage) {
                let result = try await HKWorkoutEffortRelationshipQueryDescriptor(
                    predicate: nil,
                    anchor: nil,
                    option: .default
                )
                .result(for: world.app)
                return [result.relationships, result.newAnchor] as [Any?]
            }
        }
    )

    static let links: [CallKind] = [
        correlations, membersOfHidden, workouts, samplesOfWorkout, addingSamples, relating, named, effort,
    ]
}
