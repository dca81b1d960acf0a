extension PersonAccess {
    /// Whether a guest uses the machine: apps read what they may, and neither change anything nor ask for more (R1.16).
    package func isGuest() throws -> Bool { try ask(OwnerGuestCall()) }

    /// Says whether a guest uses the machine; every program obeys with its next call.
    package func setGuest(_ isGuest: Bool) throws { try perform(.setGuest(isGuest)) }
}
