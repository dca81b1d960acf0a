/// The document type of an export: the grammar of version 14, which the Health app writes since iOS 16.
///
/// Readers that don't validate, which is most of them, skip it; it states the export's version.
enum ExportDocumentType {
    /// An element: its content model and its attributes; `!` after a name marks a required one.
    private struct Element {
        let name: String
        let content: String
        let attributes: [String]

        init(_ name: String, _ content: String = "EMPTY", _ attributes: [String]) {
            self.name = name
            self.content = content
            self.attributes = attributes
        }

        var text: String {
            let list = attributes.map { name in
                name.hasSuffix("!") ? " \(name.dropLast()) CDATA #REQUIRED\n" : " \(name) CDATA #IMPLIED\n"
            }
            return "<!ELEMENT \(name) \(content)>\n<!ATTLIST \(name)\n\(list.joined())>\n"
        }
    }

    private static let source = ["sourceName!", "sourceVersion", "device", "creationDate", "startDate!", "endDate!"]
    private static let entries = "(MetadataEntry)*"

    /// Attributes that come with their unit.
    private static func measured(_ names: [String]) -> [String] { names.flatMap { [$0, $0 + "Unit"] } }

    private static let eye = measured([
        "sphere", "cylinder", "axis", "add", "vertex", "prismAmount", "prismAngle", "farPD", "nearPD", "baseCurve",
        "diameter",
    ])

    private static func ear(_ name: String) -> [String] {
        ["Value", "Unit", "Masked", "ClampingRangeLowerBound", "ClampingRangeUpperBound"].map { name + $0 }
    }

    private static let elements = [
        Element(
            "HealthData",
            "(ExportDate,Me,(Record|Correlation|Workout|ActivitySummary|ClinicalRecord|Audiogram|VisionPrescription)*)",
            ["locale!"]
        ),
        Element("ExportDate", "EMPTY", ["value!"]),
        Element(
            "Me",
            "EMPTY",
            ["DateOfBirth!", "BiologicalSex!", "BloodType!", "FitzpatrickSkinType!", "CardioFitnessMedicationsUse!"]
                .map { "HKCharacteristicTypeIdentifier" + $0 }
        ),
        Element(
            "Record",
            "((MetadataEntry|HeartRateVariabilityMetadataList)*)",
            // The last four are from the first exports, whose records summarize several samples.
            ["type!", "unit", "value"] + source + ["average", "min", "max", "recordCount"]
        ),
        Element("Correlation", "((MetadataEntry|Record)*)", ["type!"] + source),
        Element(
            "Workout",
            "((MetadataEntry|WorkoutEvent|WorkoutActivity|WorkoutRoute|WorkoutStatistics|WorkoutZoneGroup|Record)*)",
            ["workoutActivityType!"]
                + measured([
                    "duration", "totalDistance", "totalEnergyBurned", "totalSwimmingStrokeCount", "totalFlightsClimbed",
                ]) + source
        ),
        Element(
            "WorkoutActivity",
            "((MetadataEntry|WorkoutStatistics|WorkoutZoneGroup|Record)*)",
            ["uuid!", "workoutActivityType", "startDate!", "endDate"] + measured(["duration"])
        ),
        Element("WorkoutEvent", entries, ["type!", "date!"] + measured(["duration"])),
        Element(
            "WorkoutStatistics",
            "EMPTY",
            ["type!", "startDate!", "endDate!", "average", "minimum", "maximum", "sum", "unit"]
        ),
        Element("WorkoutZoneGroup", "(WorkoutZone*)", ["type!", "source", "unit!"]),
        Element("WorkoutZone", "EMPTY", ["minimum", "maximum"] + measured(["duration"])),
        Element("WorkoutRoute", "((MetadataEntry|FileReference)*)", source),
        Element("FileReference", "EMPTY", ["path!"]),
        Element(
            "ActivitySummary",
            "EMPTY",
            [
                "dateComponents", "activeEnergyBurned", "activeEnergyBurnedGoal", "activeEnergyBurnedUnit",
                "appleMoveTime", "appleMoveTimeGoal", "appleExerciseTime", "appleExerciseTimeGoal", "appleStandHours",
                "appleStandHoursGoal",
            ]
        ),
        Element("MetadataEntry", "EMPTY", ["key!", "value!"]),
        Element("HeartRateVariabilityMetadataList", "(InstantaneousBeatsPerMinute*)", []),
        Element("InstantaneousBeatsPerMinute", "EMPTY", ["bpm!", "time!"]),
        Element(
            "ClinicalRecord",
            "EMPTY",
            ["type!", "identifier!", "sourceName!", "sourceURL!", "fhirVersion!", "receivedDate!", "resourceFilePath!"]
        ),
        Element("Audiogram", "((MetadataEntry|SensitivityPoint)*)", ["type!"] + source),
        Element("SensitivityPoint", "EMPTY", ["frequencyValue!", "frequencyUnit!"] + ear("leftEar") + ear("rightEar")),
        Element(
            "VisionPrescription",
            "((RightEye|LeftEye|Attachment|MetadataEntry)*)",
            ["type!", "dateIssued!", "expirationDate", "brand"]
        ),
        Element("RightEye", "EMPTY", eye),
        Element("LeftEye", "EMPTY", eye),
        Element("Attachment", "EMPTY", ["identifier"]),
    ]

    /// The declaration as it appears in an export.
    static let text =
        "<!DOCTYPE HealthData [\n<!-- HealthKit Export Version: 14 -->\n" + elements.map(\.text).joined() + "]>\n"
}
