import HealthKit

/// FHIR's code for a type: a LOINC code if the vital signs profile or common use names one, and the unit in UCUM.
struct ObservationCode: Sendable {
    let code: String
    let display: String
    /// The unit that the profile requires, as HealthKit writes it.
    let unit: String
    let ucum: String
    /// The category: `vital-signs`, `laboratory` or `activity`.
    let category: String

    private init(_ code: String, _ display: String, _ unit: String, _ ucum: String, _ category: String = "vital-signs")
    {
        self.code = code
        self.display = display
        self.unit = unit
        self.ucum = ucum
        self.category = category
    }

    /// The codes by identifier of the type.
    static let known: [HKQuantityTypeIdentifier: ObservationCode] = [
        .heartRate: ObservationCode("8867-4", "Heart rate", "count/min", "/min"),
        .restingHeartRate: ObservationCode("40443-4", "Heart rate --resting", "count/min", "/min"),
        .respiratoryRate: ObservationCode("9279-1", "Respiratory rate", "count/min", "/min"),
        .bodyTemperature: ObservationCode("8310-5", "Body temperature", "degC", "Cel"),
        .bodyMass: ObservationCode("29463-7", "Body weight", "kg", "kg"),
        .height: ObservationCode("8302-2", "Body height", "cm", "cm"),
        .bodyMassIndex: ObservationCode("39156-5", "Body mass index (BMI) [Ratio]", "count", "kg/m2"),
        .oxygenSaturation: ObservationCode("2708-6", "Oxygen saturation in Arterial blood", "%", "%"),
        .bloodPressureSystolic: ObservationCode("8480-6", "Systolic blood pressure", "mmHg", "mm[Hg]"),
        .bloodPressureDiastolic: ObservationCode("8462-4", "Diastolic blood pressure", "mmHg", "mm[Hg]"),
        .bloodGlucose: ObservationCode("2339-0", "Glucose [Mass/volume] in Blood", "mg/dL", "mg/dL", "laboratory"),
        .bodyFatPercentage: ObservationCode("41982-0", "Percentage of body fat Measured", "%", "%"),
        .heartRateVariabilitySDNN: ObservationCode(
            "80404-7",
            "R-R interval.standard deviation (Heart rate variability)",
            "ms",
            "ms"
        ),
        .stepCount: ObservationCode(
            "55423-8",
            "Number of steps in unspecified time Pedometer",
            "count",
            "{steps}",
            "activity"
        ),
        .activeEnergyBurned: ObservationCode("41981-2", "Calories burned", "kcal", "kcal", "activity"),
    ]

    /// Blood pressure as a whole, whose two values are components.
    static let bloodPressure = ObservationCode("85354-9", "Blood pressure panel with all children optional", "", "")

    /// An electrocardiogram, whose voltages are a component a lead.
    static let electrocardiogram = ObservationCode("11524-6", "EKG study", "", "", "procedure")

    /// A workout, whose duration and statistics are components.
    static let workout = ObservationCode("73985-4", "Exercise activity", "", "", "activity")

    /// An audiogram, whose frequencies are members: no LOINC code covers everything that Apple's audiogram does.
    static let audiogram = ObservationCode("", "", "", "", "exam")

    /// UCUM's spelling of HealthKit's units; units with the same spelling in both come from the list below.
    private static let respelled: [String: String] = [
        "count": "1", "count/min": "/min", "count/s": "/s", "hr": "h", "mmHg": "mm[Hg]", "inHg": "[in_i'Hg]",
        "degC": "Cel", "degF": "[degF]", "mi": "[mi_i]", "ft": "[ft_i]", "in": "[in_i]", "lb": "[lb_av]",
        "oz": "[oz_av]", "Cal": "kcal", "dBASPL": "dB[SPL]", "mcg": "ug", "IU": "[iU]", "fl_oz_us": "[foz_us]",
        "mL/kg·min": "mL/kg/min", "mL/min·kg": "mL/kg/min", "kcal/hr·kg": "kcal/h/kg", "mi/hr": "[mi_i]/h",
        "km/hr": "km/h", "deg": "deg", "mmol<180.1558800000541>/L": "mmol/L",
    ]
    private static let alike: Set<String> = [
        "%", "kg", "g", "mg", "m", "cm", "mm", "km", "s", "min", "ms", "d", "kcal", "kJ", "J", "W", "mg/dL", "L", "mL",
        "L/min", "m/s", "Hz", "mS", "V", "mV",
    ]

    /// A unit in UCUM, or `nil` if its spelling there isn't known.
    static func ucum(_ unit: String) -> String? { respelled[unit] ?? (alike.contains(unit) ? unit : nil) }
}
