import Foundation
import Synchronization

@testable import HealthKit

extension CallKind {
    static let summaries: CallKind = CallKind(
        name: "activity summaries",
        types: [HKObjectType.activitySummaryType()],
        base: { try $0.setSummary(day: 1, energy: 100) },
        hide: { world, phase in
            try world.setSummary(day: phase + 1, energy: 300)
            let energy = HKQuantitySample(
                type: HKQuantityType(.activeEnergyBurned),
                quantity: HKQuantity(unit: .kilocalorie(), doubleValue: 50),
                start: at(Double(phase) * 86_400),
                end: at(Double(phase) * 86_400 + 60)
            )
            try await world.test.store.save(energy)
        },
        live: { world in
            let transcript = world.transcript
            let query = HKActivitySummaryQuery(predicate: nil) { _, found, error in
                transcript.hear(
                    "initial \(transcript.text(found?.map(\.activeEnergyBurned))) \(transcript.text(error))"
                )
            }
            query.updateHandler = { _, found, error in
                transcript.hear("update \(transcript.text(found?.map(\.activeEnergyBurned))) \(transcript.text(error))")
            }
            return [query]
        }
    )

    static let characteristics: CallKind = CallKind(
        name: "characteristics",
        types: [
            HKCharacteristicType(.dateOfBirth), HKCharacteristicType(.biologicalSex), HKCharacteristicType(.bloodType),
            HKCharacteristicType(.fitzpatrickSkinType), HKCharacteristicType(.wheelchairUse),
            HKCharacteristicType(.activityMoveMode), HKCharacteristicType(.referenceSex),
        ],
        hasNoTime: true,
        hide: { world, phase in
            var values = CharacteristicValues()
            values.dateOfBirth = "1990-01-0\(phase + 1)"
            values.biologicalSex = 1
            values.referenceSex = 1
            values.bloodType = 2
            values.fitzpatrickSkinType = 3
            values.wheelchairUse = 1
            values.activityMoveMode = 2
            try world.person.setCharacteristics(values)
        },
        ask: { world, stage in
            let (app, transcript) = (world.app, world.transcript)
            await transcript.add("\(stage) birth") { try app.dateOfBirthComponents() }
            await transcript.add("\(stage) sex") { try app.biologicalSex().biologicalSex.rawValue }
            await transcript.add("\(stage) reference sex") { try app.referenceSex.rawValue }
            await transcript.add("\(stage) blood") { try app.bloodType().bloodType.rawValue }
            await transcript.add("\(stage) skin") { try app.fitzpatrickSkinType().skinType.rawValue }
            await transcript.add("\(stage) wheelchair") { try app.wheelchairUse().wheelchairUse.rawValue }
            await transcript.add("\(stage) move") { try app.activityMoveMode().activityMoveMode.rawValue }
        }
    )

    static let units: CallKind = CallKind(
        name: "preferred units",
        types: [HKQuantityType(.bodyMass)],
        isShownToSharing: true,
        hasNoTime: true,
        hide: { world, phase in
            try world.person.setPreferredUnit(phase % 2 == 0 ? .stone() : .ounce(), for: HKQuantityType(.bodyMass))
        },
        ask: { world, stage in
            await world.transcript.add(stage) {
                try await world.app.preferredUnits(for: [HKQuantityType(.bodyMass)])
                    .map { "\($0.key.identifier) \($0.value)" }
            }
        }
    )

    static let zones: CallKind = CallKind(
        name: "preferred zones",
        types: [HealthKitTests.heartRate],
        hasNoTime: true,
        hide: { world, phase in
            let boundaries = [110.0, 130, 150, 170]
                .map {
                    HKQuantity(unit: perMinute, doubleValue: $0 + Double(phase))
                }
            try world.person.setZones(boundaries, of: HealthKitTests.heartRate)
        },
        ask: { world, stage in
            await world.transcript.add(stage) {
                try await world.app.preferredWorkoutZoneConfiguration(for: HealthKitTests.heartRate)
                    .map { "\($0.boundaries)" } ?? "none"
            }
        }
    )

    static let estimates: CallKind = CallKind(
        name: "estimates of energy",
        types: [HKQuantityType(.bodyMass)],
        hide: { world, phase in
            let mass = HKQuantitySample(
                type: HKQuantityType(.bodyMass),
                quantity: HKQuantity(unit: .gramUnit(with: .kilo), doubleValue: 50 + Double(phase) * 20),
                start: at(Double(phase)),
                end: at(Double(phase))
            )
            try await world.other.save(mass)
        },
        ask: { world, stage in
            await world.transcript.add(stage) {
                try world.app.splitNow(HKQuantity(unit: .kilocalorie(), doubleValue: 3_000), at(0), at(86_400)).resting
            }
        }
    )

