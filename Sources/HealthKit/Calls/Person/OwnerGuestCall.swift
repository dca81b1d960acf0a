/// Whether a guest uses the machine.
package struct OwnerGuestCall: OwnerReadCall, AnsweredCall {
    package typealias Answer = Bool
    package static let name = "guest"
}
