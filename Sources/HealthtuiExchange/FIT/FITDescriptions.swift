/// The descriptions of a part, by application and number.
struct FITDescriptions {
    /// A table for each application, which begins anew by itself; no tables until there is a description.
    private var applications: [[UInt8: FITDeveloperField]] = []

    /// Forgets all.
    mutating func removeAll() { if !applications.isEmpty { applications = [] } }

    /// Begins an application anew.
    mutating func begin(application: UInt8) { if !applications.isEmpty { applications[Int(application)] = [:] } }

    /// Takes a description, in place of the one before.
    mutating func add(_ field: FITDeveloperField) {
        if applications.isEmpty { applications = Array(repeating: [:], count: 256) }
        applications[Int(field.application)][field.number] = field
    }

    /// The description of a field, if there is one.
    func field(application: UInt8, number: UInt8) -> FITDeveloperField? {
        applications.isEmpty ? nil : applications[Int(application)][number]
    }
}
