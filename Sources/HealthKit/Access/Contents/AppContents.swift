import Foundation

/// The contents of records and workouts, as visible to an app.
///
/// Data that the app may not read, or never requested, appears not to exist: the calls are the app's own, and are
/// logged as such.
package struct AppContents: RecordContents, WorkoutContents {
    private let store: HKHealthStore
    /// The filter for the visited records of a type.
    private let span: SampleFilter

    /// The contents of an app's store.
    ///
    /// - Parameters:
    ///   - store: The app's store.
    ///   - from: Of the records of a type, only those that end after this time.
    ///   - to: Only those that start before this time.
    package init(_ store: HKHealthStore, from: Date? = nil, to: Date? = nil) {
        self.store = store
        let isWhole = from == nil && to == nil
        span = isWhole ? .everything : TimeFields.sample.filter(start: from, end: to, options: []).simplified()
    }

    package func sample(_ uuid: UUID) throws -> HKSample? {
        try readable { try store.port.send(MembersCall(samples: IdentifierBytes.data([uuid]))).first } ?? nil
    }

    package func trace(of electrocardiogram: HKElectrocardiogram) throws -> ElectrocardiogramTrace? {
        try data(of: electrocardiogram).flatMap { ElectrocardiogramTrace(bytes: $0) }
    }

    package func symptoms(of electrocardiogram: HKElectrocardiogram) throws -> [HKCategorySample] {
        guard electrocardiogram.symptomsStatus == .present else { return [] }
        let filter = FilterComparison(.electrocardiogram, .equal, .electrocardiogram(electrocardiogram.uuid))
        return try samples(requested { $0.group == .symptoms }, .compare(filter)).compactMap { $0 as? HKCategorySample }
    }

    package func beats(of series: HKHeartbeatSeriesSample) throws -> HeartbeatSeries? {
        try data(of: series).flatMap { HeartbeatSeries(bytes: $0) }
    }

    package func document(
        _ document: HKDocumentSample,
        atMost limit: Int = .max
    ) throws -> (bytes: [UInt8], size: Int)? {
        guard let data = try data(of: document), !data.isEmpty else { return nil }
        return (Array(data.prefix(limit)), data.count)
    }

    package func forEachRecord(of identifier: String, _ body: (HKSample) throws -> Void) throws {
        guard let type = HKObjectType.type(identifier: identifier) as? HKSampleType else { return }
        try readable { try samples([type], span) }?.forEach(body)
    }

    package func attachments(of uuid: UUID) throws -> [HKAttachment] {
        try readable { try store.port.send(AttachmentsCall(object: uuid)) }?.map { HKAttachment($0) } ?? []
    }

    package func medications() throws -> [HKUserAnnotatedMedication] {
        try readable { try store.port.send(MedicationsCall(filter: .everything, limit: nil)) } ?? []
    }

    package func readings(_ type: HKQuantityType, of workout: HKWorkout) throws -> Readings {
        var own = try readings(type, Self.members(of: workout))
        if !own.isEmpty {
            own.areOwn = true
            return own
        }
        return try readings(type, TimeFields.sample.filter(start: workout.startDate, end: workout.endDate, options: []))
    }

    package func routes(of workout: HKWorkout) throws -> [RouteData] {
        let found = try readable { try samples([HKSeriesType.workoutRoute()], Self.members(of: workout)) } ?? []
        return try found.sorted { ($0.startDate, $0.uuid.uuidString) < ($1.startDate, $1.uuid.uuidString) }
            .compactMap { try data(of: $0).flatMap { RouteData(bytes: $0) } }
    }

    package func preferredZones(of type: HKQuantityType, at date: Date) throws -> HKWorkoutZoneConfiguration? {
        try readable { try store.port.send(PreferredZonesCall(type: type, date: date)) } ?? nil
    }

    package func effort(of workout: HKWorkout) throws -> HKQuantitySample? {
        let filter = SampleFilter.compare(FilterComparison(.workout, .equal, .workout(workout.uuid)))
        return try [HKQuantityTypeIdentifier.workoutEffortScore, .estimatedWorkoutEffortScore]
            .flatMap { type in try readable { try samples([HKQuantityType(type)], filter) } ?? [] }
            .compactMap { $0 as? HKQuantitySample }
            .max(by: HKQuantitySample.isLessSpecific)
    }

    package func memberCounts(of workout: HKWorkout) throws -> [(type: HKSampleType, count: Int)] {
        let types = requested { [.quantity, .category].contains($0.kind) }
        var found: [HKSampleType: Int] = [:]
        for sample in try samples(types, Self.members(of: workout)) { found[sample.sampleType, default: 0] += 1 }
        return found.map { (type: $0.key, count: $0.value) }
            .sorted { ($1.count, $0.type.identifier) < ($0.count, $1.type.identifier) }
    }

    private static func members(of workout: HKWorkout) -> SampleFilter {
        SampleListQuery.filter(workout: workout.uuid, start: workout.startDate, end: workout.endDate).simplified()
    }

    private func samples(_ types: [HKSampleType], _ filter: SampleFilter) throws -> [HKSample] {
        guard !types.isEmpty else { return [] }
        return try store.port.send(
            SamplesCall(
                selections: types.map { SampleSelection($0, filter) },
                order: SampleOrder([NSSortDescriptor(key: HKSampleSortIdentifierStartDate, ascending: true)]),
                limit: nil
            )
        )
    }

    private func readings(_ type: HKQuantityType, _ filter: SampleFilter) throws -> Readings {
        let call = SeriesCall(
            selection: SampleSelection(type, filter.simplified()),
            reading: SeriesReading(includesSample: false, isBySample: false),
            needsSample: false
        )
        var readings = Readings()
        for quantity in try readable({ try store.port.send(call) }) ?? [] {
            guard let conversion = quantity.unit.conversion(to: type.canonicalUnit) else { continue }
            readings.starts.append(quantity.element.start)
            readings.ends.append(quantity.element.end)
            readings.values.append(quantity.element.value * conversion.scale + conversion.offset)
        }
        return readings
    }

    private func data(of sample: HKSample) throws -> [UInt8]? {
        try readable { try store.port.send(RecordDataCall(type: sample.sampleType, uuid: sample.uuid)).data }
    }

    /// The catalogue types that the app requested; reading any other would be logged as a refused read.
    private func requested(_ isWanted: (CatalogueEntry) -> Bool) -> [HKSampleType] {
        TypeCatalogue.shared.entries.filter(isWanted)
            .compactMap { HKObjectType.type(identifier: $0.identifier) as? HKSampleType }
            .filter { type in
                let call = RequestStatusCall(share: [], read: [ByIdentifier(wrappedValue: type)])
                // An error means a type that no app can request, or one that the reading itself will report.
                return (try? store.port.send(call)) == .unnecessary
            }
    }

    /// The answer of a call, or `nil` if the app may not read it or there is none.
    private func readable<Answer>(_ answer: () throws -> Answer) throws -> Answer? {
        do {
            return try answer()
        } catch let error as HKError
            where [.errorAuthorizationNotDetermined, .errorAuthorizationDenied, .errorNoData].contains(error.code)
        {
            return nil
        }
    }
}
