import Foundation

extension HKWorkout {
    /// The display name of the activity or, for one that this version doesn't know, the words of its original name.
    package var activityLabel: String {
        if let name = content.activityName { return Self.words(of: name) }
        return Self.label(ofActivity: content.activity)
    }

    /// The display name of an activity.
    ///
    /// - Parameter activity: Its number.
    /// - Returns: The name; the number of one that this version doesn't know.
    package static func label(ofActivity activity: UInt) -> String {
        let number = Int(clamping: activity)
        return TypeCatalogue.shared.workoutActivities?.case(value: number)?.label ?? "Activity \(number)"
    }

    /// `HKWorkoutActivityTypeUnderwaterHockey` as `Underwater Hockey`.
    private static func words(of name: String) -> String {
        let prefix = "HKWorkoutActivityType"
        let bare = name.hasPrefix(prefix) && name.count > prefix.count ? String(name.dropFirst(prefix.count)) : name
        var text = ""
        var isAfterLower = false
        for character in bare {
            if character.isUppercase, isAfterLower { text.append(" ") }
            isAfterLower = character.isLowercase || character.isNumber
            text.append(character)
        }
        return text
    }
}
