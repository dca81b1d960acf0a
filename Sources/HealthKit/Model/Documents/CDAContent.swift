import Foundation

/// The header of a CDA document.
package struct CDAContent: RecordContent, Codable {
    package var title: String
    package var patientName: String
    package var authorName: String
    package var custodianName: String
    /// The size of the document in bytes, if it is kept in pieces outside its record; `nil` if the record contains it.
    package var size: Int?

    package func check() throws {}

    /// Reads the header of a document.
    ///
    /// - Throws: `errorInvalidArgument` for a document that isn't well formed, isn't a CDA document, or lacks required header
    ///   elements; the error gives the location under ``HKDetailedCDAValidationErrorKey``.
    package init(document: Data) throws {
        do {
            var reader = CDAReader(try XMLText(document))
            self = try reader.read()
        } catch let error as HKError {
            throw HKError(
                .errorInvalidArgument,
                userInfo: [
                    NSLocalizedDescriptionKey: "The document isn't a valid CDA document (\(error.text))",
                    HKDetailedCDAValidationErrorKey: error.text,
                ]
            )
        }
    }

    package init(title: String, patientName: String, authorName: String, custodianName: String) {
        self.title = title
        self.patientName = patientName
        self.authorName = authorName
        self.custodianName = custodianName
    }
}

/// Traverses a CDA document and keeps the contents of its header.
private struct CDAReader {
    private static let namespace = "urn:hl7-org:v3"
    /// The required elements directly under the root of every CDA document.
    private static let required = [
        "typeId", "id", "code", "effectiveTime", "confidentialityCode", "recordTarget", "author", "custodian",
        "component",
    ]
    private static let title = "title"
    private static let patient = "recordTarget/patientRole/patient/name"
    private static let person = "author/assignedAuthor/assignedPerson/name"
    private static let device = "author/assignedAuthor/assignedAuthoringDevice/softwareName"
    private static let custodian = "custodian/assignedCustodian/representedCustodianOrganization/name"

    private var xml: XMLText
    /// The names of the open elements, without prefixes and without the root.
    private var path: [String] = []
    private var isInRoot = false
    private var parts: Set<String> = []
    /// The text of the first element at each relevant path.
    private var texts: [String: String] = [:]
    private var finished: Set<String> = []

    init(_ xml: XMLText) { self.xml = xml }

    mutating func read() throws -> CDAContent {
        while let event = try xml.next() {
            switch event {
            case .start(let name, let attributes): try start(Self.local(name), name, attributes)
            case .text(let text): add(text)
            case .end: end()
            }
        }
        let missing = Self.required.filter { !parts.contains($0) }
        guard missing.isEmpty else {
            throw HKError.invalid("ClinicalDocument lacks \(missing.joined(separator: ", "))")
        }
        return CDAContent(
            title: text(Self.title),
            patientName: text(Self.patient),
            authorName: texts[Self.person] != nil ? text(Self.person) : text(Self.device),
            custodianName: text(Self.custodian)
        )
    }

    private mutating func start(_ local: String, _ name: String, _ attributes: [String: String]) throws {
        guard isInRoot else {
            let parts = name.split(separator: ":")
            let prefix = parts.count > 1 ? ":\(parts[0])" : ""
            guard local == "ClinicalDocument", attributes["xmlns" + prefix] == Self.namespace else {
                throw HKError.invalid("the root element is \(name), not ClinicalDocument of \(Self.namespace)")
            }
            isInRoot = true
            return
        }
        path.append(local)
        if path.count == 1 { parts.insert(local) }
        // The parts of a name are separate words.
        add(" ")
    }

    private mutating func add(_ text: String) {
        guard let place, !finished.contains(place) else { return }
        texts[place, default: ""] += text
    }

    private mutating func end() {
        guard !path.isEmpty else { return }
        let ended = path.joined(separator: "/")
        if texts[ended] != nil { finished.insert(ended) }
        add(" ")
        path.removeLast()
    }

    /// The relevant path that contains the open elements.
    private var place: String? {
        guard path.count <= 8 else { return nil }
        let open = path.joined(separator: "/")
        return [Self.title, Self.patient, Self.person, Self.device, Self.custodian]
            .first { open == $0 || open.hasPrefix($0 + "/") }
    }

    /// The words at a path, separated by single spaces.
    private func text(_ place: String) -> String {
        (texts[place] ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func local(_ name: String) -> String { name.split(separator: ":").last.map(String.init) ?? name }
}
