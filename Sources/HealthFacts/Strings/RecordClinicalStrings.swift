/// The pages of health records, and what their FHIR says.
///
/// Labels stand in the first column of a page, which is as wide as the longest of them.
enum RecordClinicalStrings {
    // MARK: Terminologies

    static let loinc = "LOINC"
    static let snomed = "SNOMED CT"
    static let rxNorm = "RxNorm"
    static let cvx = "CVX"
    static let icd10 = "ICD-10"

    // MARK: Results

    static let isEmpty = "its FHIR resource is empty"
    static let isNoObject = "its FHIR resource isn't a JSON object"
    static let value = "Value"
    static let usual = "Usual"
    /// Before a value that is out of range: a mark that shows without colours, and a blank.
    static let outOfRange = "! "
    static let interpretation = "Interpretation"
    /// A part of a result whose name is not known.
    static let part = "Part"
    static let yes = "yes"
    static let no = "no"
    static func range(_ low: String, _ high: String) -> String { "\(low) to \(high)" }
    static func from(_ low: String) -> String { "from \(low)" }
    static func upTo(_ high: String) -> String { "up to \(high)" }

    // MARK: Times

    static let taken = "Taken"
    static let given = "Given"
    static let done = "Done"
    static let began = "Began"
    static let ended = "Ended"
    static let date = "Date"
    static let ordered = "Ordered"
    static let handedOver = "Handed over"
    static let recorded = "Recorded"
    static let issued = "Issued"
    static let period = "Period"

    // MARK: What is said of it

    static let status = "Status"
    static let clinicalStatus = "Clinical status"
    static let verification = "Verification"
    static let category = "Category"
    static let severity = "Severity"
    static let bodySite = "Body site"
    static let site = "Site"
    static let route = "Route"
    static let reason = "Reason"
    static let method = "Method"
    static let criticality = "Criticality"
    static let lot = "Lot"
    static let intent = "Intent"
    static let reaction = "Reaction"
    static let dose = "Dose"
    static let note = "Note"

    // MARK: Who and where

    static let medication = "Medication"
    static let manufacturer = "Manufacturer"
    static let by = "By"
    static let recordedBy = "Recorded by"
    static let orderedBy = "Ordered by"
    static let location = "Where"
    static let patient = "Patient"
    static let result = "Result"
    static let conclusion = "Conclusion"
    static let code = "Code"
    /// The name is that of a terminology.
    static func code(_ code: String, of name: String) -> String { "\(code) of \(name)" }

    // MARK: The page

    static let cameWithoutResource = "This record came without its FHIR resource: only its name is known."
    static let group = "Group"
    static let fhir = "FHIR"
    static let resource = "Resource"
    static let version = "Version"
    static let notKnown = "not known"
    static let sourceOfResource = "From"
    static let isNoJSON = "Invalid JSON, shown as it is:"

    // MARK: Results over time

    static let dotsShowUsual = "the dots show what is usual"
    static func nothingMore(_ problem: String) -> String { "Nothing more can be told: \(problem)." }
    static func overTime(_ codes: String) -> String { "Over time, LOINC \(codes)" }
    static func picture(_ unit: String) -> String { "The picture shows the numbers in \(unit)." }
    static let pictureWithoutUnit = "The picture shows the numbers in no unit."
}
