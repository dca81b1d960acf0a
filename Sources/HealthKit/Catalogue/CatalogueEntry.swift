import HealthKitLocalization

/// A catalogue entry: the properties of one type of objects.
package struct CatalogueEntry: Sendable {
    /// The class of the type.
    package enum Kind: String, Sendable {
        case quantity
        case category
        case characteristic
        case correlation
        case document
        case clinical
        case workout
        case series
        case visionPrescription
        case stateOfMind
        case scoredAssessment
        case medicationDoseEvent
        case userAnnotatedMedication
        case activitySummary
        case audiogram
        case electrocardiogram
    }

    /// The raw identifier, as in exports: `HKQuantityTypeIdentifierHeartRate`.
    package let identifier: String
    package let kind: Kind
    /// The display name in English: `Heart Rate`.
    package let englishName: String
    /// The name in Swift: `heartRate`.
    package let shortName: String
    /// Former names of the type in Swift.
    package let formerNames: [String]
    /// Other words that people search for the type with, in lower case.
    package let synonyms: [String]
    package let group: CatalogueGroup
    /// The rank among the most frequently used types, or nil for the many others.
    package let prominence: Int?
    /// The data that read access to the type reveals, in English: `how many steps you take`.
    package let englishSummary: String

    /// The unit that values are stored and compared in, for quantity types.
    package let unit: String?
    /// The display unit, for quantity types.
    package let displayUnit: String?
    /// The display name of that unit, in English: `BPM`.
    package let unitLabel: String?
    /// The number of decimals displayed.
    package let decimals: Int
    /// How quantities combine, for quantity types.
    package let aggregationStyle: HKQuantityAggregationStyle?

    /// The name of the enumeration of the values, for category types.
    package let values: String?
    /// The raw keys of the metadata that every sample must have.
    package let requiredMetadata: [String]
    /// The identifiers of the types that a correlation may contain.
    package let members: [String]
    /// The identifiers of the types of which a correlation contains exactly one sample each.
    package let requiredMembers: [String]

    /// The reason apps can't save the type, or nil if they can: `runtime`, `doc` or `reported`.
    package let readOnlyBasis: String?
    /// The maximum duration of a sample in seconds, or nil if unlimited (choice Q4).
    package let maximumDuration: Double?
    /// Whether a sample may be ongoing, with an end in the distant future.
    package let isOpenEnded: Bool
    /// Whether the person permits reading each object individually.
    package let needsPerObjectAuthorization: Bool
    /// Whether Apple's estimates of the type can be recalibrated.
    package let recalibrates: Bool

    /// The display name, in the person's language.
    package var name: String { localizedName(englishName, context: "type") }
    /// The data that read access to the type reveals, for the permission sheet, in the person's language.
    package var summary: String { localizedName(englishSummary, context: "type, what it tells") }

    /// Whether the type is read-only for apps.
    package var isReadOnly: Bool { readOnlyBasis != nil }

    /// Creates an entry for a type that the catalogue doesn't list: apps can't name or save it, and it isn't searchable.
    init(hidden identifier: String, kind: Kind, name: String, summary: String) {
        self.identifier = identifier
        self.kind = kind
        englishName = name
        englishSummary = summary
        shortName = ""
        formerNames = []
        synonyms = []
        group = .records
        prominence = nil
        unit = nil
        displayUnit = nil
        unitLabel = nil
        decimals = 0
        aggregationStyle = nil
        values = nil
        requiredMetadata = []
        members = []
        requiredMembers = []
        readOnlyBasis = "doc"
        maximumDuration = nil
        isOpenEnded = false
        needsPerObjectAuthorization = false
        recalibrates = false
    }

    /// Reads an entry; missing members are empty or nil.
    init(_ scanner: inout CatalogueScanner) throws {
        var texts: [String: String] = [:]
        var lists: [String: [String]] = [:]
        var numbers: [String: Int] = [:]
        var flags: Set<String> = []
        var kind: Kind?
        var group: CatalogueGroup?
        try scanner.object { key, scanner in
            switch key {
            case "kind": kind = try scanner.named(Kind.self)
            case "group": group = try scanner.named(CatalogueGroup.self)
            case "identifier", "name", "shortName", "summary", "unit", "displayUnit", "unitLabel", "values", "readOnly":
                texts[key] = try scanner.string()
            case "formerNames", "synonyms", "requiredMetadata", "members", "requiredMembers":
                lists[key] = try scanner.strings()
            case "prominence", "decimals", "aggregation", "maximumDuration": numbers[key] = try scanner.integer()
            case "isOpenEnded", "perObjectAuthorization", "recalibrates":
                if try scanner.flag() { flags.insert(key) }
            default: throw scanner.fault("a type has no \(key)")
            }
        }
        guard let identifier = texts["identifier"], let name = texts["name"], let shortName = texts["shortName"],
            let kind,
            let group
        else { throw scanner.fault("a type lacks what each has") }
        self.identifier = identifier
        self.kind = kind
        englishName = name
        self.shortName = shortName
        self.group = group
        formerNames = lists["formerNames"] ?? []
        synonyms = lists["synonyms"] ?? []
        prominence = numbers["prominence"]
        englishSummary = texts["summary"] ?? ""
        unit = texts["unit"]
        displayUnit = texts["displayUnit"] ?? unit
        unitLabel = texts["unitLabel"] ?? displayUnit
        decimals = numbers["decimals"] ?? 0
        aggregationStyle = numbers["aggregation"].flatMap(HKQuantityAggregationStyle.init)
        values = texts["values"]
        requiredMetadata = lists["requiredMetadata"] ?? []
        members = lists["members"] ?? []
        requiredMembers = lists["requiredMembers"] ?? []
        readOnlyBasis = texts["readOnly"]
        maximumDuration = numbers["maximumDuration"].map(Double.init)
        isOpenEnded = flags.contains("isOpenEnded")
        needsPerObjectAuthorization = flags.contains("perObjectAuthorization")
        recalibrates = flags.contains("recalibrates")
    }
}
