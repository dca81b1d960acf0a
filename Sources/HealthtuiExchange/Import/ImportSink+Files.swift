import CoreLocation
import Foundation
import HealthKit

/// Imports the files next to the main one.
extension ImportSink {
    mutating func beginFile(_ file: ExportSideFile) throws {
        self.file = file
        guard references.meet(file) else {
            task = .passed
            guard let kind = Self.counted(file.kind) else { return }
            summary.counts[kind].read += 1
            return refuse(kind, 1, "another file of the same name came before")
        }
        switch file.kind {
        case .workoutRoute: task = .route(GPXReader(longest: longestRoute))
        case .electrocardiogram: task = .whole([], limit: ECGReader.largest)
        case .clinicalRecord: task = .whole([], limit: FHIRReader.largest)
        case .clinicalDocument: task = .whole([], limit: largestDocument)
        case .attachment:
            // A picture without a reference to it may be anything.
            let isNamed = references.reference(to: file) != nil
            task = isNamed ? .whole([], limit: ImportedAttachment.maximumSize) : .passed
            if !isNamed { unreferencedFiles += 1 }
        case .furtherExport, .other: task = .passed
        }
    }

    mutating func fileBytes(_ bytes: UnsafeRawBufferPointer) throws {
        // Swapped out, so that its contents aren't copied.
        var current = FileTask.passed
        swap(&current, &task)
        switch current {
        case .passed: break
        case .route(var reader):
            current = .passed
            reader.feed(bytes)
            while let places = reader.takeFullRoute() { try takePart(places, reader.creator) }
            task = .route(reader)
        case .whole(var data, let limit):
            current = .passed
            if file?.kind == .clinicalDocument, data.count + bytes.count > limit {
                let spool = DocumentSpool(folder: spoolFolder)
                data.withUnsafeBytes { spool.append($0) }
                spool.append(bytes)
                task = .spooled(spool)
                break
            }
            // One extra byte shows that there was more.
            data.append(contentsOf: bytes.prefix(max(0, limit + 1 - data.count)))
            task = .whole(data, limit: limit)
        case .spooled(let spool):
            // One extra byte shows that there was more.
            spool.append(UnsafeRawBufferPointer(rebasing: bytes.prefix(max(0, CDAFile.largest + 1 - spool.count))))
            task = current
        }
        if isCancelled() { throw CancellationError() }
    }

    mutating func endFile(damage: String?) throws {
        var current = FileTask.passed
        swap(&current, &task)
        guard let file else { return }
        defer { self.file = nil }
        // Warnings already name the file.
        let damage = damage.map { $0.hasPrefix(file.path + ": ") ? String($0.dropFirst(file.path.count + 2)) : $0 }
        switch current {
        case .passed: return
        case .spooled(let spool): try endDocument(spool, damage)
        case .route(var reader):
            var route = reader.finish()
            // The last bytes may have brought more locations than fit in a route.
            while let places = reader.takeFullRoute() {
                try takePart(places, reader.creator)
                route = reader.finish()
            }
            try endRoute(route, file, damage)
        case .whole(let data, let limit):
            guard let kind = Self.counted(file.kind) else { return }
            let reference = references.reference(to: file)
            if file.kind != .clinicalDocument { summary.counts[kind].read += 1 }
            if let reference { references.settle(reference) }
            if file.kind == .clinicalDocument, damage == nil, data.count <= limit {
                try endDocument(data, file)
            } else if let damage {
                if file.kind == .clinicalDocument { summary.counts[kind].read += 1 }
                refuse(kind, 1, "the file can't be read to its end: \(damage)")
            } else if data.count > limit {
                if file.kind == .clinicalDocument { summary.counts[kind].read += 1 }
                refuse(kind, 1, "the file is larger than \(limit >> 20) MiB")
            } else if file.kind == .electrocardiogram {
                try endElectrocardiogram(data)
            } else if file.kind == .attachment {
                try endAttachment(data, file, reference)
            } else {
                try endClinicalRecord(data, reference)
            }
        }
        try builder.flushIfFull()
    }

