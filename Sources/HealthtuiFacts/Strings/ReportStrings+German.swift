extension ReportStrings {
    /// German, as the Health app words it.
    static let german = ReportStrings(
        decimalSeparator: ",",
        groupSeparator: ".",
        weekdays: ["So", "Mo", "Di", "Mi", "Do", "Fr", "Sa"],
        months: ["Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sep.", "Okt.", "Nov.", "Dez."],
        dayMark: ".",
        beforeNoon: "AM",
        afterNoon: "PM",
        hours: { "\($0) Std." },
        hoursAndMinutes: { "\($0) Std. \($1) Min." },
        minutes: { "\($0) Min." },
        percent: { "\($0) %" },
        days: { $0 == 1 ? "1 Tag" : "\($1) Tage" },
        weeks: { $0 == 1 ? "1 Woche" : "\($1) Wochen" },
        units: [
            "count": "", "BMI": "", "BPM": "/min", "floors": "Stockwerke", "pushes": "Schübe", "strokes": "Züge",
            "drinks": "Getränke", "falls": "Stürze", "puffs": "Hübe", "per hour": "pro Stunde", "IU": "IE",
            "breaths/min": "Atemzüge/min", "min": "Min.", "UV index": "UV-Index", "rpm": "/min",
            "effort": "Anstrengung",
        ],
        title: "Gesundheitsbericht",
        born: { "geboren am \($0), \($1) Jahre" },
        sexes: [1: "weiblich", 2: "männlich", 3: "anderes Geschlecht"],
        bloodType: { "Blutgruppe \($0)" },
        made: { "Erstellt am \($0) aus eigenen Aufzeichnungen der Person" },
        chosen: {
            "Die Person hat ausgewählt, was gezeigt wird: \($0) von \($1) gespeicherten Datentypen. Werte wie von den Quellen aufgezeichnet."
        },
        notADiagnosis: "Keine Diagnose.",
        page: "Seite ",
        pageOf: " von ",
        nothing: "In diesem Zeitraum wurde nichts aufgezeichnet.",
        noData: { "Keine Daten in diesem Zeitraum: \($0)." },
        glance: "Überblick",
        glanceNote: { "letzter Wert, Mittel der letzten \($0) und Änderung gegenüber den \($1) davor" },
        glanceShortNote: "letzter Wert und Mittel",
        latest: "Letzter Wert",
        mean: "Mittel",
        change: "Änderung",
        aDay: { "\($0) pro Tag" },
        times: { "\($1)-mal" },
        counted: "Summen gelten für ganze Tage.",
        pressure: "Blutdruck",
        readings: { $0 == 1 ? "1 Messung" : "\($1) Messungen" },
        readingsAtLimit: { count, number in
            count == 0 ? "keine ab 135/85" : "\(number) ab 135/85"
        },
        pressureLegend: {
            "mmHg; \($0) systolisch, \($1) diastolisch; \($2) 135/85, der Grenzwert für Messungen zu Hause"
        },
        averagedBy: { "Mittel je \($0)" },
        when: "Wann",
        source: "Quelle",
        latestOf: { "Die letzten \($0) von \($1) Messungen." },
        medications: "Medikamente",
        medicationsNote: "genommene von geplanten Dosen in diesem Zeitraum",
        medicationsNone: "Die Liste enthält keine Medikamente.",
        takenOf: { "\($0) von \($1)" },
        taken: { "\($1)-mal genommen" },
        notTaken: "keine Dosen aufgezeichnet",
        lastTaken: { "zuletzt am \($0)" },
        forms: [
            "Capsule": "Kapsel", "Cream": "Creme", "Device": "Gerät", "Drops": "Tropfen", "Foam": "Schaum",
            "Gel": "Gel",
            "Inhaler": "Inhalator", "Injection": "Injektion", "Liquid": "Lösung", "Lotion": "Lotion",
            "Ointment": "Salbe", "Patch": "Pflaster", "Powder": "Pulver", "Spray": "Spray",
            "Suppository": "Zäpfchen", "Tablet": "Tablette", "Topical": "zum Auftragen",
        ],
        laboratory: "Labor",
        laboratoryNote: { "nur Werte außerhalb des Referenzbereichs: \($0) von \($1)" },
        laboratoryNone: "In diesem Zeitraum gibt es keine Laborwerte.",
        outOfRange: { count, number in
            count == 1
                ? "Der eine Wert liegt nicht außerhalb seines Referenzbereichs."
                : "Keiner von \(number) Werten liegt außerhalb seines Referenzbereichs."
        },
        below: { "unter \($0)" },
        above: { "über \($0)" },
        referenceRange: "Referenzbereich",
        more: { "und \($1) weitere" },
        recordsNote: "alle Einträge, unabhängig vom Zeitraum",
        electrocardiograms: "Elektrokardiogramme",
        electrocardiogramsNone: "In diesem Zeitraum gibt es keine Elektrokardiogramme.",
        recordings: { $0 == 1 ? "1 Aufzeichnung" : "\($1) Aufzeichnungen" },
        classifications: [
            0: "nicht klassifiziert", 1: "Sinusrhythmus", 2: "Vorhofflimmern",
            3: "nicht eindeutig: niedrige Herzfrequenz",
            4: "nicht eindeutig: hohe Herzfrequenz", 5: "nicht eindeutig: schlechte Aufzeichnung", 6: "nicht eindeutig",
            100: "nicht erkannt",
        ],
        averageRate: { "im Mittel \($0)" },
        strip: { "die ersten \($0) von \($1) s" },
        scale: "25 mm/s, 10 mm/mV, eine Ableitung, vom Gerät klassifiziert",
        noVoltages: "ohne Spannungen aufgezeichnet",
        symptoms: { "Symptome: \($0)" },
        types: [
            "workout": "Trainings", "userAnnotatedMedication": "Medikamente", "medicationDoseEvent": "Medikamente",
            "GAD7": "Angst (GAD-7)", "PHQ9": "Depression (PHQ-9)", "CDA": "Klinische Dokumente",
        ],
        values: [
            "Present": "vorhanden", "Not present": "nicht vorhanden", "Mild": "leicht", "Moderate": "mittel",
            "Severe": "stark", "Recorded": "aufgezeichnet", "Light": "leicht", "Medium": "mittel", "Heavy": "stark",
            "None": "keine", "Unspecified": "nicht angegeben", "Positive": "positiv", "Negative": "negativ",
        ]
    )
}
