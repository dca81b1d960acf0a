/// Whether a guest uses the machine.
package struct GuestQuestion: PersonQuestion {
    package typealias Answer = Bool
    package static let name = "guest"
}
