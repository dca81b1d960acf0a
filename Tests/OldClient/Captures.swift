import CoreLocation
import Foundation
import HealthKit
import UniformTypeIdentifiers

// Code as it was written before Swift checked concurrency: each callback changes a variable of its surroundings. Apple's
// declarations let it compile in Swift 5 mode, and so do ours; that this target compiles is the test.

/// Calls of the store.
public func callStore(_ store: HKHealthStore, _ samples: [HKQuantitySample], _ workout: HKWorkout) {
    var count = 0
    let steps = HKQuantityType(.stepCount)
    store.requestAuthorization(toShare: [steps], read: [steps]) { _, _ in count += 1 }
    store.getRequestStatusForAuthorization(toShare: [steps], read: []) { _, _ in count += 1 }
    store.requestPerObjectReadAuthorization(for: .visionPrescriptionType(), predicate: nil) { _, _ in count += 1 }
    store.handleAuthorizationForExtension { _, _ in count += 1 }
    store.save(samples) { _, _ in count += 1 }
    store.delete(samples) { _, _ in count += 1 }
    store.deleteObjects(of: steps, predicate: NSPredicate(value: false)) { _, _, _ in count += 1 }
    store.add(samples, to: workout) { _, _ in count += 1 }
    store.relateWorkoutEffortSample(samples[0], with: workout, activity: nil) { _, _ in count += 1 }
    store.unrelateWorkoutEffortSample(samples[0], from: workout, activity: nil) { _, _ in count += 1 }
    store.preferredUnits(for: [steps]) { _, _ in count += 1 }
    store.recalibrateEstimates(sampleType: steps, date: Date()) { _, _ in count += 1 }
    store.splitTotalEnergy(samples[0].quantity, start: Date(), end: Date()) { _, _, _ in count += 1 }
    store.enableBackgroundDelivery(for: steps, frequency: .daily) { _, _ in count += 1 }
    store.disableBackgroundDelivery(for: steps) { _, _ in count += 1 }
    store.disableAllBackgroundDelivery { _, _ in count += 1 }
    print(count)
}

/// Builders and attachments.
public func callBuilders(_ store: HKHealthStore, _ workout: HKWorkout, _ attachment: HKAttachment) {
    var count = 0
    let beats = HKHeartbeatSeriesBuilder(healthStore: store, device: nil, start: Date())
    beats.addHeartbeatWithTimeInterval(sinceSeriesStartDate: 1, precededByGap: false) { _, _ in count += 1 }
    beats.addMetadata([:]) { _, _ in count += 1 }
    beats.finishSeries { _, _ in count += 1 }
    let route = HKWorkoutRouteBuilder(healthStore: store, device: nil)
    route.insertRouteData([]) { _, _ in count += 1 }
    route.addMetadata([:]) { _, _ in count += 1 }
    route.finishRoute(with: workout, metadata: nil) { _, _ in count += 1 }
    let series = HKQuantitySeriesSampleBuilder(
        healthStore: store,
        quantityType: HKQuantityType(.stepCount),
        startDate: Date(),
        device: nil
    )
    series.finishSeries(metadata: nil) { _, _ in count += 1 }
    let attachments = HKAttachmentStore(healthStore: store)
    attachments.addAttachment(to: workout, name: "", contentType: .pdf, url: URL(fileURLWithPath: "/")) { _, _ in
        count += 1
    }
    attachments.removeAttachment(attachment, from: workout) { _, _ in count += 1 }
    attachments.getAttachments(for: workout) { _, _ in count += 1 }
    attachments.getData(for: attachment) { _, _ in count += 1 }
    attachments.streamData(for: attachment) { _, _, _ in count += 1 }
    print(count)
}

/// Workouts that are recorded as they happen.
public func callSessions(_ store: HKHealthStore, _ builder: HKWorkoutBuilder, _ session: HKWorkoutSession) {
    var count = 0
    builder.beginCollection(withStart: Date()) { _, _ in count += 1 }
    builder.add([]) { _, _ in count += 1 }
    builder.addWorkoutEvents([]) { _, _ in count += 1 }
    builder.addMetadata([:]) { _, _ in count += 1 }
    builder.addWorkoutActivity(session.currentActivity) { _, _ in count += 1 }
    builder.updateActivity(uuid: UUID(), end: Date()) { _, _ in count += 1 }
    builder.updateActivity(uuid: UUID(), adding: [:]) { _, _ in count += 1 }
    builder.endCollection(withEnd: Date()) { _, _ in count += 1 }
    builder.finishWorkout { _, _ in count += 1 }
    session.startMirroringToCompanionDevice { _, _ in count += 1 }
    session.stopMirroringToCompanionDevice { _, _ in count += 1 }
    session.sendToRemoteWorkoutSession(data: Data()) { _, _ in count += 1 }
    store.recoverActiveWorkoutSession { _, _ in count += 1 }
    store.startWatchApp(with: session.workoutConfiguration) { _, _ in count += 1 }
    store.workoutSessionMirroringStartHandler = { _ in count += 1 }
    print(count)
}

/// Queries.
public func makeQueries(_ workout: HKWorkout) -> [HKQuery] {
    var count = 0
    let steps = HKQuantityType(.stepCount)
    let anchored = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: 0) { _, _, _, _, _ in
        count += 1
    }
    anchored.updateHandler = { _, _, _, _, _ in count += 1 }
    let collection = HKStatisticsCollectionQuery(
        quantityType: steps,
        quantitySamplePredicate: nil,
        options: .cumulativeSum,
        anchorDate: Date(),
        intervalComponents: DateComponents(day: 1)
    )
    collection.initialResultsHandler = { _, _, _ in count += 1 }
    collection.statisticsUpdateHandler = { _, _, _, _ in count += 1 }
    let summaries = HKActivitySummaryQuery(predicate: nil) { _, _, _ in count += 1 }
    summaries.updateHandler = { _, _, _ in count += 1 }
    return [
        anchored, collection, summaries,
        HKSampleQuery(sampleType: steps, predicate: nil, limit: 0, sortDescriptors: nil) { _, _, _ in count += 1 },
        HKObserverQuery(sampleType: steps, predicate: nil) { _, done, _ in
            count += 1
            done()
        },
        HKStatisticsQuery(quantityType: steps, quantitySamplePredicate: nil) { _, _, _ in count += 1 },
        HKSourceQuery(sampleType: steps, samplePredicate: nil) { _, _, _ in count += 1 },
        HKCorrelationQuery(type: HKCorrelationType(.food), predicate: nil, samplePredicates: nil) { _, _, _ in
            count += 1
        },
        HKWorkoutEffortRelationshipQuery(predicate: nil, anchor: nil, options: .default) { _, _, _, _ in count += 1 },
        HKQuantitySeriesSampleQuery(quantityType: steps, predicate: nil) { _, _, _, _, _, _ in count += 1 },
    ]
}
