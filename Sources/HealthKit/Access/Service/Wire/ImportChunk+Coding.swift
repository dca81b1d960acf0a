import Foundation

/// Chunks of an import as they are sent to the service that has the store open.
extension ImportChunk: Codable {
    private struct Form: Codable {
        var series: [ImportedSeries]
        var revisions: [[String?]]
        var devices: [[String?]]
        var metadata: [[UInt8]]
        var superseded: [SupersededRow]
        var rows: RowColumns
        var buckets: [ImportedBucket]
        var correlations: [ImportedCorrelation]
        var workouts: [ImportedWorkout]
        var summaries: [ActivitySummaryContent]
        var objects: [ImportedObject]
        var attachments: [ImportedAttachment]
        var pieces: [ImportedDocumentPiece]
        // Chunks stored by an earlier version don't have it.
        var members: [MemberColumns]?
        var completed: [ImportNumber.Owner]?
        var startsFile: Bool?
        var characteristics: CharacteristicValues?
    }

    package func encode(to encoder: any Encoder) throws {
        try Form(
            series: definitions.series,
            revisions: definitions.revisions.map(\.fieldTexts),
            devices: definitions.devices.map(\.fields),
            metadata: definitions.metadata.map(\.bytes),
            superseded: superseded,
            rows: RowColumns(rows),
            buckets: buckets,
            correlations: correlations,
            workouts: workouts,
            summaries: summaries,
            objects: objects,
            attachments: attachments,
            pieces: documentPieces,
            members: members.isEmpty ? nil : members.map { MemberColumns($0) },
            completed: completed.isEmpty ? nil : completed,
            startsFile: startsFile ? true : nil,
            characteristics: characteristics
        )
        .encode(to: encoder)
    }

    package init(from decoder: any Decoder) throws {
        let form = try Form(from: decoder)
        self.init()
        definitions.series = form.series
        definitions.revisions = try form.revisions.map { try HKSourceRevision.revision($0) }
        definitions.devices = try form.devices.map { fields in
            guard fields.count == 8 else { throw CallCodingError.damaged("not 8 fields") }
            return HKDevice(fields: fields)
        }
        definitions.metadata = try form.metadata.map { bytes in
            guard let metadata = Metadata(bytes: bytes) else {
                throw CallCodingError.newer("metadata of an unknown kind")
            }
            return metadata
        }
        superseded = form.superseded
        rows = try form.rows.rows
        buckets = form.buckets
        correlations = form.correlations
        workouts = form.workouts
        summaries = form.summaries
        objects = form.objects
        attachments = form.attachments
        documentPieces = form.pieces
        members = try (form.members ?? []).map { try $0.members }
        completed = form.completed ?? []
        startsFile = form.startsFile ?? false
        characteristics = form.characteristics
    }
}

/// Samples of a workout with their rows as numbers.
private struct MemberColumns: Codable {
    var workout: ImportNumber.Owner
    var rows: RowColumns

    init(_ members: ImportedMembers) {
        workout = members.workout
        rows = RowColumns(members.rows)
    }

    var members: ImportedMembers {
        get throws { ImportedMembers(workout: workout, rows: try rows.rows) }
    }
}

/// Rows as consecutive little-endian numbers.
private struct RowColumns: Codable {
    private static let size = 48

    var bytes: Data

