import HealthKitLocalization

/// The pages of health records, and the contents of their FHIR.
///
/// Labels are in the first column of a page, which is as wide as the longest of them.
enum RecordClinicalStrings {
    // MARK: Terminologies

    static var loinc: String { localized("LOINC") }
    static var snomed: String { localized("SNOMED CT") }
    static var rxNorm: String { localized("RxNorm") }
    static var cvx: String { localized("CVX") }
    static var icd10: String { localized("ICD-10") }

    // MARK: Results

    static var isEmpty: String { localized("its FHIR resource is empty") }
    static var isNoObject: String { localized("its FHIR resource isn't a JSON object") }
    static var value: String { localized("Value") }
    static var usual: String { localized("Usual") }
    /// Precedes a value that is out of range: a mark that is visible without color, and a space.
    static var outOfRange: String { localized("! ") }
    static var interpretation: String { localized("Interpretation") }
    /// A part of a result whose name isn't known.
    static var part: String { localized("Part") }
    static var yes: String { localized("yes") }
    static var no: String { localized("no") }
    static func range(_ low: String, _ high: String) -> String { localized("\(low) to \(high)") }
    static func from(_ low: String) -> String { localized("from \(low)") }
    static func upTo(_ high: String) -> String { localized("up to \(high)") }

    // MARK: Times

    static var taken: String { localized("Taken") }
    static var given: String { localized("Given") }
    static var done: String { localized("Done") }
    static var began: String { localized("Began") }
    static var ended: String { localized("Ended") }
    static var date: String { localized("Date") }
    static var ordered: String { localized("Ordered") }
    static var handedOver: String { localized("Handed over") }
    static var recorded: String { localized("Recorded") }
    static var issued: String { localized("Issued") }
    static var period: String { localized("Period") }

    // MARK: What is said of it

    static var status: String { localized("Status") }
    static var clinicalStatus: String { localized("Clinical status") }
    static var verification: String { localized("Verification") }
    static var category: String { localized("Category") }
    static var severity: String { localized("Severity") }
    static var bodySite: String { localized("Body site") }
    static var site: String { localized("Site") }
    static var route: String { localized("Route", context: "medication") }
    static var reason: String { localized("Reason") }
    static var method: String { localized("Method") }
    static var criticality: String { localized("Criticality") }
    static var lot: String { localized("Lot") }
    static var intent: String { localized("Intent") }
    static var reaction: String { localized("Reaction") }
    static var dose: String { localized("Dose") }
    static var note: String { localized("Note") }

    // MARK: Who and where

    static var medication: String { localized("Medication") }
    static var manufacturer: String { localized("Manufacturer") }
    static var by: String { localized("By") }
    static var recordedBy: String { localized("Recorded by") }
    static var orderedBy: String { localized("Ordered by") }
    static var location: String { localized("Where") }
    static var patient: String { localized("Patient") }
    static var result: String { localized("Result") }
    static var conclusion: String { localized("Conclusion") }
    static var code: String { localized("Code") }
    /// The name is that of a terminology.
    static func code(_ code: String, of name: String) -> String { localized("\(code) of \(name)") }

    // MARK: The page

    static var cameWithoutResource: String {
        localized("This record came without its FHIR resource: only its name is known.")
    }
    static var group: String { localized("Group") }
    static var fhir: String { localized("FHIR") }
    static var resource: String { localized("Resource") }
    static var version: String { localized("Version") }
    static var notKnown: String { localized("not known") }
    static var sourceOfResource: String { localized("From") }
    static var isNoJSON: String { localized("Invalid JSON, shown as it is:") }

    // MARK: Results over time

    static var dotsShowUsual: String { localized("the dots show what is usual") }
    static func nothingMore(_ problem: String) -> String { localized("Nothing more can be told: \(problem).") }
    static func overTime(_ codes: String) -> String { localized("Over time, LOINC \(codes)") }
    static func picture(_ unit: String) -> String { localized("The picture shows the numbers in \(unit).") }
    static var pictureWithoutUnit: String { localized("The picture shows the numbers in no unit.") }
}
