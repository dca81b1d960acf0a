import HealthKit
import HealthtuiEntry

// The meaning of names when a sample is added.
extension MeasureNames {
    /// The type of the sample that a name adds: a type by its name, or that of a measure whose samples hold its value.
    ///
    /// - Parameter name: Any text.
    /// - Returns: The type; `nil` for a text that names none, or a measure that is made of other samples' parts.
    package func typeToAdd(_ name: String) -> HKSampleType? {
        if let type = TypeCatalogue.resolve(name)?.type { return type as? HKSampleType }
        guard let measure = measure(named: name) else { return nil }
        switch measure.subject {
        case .quantity, .bloodPressure, .minutes, .events, .severity: return measure.type
        case .sleep, .workouts, .rings, .laboratory, .mind, .doses, .cycle, .electrocardiograms: return nil
        }
    }
}
