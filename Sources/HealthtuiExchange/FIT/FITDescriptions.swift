/// The descriptions of a part, by application and number.
struct FITDescriptions {
    /// A table for each application, so that one can be reset by itself; empty until the first description.
    private var applications: [[UInt8: FITDeveloperField]] = []

    /// Forgets all.
    mutating func removeAll() { if !applications.isEmpty { applications = [] } }

    /// Forgets the fields of an application.
    mutating func begin(application: UInt8) { if !applications.isEmpty { applications[Int(application)] = [:] } }

    /// Takes a description, replacing an earlier one.
    mutating func add(_ field: FITDeveloperField) {
        if applications.isEmpty { applications = Array(repeating: [:], count: 256) }
        applications[Int(field.application)][field.number] = field
    }

    /// The description of a field, if there is one.
    func field(application: UInt8, number: UInt8) -> FITDeveloperField? {
        applications.isEmpty ? nil : applications[Int(application)][number]
    }
}
