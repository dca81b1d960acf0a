extension ReportStrings {
    /// English, as the Health app words it.
    static let english = ReportStrings(
        decimalSeparator: ".",
        groupSeparator: ",",
        weekdays: ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"],
        months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
        dayMark: "",
        beforeNoon: "AM",
        afterNoon: "PM",
        hours: { "\($0) h" },
        hoursAndMinutes: { "\($0) h \($1) min" },
        minutes: { "\($0) min" },
        percent: { "\($0) %" },
        days: { $0 == 1 ? "1 day" : "\($1) days" },
        weeks: { $0 == 1 ? "1 week" : "\($1) weeks" },
        units: ["count": "", "BMI": ""],
        title: "Health report",
        born: { "born \($0), age \($1)" },
        sexes: [1: "female", 2: "male", 3: "other sex"],
        bloodType: { "blood type \($0)" },
        made: { "Made on \($0) from the person's own records" },
        chosen: {
            "The person chose what is shown: \($0) of \($1) types in the store. Values are as the sources recorded them."
        },
        notADiagnosis: "Not a diagnosis.",
        page: "Page ",
        pageOf: " of ",
        nothing: "Nothing was recorded in this period.",
        noData: { "No data in this period: \($0)." },
        glance: "At a glance",
        glanceNote: { "latest value, average of the last \($0), and change against the \($1) before" },
        glanceShortNote: "latest value and average",
        latest: "Latest",
        mean: "Average",
        change: "Change",
        aDay: { "\($0) a day" },
        times: { $0 == 1 ? "once" : $0 == 2 ? "twice" : "\($1) times" },
        counted: "Totals are of whole days.",
        pressure: "Blood pressure",
        readings: { $0 == 1 ? "1 reading" : "\($1) readings" },
        readingsAtLimit: { count, number in
            count == 0 ? "none at or above 135/85" : "\(number) at or above 135/85"
        },
        pressureLegend: { "mmHg; \($0) systolic, \($1) diastolic; \($2) 135/85, the limit for measurements at home" },
        averagedBy: { "averages of \($0)" },
        when: "When",
        source: "Source",
        latestOf: { "The latest \($0) of \($1) readings." },
        medications: "Medications",
        medicationsNote: "doses taken of those planned, in this period",
        medicationsNone: "There are no medications in the list.",
        takenOf: { "\($0) of \($1)" },
        taken: { $0 == 1 ? "taken once" : $0 == 2 ? "taken twice" : "taken \($1) times" },
        notTaken: "no doses recorded",
        lastTaken: { "last taken \($0)" },
        forms: [
            "Capsule": "capsule", "Cream": "cream", "Device": "device", "Drops": "drops", "Foam": "foam", "Gel": "gel",
            "Inhaler": "inhaler", "Injection": "injection", "Liquid": "liquid", "Lotion": "lotion",
            "Ointment": "ointment", "Patch": "patch", "Powder": "powder", "Spray": "spray",
            "Suppository": "suppository", "Tablet": "tablet", "Topical": "topical",
        ],
        laboratory: "Laboratory",
        laboratoryNote: {
            $1 == 1 ? "results out of range only: \($0) of 1" : "results out of range only: \($0) of \($1)"
        },
        laboratoryNone: "There are no laboratory results in this period.",
        outOfRange: { count, number in
            count == 1
                ? "The one result is not out of its reference range."
                : "None of \(number) results is out of its reference range."
        },
        below: { "under \($0)" },
        above: { "over \($0)" },
        referenceRange: "Reference range",
        more: { "and \($1) more" },
        recordsNote: "all records, whenever they were made",
        electrocardiograms: "Electrocardiograms",
        electrocardiogramsNone: "There are no electrocardiograms in this period.",
        recordings: { $0 == 1 ? "1 recording" : "\($1) recordings" },
        classifications: [
            0: "not classified", 1: "sinus rhythm", 2: "atrial fibrillation", 3: "inconclusive: low heart rate",
            4: "inconclusive: high heart rate", 5: "inconclusive: poor reading", 6: "inconclusive", 100: "unrecognized",
        ],
        averageRate: { "average \($0)" },
        strip: { "the first \($0) of \($1) s" },
        scale: "25 mm/s, 10 mm/mV, single lead, classified by the device",
        noVoltages: "recorded without voltages",
        symptoms: { "symptoms: \($0)" },
        types: ["userAnnotatedMedication": "Medications"],
        values: [:]
    )
}
