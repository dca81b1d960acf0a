import Localization

/// What HealthKit and its users know about one type of objects.
package struct CatalogueEntry: Sendable {
    /// What class of type it is.
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
    /// The name for people in English: `Heart Rate`.
    package let englishName: String
    /// The name in Swift: `heartRate`.
    package let shortName: String
    /// Names in Swift that the type once had.
    package let formerNames: [String]
    /// Other words that people look for the type by, in lower case.
    package let synonyms: [String]
    package let group: CatalogueGroup
    /// The place among the types that people ask for most, or nil for the many others.
    package let prominence: Int?
    /// What an app learns that may read the type, in English: `how many steps you take`.
    package let englishSummary: String

    /// The unit that values are stored and compared in, for quantity types.
    package let unit: String?
    /// The unit that people commonly see, for quantity types.
    package let displayUnit: String?
    /// What people call the unit they see, in English: `BPM`.
    package let unitLabel: String?
    /// How many decimals people see.
    package let decimals: Int
    /// How quantities combine, for quantity types.
    package let aggregationStyle: HKQuantityAggregationStyle?

    /// The name of the enumeration of the values, for category types.
    package let values: String?
    /// The raw keys of the metadata that every sample must have.
    package let requiredMetadata: [String]
    /// The identifiers of the types that a correlation may hold.
    package let members: [String]
    /// The identifiers of the types of which a correlation holds exactly one sample each.
    package let requiredMembers: [String]

    /// On what grounds apps may not save the type, or nil when they may: `runtime`, `doc` or `reported`.
    package let readOnlyBasis: String?
    /// The longest that a sample may last, in seconds, or nil when it may last forever (choice Q4).
    package let maximumDuration: Double?
    /// Whether a sample may go on, with an end in the distant future.
    package let isOpenEnded: Bool
    /// Whether the person permits the reading of each object by itself.
    package let needsPerObjectAuthorization: Bool
    /// Whether Apple's estimates of the type can be calibrated anew.
    package let recalibrates: Bool

    /// The name for people, in the person's language.
    package var name: String { localizedName(englishName, context: "type") }
    /// What an app learns that may read the type, for the permission sheet, in the person's language.
    package var summary: String { localizedName(englishSummary, context: "type, what it tells") }

    /// Whether apps may not save the type.
    package var isReadOnly: Bool { readOnlyBasis != nil }

    /// A type that the catalogue does not list: apps can neither name nor save it, and nobody looks for it.
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

    /// Reads an entry; what it does not say is left out or none.
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
