import CoreLocation
import Foundation
import HealthKit

/// Imports the objects of the main file that have dedicated classes.
extension ImportSink {
    /// Passes on an object, unless its content is invalid.
    mutating func take(_ object: ImportedObject, weight: Int, _ refuse: (inout ImportSink, String) -> Void) throws {
        guard let reason = try builder.add(object, weight: weight) else { return }
        summary.counts[object.kind].refused += 1
        refuse(&self, reason)
    }

    // MARK: Heartbeats

    /// The series of heartbeats of a record.
    mutating func heartbeats(_ beats: String, of record: ExportRecord, _ header: ImportedHeader) throws {
        summary.counts[.heartbeatSeries].read += 1
        let list = HeartBeatList(text: beats)
        guard let read = ImportHeartbeats(list, recordStart: header.start) else {
            summary.counts[.heartbeatSeries].refused += 1
            return warn(record.element, "list of heartbeats: a time or a rate is missing, or they are out of order")
        }
        // The list's own start, independent of how much of it can be read.
        let text = ExportSpelling.form(ofBeats: list, from: sourceName(record.element), start: header.start)
        var header = header
        header.start = read.start
        header.end = read.start + (read.series.beats.last?.time ?? 0)
        header.metadata = .none
        let object = ImportedObject(
            kind: .heartbeatSeries,
            type: HKDataTypeIdentifierHeartbeatSeries,
            header: header,
            content: .heartbeats(read.series),
            text: text
        )
        try take(object, weight: beats.utf8.count) { $0.warn(record.element, $1) }
    }

    // MARK: Routes

    /// The routes of a workout: the inline ones, and references to the files of the others.
    ///
    /// - Returns: The number by which they refer to the workout, or `nil` if there are none.
    mutating func routes(of workout: ExportWorkout, _ header: ImportedHeader) throws -> ImportNumber.Owner? {
        var owner: ImportNumber.Owner?
        for route in workout.routes {
            let number = owner ?? builder.makeOwner()
            owner = number
            var own = header
            if route.element[.startDate] != nil, let given = try times(route.element) { own = given }
            own.metadata = try metadata(of: route.element, route.metadata)
            let source = route.element[.sourceName] == nil ? sourceName(workout.element) : sourceName(route.element)
            let reference = FileReferences.Route(header: own, source: source, workout: number)
            let places = places(of: route)
            if !places.isEmpty {
                summary.counts[.workoutRoutes].read += 1
                let text = ExportSpelling.form(ofRouteFrom: source, times: places.map(\.timestamp))
                try take(self.route(places, reference, text), weight: places.count * 50) { $0.warn(route.element, $1) }
            }
            for file in route.fileReferences {
                guard let path = file.element[.path]?.text else {
                    summary.counts[.workoutRoutes].read += 1
                    summary.counts[.workoutRoutes].refused += 1
                    warn(file.element, "workout route: the file has no path")
                    continue
                }
                refer(.route(reference), path, file.element)
            }
        }
        return owner
    }

    /// A route as an object for import.
    func route(_ places: [LocationFields], _ reference: FileReferences.Route, _ text: [UInt8]) -> ImportedObject {
        let data = RouteData(exported: places.map { RoutePoint(fields: $0) })
        var header = reference.header
        header.start = data.points.first?.fields.timestamp ?? header.start
        header.end = data.points.last?.fields.timestamp ?? header.end
        return ImportedObject(
            kind: .workoutRoutes,
            type: HKSeriesType.workoutRoute().identifier,
            header: header,
            content: .route(PackedRoute(data)),
            text: text,
            workout: reference.workout
        )
    }

    /// The inline locations of a route.
    private mutating func places(of route: ExportWorkoutRoute) -> [LocationFields] {
        var places: [LocationFields] = []
        for location in route.locations {
            let element = location.element
            guard let time = element[.date].flatMap({ dates.seconds($0) }),
                let latitude = element[own: "latitude"]?.decimal, abs(latitude) <= 90,
                let longitude = element[own: "longitude"]?.decimal, abs(longitude) <= 180
            else {
                leaveOut(element, "location: date, latitude or longitude is missing or wrong")
                continue
            }
            func number(_ name: StaticString) -> Double? { element[own: name]?.decimal }
            places.append(
                LocationFields(
                    coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
                    altitude: number("altitude") ?? 0,
                    horizontalAccuracy: number("horizontalAccuracy") ?? 0,
                    verticalAccuracy: number("verticalAccuracy") ?? -1,
                    course: number("course") ?? -1,
                    speed: number("speed") ?? -1,
                    timestamp: Date(timeIntervalSinceReferenceDate: time)
                )
            )
        }
        return places
    }

    // MARK: Health records

