/// Whether a guest uses the machine.
package struct OwnerGuestCall: OwnerReadCall {
    package typealias Answer = Bool
    package static let name = "guest"
}
