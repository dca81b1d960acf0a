import ArgumentParser

/// The address to listen at beyond this machine, and the certificate.
struct ListenArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "Take encrypted posts (HTTPS) at an address of this machine; 0.0.0.0 is all of IPv4, :: all.",
            valueName: "address[:port]"
        )
    )
    var listen: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Show this certificate (PEM, with those of its issuers) and not an own one.",
            valueName: "file"
        )
    )
    var certificate: String?

    @Option(name: .long, help: ArgumentHelp("The private key of the certificate (PEM).", valueName: "file"))
    var key: String?

    @Flag(name: .customLong("no-qr-code"), help: "Show no QR code.")
    var noQRCode = false

    /// The default port.
    static let standardPort: UInt16 = 8787

    func validate() throws {
        for (name, value) in [("--listen", listen), ("--certificate", certificate), ("--key", key)] where value == "" {
            throw ValidationError("\(name): the value is empty")
        }
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--certificate and --key go together")
        }
        if listen == nil, certificate != nil || noQRCode {
            throw ValidationError("--certificate, --key and --no-qr-code need --listen")
        }
    }

    /// The address that --listen names.
    ///
    /// - Parameter port: What --port says.
    /// - Returns: `nil` without --listen.
    /// - Throws: ``CommandFailure`` for a text that isn't an address.
    func address(port: UInt16?) throws -> SocketAddress? {
        guard let listen else { return nil }
        let (host, own) = try Self.split(listen)
        if let own, let port, own != port {
            throw CommandFailure.usage("--listen \(listen)", "--port says another port")
        }
        guard let address = SocketAddress(host, port: own ?? port ?? Self.standardPort) else {
            throw CommandFailure.usage(
                "--listen \(listen)",
                "isn't an address such as 192.168.1.5, 192.168.1.5:8787, 0.0.0.0 or [2001:db8::5]:8787"
            )
        }
        return address
    }

    /// An address, and the port behind it.
    private static func split(_ text: String) throws -> (host: String, port: UInt16?) {
        let host: Substring
        let rest: Substring
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            (host, rest) = (text[text.index(after: text.startIndex)..<end], text[text.index(after: end)...])
        } else if text.count(where: { $0 == ":" }) == 1, let colon = text.firstIndex(of: ":") {
            (host, rest) = (text[..<colon], text[colon...])
        } else {
            (host, rest) = (text[...], "")
        }
        guard !rest.isEmpty else { return (String(host), nil) }
        let digits = rest.dropFirst()
        guard rest.hasPrefix(":"), let port = UInt16(digits), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw CommandFailure.usage("--listen \(text)", "a port is a number from 0 to 65535") }
        return (String(host), port)
    }
}
