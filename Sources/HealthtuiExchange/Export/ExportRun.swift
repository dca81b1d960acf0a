import Foundation
import HealthKit
import UniformTypeIdentifiers

/// One export on its way from a snapshot of the store into a zip.
final class ExportRun {
    private(set) var summary = ExportSummary()
    let snapshot: any StoreSnapshot
    let zip: ZipWriter
    let request: ExportRequest
    private var markup: ExportMarkup
    private var pace: ExportPace
    /// The files that the main one refers to, by the sample that each holds.
    private var routes: [(uuid: UUID, path: String)] = []
    private var clinical: [(uuid: UUID, type: String, path: String)] = []
    private var attached: [UUID] = []
    private var names: [String: Int] = [:]
    private var checksum = StreamChecksum()
    private var crc = ZipChecksum()
    /// The number of records with a list of beats, which an import turns back into a series.
    private var beatLists = 0

    /// The amount of text collected before it goes into the zip.
    private static let pieceSize = 1 << 16

    init(_ snapshot: any StoreSnapshot, _ zip: ZipWriter, _ request: ExportRequest) {
        self.snapshot = snapshot
        self.zip = zip
        self.request = request
        markup = ExportMarkup(zone: request.zone, now: request.now)
        // This only shows the export's progress.
        pace = ExportPace(request, total: (try? snapshot.count()) ?? 0)
    }

    /// Writes the main file and the files next to it.
    func writeAll() throws {
        try writeMain()
        try writeRoutes()
        try writeElectrocardiograms()
        try writeClinicalRecords()
        try writeAttachments()
        try writeDocuments()
    }

    /// Adds a copy of the store and its accompanying data to the zip.
    func write(_ copy: StoreCopy) throws {
        try zip.begin(StoreCompanion.storeName)
        var copySum = StreamChecksum()
        guard let input = FileHandle(forReadingAtPath: copy.path) else {
            throw ExportError("\(request.path): the copy of the store can't be read")
        }
        while let piece = try input.read(upToCount: Self.pieceSize), !piece.isEmpty {
            piece.withUnsafeBytes { copySum.add($0) }
            try zip.append([UInt8](piece))
            if request.isCancelled() { throw CancellationError() }
        }
        try zip.begin(StoreCompanion.manifestName)
        let companion = StoreCompanion(main: checksum, crc: crc, store: copySum)
        try zip.append(try companion.json)
        summary.place(in: StoreCompanion.storeName)
    }

    // MARK: The main file

    private func writeMain() throws {
        try zip.begin(ExportLayout.main)
        let locale = Locale.current.identifier.split(separator: "@").first.map(String.init) ?? "en_US"
        markup.beginning(try snapshot.characteristics(), locale: locale, now: request.now)
        let types = try snapshot.typeIdentifiers()
        for type in types { try writeRecords(type) }
        for type in types where snapshot.recordType(of: type) is HKCorrelationType { try writeCorrelations(type) }
        try writeWorkouts(withEffort: types.contains { Self.effortTypes.contains($0) })
        for each in try snapshot.activitySummaries(in: request.zone) {
            markup.activitySummary(each)
            summary.add(.activitySummaries)
            try drain()
        }
        for type in types { try writeOthers(type) }
        markup.end()
        try drain(atLeast: 1)
    }

    private func drain(atLeast size: Int = pieceSize) throws {
        guard markup.buffer.count >= size else { return }
        let bytes = markup.buffer.bytes
        markup.buffer.removeAll()
        bytes.withUnsafeBytes {
            checksum.add($0)
            crc.add($0)
        }
        try zip.append(bytes)
    }

    private func writeRecords(_ type: String) throws {
        var count = 0
        var unreported = 0
        try snapshot.forEachPlainSample(of: type) { origin, numbers in
            if markup.append(origin, numbers) { count += 1 } else { unreported += 1 }
            if origin.metadata?[own: .beats] != nil { beatLists += 1 }
            try drain()
            try pace.step()
        }
        if HKObjectType.type(identifier: type) is HKQuantityType {
            // Quantity series are written as their sum or average, as the Health app writes them.
            var series = 0
            try snapshot.forEachRecord(of: type) { sample in
                guard ExportMarkup.holds(sample) else {
                    unreported += 1
                    return
                }
                markup.record(sample, indent: " ")
                count += 1
                series += 1
                try drain()
                try pace.step()
            }
            if series > 0 { summary.leaveOut("single quantities of series, whose sum or average is there", series) }
        }
        if count > 0 { summary.types += 1 }
        summary.add(.records, count)
        if unreported > 0 { summary.leaveOut("records before the year 1 or after 9998", unreported) }
    }

