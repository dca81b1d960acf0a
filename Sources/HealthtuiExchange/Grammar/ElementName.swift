/// An element of the export's grammar.
package enum ElementName: UInt8, CaseIterable {
    /// An element the grammar does not know.
    case other
    case healthData
    case exportDate
    case me
    case record
    case correlation
    case workout
    case activitySummary
    case clinicalRecord
    case audiogram
    case visionPrescription
    case metadataEntry
    case heartRateVariabilityMetadataList
    case instantaneousBeatsPerMinute
    case workoutEvent
    case workoutStatistics
    case workoutZoneGroup
    case workoutZone
    case workoutActivity
    case workoutRoute
    case fileReference
    case location
    case sensitivityPoint
    case rightEye
    case leftEye
    case attachment

    /// The name as the export writes it; empty for an unknown element.
    package var text: StaticString {
        switch self {
        case .other: ""
        case .healthData: "HealthData"
        case .exportDate: "ExportDate"
        case .me: "Me"
        case .record: "Record"
        case .correlation: "Correlation"
        case .workout: "Workout"
        case .activitySummary: "ActivitySummary"
        case .clinicalRecord: "ClinicalRecord"
        case .audiogram: "Audiogram"
        case .visionPrescription: "VisionPrescription"
        case .metadataEntry: "MetadataEntry"
        case .heartRateVariabilityMetadataList: "HeartRateVariabilityMetadataList"
        case .instantaneousBeatsPerMinute: "InstantaneousBeatsPerMinute"
        case .workoutEvent: "WorkoutEvent"
        case .workoutStatistics: "WorkoutStatistics"
        case .workoutZoneGroup: "WorkoutZoneGroup"
        case .workoutZone: "WorkoutZone"
        case .workoutActivity: "WorkoutActivity"
        case .workoutRoute: "WorkoutRoute"
        case .fileReference: "FileReference"
        case .location: "Location"
        case .sensitivityPoint: "SensitivityPoint"
        case .rightEye: "RightEye"
        case .leftEye: "LeftEye"
        case .attachment: "Attachment"
        }
    }
}

extension ElementName {
    /// Whether the element is directly inside `HealthData`.
    ///
    /// If it occurs inside an element of the grammar that can't hold it, that element was never closed.
    @inline(__always)
    var isTopLevel: Bool {
        rawValue >= ElementName.exportDate.rawValue && rawValue <= ElementName.visionPrescription.rawValue
    }

    /// Whether the scanner passes the element on, rather than counting it as not understood.
    var isUnderstoodAtTopLevel: Bool { isTopLevel }

    /// Whether an element inside this one is understood.
    ///
    /// The document type declaration can't be used for this: it leaves `WorkoutActivity` out of `Workout`, and iOS 16
    /// broke it.
    ///
    /// - Parameter child: The element inside.
    /// - Returns: `true` when the scanner hands the child on as part of this element.
    @inline(__always)
    func understands(_ child: ElementName) -> Bool {
        switch self {
        case .record:
            child == .metadataEntry || child == .heartRateVariabilityMetadataList
        case .heartRateVariabilityMetadataList:
            child == .instantaneousBeatsPerMinute
        case .correlation:
            child == .metadataEntry || child == .record
        case .workout:
            child == .metadataEntry || child == .workoutEvent || child == .workoutStatistics
                || child == .workoutActivity || child == .workoutRoute || child == .workoutZoneGroup || child == .record
        case .workoutActivity:
            child == .metadataEntry || child == .workoutEvent || child == .workoutStatistics
                || child == .workoutZoneGroup || child == .record
        case .workoutZoneGroup:
            child == .workoutZone
        case .workoutEvent:
            child == .metadataEntry
        case .workoutRoute:
            child == .metadataEntry || child == .fileReference || child == .location
        case .audiogram:
            child == .metadataEntry || child == .sensitivityPoint
        case .visionPrescription:
            child == .metadataEntry || child == .rightEye || child == .leftEye || child == .attachment
        default:
            false
        }
    }

    /// The attributes that only this element has, which are read by the text of their names.
    ///
    /// They are rare, and the set of attributes that a tag is checked against has 64 places.
    var ownAttributes: [StaticString] {
        switch self {
        case .clinicalRecord:
            ["identifier", "sourceURL", "fhirVersion", "receivedDate", "resourceFilePath"]
        case .sensitivityPoint:
            [
                "frequencyValue", "frequencyUnit", "leftEarValue", "leftEarUnit", "leftEarMasked",
                "leftEarClampingRangeLowerBound", "leftEarClampingRangeUpperBound", "rightEarValue", "rightEarUnit",
                "rightEarMasked", "rightEarClampingRangeLowerBound", "rightEarClampingRangeUpperBound",
            ]
        case .visionPrescription:
            ["dateIssued", "expirationDate", "brand"]
        case .rightEye, .leftEye:
            [
                "sphere", "sphereUnit", "cylinder", "cylinderUnit", "axis", "axisUnit", "add", "addUnit", "vertex",
                "vertexUnit", "prismAmount", "prismAmountUnit", "prismAngle", "prismAngleUnit", "farPD", "farPDUnit",
                "nearPD", "nearPDUnit", "baseCurve", "baseCurveUnit", "diameter", "diameterUnit",
            ]
        case .attachment:
            ["identifier"]
        case .location:
            [
                "latitude", "longitude", "altitude", "horizontalAccuracy", "verticalAccuracy", "course", "speed",
            ]
        default:
            []
        }
    }
}
