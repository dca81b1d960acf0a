import Foundation
import HealthKit
import HealthtuiEntry
import HealthtuiTerminalUI

/// The fields of the records that a person enters: states of mind, questionnaires and prescriptions for eyes.
enum RecordForm: Sendable, Hashable {
    case stateOfMind
    case questionnaire(QuestionnaireKind)
    case prescription

    /// An error in a field.
    struct Problem: Error {
        let field: String
        let text: String
    }

    /// The form of a type; nil for types without a dedicated form.
    init?(_ type: HKObjectType) {
        switch type {
        case is HKStateOfMindType: self = .stateOfMind
        case is HKPrescriptionType: self = .prescription
        case is HKScoredAssessmentType:
            guard let kind = QuestionnaireKind(type) else { return nil }
            self = .questionnaire(kind)
        default: return nil
        }
    }

    // MARK: Fields

    var fields: [FormField] {
        switch self {
        case .stateOfMind:
            [
                Self.choice("kind", AddStrings.kind, Self.cases("HKStateOfMind.Kind").map(\.label)),
                Self.choice("valence", AddStrings.itWas, Self.valences.map(\.label), selected: 3),
                FormField(id: "labels", label: AddStrings.felt, placeholder: AddStrings.feltExample),
                FormField(id: "associations", label: AddStrings.becauseOf, placeholder: AddStrings.becauseOfExample),
            ]
        case .questionnaire(let kind):
            kind.topics.enumerated()
                .map { Self.choice(Self.answer($0.offset), $0.element, kind.answers(to: $0.offset).map(\.label)) }
        case .prescription:
            [Self.choice("kind", AddStrings.lensesFor, [AddStrings.glasses, AddStrings.contacts])] + Self.lens
                + [
                    FormField(id: "brand", label: AddStrings.brand, placeholder: AddStrings.brandHint),
                    FormField(id: "expires", label: AddStrings.expires, placeholder: "2028-11-21"),
                ]
        }
    }

    private static func choice(_ id: String, _ label: String, _ choices: [String], selected: Int = 0) -> FormField {
        FormField(id: id, label: label, content: .choice(choices, selected: selected))
    }

    private static func cases(_ name: String) -> [Enumeration.Case] {
        TypeCatalogue.shared.enumeration(name)?.cases ?? []
    }

    private static var valences: [Enumeration.Case] {
        cases("HKStateOfMind.ValenceClassification").sorted { $0.value < $1.value }
    }

    /// The fields of both eyes.
    private static var lens: [FormField] {
        let fields = [
            ("right.sphere", AddStrings.rightSphere, "D", "-1.25"),
            ("right.cylinder", AddStrings.rightCylinder, "D", ""),
            ("right.axis", AddStrings.rightAxis, "°", ""), ("right.add", AddStrings.rightAdd, "D", ""),
            ("left.sphere", AddStrings.leftSphere, "D", "-1.25"), ("left.cylinder", AddStrings.leftCylinder, "D", ""),
            ("left.axis", AddStrings.leftAxis, "°", ""), ("left.add", AddStrings.leftAdd, "D", ""),
        ]
        return fields.map { FormField(id: $0.0, label: $0.1, suffix: $0.2, placeholder: $0.3) }
    }

    /// The id of the field of an answer.
    static func answer(_ index: Int) -> String { answerPrefix + String(index) }
    static let answerPrefix = "answer-"

    /// The help for a focused field; nil for none.
    func help(_ field: String) -> String? {
        switch self {
        case .questionnaire(let kind):
            guard let index = Int(field.dropFirst(Self.answerPrefix.count)), kind.questions.indices.contains(index)
            else {
                return nil
            }
            return AddStrings.howOften(kind.questions[index])
        case .stateOfMind:
            switch field {
            case "labels": return AddStrings.anyOf(Self.names("HKStateOfMind.Label"))
            case "associations": return AddStrings.anyOf(Self.names("HKStateOfMind.Association"))
            default: return nil
            }
        case .prescription:
            return AddStrings.lensHelp
        }
    }

    private static func names(_ enumeration: String) -> String {
        cases(enumeration).map { $0.label.lowercased() }.joined(separator: ", ")
    }

    // MARK: Samples

    /// The sample that the fields describe.
    ///
    /// - Parameters:
    ///   - form: The fields.
    ///   - start: The start as typed; empty for now.
    ///   - context: The context for parsing the fields.
    /// - Returns: The sample, marked as entered by the person.
    /// - Throws: ``Problem``, `HKError`.
    func sample(_ form: Form, at start: String, _ context: EntryContext) throws -> HKSample {
        let date = try Self.reading("start") { start.isEmpty ? context.now : try context.times.date(start) }
        guard date <= context.now else { throw Problem(field: "start", text: AddStrings.inTheFuture(start)) }
        let metadata: [String: Any] = [HKMetadataKeyWasUserEntered: true]
        switch self {
        case .stateOfMind:
            let kind = Self.cases("HKStateOfMind.Kind").first { $0.label == form["kind"]?.value }
            let valence = Self.valences.firstIndex { $0.label == form["valence"]?.value } ?? 3
            return try HKStateOfMind(
                validating: date,
                kind: kind.flatMap { HKStateOfMind.Kind(rawValue: $0.value) } ?? .momentaryEmotion,
                // The middle of each of the seven words.
                valence: Double(valence - 3) / 3.5,
                labels: try Self.values(form, "labels", "HKStateOfMind.Label")
                    .compactMap { HKStateOfMind.Label(rawValue: $0) },
                associations: try Self.values(form, "associations", "HKStateOfMind.Association")
                    .compactMap { HKStateOfMind.Association(rawValue: $0) },
                metadata: metadata
            )
        case .questionnaire(let kind):
            let answers = kind.questions.indices.map { index in
                kind.answers(to: index).first { $0.label == form[Self.answer(index)]?.value }?.value ?? 0
            }
            return switch kind {
            case .gad7:
                try HKGAD7Assessment(
                    validating: date,
                    answers: answers.compactMap { HKGAD7Assessment.Answer(rawValue: $0) },
                    metadata: metadata
                )
            case .phq9:
                try HKPHQ9Assessment(
                    validating: date,
                    answers: answers.compactMap { HKPHQ9Assessment.Answer(rawValue: $0) },
                    metadata: metadata
                )
            }
        case .prescription: return try Self.prescription(form, date, metadata, context)
        }
    }