    private func writeCorrelations(_ type: String) throws {
        try snapshot.forEachRecord(of: type) { sample in
            guard let correlation = sample as? HKCorrelation, ExportMarkup.holds(sample) else {
                return summary.leaveOut("unreadable correlations")
            }
            markup.correlation(correlation)
            summary.add(.correlations)
            try drain()
            try pace.step()
        }
    }

    private static let effortTypes: Set<String> = [
        HKQuantityTypeIdentifier.workoutEffortScore.rawValue,
        HKQuantityTypeIdentifier.estimatedWorkoutEffortScore.rawValue,
    ]

    /// A workout's effort samples, by the UUID of the activity, or of the workout for its overall effort.
    private func effort(of workout: HKWorkout) throws -> [UUID: [HKQuantitySample]] {
        var whole = try snapshot.effort(of: workout.uuid)
        if whole.isEmpty { return [:] }
        var found: [UUID: [HKQuantitySample]] = [:]
        for activity in workout.content.activities where activity.uuid != workout.uuid {
            let own = try snapshot.effort(of: activity.uuid)
            if own.isEmpty { continue }
            found[activity.uuid] = own
            // A sample of an activity is related to its workout too.
            let ids = Set(own.map(\.uuid))
            whole.removeAll { ids.contains($0.uuid) }
        }
        found[workout.uuid] = whole
        return found
    }

    private func writeWorkouts(withEffort: Bool) throws {
        try snapshot.forEachRecord(of: HKObjectType.workoutType().identifier) { sample in
            guard let workout = sample as? HKWorkout, ExportMarkup.holds(sample) else {
                return summary.leaveOut("unreadable workouts")
            }
            var own: [(route: HKWorkoutRoute, path: String)] = []
            for route in try snapshot.routes(of: workout) where ExportMarkup.holds(route) {
                let path = name(ExportLayout.routes, RouteName(start: route.startDate, timeZone: request.zone).fileName)
                own.append((route, "/" + path))
                routes.append((route.uuid, path))
            }
            markup.workout(workout, routes: own, effort: withEffort ? try effort(of: workout) : [:])
            summary.add(.workouts)
            try drain()
            try pace.step()
        }
    }

    /// Samples with additional content.
    private func writeOthers(_ type: String) throws {
        switch HKObjectType.type(identifier: type) {
        case is HKClinicalType, is HKAudiogramSampleType, is HKPrescriptionType,
            nil where snapshot.recordType(of: type) is HKClinicalType:
            try snapshot.forEachRecord(of: type) { sample in
                try self.write(sample)
                try drain()
                try pace.step()
            }
        case is HKQuantityType, is HKCategoryType, is HKCorrelationType, is HKWorkoutType, is HKElectrocardiogramType,
            is HKDocumentType:
            break
        case nil:
            let count = try snapshot.unreadableRecordCount(of: type)
            if count > 0 { summary.leaveOut(type, count) }
        case let known as HKSeriesType where known.identifier != HKDataTypeIdentifierHeartbeatSeries: break
        case let known?:
            // The layout has no place for these.
            var count = 0
            try snapshot.forEachRecord(of: type) { _ in count += 1 }
            if type == HKDataTypeIdentifierHeartbeatSeries {
                summary.add(.heartbeatSeries, min(count, beatLists))
                count -= min(count, beatLists)
            }
            if count > 0 { summary.leaveOut(known.identifier, count) }
        }
    }

    private func write(_ sample: HKSample) throws {
        guard ExportMarkup.holds(sample) else {
            return summary.leaveOut("records before the year 1 or after 9998")
        }
        switch sample {
        case let record as HKClinicalRecord:
            guard let resource = record.fhirResource else { return summary.leaveOut("clinical records without FHIR") }
            let kind = resource.resourceType.rawValue.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            let path = name(ExportLayout.clinicalRecords, "\(kind)-\(record.uuid.uuidString).json")
            clinical.append((record.uuid, record.sampleType.identifier, path))
            markup.clinicalRecord(record, resource, path: "/" + path)
            summary.add(.clinicalRecords)
        case let audiogram as HKAudiogramSample:
            markup.audiogram(audiogram, snapshot.points(of: audiogram))
            summary.add(.audiograms)
        case let prescription as HKVisionPrescription:
            let attachments = try snapshot.attachments(of: prescription.uuid)
            if !attachments.isEmpty { attached.append(prescription.uuid) }
            markup.prescription(prescription, snapshot.content(of: prescription), attachments)
            summary.add(.visionPrescriptions)
        default: break
        }
    }

