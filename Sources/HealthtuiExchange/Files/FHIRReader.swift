import Foundation
import HealthKit

/// Reads the identifying data of a health record's file.
struct FHIRReader {
    /// A resource's fields, as far as they are needed.
    struct Resource {
        /// The kind, such as `Immunization`; empty if the file names none.
        var type: String
        /// The identifier among resources of its kind; empty if the file names none.
        var identifier: String
        /// Its subject as readable text, or `nil` if it doesn't say.
        var displayName: String?
        /// Whether it is an observation of a vital sign.
        var isVitalSign: Bool
    }

    /// A file's flaw, and its line.
    struct Failure: Error {
        let line: Int
        let reason: String
    }

    /// The source of records that the export's main file does not name.
    static let sourceName = "FHIR"

    /// The largest file that is read, in bytes.
    static let largest = 16 << 20

    /// Reads a file.
    ///
    /// - Parameter data: All of it.
    /// - Returns: The resource.
    /// - Throws: ``Failure`` for a file that isn't a JSON object.
    static func read(_ data: Data) throws -> Resource {
        let parsed: Any
        do {
            parsed = try JSONSerialization.jsonObject(with: data)
        } catch {
            throw Failure(line: line(of: error, in: data), reason: "invalid JSON")
        }
        guard let object = parsed as? [String: Any] else { throw Failure(line: 1, reason: "not a JSON object") }
        return Resource(
            type: object["resourceType"] as? String ?? "",
            identifier: object["id"] as? String ?? "",
            displayName: displayName(object),
            isVitalSign: words(object["category"]).contains { $0.lowercased().contains("vital") }
        )
    }

    /// The type for health records of a kind of resource; one of our own if HealthKit has none.
    static func clinicalType(of resource: String, isVitalSign: Bool) -> String {
        let known: HKClinicalTypeIdentifier? =
            switch resource {
            case "AllergyIntolerance": .allergyRecord
            case "Condition": .conditionRecord
            case "Coverage": .coverageRecord
            case "DocumentReference": .clinicalNoteRecord
            case "Immunization": .immunizationRecord
            case "Observation": isVitalSign ? .vitalSignRecord : .labResultRecord
            case "DiagnosticReport": .labResultRecord
            case "MedicationDispense", "MedicationOrder", "MedicationRequest", "MedicationStatement": .medicationRecord
            case "Procedure": .procedureRecord
            default: nil
            }
        return known?.rawValue ?? "HKClinicalTypeIdentifier\(resource)Record"
    }

    /// The first text that describes a resource's subject.
    private static func displayName(_ object: [String: Any]) -> String? {
        for key in ["code", "vaccineCode", "medicationCodeableConcept", "substance", "type", "name", "class"] {
            if let text = words(object[key]).first { return text }
        }
        for key in ["medicationReference", "subject"] {
            if let text = (object[key] as? [String: Any])?["display"] as? String, !text.isEmpty { return text }
        }
        return nil
    }

    /// A resource's subject as readable text; if it has only a code, the code and its system.
    static func words(of resource: [String: Any]) -> String? {
        guard let text = displayName(resource) else { return resource["resourceType"] as? String }
        for key in ["code", "vaccineCode"] {
            let codings = (resource[key] as? [String: Any])?["coding"] as? [[String: Any]] ?? []
            guard let coding = codings.first(where: { $0["code"] as? String == text }) else { continue }
            let system = (coding["system"] as? String ?? "").split(separator: "/").last.map(String.init) ?? ""
            return system.isEmpty ? text : "\(system == "cvx" ? "CVX" : system) \(text)"
        }
        return text
    }

    /// The texts of a concept: its own, then those of its codes.
    private static func words(_ value: Any?) -> [String] {
        let concepts = (value as? [[String: Any]]) ?? (value as? [String: Any]).map { [$0] } ?? []
        return concepts.flatMap { concept in
            let codings = concept["coding"] as? [[String: Any]] ?? []
            let texts = [concept["text"] as? String] + codings.map { $0["display"] as? String }
            return (texts + codings.map { $0["code"] as? String }).compactMap { $0 }.filter { !$0.isEmpty }
        }
    }

    /// The line where the JSON parser failed, from its message; the last if the text ends too early, the first if the
    /// message has no position.
    static func line(of error: any Error, in data: Data) -> Int {
        let text = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? "\(error)"
        func number(behind word: String) -> Int? {
            text.range(of: word).flatMap { Int(text[$0.upperBound...].prefix { $0.isNumber }) }
        }
        if let line = number(behind: "line ") { return line }
        if let place = number(behind: "character ") { return data.prefix(place).count { $0 == Byte.newline } + 1 }
        guard text.contains("end of file") else { return 1 }
        let end = data.lastIndex { !Byte.isSpace($0) } ?? data.startIndex
        return data[..<end].count { $0 == Byte.newline } + 1
    }
}
