/// The studies that the person takes part in, by their identifiers.
package struct OwnerStudiesCall: OwnerReadCall {
    package typealias Answer = [String: StudyRecord]
    package static let name = "studies"
}