    private static func reading<T>(_ field: String, _ body: () throws -> T) throws -> T {
        do {
            return try body()
        } catch let error as EntryError {
            throw Problem(field: field, text: error.text)
        }
    }

    /// The values of comma-separated names, in full or by a unique prefix.
    private static func values(_ form: Form, _ field: String, _ enumeration: String) throws -> [Int] {
        let cases = cases(enumeration)
        var values: [Int] = []
        for word in (form[field]?.value ?? "").split(separator: ",") {
            let name = word.trimmingCharacters(in: .whitespaces).lowercased()
            guard !name.isEmpty else { continue }
            let matches = ChoicePhrase.matches(name, in: cases.map(\.label)).map { cases[$0] }
            guard let match = matches.first, matches.count == 1 else {
                let names = AddStrings.or(matches.map { $0.label.lowercased() })
                throw Problem(
                    field: field,
                    text: matches.isEmpty ? AddStrings.noneOfThem(name) : AddStrings.whichOf(name, names)
                )
            }
            if !values.contains(match.value) { values.append(match.value) }
        }
        return values
    }

    // MARK: Eyes

    private static func prescription(
        _ form: Form,
        _ date: Date,
        _ metadata: [String: Any],
        _ context: EntryContext
    ) throws -> HKSample {
        func number(_ field: String, _ range: ClosedRange<Double>, _ unit: HKUnit) throws -> HKQuantity? {
            let text = (form[field]?.value ?? "").trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty else { return nil }
            let number = try reading(field) { try NumberPhrase.number(text, style: context.numbers) }
            guard range.contains(number) else {
                let ends = [range.lowerBound, range.upperBound].map { NumberText.exact($0) }
                throw Problem(field: field, text: AddStrings.fromTo(ends[0], ends[1]))
            }
            return HKQuantity(unit: unit, doubleValue: number)
        }
        func eye(_ side: String) throws -> (HKQuantity, HKQuantity?, HKQuantity?, HKQuantity?)? {
            let cylinder = try number(side + ".cylinder", -20...20, .diopter())
            let axis = try number(side + ".axis", 0...180, .degreeAngle())
            let add = try number(side + ".add", 0...10, .diopter())
            guard let sphere = try number(side + ".sphere", -40...40, .diopter()) else {
                guard cylinder == nil, axis == nil, add == nil else {
                    throw Problem(field: side + ".sphere", text: AddStrings.sphereMissing)
                }
                return nil
            }
            guard cylinder == nil || axis != nil else {
                throw Problem(field: side + ".axis", text: AddStrings.axisMissing)
            }
            return (sphere, cylinder, axis, add)
        }
        let eyes = [try eye("right"), try eye("left")]
        guard eyes.contains(where: { $0 != nil }) else {
            throw Problem(field: "right.sphere", text: AddStrings.noSphere)
        }
        let expires = (form["expires"]?.value ?? "").trimmingCharacters(in: .whitespaces)
        let end = expires.isEmpty ? nil : try reading("expires") { try context.times.date(expires) }
        if let end, end < date { throw Problem(field: "expires", text: AddStrings.expiresTooEarly) }
        if form["kind"]?.value == AddStrings.contacts {
            let brand = (form["brand"]?.value ?? "").trimmingCharacters(in: .whitespaces)
            guard !brand.isEmpty else { throw Problem(field: "brand", text: AddStrings.brandMissing) }
            let lenses = try eyes.map { eye in
                try eye.map {
                    try HKContactsLensSpecification(validating: $0.0, cylinder: $0.1, axis: $0.2, addPower: $0.3)
                }
            }
            return try HKContactsPrescription(
                validatingRightEye: lenses[0],
                leftEye: lenses[1],
                brand: brand,
                dateIssued: date,
                expirationDate: end,
                metadata: metadata
            )
        }
        let lenses = try eyes.map { eye in
            try eye.map { try HKGlassesLensSpecification(validating: $0.0, cylinder: $0.1, axis: $0.2, addPower: $0.3) }
        }
        return try HKGlassesPrescription(
            validatingRightEye: lenses[0],
            leftEye: lenses[1],
            dateIssued: date,
            expirationDate: end,
            metadata: metadata
        )
    }
}
