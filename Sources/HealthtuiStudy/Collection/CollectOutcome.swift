import HealthKit

/// The outcome of a collection, file by file.
package struct CollectOutcome: Sendable {
    /// The fate of a file.
    package enum Fate: String, Sendable {
        case accepted
        case withdrawn
        /// It was collected before.
        case known
        /// It waits for an earlier contribution.
        case held
        case refused
        /// It lay in a folder and is no contribution.
        case skipped
    }

    package struct File: Sendable {
        /// Its name below the folder that was named.
        package let name: String
        package let fate: Fate
        package let person: String?
        /// Why; `nil` for what is accepted.
        package let why: String?
    }

    package private(set) var files: [File] = []
    /// The dataset that there is now.
    package internal(set) var dataset: Dataset
    /// Whether it is a new one.
    package internal(set) var isChanged = false

    init(_ dataset: Dataset) { self.dataset = dataset }

    mutating func note(_ name: String, _ fate: Fate, person: String? = nil, why: String? = nil) {
        files.append(File(name: name.printable, fate: fate, person: person, why: why))
    }

    package func count(_ fate: Fate) -> Int { files.count { $0.fate == fate } }
}
