import HealthKit

/// The meanings of an electrocardiogram's classification texts, in the known languages.
///
/// The texts themselves are kept, so an unknown language loses nothing.
enum ECGClassification {
    /// The classification.
    ///
    /// - Parameter text: The export's text, in the phone's language.
    /// - Returns: Its meaning, or `unrecognized` if that isn't known.
    static func value(_ text: String) -> HKElectrocardiogram.Classification {
        let words = text.lowercased()
        if words.isEmpty { return .notSet }
        return known.first { words.contains($0.words) }?.value ?? .unrecognized
    }

    private static let known: [(words: String, value: HKElectrocardiogram.Classification)] = [
        ("sinus rhythm", .sinusRhythm), ("sinusrhythmus", .sinusRhythm), ("sinusaal", .sinusRhythm),
        ("rythme sinusal", .sinusRhythm), ("ritmo sinusal", .sinusRhythm), ("sinusritme", .sinusRhythm),
        ("sinusrytm", .sinusRhythm), ("sinusrytme", .sinusRhythm), ("rytm zatokowy", .sinusRhythm),
        ("sinüs ritmi", .sinusRhythm), ("синусовый ритм", .sinusRhythm), ("洞調律", .sinusRhythm),
        ("窦性心律", .sinusRhythm), ("竇性心律", .sinusRhythm), ("동율동", .sinusRhythm),
        ("atrial fibrillation", .atrialFibrillation), ("vorhofflimmern", .atrialFibrillation),
        ("fibrillation auriculaire", .atrialFibrillation), ("fibrillation atriale", .atrialFibrillation),
        ("fibrilación auricular", .atrialFibrillation), ("fibrillazione atriale", .atrialFibrillation),
        ("fibrilação a", .atrialFibrillation), ("boezemfibrill", .atrialFibrillation),
        ("atriumfibrill", .atrialFibrillation), ("förmaksflimmer", .atrialFibrillation),
        ("atrieflimmer", .atrialFibrillation), ("migotanie przedsionków", .atrialFibrillation),
        ("фибрилляция предсердий", .atrialFibrillation), ("心房細動", .atrialFibrillation),
        ("心房颤动", .atrialFibrillation), ("房颤", .atrialFibrillation), ("심방세동", .atrialFibrillation),
        ("low heart rate", .inconclusiveLowHeartRate), ("heart rate under", .inconclusiveLowHeartRate),
        ("niedrige herzfrequenz", .inconclusiveLowHeartRate),
        ("high heart rate", .inconclusiveHighHeartRate), ("heart rate over", .inconclusiveHighHeartRate),
        ("hohe herzfrequenz", .inconclusiveHighHeartRate),
        ("poor recording", .inconclusivePoorReading), ("poor reading", .inconclusivePoorReading),
        ("schlechte aufzeichnung", .inconclusivePoorReading),
        ("inconclusive", .inconclusiveOther), ("uneindeutig", .inconclusiveOther),
        ("nicht schlüssig", .inconclusiveOther), ("non concluant", .inconclusiveOther),
        ("no concluyente", .inconclusiveOther), ("inconcludente", .inconclusiveOther),
        ("non conclusivo", .inconclusiveOther), ("inconclusivo", .inconclusiveOther),
        ("geen uitsluitsel", .inconclusiveOther),
    ]
}
