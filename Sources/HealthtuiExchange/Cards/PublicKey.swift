import CHealthtuiCrypto

/// Public keys of libcrypto.
enum PublicKey {
    /// The reason the library can't be used, or `nil` if it can.
    static var problem: String? { crypto_problem().map { String(cString: $0) } }

    /// Calls a closure with a key.
    ///
    /// - Parameters:
    ///   - encoded: The key in DER (SubjectPublicKeyInfo, RFC 5280).
    ///   - body: Receives the key, which is valid until it returns.
    /// - Returns: The result of `body`, or `nil` if the bytes aren't a key.
    static func with<T>(_ encoded: [UInt8], _ body: (OpaquePointer) -> T) -> T? {
        let result: T? = encoded.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            guard let key = d2i_PUBKEY(nil, &position, buffer.count) else { return nil }
            defer { EVP_PKEY_free(key) }
            return body(key)
        }
        ERR_clear_error()
        return result
    }
}