    /// Reports the files that the main file names but that didn't arrive.
    mutating func endFiles() {
        var reported: [ImportKind: Int] = [:]
        let missing = references.missing
        for reference in missing {
            summary.counts[reference.importKind].missing += 1
            reported[reference.importKind, default: 0] += 1
            guard reported[reference.importKind, default: 0] <= Self.mostMissing else { continue }
            summary.warn(
                "\(fileName):\(reference.line): \(reference.name): file \(reference.path) not found in the export"
            )
        }
        for kind in ImportKind.allCases {
            guard let count = reported[kind], count > Self.mostMissing else { continue }
            summary.warn("\(fileName): \(kind.name): \(count - Self.mostMissing) more files not found in the export")
        }
    }

    private static let mostMissing = 3

    /// The kind that files of a content kind are counted as.
    private static func counted(_ kind: ExportContents.Kind) -> ImportKind? {
        switch kind {
        case .workoutRoute: .workoutRoutes
        case .electrocardiogram: .electrocardiograms
        case .clinicalRecord: .clinicalRecords
        case .clinicalDocument: .clinicalDocuments
        case .attachment: .attachments
        case .furtherExport, .other: nil
        }
    }

    /// Counts a file that can't be imported, and warns with the reason.
    private mutating func refuse(_ kind: ImportKind, _ line: Int, _ reason: String) {
        summary.counts[kind].refused += 1
        warnOfFile(line, reason)
    }

    private mutating func warnOfFile(_ line: Int, _ text: String) {
        summary.warn("\(file?.path ?? fileName):\(line): \(text)")
    }

    // MARK: Routes

    private mutating func endRoute(_ route: GPXReader.Route, _ file: ExportSideFile, _ damage: String?) throws {
        let reference = references.reference(to: file)
        if let reference { references.settle(reference) }
        let partsBefore = routeParts
        routeParts = 0
        defer {
            if partsBefore > 0 {
                let count = partsBefore * longestRoute + route.places.count
                warnOfFile(1, "the route has \(count) locations and is imported as \(partsBefore + 1) routes")
            }
        }
        summary.counts[.workoutRoutes].read += 1
        for (flaw, what) in [(route.untimed, "time"), (route.nowhere, "coordinate on Earth")] where flaw.count > 0 {
            let text = "\(flaw.count) locations without a \(what) skipped; the first is here"
            summary.leaveOut(flaw.count, "\(file.path):\(flaw.firstLine): \(text)")
        }
        if let damage, route.places.isEmpty {
            return refuse(.workoutRoutes, 1, "the file can't be read: \(damage)")
        }
        if let damage {
            let text = "the file can't be read to its end. What comes before is imported: \(damage)"
            summary.leaveOut(1, "\(file.path):1: \(text)")
        } else if route.isCut {
            summary.leaveOut(1, "\(file.path):1: the file ends within a location. What comes before is imported.")
        }
        guard !route.places.isEmpty else {
            return refuse(.workoutRoutes, 1, route.hasRoot ? "the route has no locations" : "not a GPX file")
        }
        try take(route.places, of: reference, route.creator)
    }

    /// Adds a part of a route that has too many locations: the part becomes a separate route of the same workout.
    private mutating func takePart(_ places: [LocationFields], _ creator: String?) throws {
        guard let file else { return }
        routeParts += 1
        summary.counts[.workoutRoutes].read += 1
        try take(places, of: references.reference(to: file), creator)
        try builder.flushIfFull()
    }

    private mutating func take(
        _ places: [LocationFields],
        of reference: FileReferences.Reference?,
        _ creator: String?
    ) throws {
        let named: FileReferences.Route
        if case .route(let known) = reference?.kind {
            named = known
        } else {
            named = FileReferences.Route(
                header: try header(source: creator ?? "GPX", at: places[0].timestamp),
                source: "",
                workout: builder.makeOwner()
            )
        }
        let text = ExportSpelling.form(ofRouteFrom: named.source, times: places.map(\.timestamp))
        try take(self.route(places, named, text), weight: places.count * 50) { $0.warnOfFile(1, $1) }
    }

