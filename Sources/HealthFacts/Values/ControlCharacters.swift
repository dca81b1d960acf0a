extension Unicode.Scalar {
    /// Whether a terminal may take the scalar for a command; includes those that turn the direction of writing.
    package var isControl: Bool {
        value < 0x20 || (0x7F...0x9F).contains(value) || (0x202A...0x202E).contains(value)
            || (0x2066...0x2069).contains(value)
    }
}
