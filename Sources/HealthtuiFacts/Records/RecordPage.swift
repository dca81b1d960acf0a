import Foundation
import HealthKit
import HealthtuiExchange

/// The contents of a record's page: its figures, a picture if it has one, and everything else line by line.
package struct RecordPage: Sendable {
    /// A number in the record's head, and its label.
    package struct Figure: Hashable, Sendable {
        package let value: String
        package let name: String

        package init(_ value: String, _ name: String = "") {
            self.value = value
            self.name = name
        }
    }

    /// One line below the head.
    package struct Row: Sendable {
        /// The kind of line.
        package enum Kind: Hashable, Sendable {
            case fact
            case heading
            /// Text across the page, indented by a number of spaces.
            case words(indent: Int)
            /// A line of a table; consecutive lines form one table.
            case table
        }

        package var kind = Kind.fact
        package var label = ""
        package var text = ""
        /// The cells of a table line.
        package var cells: [RecordCell] = []
        /// The sample that Enter opens.
        package var opens: HKSample?
        /// The file that Enter saves.
        package var file: RecordFile?
    }

    package let sample: HKSample
    package var heading: String
    package var figures: [Figure] = []
    package var picture: RecordPicture?
    package var rows: [Row] = []
    /// Further data, for programs.
    package var detail = RecordDetail.none

    package init(_ sample: HKSample, heading: String) {
        self.sample = sample
        self.heading = heading
    }

    /// The files of the page, in their order on it.
    package var files: [RecordFile] { rows.compactMap(\.file) }

    mutating func add(_ label: String, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        rows.append(Row(label: label, text: text))
    }

    mutating func section(_ title: String) { rows.append(Row(kind: .heading, text: title)) }

    mutating func say(_ words: String, indent: Int = 0) { rows.append(Row(kind: .words(indent: indent), text: words)) }

    mutating func table(_ cells: [RecordCell], opens sample: HKSample? = nil) {
        let text = cells.map(\.text).filter { !$0.isEmpty }.joined(separator: " ")
        rows.append(Row(kind: .table, text: text, cells: cells, opens: sample))
    }
}

/// The picture of a record.
package enum RecordPicture: Sendable {
    /// A strip that is scrolled and zoomed.
    case voltages(VoltageTrace)
    /// Intervals over time, which are scrolled and zoomed.
    case rhythm(HeartRhythm)
    /// A plot that is shown all at once.
    case plot(RecordPlot)

    /// The length that can be scrolled, in seconds, or nil for a static picture.
    package var length: Double? {
        switch self {
        case .voltages(let trace): trace.length
        case .rhythm(let rhythm): rhythm.length
        case .plot: nil
        }
    }

    /// The number of seconds visible at first.
    package var firstWindow: Double {
        switch self {
        case .voltages(let trace): min(4, trace.length)
        case .rhythm(let rhythm): min(300, rhythm.length)
        case .plot: 0
        }
    }
}

/// The data for programs beyond the facts of every sample of its type.
package enum RecordDetail: Sendable {
    case none
    case electrocardiogram(VoltageTrace?, symptoms: [HKCategorySample])
    case rhythm(HeartRhythm)
    case clinical(ClinicalFacts, history: [LabValue])
    case document(DocumentText)
    case verifiable(HKVerifiableClinicalRecord, CardVerdict)
    case dose(name: String?)
}

/// The reason a file of a record couldn't be written, as text.
package struct RecordFileError: Error, Hashable, CustomStringConvertible {
    package let text: String

    package var description: String { text }
}

/// Data of a record that can be saved as a file.
package struct RecordFile: Sendable {
    /// The source of its bytes.
    package enum Content: Sendable {
        case attachment(HKAttachment)
        case document(HKDocumentSample)
        /// The voltages as the Health app's export has them.
        case electrocardiogram(HKElectrocardiogram, zone: TimeZone, now: Date)
        case bytes(Data)
    }

    package let name: String
    package let content: Content
    /// Its size in bytes, or nil for a file that is generated when it is saved.
    package let size: Int?

    package init(name: String, content: Content, size: Int?) {
        self.name = name
        self.content = content
        self.size = size
    }

    /// Writes the file for its owner alone.
    ///
    /// - Parameters:
    ///   - path: The path; an existing file is replaced only if requested.
    ///   - replaces: Whether to replace an existing file.
    ///   - person: Access to the store.
    /// - Returns: The number of bytes written.
    /// - Throws: ``RecordFileError``, `HKError`; then any existing file is left in place.
    package func write(to path: String, replacing replaces: Bool, _ person: PersonAccess) throws -> Int {
        guard !path.isEmpty else { throw RecordFileError(text: RecordPageStrings.fileIsMissing) }
        let file = try OutgoingFile(at: path, replacing: replaces, store: person.storePath)
        do {
            guard let handle = FileHandle(forWritingAtPath: file.temporaryPath) else {
                throw RecordFileError(text: RecordPageStrings.cannotBeWritten(path))
            }
            var written = 0
            switch content {
            case .bytes(let data):
                try handle.write(contentsOf: data)
                written = data.count
            case .document(let document):
                try person.snapshot(ExportSelection()) { snapshot in
                    try snapshot.forEachPiece(of: document) { piece in
                        try handle.write(contentsOf: Data(piece))
                        written += piece.count
                    }
                }
                guard written > 0 else { throw RecordFileError(text: RecordPageStrings.documentIsMissing) }
            case .electrocardiogram(let sample, let zone, let now):
                try person.snapshot(ExportSelection()) { snapshot in
                    guard let trace = try snapshot.trace(of: sample) else {
                        throw RecordFileError(text: RecordPageStrings.voltagesAreMissing)
                    }
                    var writer = ElectrocardiogramText(try snapshot.characteristics(), zone: zone, now: now)
                    try writer.write(sample, trace, symptoms: try snapshot.symptoms(of: sample)) { piece in
                        try handle.write(contentsOf: Data(piece))
                        written += piece.count
                    }
                }
            case .attachment(let attachment):
                try person.snapshot(ExportSelection()) { snapshot in
                    try snapshot.forEachPiece(of: attachment) { piece in
                        try handle.write(contentsOf: Data(piece))
                        written += piece.count
                    }
                }
            }
            try handle.close()
            try file.finish()
            return written
        } catch {
            file.discard()
            throw error
        }
    }
}
