import HealthKit

/// What an export says of the person.
enum ImportCharacteristics {
    /// The values of `Me` that are set.
    static func values(_ element: ExportElement) -> CharacteristicValues {
        var values = CharacteristicValues()
        if let birth = element[.dateOfBirth]?.text, CalendarDay(text: birth) != nil { values.dateOfBirth = birth }
        values.biologicalSex = number(element[.biologicalSex], "HKBiologicalSex")
        values.bloodType = number(element[.bloodType], "HKBloodType")
        values.fitzpatrickSkinType = number(element[.fitzpatrickSkinType], "HKFitzpatrickSkinType")
        if let text = element[.cardioFitnessMedicationsUse]?.text, !text.isEmpty, text != "None" {
            values.cardioFitnessMedicationsUse = text
        }
        return values
    }

    /// The raw value of a case name, or of a number as old exports have it; `nil` for "not set".
    private static func number(_ text: ByteSlice?, _ enumeration: String) -> Int? {
        guard let text = text?.text else { return nil }
        let known = TypeCatalogue.shared.enumerations[enumeration]
        let value = known?.case(constant: text)?.value ?? Int(text)
        return value == 0 ? nil : value
    }
}
