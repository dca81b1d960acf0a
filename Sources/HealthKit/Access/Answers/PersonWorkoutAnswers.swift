import Foundation
import HealthKitStore

extension WorkoutReference {
    /// A request for the samples of one type that were added to the workout.
    func request(_ type: HKSampleType) -> FetchRequest {
        FetchRequest(type: type, filter: SampleListQuery.filter(workout: uuid, start: start, end: end).simplified())
    }
}

extension OwnerReadingsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> Readings {
        var own = try readings(reader, workout.request(type))
        if !own.isEmpty {
            own.areOwn = true
            return own
        }
        let time = TimeFields.sample.filter(start: workout.start, end: workout.end, options: [])
        return try readings(reader, FetchRequest(type: type, filter: time.simplified()))
    }

    private func readings(_ reader: ObjectReader, _ request: FetchRequest) throws -> Readings {
        var all = SourceColumns()
        for source in try reader.sources(request, type) where !source.isExcluded && source.addition == nil {
            all.append(contentsOf: try source.columns())
        }
        all.sortByStart()
        return Readings(starts: all.starts, ends: all.ends, values: all.values)
    }
}

extension OwnerRoutesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [RouteData] {
        var routes: [RouteData] = []
        try reader.forEachRecord(workout.request(HKSeriesType.workoutRoute())) { record in
            guard let payload = SplitPayload(bytes: record.payload), let route = RouteData(bytes: payload.data) else {
                throw HKError.error(.errorDatabaseInaccessible, "The route \(record.uuid) cannot be read")
            }
            routes.append(route)
            return true
        }
        return routes
    }
}

extension OwnerMemberCountsCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> [(type: HKSampleType, count: Int)] {
        let types = try OwnerTypesCall().answer(reader)
            .compactMap { HKObjectType.type(identifier: $0.identifier) as? HKSampleType }
        var sought = reader.members(of: workout.uuid)
        var found: [HKSampleType: Int] = [:]
        // Nearly all lie within the workout's time, which is a small part of the store.
        let (start, end) = (workout.start, max(workout.start, workout.end))
        let time = start.timeIntervalSinceReferenceDate...end.timeIntervalSinceReferenceDate
        for type in types where !sought.isEmpty && !(type is HKWorkoutType) {
            let request = FetchRequest(type: type).touching(time)
            try reader.forEachRow(request) { row in
                if sought.remove(row.uuid) != nil { found[type, default: 0] += 1 }
                return true
            }
            try reader.forEachRecord(request) { record in
                if sought.remove(record.uuid) != nil { found[type, default: 0] += 1 }
                return true
            }
        }
        for sample in try reader.samples(uuids: Array(sought)) { found[sample.sampleType, default: 0] += 1 }
        return found.map { (type: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.type.identifier) < ($0.count, $1.type.identifier) }
    }
}

extension OwnerEffortCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> HKQuantitySample? {
        let scores = try reader.store.children(of: workout, role: LinkRole.workoutEffort.rawValue)
            .compactMap { try reader.sample(uuid: $0.child) as? HKQuantitySample }
        return scores.max(by: HKQuantitySample.isLessSpecific)
    }
}

extension OwnerChosenZonesCall: AnsweredOwnerReadCall {
    func answer(_ reader: ObjectReader) throws -> HKWorkoutZoneConfiguration? { try reader.chosenZones(of: type) }
}
