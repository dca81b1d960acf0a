/// What HealthKit and its users know about one type of objects.
package struct CatalogueEntry: Decodable, Sendable {
    /// What class of type it is.
    package enum Kind: String, Decodable, Sendable {
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
    /// The name for people: `Heart Rate`.
    package let name: String
    /// The name in Swift: `heartRate`.
    package let shortName: String
    /// Names in Swift that the type once had.
    package let formerNames: [String]
    /// Other words that people look for the type by, in lower case.
    package let synonyms: [String]
    package let group: CatalogueGroup
    /// The place among the types that people ask for most, or nil for the many others.
    package let prominence: Int?
    /// What an app learns that may read the type, for the permission sheet: `how many steps you take`.
    package let summary: String

    /// The unit that values are stored and compared in, for quantity types.
    package let unit: String?
    /// The unit that people commonly see, for quantity types.
    package let displayUnit: String?
    /// What people call the unit they see: `BPM`.
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

    /// Whether apps may not save the type.
    package var isReadOnly: Bool { readOnlyBasis != nil }

    /// A type that the catalogue does not list: apps can neither name nor save it, and nobody looks for it.
    init(hidden identifier: String, kind: Kind, name: String, summary: String) {
        self.identifier = identifier
        self.kind = kind
        self.name = name
        self.summary = summary
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

    private enum CodingKeys: String, CodingKey {
        case identifier
        case kind
        case name
        case shortName
        case formerNames
        case synonyms
        case group
        case prominence
        case summary
        case unit
        case displayUnit
        case unitLabel
        case decimals
        case aggregationStyle = "aggregation"
        case values
        case requiredMetadata
        case members
        case requiredMembers
        case readOnlyBasis = "readOnly"
        case maximumDuration
        case isOpenEnded
        case needsPerObjectAuthorization = "perObjectAuthorization"
        case recalibrates
    }

    package init(from decoder: any Decoder) throws {
        let row = try decoder.container(keyedBy: CodingKeys.self)
        identifier = try row.decode(String.self, forKey: .identifier)
        kind = try row.decode(Kind.self, forKey: .kind)
        name = try row.decode(String.self, forKey: .name)
        shortName = try row.decode(String.self, forKey: .shortName)
        formerNames = try row.decodeIfPresent([String].self, forKey: .formerNames) ?? []
        synonyms = try row.decodeIfPresent([String].self, forKey: .synonyms) ?? []
        group = try row.decode(CatalogueGroup.self, forKey: .group)
        prominence = try row.decodeIfPresent(Int.self, forKey: .prominence)
        summary = try row.decodeIfPresent(String.self, forKey: .summary) ?? ""
        unit = try row.decodeIfPresent(String.self, forKey: .unit)
        displayUnit = try row.decodeIfPresent(String.self, forKey: .displayUnit) ?? unit
        unitLabel = try row.decodeIfPresent(String.self, forKey: .unitLabel) ?? displayUnit
        decimals = try row.decodeIfPresent(Int.self, forKey: .decimals) ?? 0
        aggregationStyle = try row.decodeIfPresent(Int.self, forKey: .aggregationStyle)
            .flatMap(HKQuantityAggregationStyle.init)
        values = try row.decodeIfPresent(String.self, forKey: .values)
        requiredMetadata = try row.decodeIfPresent([String].self, forKey: .requiredMetadata) ?? []
        members = try row.decodeIfPresent([String].self, forKey: .members) ?? []
        requiredMembers = try row.decodeIfPresent([String].self, forKey: .requiredMembers) ?? []
        readOnlyBasis = try row.decodeIfPresent(String.self, forKey: .readOnlyBasis)
        maximumDuration = try row.decodeIfPresent(Double.self, forKey: .maximumDuration)
        isOpenEnded = try row.decodeIfPresent(Bool.self, forKey: .isOpenEnded) ?? false
        needsPerObjectAuthorization = try row.decodeIfPresent(Bool.self, forKey: .needsPerObjectAuthorization) ?? false
        recalibrates = try row.decodeIfPresent(Bool.self, forKey: .recalibrates) ?? false
    }
}