    // MARK: Other files

    /// A path inside the export that no other file has.
    private func name(_ folder: String, _ file: String) -> String {
        let path = folder + "/" + file
        let count = names[path, default: 0]
        names[path] = count + 1
        guard count > 0, let dot = path.lastIndex(of: ".") else { return path }
        return name(folder, String(path[..<dot].dropFirst(folder.count + 1)) + "_\(count)" + path[dot...])
    }

    private func writeRoutes() throws {
        for (uuid, path) in routes {
            guard let route = try snapshot.sample(uuid) as? HKWorkoutRoute else { continue }
            try zip.begin(ExportLayout.folder + path)
            let title = RouteName(start: route.startDate, timeZone: request.zone).title
            var writer = GPXWriter(name: title, time: request.now, layout: .healthApp) { try self.zip.append($0) }
            for location in try snapshot.locations(of: route) { try writer.append(location) }
            try writer.finish()
            summary.add(.workoutRoutes)
            try pace.step()
            if request.isCancelled() { throw CancellationError() }
        }
        var alone = -routes.count
        try snapshot.forEachRecord(of: HKSeriesType.workoutRoute().identifier) { _ in alone += 1 }
        if alone > 0 { summary.leaveOut("routes of no workout", alone) }
    }

    private func writeElectrocardiograms() throws {
        var writer = ElectrocardiogramText(try snapshot.characteristics(), zone: request.zone, now: request.now)
        var dates = ExportDateWriter(zone: request.zone, now: request.now)
        try snapshot.forEachRecord(of: HKObjectType.electrocardiogramType().identifier) { sample in
            guard let sample = sample as? HKElectrocardiogram, ExportMarkup.holds(sample),
                let trace = try snapshot.trace(of: sample)
            else { return summary.leaveOut("unreadable electrocardiograms") }
            let day = dates.text(sample.startDate.timeIntervalSinceReferenceDate).prefix(10)
            try zip.begin(ExportLayout.folder + name(ExportLayout.electrocardiograms, "ecg_\(day).csv"))
            let symptoms = try snapshot.symptoms(of: sample)
            try writer.write(sample, trace, symptoms: symptoms) { try zip.append($0) }
            summary.add(.electrocardiograms)
            try pace.step()
            if request.isCancelled() { throw CancellationError() }
        }
    }

    private func writeClinicalRecords() throws {
        var paths: [UUID: String] = [:]
        for each in clinical { paths[each.uuid] = each.path }
        for type in Set(clinical.map(\.type)).sorted() {
            try snapshot.forEachRecord(of: type) { sample in
                guard let path = paths[sample.uuid], let data = (sample as? HKClinicalRecord)?.fhirResource?.data else {
                    return
                }
                try zip.begin(ExportLayout.folder + path)
                try zip.append([UInt8](data))
            }
        }
    }

    private func writeAttachments() throws {
        for uuid in attached {
            for attachment in try snapshot.attachments(of: uuid) {
                let ending = attachment.contentType.preferredFilenameExtension ?? "dat"
                let path = name(ExportLayout.attachments, "\(attachment.identifier.uuidString).\(ending)")
                try zip.begin(ExportLayout.folder + path)
                try snapshot.forEachPiece(of: attachment) { try zip.append($0) }
                summary.add(.attachments)
            }
        }
    }

    /// Writes the clinical documents one behind the other, as exports have them.
    private func writeDocuments() throws {
        var isOpen = false
        for type in try snapshot.typeIdentifiers() where HKObjectType.type(identifier: type) is HKDocumentType {
            try snapshot.forEachRecord(of: type) { sample in
                var last: UInt8?
                if let sample = sample as? HKDocumentSample {
                    try snapshot.forEachPiece(of: sample) { piece in
                        if !isOpen { try zip.begin(ExportLayout.document) }
                        isOpen = true
                        try zip.append(piece)
                        last = piece.last
                        if request.isCancelled() { throw CancellationError() }
                    }
                }
                guard last != nil else { return summary.leaveOut("clinical documents without content") }
                if last != Byte.newline { try zip.append([Byte.newline]) }
                summary.add(.clinicalDocuments)
            }
        }
    }
}