    /// The header of an object that names no source.
    private mutating func header(source: String, version: String? = nil, at time: Double) throws -> ImportedHeader {
        let revision = try withByteSlice(of: source) { name in
            guard let version, !version.isEmpty else {
                return try dictionary.sourceRevision(name: name, version: nil, in: &builder.definitions)
            }
            return try withByteSlice(of: version) {
                try dictionary.sourceRevision(name: name, version: $0, in: &builder.definitions)
            }
        }
        return ImportedHeader(
            start: time,
            end: time,
            creation: time,
            revision: builder.definitions.place(revision: revision)
        )
    }

    // MARK: Electrocardiograms

    private mutating func endElectrocardiogram(_ bytes: [UInt8]) throws {
        let reading: ECGReader.Reading
        do {
            reading = try ECGReader.read(bytes)
        } catch let failure as ECGReader.Failure {
            return refuse(.electrocardiograms, failure.line, failure.reason)
        }
        var header = try header(
            source: ECGReader.Reading.sourceName,
            version: reading.softwareVersion,
            at: reading.recorded
        )
        if let device = reading.deviceText {
            let number = try withByteSlice(of: device) { try dictionary.device($0, in: &builder.definitions) }
            header.device = builder.definitions.place(device: number)
        }
        header.metadata = builder.definitions.add(ImportMetadata.ofElectrocardiogram(reading))
        try take(reading.object(header), weight: 8 * reading.voltages.count) { $0.warnOfFile(1, $1) }
    }

    // MARK: Health records

    private mutating func endClinicalRecord(_ bytes: [UInt8], _ reference: FileReferences.Reference?) throws {
        let resource: FHIRReader.Resource
        do {
            resource = try FHIRReader.read(Data(bytes))
        } catch let failure as FHIRReader.Failure {
            return refuse(.clinicalRecords, failure.line, failure.reason)
        }
        let named: FileReferences.ClinicalRecord
        if case .clinicalRecord(let known) = reference?.kind {
            named = known
        } else {
            guard let time = exportTime else {
                return refuse(.clinicalRecords, 1, "no ClinicalRecord names the file, and the export has no date")
            }
            named = FileReferences.ClinicalRecord(
                header: try header(source: FHIRReader.sourceName, at: time),
                source: "",
                type: resource.type,
                identifier: resource.identifier,
                sourceURL: nil,
                fhirVersion: "",
                received: .nan
            )
        }
        let type = named.type.isEmpty ? resource.type : named.type
        let identifier = named.identifier.isEmpty ? resource.identifier : named.identifier
        guard !type.isEmpty, !identifier.isEmpty else {
            return refuse(.clinicalRecords, 1, "the resource has no type or no identifier")
        }
        // A text that isn't a valid version is kept as metadata.
        let version = try? FHIRVersionContent(text: named.fhirVersion)
        var header = named.header
        if version == nil, !named.fhirVersion.isEmpty {
            header.metadata = builder.definitions.add(
                Metadata([Metadata.entry(own: .fhirVersion, .text(named.fhirVersion))])
            )
        }
        let isUnnamed = named.isUnnamed || named.received.isNaN
        let object = ImportedObject(
            kind: .clinicalRecords,
            type: FHIRReader.clinicalType(of: type, isVitalSign: resource.isVitalSign),
            header: header,
            content: .clinicalRecord(
                ClinicalRecordContent(
                    displayName: resource.displayName ?? type,
                    resource: FHIRResourceContent(
                        version: version ?? FHIRVersionContent(major: 0, minor: 0, patch: 0),
                        type: HKFHIRResourceType(rawValue: type),
                        identifier: identifier,
                        data: Data(bytes),
                        sourceURL: named.sourceURL.flatMap { URL(string: $0) }
                    )
                )
            ),
            text: ExportSpelling.form(
                ofRecord: type,
                identifier: identifier,
                source: isUnnamed ? "" : named.source,
                received: isUnnamed ? nil : named.received
            )
        )
        try take(object, weight: bytes.count) { $0.warnOfFile(1, $1) }
    }

    // MARK: Documents and attachments

