import Foundation
import HealthKit

/// The symptoms named in an electrocardiogram's file: their names in the phone's language, and their types if known.
///
/// The text itself is kept, so an unknown name loses nothing.
package struct ECGSymptoms: Sendable {
    /// One symptom.
    package struct Name: Sendable, Hashable {
        /// The name as the file has it.
        package let text: String
        /// The category type, or `nil` for an unknown name.
        package let type: HKCategoryTypeIdentifier?
    }

    /// The symptoms in their order in the file.
    package let names: [Name]
    package let status: HKElectrocardiogram.SymptomsStatus

    /// The identifiers of the known types, each once.
    package var types: [String] {
        var seen: Set<String> = []
        return names.compactMap { $0.type?.rawValue }.filter { seen.insert($0).inserted }
    }

    /// Parses a file's symptom text.
    ///
    /// - Parameter text: The text after the label, separated by commas.
    package init(_ text: String) {
        let parts = Self.parts(of: text)
        if parts.isEmpty {
            (names, status) = ([], .notSet)
        } else if parts.count == 1, Self.none.contains(Self.key(parts[0])) {
            (names, status) = ([], .none)
        } else {
            names = parts.filter { Self.key($0) != Self.present }
                .map { Name(text: $0, type: Self.known[Self.key($0)]) }
            status = .present
        }
    }

    /// The symptoms of a sample's imported recording; empty for one that didn't come from a file.
    package init(of sample: HKElectrocardiogram) { self.init(Self.text(of: sample)) }

    /// The original text of a sample's recording.
    package static func text(of sample: HKElectrocardiogram) -> String {
        if case .text(let text)? = sample.metadataValues?[own: .symptoms] { return text }
        return ""
    }

    /// The symptom text of a sample's file: the original names, and the symptoms logged since.
    ///
    /// - Parameters:
    ///   - sample: The electrocardiogram.
    ///   - noted: The samples that were logged with it.
    /// - Returns: Text that reads back as the same.
    static func text(_ sample: HKElectrocardiogram, noted: [HKCategorySample]) -> String {
        let came = text(of: sample)
        let reported = Set(ECGSymptoms(came).types)
        let others = Set(
            noted.map(\.categoryType).filter { !reported.contains($0.identifier) }.map(\.entry.englishName)
        )
        .sorted()
        let isNothing = others.isEmpty && came.isEmpty
        switch sample.symptomsStatus {
        case .present where isNothing: return "Present"
        case .none where isNothing: return "None"
        default: return ([came] + others).filter { !$0.isEmpty }.joined(separator: ", ")
        }
    }

    // MARK: Names

    /// The names in a text; a name may contain commas.
    private static func parts(of text: String) -> [String] {
        var rest = Substring(text)
        var parts: [String] = []
        while let first = rest.firstIndex(where: { !separators.contains($0) && !$0.isWhitespace }) {
            rest = rest[first...]
            let whole = withCommas.lazy
                .compactMap { rest.range(of: $0, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) }.first
            let end = whole?.upperBound ?? rest.firstIndex { separators.contains($0) } ?? rest.endIndex
            parts.append(rest[..<end].trimmingCharacters(in: .whitespaces))
            rest = rest[end...]
        }
        return parts
    }

    private static let separators: Set<Character> = [",", ";", "、", "，", "；"]

    /// A name normalized for lookup: without capitals and accents.
    private static func key(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }

    private static let present = "present"

    private static let none = Set(
        [
            "none", "keine", "ohne", "aucun", "aucune", "ninguno", "ninguna", "nessuno", "nessuna", "nenhum", "nenhuma",
            "geen", "inga", "ingen", "brak", "нет", "なし", "无", "無", "없음",
        ]
        .map { key($0) }
    )

    /// The names, in several languages, of the symptoms that the Health app asks about after a recording.
    private static let words: [(type: HKCategoryTypeIdentifier, words: [String])] = [
        (
            .rapidPoundingOrFlutteringHeartbeat,
            [
                "rapid, pounding, or fluttering heartbeat", "rapid, pounding or fluttering heartbeat", "palpitations",
                "Herzrasen", "Herzklopfen", "palpitaciones", "palpitazioni", "palpitações", "hartkloppingen",
                "hjärtklappning", "hjertebanken",
            ]
        ),
        (.skippedHeartbeat, ["skipped heartbeat", "skipped heartbeats", "Herzstolpern", "Herzaussetzer"]),
        (
            .fatigue,
            [
                "fatigue", "Müdigkeit", "Erschöpfung", "fatiga", "cansancio", "affaticamento", "stanchezza", "fadiga",
                "cansaço", "vermoeidheid", "trötthet", "træthed", "tretthet",
            ]
        ),
        (
            .shortnessOfBreath,
            [
                "shortness of breath", "Kurzatmigkeit", "Atemnot", "essoufflement", "falta de aliento",
                "dificultad para respirar", "fiato corto", "mancanza di respiro", "falta de ar", "kortademigheid",
                "andfåddhet", "åndenød", "kortpustethet",
            ]
        ),
        (
            .chestTightnessOrPain,
            [
                "chest tightness or pain", "chest tightness", "chest pain", "Brustschmerzen",
                "Engegefühl oder Schmerzen in der Brust", "douleur thoracique", "douleurs thoraciques",
                "dolor en el pecho", "dolor de pecho", "dolore al petto", "dolore toracico", "dor no peito",
                "pijn op de borst", "bröstsmärta", "brystsmerter",
            ]
        ),
        (
            .fainting,
            ["fainting", "Ohnmacht", "évanouissement", "desmayo", "svenimento", "desmaio", "flauwvallen", "svimning"]
        ),
        (
            .dizziness,
            [
                "dizziness", "Schwindel", "Schwindelgefühl", "vertiges", "étourdissements", "mareo", "mareos",
                "vertigini",
                "capogiri", "tontura", "tonturas", "duizeligheid", "yrsel", "svimmelhed", "svimmelhet",
            ]
        ),
    ]

    private static let known: [String: HKCategoryTypeIdentifier] = {
        var known: [String: HKCategoryTypeIdentifier] = [:]
        for entry in TypeCatalogue.shared.entries where entry.group == .symptoms {
            known[key(entry.name)] = HKCategoryTypeIdentifier(rawValue: entry.identifier)
        }
        for each in words {
            for word in each.words { known[key(word)] = each.type }
        }
        return known
    }()

    private static let withCommas = words.flatMap { $0.words }.filter { $0.contains(",") }
}
