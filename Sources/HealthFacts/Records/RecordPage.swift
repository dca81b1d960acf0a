import Foundation
import HealthExchange
import HealthKit

/// What is told of a record: its figures, a picture where it has one, and everything else line by line.
package struct RecordPage: Sendable {
    /// A number of the record's head, and what it is.
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
        /// What kind of line it is.
        package enum Kind: Hashable, Sendable {
            case fact
            case heading
            /// Words across the page, with as many blanks before them.
            case words(indent: Int)
            /// A line of a table; the lines of one stand below each other.
            case table
        }

        package var kind = Kind.fact
        package var label = ""
        package var text = ""
        /// Of a line of a table.
        package var cells: [RecordCell] = []
        /// What Enter opens.
        package var opens: HKSample?
        /// What Enter saves as a file.
        package var file: RecordFile?
    }

    package let sample: HKSample
    package var heading: String
    package var figures: [Figure] = []
    package var picture: RecordPicture?
    package var rows: [Row] = []
    /// What is known beyond words, for programs.
    package var detail = RecordDetail.none

    package init(_ sample: HKSample, heading: String) {
        self.sample = sample
        self.heading = heading
    }

    /// The files of the page, in the order in which they stand there.
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
    /// All of it at once.
    case plot(RecordPlot)

    /// How many seconds it has to scroll over; nil for a picture that stands still.
    package var length: Double? {
        switch self {
        case .voltages(let trace): trace.length
        case .rhythm(let rhythm): rhythm.length
        case .plot: nil
        }
    }

    /// How many seconds are seen at first.
    package var firstWindow: Double {
        switch self {
        case .voltages(let trace): min(4, trace.length)
        case .rhythm(let rhythm): min(300, rhythm.length)
        case .plot: 0
        }
    }
}

/// What programs are told of a record beyond what every sample of its type tells.
package enum RecordDetail: Sendable {
    case none
    case electrocardiogram(VoltageTrace?, symptoms: [HKCategorySample])
    case rhythm(HeartRhythm)
    case clinical(ClinicalFacts, history: [LabValue])
    case document(DocumentText)
    case verifiable(HKVerifiableClinicalRecord, CardVerdict)
    case dose(name: String?)
}

/// Why a file of a record could not be written, in words.
package struct RecordFileError: Error, Hashable, CustomStringConvertible {
    package let text: String

    package var description: String { text }
}

/// Something of a record that can be saved as a file.
package struct RecordFile: Sendable {
    /// Where its bytes are.
    package enum Content: Sendable {
        case attachment(HKAttachment)
        case document(HKDocumentSample)
        /// The voltages as the Health app's export has them.
        case electrocardiogram(HKElectrocardiogram, zone: TimeZone, now: Date)
        case bytes(Data)
    }

    package let name: String
    package let content: Content
    /// How large it is, in bytes; nil for one that is made when it is saved.
    package let size: Int?

    package init(name: String, content: Content, size: Int?) {
        self.name = name
        self.content = content
        self.size = size
    }

    /// Writes the file for its owner alone.
    ///
    /// - Parameters:
    ///   - path: Where; a file that stands there is replaced only if so wanted.
    ///   - replaces: Whether a file that stands there is replaced.
    ///   - person: Access to the store.
    /// - Returns: How many bytes were written.
    /// - Throws: ``RecordFileError``, `HKError`; then what stood there still does.
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
