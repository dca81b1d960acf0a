import Foundation
import HealthKit

/// The contents of a SMART Health Card or a certificate, as far as HealthKit exposes them.
struct CardClaims: Hashable, Sendable {
    var issuer: String
    /// Seconds since 1970.
    var issued: Double?
    /// Seconds since 1970.
    var expires: Double?
    /// The types that the card attests, without the mark that every card has, or only the mark if nothing else is known
    /// of the card.
    var types: [String]
    var name = ""
    var birth: DateComponents?
    /// The contents, as readable text.
    var items: [String] = []
    /// The time of the event that the card is about; the latest if there are several.
    var happened: Date?

    /// Creates the claims of an issuer, with nothing else filled in yet.
    init(issuer: String) {
        self.issuer = issuer
        types = []
    }

    /// The type that every card has.
    static let mark = "https://smarthealth.cards#health-card"

    init(_ object: [String: Any]) {
        issuer = object["iss"] as? String ?? ""
        issued = (object["nbf"] as? NSNumber)?.doubleValue
        expires = (object["exp"] as? NSNumber)?.doubleValue
        let credential = object["vc"] as? [String: Any]
        let named = credential?["type"] as? [String] ?? (credential?["type"] as? String).map { [$0] } ?? []
        types = named.filter { $0 != Self.mark && $0 != "VerifiableCredential" }
        let subject = credential?["credentialSubject"] as? [String: Any]
        let bundle = subject?["fhirBundle"] as? [String: Any]
        let resources = (bundle?["entry"] as? [[String: Any]] ?? []).compactMap { $0["resource"] as? [String: Any] }
        for resource in resources { read(resource) }
        guard types.isEmpty, named.contains(Self.mark) else { return }
        types = CardContent.types(of: resources)
        if types.isEmpty { types = [Self.mark] }
    }

    /// Resources that identify a person or an organization and aren't a card's subject.
    private static let parties: Set<String> = ["Practitioner", "PractitionerRole", "Organization", "Location"]

    private mutating func read(_ resource: [String: Any]) {
        let kind = resource["resourceType"] as? String ?? ""
        if kind == "Patient" {
            name = Self.name(resource)
            birth = (resource["birthDate"] as? String).flatMap(Self.day)
            return
        }
        if Self.parties.contains(kind) { return }
        let title = kind == "Composition" ? resource["title"] as? String : nil
        if let words = title ?? FHIRReader.words(of: resource) { items.append(words) }
        for key in ["occurrenceDateTime", "effectiveDateTime", "performedDateTime", "recordedDate", "issued", "date"] {
            guard let text = resource[key] as? String, let date = Self.date(text) else { continue }
            happened = max(happened ?? date, date)
            break
        }
    }

    private static func name(_ patient: [String: Any]) -> String {
        let names = patient["name"] as? [[String: Any]] ?? []
        guard let name = names.first else { return "" }
        if let text = name["text"] as? String, !text.isEmpty { return text }
        let given = name["given"] as? [String] ?? []
        return (given + [name["family"] as? String ?? ""]).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// A day of the calendar: `1951-01-20`.
    static func day(_ text: String) -> DateComponents? {
        let parts = text.split(separator: "-").map { Int($0) }
        guard parts.count == 3, let year = parts[0], let month = parts[1], let day = parts[2] else { return nil }
        return DateComponents(year: year, month: month, day: day)
    }

    /// A FHIR time; a day without a time is noon in UTC, which is the same day nearly everywhere.
    static func date(_ text: String) -> Date? {
        guard let date = FHIRDate(text, in: .gmt) else { return nil }
        switch date.precision {
        case .moment: return date.date
        case .day: return date.date.addingTimeInterval(12 * 3_600)
        case .month, .year: return nil
        }
    }
}