    private mutating func endDocument(_ bytes: [UInt8], _ file: ExportSideFile) throws {
        let document = CDAFile(bytes)
        // Exports without health records have an empty document.
        if document.isEmpty, document.isClosed { return }
        summary.counts[.clinicalDocuments].read += 1
        guard !document.isEmpty else {
            return refuse(.clinicalDocuments, 1, "the document is cut short before it says anything")
        }
        if !document.isClosed { warnOfFile(1, "the document is cut short; it is kept as it is") }
        guard let time = document.time ?? exportTime else {
            return refuse(.clinicalDocuments, 1, "neither the document nor the export says when it was made")
        }
        let object = ImportedObject(
            kind: .clinicalDocuments,
            type: HKDocumentTypeIdentifier.CDA.rawValue,
            header: try header(source: HKSourceRevision.health.source.name, at: time),
            content: .document(document.content, Data(bytes)),
            text: ExportSpelling.form(ofDocument: bytes)
        )
        try take(object, weight: bytes.count) { $0.warnOfFile(1, $1) }
    }

    /// Passes on a large document: its record, then its pieces.
    private mutating func endDocument(_ spool: DocumentSpool, _ damage: String?) throws {
        summary.counts[.clinicalDocuments].read += 1
        if let damage { return refuse(.clinicalDocuments, 1, "the file cannot be read to its end: \(damage)") }
        if let failure = spool.failure { return refuse(.clinicalDocuments, 1, failure) }
        guard spool.count <= CDAFile.largest else {
            return refuse(.clinicalDocuments, 1, "the file is larger than \(CDAFile.largest >> 20) MiB")
        }
        let document = CDAFile(beginning: spool.beginning, end: spool.end)
        if !document.isClosed { warnOfFile(1, "the document is cut short; it is kept as it is") }
        guard let time = document.time ?? exportTime else {
            return refuse(.clinicalDocuments, 1, "neither the document nor the export says when it was made")
        }
        let owner = builder.makeOwner()
        var content = document.content
        content.size = spool.count
        let object = ImportedObject(
            kind: .clinicalDocuments,
            type: HKDocumentTypeIdentifier.CDA.rawValue,
            header: try header(source: HKSourceRevision.health.source.name, at: time),
            content: .document(content, Data()),
            text: ExportSpelling.form(ofLargeDocument: spool.checksum.text, size: spool.count),
            number: owner
        )
        try take(object, weight: 0) { $0.warnOfFile(1, $1) }
        for number in 0..<StoredDocument.pieces(of: spool.count) {
            let size = StoredDocument.pieceSize
            let bytes = try spool.part(at: number * size, size: size)
            builder.chunk.documentPieces.append(ImportedDocumentPiece(owner: owner, number: number, bytes: bytes))
            builder.weigh(bytes.count / 512)
            try builder.flushIfFull()
        }
    }

    private mutating func endAttachment(
        _ bytes: [UInt8],
        _ file: ExportSideFile,
        _ reference: FileReferences.Reference?
    ) throws {
        guard case .attachment(let attachment) = reference?.kind else { return }
        let name = (file.path as NSString).lastPathComponent
        do {
            builder.chunk.attachments.append(
                try ImportedAttachment(
                    owner: attachment.owner,
                    identifier: attachment.identifier,
                    name: name,
                    contentType: Self.contentType(name, bytes),
                    data: Data(bytes)
                )
            )
            builder.weigh(50 + bytes.count / 128)
        } catch let error as HKError {
            refuse(.attachments, 1, error.text)
        }
    }

    /// The content type of a file, from its extension or, if it has none, from its first bytes.
    private static func contentType(_ name: String, _ bytes: [UInt8]) -> String {
        let known = [
            "pdf": "com.adobe.pdf", "jpg": "public.jpeg", "jpeg": "public.jpeg", "png": "public.png",
            "heic": "public.heic",
        ]
        if let type = known[(name as NSString).pathExtension.lowercased()] { return type }
        if bytes.starts(with: Array("%PDF".utf8)) { return "com.adobe.pdf" }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "public.jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "public.png" }
        if bytes.dropFirst(4).starts(with: Array("ftyphei".utf8)) { return "public.heic" }
        return "public.data"
    }
}