    /// Zones that are worked out tell the date of birth and the resting heart rate.
    static let automaticZones: CallKind = CallKind(
        name: "zones that are worked out",
        types: [HKCharacteristicType(.dateOfBirth), HKQuantityType(.restingHeartRate)],
        free: [HealthKitTests.heartRate, .workoutType()],
        hasNoTime: true,
        base: { world in try await world.app.save(world.objects.workout) },
        hide: { world, phase in
            var values = CharacteristicValues()
            values.dateOfBirth = "19\(50 + phase * 10)-01-01"
            try world.person.setCharacteristics(values)
            let resting = HKQuantitySample(
                type: HKQuantityType(.restingHeartRate),
                quantity: HKQuantity(unit: perMinute, doubleValue: 50 + Double(phase) * 5),
                start: at(-100 + Double(phase)),
                end: at(-100 + Double(phase))
            )
            try await world.other.save(resting)
        },
        show: { world, phase in
            try? await world.app.addSamples(
                [world.objects.pulses[phase]],
                to: world.objects.workout
            )
        },
        ask: { world, stage in
            await world.transcript.add(stage) {
                try await world.app.preferredWorkoutZoneConfiguration(for: HealthKitTests.heartRate)
                    .map { "\($0.boundaries)" } ?? "none"
            }
            await world.transcript.add("\(stage) workout") {
                let workout = try await world.app.all(.workoutType()).first as? HKWorkout
                let groups = [workout?.zoneGroupsByType] + (workout?.workoutActivities.map(\.zoneGroupsByType) ?? [])
                return groups.map { group in
                    (group ?? [:])
                        .map { type, group in
                            "\(type.identifier) \(group.configuration.boundaries) "
                                + "\(group.zoneDurations.map(\.duration))"
                        }
                        .joined()
                }
            }
        }
    )

    /// What ended before the time from which on the app may read comes and goes in the second world only.
    static let recentSamples: CallKind = CallKind(
        name: "samples before the limit of time",
        types: [],
        free: [HealthKitTests.steps],
        base: { world in
            let limited = Grant(read: true, share: true, since: 1_000)
            try await world.other.save(stepSample(3, 2_000, 2_060))
            try world.person.setGrants([HealthKitTests.steps.identifier: limited], app: "test.app")
        },
        hide: { world, phase in
            let time = Double(phase) * 100
            let old = [stepSample(5, time, time + 50), stepSample(7, time + 10, 999.9)]
            try await world.other.save(old)
            if phase > 0 { try await world.other.delete(old[0]) }
        },
        live: { world in
            let transcript = world.transcript
            let observer = HKObserverQuery(sampleType: HealthKitTests.steps, predicate: nil) { _, done, error in
                transcript.hear("observed \(transcript.text(error))")
                done()
            }
            let anchored = HKAnchoredObjectQuery(
                type: HealthKitTests.steps,
                predicate: nil,
                anchor: nil,
                limit: HKObjectQueryNoLimit
            ) { _, added, deleted, anchor, error in
                transcript.hear("first \(transcript.texts(added?.count, deleted?.count, anchor, error))")
            }
            anchored.updateHandler = { _, added, deleted, anchor, error in
                transcript.hear("more \(transcript.texts(added?.count, deleted?.count, anchor, error))")
            }
            return [observer, anchored]
        },
        ask: { world, stage in
            let type = HealthKitTests.steps
            await world.transcript.add("\(stage) since") {
                try await world.app.earliestAuthorizedSampleDate(for: [type]).map { "\($0.value)" }
            }
            await world.transcript.add("\(stage) samples") { try await world.app.all(type).map(\.startDate) }
            await world.transcript.add("\(stage) sum") {
                try await HKStatisticsQueryDescriptor(
                    predicate: .quantitySample(type: type),
                    options: [.cumulativeSum, .mostRecent]
                )
                .result(for: world.app)
            }
        }
    )

    static let background: CallKind = CallKind(
        name: "background delivery",
        types: [HealthKitTests.steps],
        hide: { world, phase in try await world.other.save(world.objects.more[phase]) },
        ask: { world, stage in
            await world.transcript.add("\(stage) enable") {
                try await world.app.enableBackgroundDelivery(for: HealthKitTests.steps, frequency: .immediate)
            }
            await world.transcript.add("\(stage) disable") {
                try await world.app.disableBackgroundDelivery(for: HealthKitTests.steps)
            }
            await world.transcript.add("\(stage) disable all") { try await world.app.disableAllBackgroundDelivery() }
        }
    )

    static let status: CallKind = CallKind(
        name: "authorization status",
        types: [HealthKitTests.steps],
        hide: { world, phase in
            try await world.other.save(world.objects.more[phase])
            try world.person.setGrants(
                [HealthKitTests.steps.identifier: Grant(read: phase % 2 == 0, share: true)],
                app: "test.third"
            )
        },
        ask: { world, stage in
            world.transcript.add("\(stage) \(world.app.authorizationStatus(for: HealthKitTests.steps).rawValue)")
            await world.transcript.add("\(stage) request") {
                try await world.app
                    .statusForAuthorizationRequest(
                        toShare: [HealthKitTests.steps],
                        read: [HealthKitTests.steps]
                    )
                    .rawValue
            }
            await world.transcript.add("\(stage) recalibrate") {
                try await world.app.recalibrateEstimates(sampleType: HKQuantityType(.walkingSpeed), date: at(0))
            }
        }
    )

    static let personal: [CallKind] = [
        summaries, characteristics, units, zones, automaticZones, estimates, recentSamples, background, status,
    ]

    static let all: [CallKind] = quantities + records + links + personal
}

extension World {
    /// Stores a summary of a day of January 2001.
    func setSummary(day: Int, energy: Double) throws {
        var content = ActivitySummaryContent(day: "2001-01-0\(day)")
        content.activeEnergyBurned = QuantityText(value: energy, unit: "kcal")
        try person.store.port.local().personsDatabase().write { try $0.setActivitySummary(content) }
    }
}
