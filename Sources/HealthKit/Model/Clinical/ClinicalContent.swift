import Foundation

/// The content of a clinical record.
package struct ClinicalRecordContent: RecordContent, Codable {
    package var displayName: String
    package var resource: FHIRResourceContent?

    package init(displayName: String, resource: FHIRResourceContent?) {
        self.displayName = displayName
        self.resource = resource
    }

    package func check() throws { try resource?.check() }
}

/// The content of a FHIR resource.
package struct FHIRResourceContent: RecordContent, Codable {
    package var version: FHIRVersionContent
    package var type: String
    package var identifier: String
    /// The resource as JSON.
    package var data: Data
    package var sourceURL: URL?

    package init(
        version: FHIRVersionContent,
        type: HKFHIRResourceType,
        identifier: String,
        data: Data,
        sourceURL: URL? = nil
    ) {
        self.version = version
        self.type = type.rawValue
        self.identifier = identifier
        self.data = data
        self.sourceURL = sourceURL
    }

    package func check() throws {
        try version.check()
        guard !type.isEmpty, !identifier.isEmpty else {
            throw HKError.invalid("A FHIR resource has a type and an identifier")
        }
    }
}

/// A version of the FHIR standard.
package struct FHIRVersionContent: RecordContent, Codable {
    package var major: Int
    package var minor: Int
    package var patch: Int

    package init(major: Int, minor: Int, patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// Reads three numbers separated by dots.
    ///
    /// - Throws: `errorInvalidArgument` for other texts.
    package init(text: String) throws {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.allSatisfy(\.isASCII) && $0.first != "+" ? Int($0) : nil }
        guard parts.count == 3, numbers.count == 3, numbers.allSatisfy({ $0 >= 0 }) else {
            throw HKError.invalid("“\(text)” isn't a FHIR version such as 4.0.1")
        }
        self.init(major: numbers[0], minor: numbers[1], patch: numbers[2])
    }

    package func check() throws {
        guard [major, minor, patch].allSatisfy({ $0 >= 0 }) else {
            throw HKError.invalid("Version numbers can't be negative")
        }
    }
}
