import HealthKit

/// Reads the person's characteristics in an export.
enum ImportCharacteristics {
    /// The values of `Me` that are set.
    static func values(_ element: ExportElement) -> CharacteristicValues {
        var values = CharacteristicValues()
        values.dateOfBirth = element[.dateOfBirth].flatMap { dateOfBirth($0) }
        values.biologicalSex = number(element[.biologicalSex], "HKBiologicalSex")
        values.bloodType = number(element[.bloodType], "HKBloodType")
        values.fitzpatrickSkinType = number(element[.fitzpatrickSkinType], "HKFitzpatrickSkinType")
        if let text = element[.cardioFitnessMedicationsUse]?.text, !text.isEmpty, text != "None" {
            values.cardioFitnessMedicationsUse = text
        }
        return values
    }

    /// A day: `1990-05-01`, or, in exports of iOS 8, `19900501`.
    ///
    /// A time after it is ignored: it is midnight in the phone's time zone.
    private static func dateOfBirth(_ text: ByteSlice) -> String? {
        if CalendarDay(text: text.text) != nil { return text.text }
        var dates = ExportDateParser()
        guard text.count == 8 || dates.seconds(text) != nil else { return nil }
        if text.count > 8, let day = CivilDay(text.part(0..<10)) { return self.text(day) }
        guard let century = text.twoDigits(at: 0), let year = text.twoDigits(at: 2),
            let month = text.twoDigits(at: 4), let day = text.twoDigits(at: 6)
        else { return nil }
        return CivilDay(year: century * 100 + year, month: month, day: day).map { self.text($0) }
    }

    private static func text(_ day: CivilDay) -> String {
        CalendarDay(year: day.year, month: day.month, day: day.day).text
    }

    /// Whether an export names a date of birth that can't be read.
    static func hasUnreadableBirth(_ element: ExportElement) -> Bool {
        guard let text = element[.dateOfBirth], text.count > 0 else { return false }
        return dateOfBirth(text) == nil
    }

    /// The raw value of a case name, or of a number as old exports have it; `nil` for "not set".
    private static func number(_ text: ByteSlice?, _ enumeration: String) -> Int? {
        guard let text = text?.text else { return nil }
        let known = TypeCatalogue.shared.enumerations[enumeration]
        let value = known?.case(constant: text)?.value ?? Int(text)
        return value == 0 ? nil : value
    }
}