    init(_ rows: [ImportedRow]) {
        bytes = Data(capacity: rows.count * Self.size)
        for row in rows {
            let header = row.header
            for place in [row.series.place, header.revision.place, header.device.place, header.metadata.place] {
                withUnsafeBytes(of: place.littleEndian) { bytes.append(contentsOf: $0) }
            }
            for number in [row.value, header.start, header.end, header.creation] {
                withUnsafeBytes(of: number.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
    }

    var rows: [ImportedRow] {
        get throws {
            guard bytes.count % Self.size == 0 else { throw CallCodingError.damaged("half a row") }
            return bytes.withUnsafeBytes { buffer in
                func place(_ offset: Int) -> UInt32 {
                    UInt32(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                }
                func number(_ offset: Int) -> Double {
                    Double(
                        bitPattern: UInt64(littleEndian: buffer.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                    )
                }
                return stride(from: 0, to: buffer.count, by: Self.size)
                    .map { row in
                        ImportedRow(
                            series: .init(place(row)),
                            value: number(row + 16),
                            header: ImportedHeader(
                                start: number(row + 24),
                                end: number(row + 32),
                                creation: number(row + 40),
                                revision: .init(place(row + 4)),
                                device: .init(place(row + 8)),
                                metadata: .init(place(row + 12))
                            )
                        )
                    }
            }
        }
    }
}

extension ImportedContent: Codable {
    private struct Form: Codable {
        var kind: String
        var content: Data
        var data: Data?
    }

    package func encode(to encoder: any Encoder) throws {
        func form(_ kind: String, _ content: [UInt8], _ data: [UInt8]? = nil) -> Form {
            Form(kind: kind, content: Data(content), data: data.map { Data($0) })
        }
        let form: Form =
            switch self {
            case .route(let route): form("route", route.bytes)
            case .heartbeats(let series): form("heartbeats", series.bytes)
            case .electrocardiogram(let content, let trace): try form("ecg", content.bytes, trace.bytes)
            case .audiogram(let content): try form("audiogram", content.bytes)
            case .prescription(let content): try form("prescription", content.bytes)
            case .clinicalRecord(let content): try form("clinical", content.bytes)
            case .document(let content, let data): try form("document", content.bytes, [UInt8](data))
            case .verifiable(let content): try form("verifiable", content.bytes)
            case .stateOfMind(let content): try form("stateOfMind", content.bytes)
            case .dose(let content, let medication): try form("dose", content.bytes, medication.bytes)
            }
        try form.encode(to: encoder)
    }

    package init(from decoder: any Decoder) throws {
        let form = try Form(from: decoder)
        let bytes = [UInt8](form.content)
        func known<T>(_ value: T?) throws -> T {
            guard let value else { throw CallCodingError.damaged("no content of a “\(form.kind.prefix(32))”") }
            return value
        }
        switch form.kind {
        case "route": self = .route(PackedRoute(try known(RouteData(bytes: bytes))))
        case "heartbeats": self = .heartbeats(try known(HeartbeatSeries(bytes: bytes)))
        case "ecg":
            let trace = try known(form.data.flatMap { ElectrocardiogramTrace(bytes: [UInt8]($0)) })
            self = .electrocardiogram(try known(ElectrocardiogramContent(bytes: bytes)), trace)
        case "audiogram": self = .audiogram(try known(AudiogramContent(bytes: bytes)))
        case "prescription": self = .prescription(try known(PrescriptionContent(bytes: bytes)))
        case "clinical": self = .clinicalRecord(try known(ClinicalRecordContent(bytes: bytes)))
        case "document": self = .document(try known(CDAContent(bytes: bytes)), try known(form.data))
        case "verifiable": self = .verifiable(try known(VerifiableRecordContent(bytes: bytes)))
        case "stateOfMind": self = .stateOfMind(try known(StateOfMindContent(bytes: bytes)))
        case "dose":
            let medication = try known(form.data.flatMap { AnnotatedMedicationContent(bytes: [UInt8]($0)) })
            self = .dose(try known(DoseContent(bytes: bytes)), of: medication)
        default: throw CallCodingError.newer("an object of the unknown kind “\(form.kind.prefix(32))”")
        }
    }
}

/// The count of numbers that an import has assigned so far, for rejecting others.
struct ImportNumbers {
    private(set) var series = 0
    private(set) var revisions = 0
    /// The first number means none.
    private(set) var devices = 1
    private(set) var metadata = 1

    /// Counts a chunk's definitions and checks its references.
    ///
    /// - Throws: `errorInvalidArgument` for an unassigned number; then nothing is counted.
    mutating func take(_ chunk: ImportChunk) throws {
        var new = self
        new.series += chunk.definitions.series.count
        new.revisions += chunk.definitions.revisions.count
        new.devices += chunk.definitions.devices.count
        new.metadata += chunk.definitions.metadata.count
        for row in chunk.rows { try new.check(row) }
        for bucket in chunk.buckets { try new.check(bucket.row) }
        for correlation in chunk.correlations {
            try new.check(correlation.series, correlation.header)
            for member in correlation.members { try new.check(member) }
        }
        for workout in chunk.workouts {
            try new.check(nil, workout.header)
            for member in workout.members ?? [] { try new.check(member.row) }
        }
        for members in chunk.members {
            for row in members.rows { try new.check(row) }
        }
        for object in chunk.objects {
            try new.check(nil, object.header)
            try object.content.check()
        }
        self = new
    }

    private func check(_ row: ImportedRow) throws { try check(row.series, row.header) }

    private func check(_ series: ImportNumber.Series?, _ header: ImportedHeader) throws {
        guard series.map({ Int($0.place) < self.series }) ?? true, Int(header.revision.place) < revisions,
            Int(header.device.place) < devices, Int(header.metadata.place) < metadata
        else { throw HKError.invalid("Invalid import: a number that stands for nothing") }
    }
}
