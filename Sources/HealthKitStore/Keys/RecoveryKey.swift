/// A store's recovery key: 160 random bits, written down in eight groups of four signs and a sign that checks them.
package enum RecoveryKey {
    private static let groups = 8

    /// A new one.
    /// - Throws: ``StoreError`` with code `cannotOpen` without memory for it.
    package static func random() throws -> SecretBytes {
        try SecretBytes.random(count: CheckedCode.size(groups: groups))
    }

    /// The text that a person writes down: `7ZK4M-…`.
    package static func text(_ key: SecretBytes) -> String { CheckedCode.text(key) }

    /// Reads a typed key: upper or lower case, with or without dashes and spaces.
    ///
    /// - Parameter text: The bytes of the text.
    /// - Returns: The key.
    /// - Throws: ``StoreError`` with code `invalidArgument` that names the group in which something is mistyped.
    package static func parse(_ text: SecretBytes) throws -> SecretBytes {
        try CheckedCode.parse(text, groups: groups, name: "recovery key")
    }
}