    mutating func clinicalRecord(_ record: ExportClinicalRecord) throws {
        let element = record.element
        guard let path = element[own: "resourceFilePath"]?.text, !path.isEmpty else {
            summary.counts[.clinicalRecords].read += 1
            summary.counts[.clinicalRecords].refused += 1
            return warn(element, "clinical record: resourceFilePath is missing")
        }
        guard let received = element[own: "receivedDate"].flatMap({ dates.seconds($0) }) else {
            summary.counts[.clinicalRecords].read += 1
            summary.counts[.clinicalRecords].refused += 1
            return warn(element, "clinical record: receivedDate is missing or no date")
        }
        let revision = try dictionary.sourceRevision(name: element[.sourceName], version: nil, in: &builder.definitions)
        let reference = FileReferences.ClinicalRecord(
            header: ImportedHeader(
                start: received,
                end: received,
                creation: received,
                revision: builder.definitions.place(revision: revision)
            ),
            source: sourceName(element),
            type: element[.type]?.text ?? "",
            identifier: element[own: "identifier"]?.text ?? "",
            sourceURL: element[own: "sourceURL"]?.text,
            fhirVersion: element[own: "fhirVersion"]?.text ?? "",
            received: received
        )
        refer(.clinicalRecord(reference), path, element)
    }

    // MARK: Hearing

    mutating func audiogram(_ audiogram: ExportAudiogram) throws {
        summary.counts[.audiograms].read += 1
        let element = audiogram.element
        guard var header = try times(element) else {
            summary.counts[.audiograms].refused += 1
            return
        }
        header.metadata = try metadata(of: element, audiogram.metadata)
        var texts: [(frequency: String?, left: String?, right: String?)] = []
        var points: [SensitivityPointContent] = []
        for point in audiogram.points {
            texts.append(
                (
                    point.element[own: "frequencyValue"]?.text, point.element[own: "leftEarValue"]?.text,
                    point.element[own: "rightEarValue"]?.text
                )
            )
            guard let read = ImportAudiogram.point(point.element) else {
                leaveOut(point.element, "sensitivity point: the frequency or its unit is missing or wrong")
                continue
            }
            points.append(read)
        }
        let object = ImportedObject(
            kind: .audiograms,
            type: HKObjectType.audiogramSampleType().identifier,
            header: header,
            content: .audiogram(AudiogramContent(points: points)),
            text: ExportSpelling.form(
                ofAudiogramFrom: sourceName(element),
                start: header.start,
                end: header.end,
                points: texts
            )
        )
        try take(object, weight: 64 * points.count) { $0.warn(element, "audiogram: \($1)") }
        try builder.flushIfFull()
    }

    // MARK: Vision

    mutating func visionPrescription(_ prescription: ExportVisionPrescription) throws {
        summary.counts[.visionPrescriptions].read += 1
        let element = prescription.element
        guard let issued = element[own: "dateIssued"].flatMap({ dates.seconds($0) }) else {
            summary.counts[.visionPrescriptions].refused += 1
            return warn(element, "vision prescription: dateIssued is missing or no date")
        }
        let expiration = element[own: "expirationDate"].flatMap { dates.seconds($0) }
        let lenses = [prescription.rightEye, prescription.leftEye]
        let content = ImportPrescription.content(element, lenses, expiration: expiration)
        for (lens, read) in zip(lenses, [content.rightEye, content.leftEye]) {
            guard let lens, read == nil else { continue }
            leaveOut(lens, "vision prescription: a lens without a sphere, or in another unit, is left out")
        }
        let revision = try dictionary.sourceRevision(name: element[.sourceName], version: nil, in: &builder.definitions)
        let owner = prescription.attachments.contains { _ in true } ? builder.makeOwner() : nil
        let object = ImportedObject(
            kind: .visionPrescriptions,
            type: HKObjectType.visionPrescriptionType().identifier,
            header: ImportedHeader(
                start: issued,
                end: max(issued, expiration ?? issued),
                creation: element[.creationDate].flatMap { dates.seconds($0) } ?? issued,
                revision: builder.definitions.place(revision: revision),
                metadata: try metadata(of: element, prescription.metadata)
            ),
            content: .prescription(content),
            text: ExportSpelling.form(
                ofPrescription: element[.type]?.text ?? "",
                issued: issued,
                lenses: lenses.flatMap { lens in
                    [lens?[own: "sphere"]?.text, lens?[own: "cylinder"]?.text, lens?[own: "axis"]?.text]
                }
            ),
            number: owner
        )
        try take(object, weight: 512) { $0.warn(element, "vision prescription: \($1)") }
        guard let owner, builder.chunk.objects.last?.number == owner else { return try builder.flushIfFull() }
        for attachment in prescription.attachments {
            let identifier = attachment.element[own: "identifier"]?.text ?? ""
            let kind = FileReferences.Reference.Kind.attachment(.init(owner: owner, identifier: identifier))
            refer(kind, identifier, attachment.element)
        }
        try builder.flushIfFull()
    }

    // MARK: Help

    /// The name of an element's source, as lasting forms write it.
    func sourceName(_ element: ExportElement) -> String { (element[.sourceName] ?? element[.source])?.text ?? "" }

    /// Records that an object refers to a file next to the main one.
    private mutating func refer(_ kind: FileReferences.Reference.Kind, _ path: String, _ element: ExportElement) {
        let reference = FileReferences.Reference(kind: kind, path: path, line: element.line)
        let reason: String
        if path.isEmpty || FileReferences.escapes(path) {
            reason = "its file has a path that leaves the export, or none"
        } else if references.add(reference) {
            return
        } else {
            reason = "another element names the same file before"
        }
        summary.counts[reference.importKind].read += 1
        summary.counts[reference.importKind].refused += 1
        warn(element, "\(reference.name): \(reason)")
    }
}
