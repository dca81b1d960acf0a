import Foundation
import HealthKit
import HealthtuiFacts
import HealthtuiNcurses

/// The announcement of `ingest` when it begins: the address to post to, the token, and the machine's fingerprint.
struct IngestAnnouncement {
    let listener: ConnectionListener
    let token: AccessToken
    let tokenFile: String
    let identity: TLSIdentity?
    let certificateFile: String?
    /// Whether the certificate was named by the person and not made here.
    let isNamed: Bool

    private var scheme: String { identity == nil ? "http" : "https" }

    private func url(_ host: String) -> String {
        "\(scheme)://\(SocketAddress.inURL(host)):\(listener.addresses[0].port)"
    }

    /// The addresses to post to, the best first.
    var urls: [String] {
        guard identity != nil, let address = listener.addresses.first else {
            return listener.addresses.map { url($0.host) }
        }
        let hosts: [String]
        if address.isAny {
            let machine = SocketAddress.ofMachine().filter { $0.family == AF_INET || address.family == AF_INET6 }
            hosts = machine.isEmpty ? ["localhost"] : machine.map(\.host)
        } else {
            hosts = [address.host]
        }
        // A certificate of a name is of use under this name alone.
        let name = isNamed ? identity?.serverName : nil
        return ([name].compactMap(\.self) + hosts).map(url)
    }

    /// The text of the QR code.
    ///
    /// The part after the # stays on the phone: no browser sends it.
    var codeText: String {
        let digest = (identity?.fingerprint ?? "").replacing(":", with: "").lowercased()
        return "\(urls[0])/import#token=\(token.text)&sha256=\(digest)"
    }

    /// The line of `--json`.
    var json: JSONValue {
        var fields: JSONValue.Fields = [("addresses", .texts(urls)), ("tokenFile", .text(tokenFile))]
        if let identity, let certificateFile {
            fields += [("certificate", .text(certificateFile)), ("fingerprint", .text(identity.fingerprint))]
        }
        return .object(fields)
    }

    /// The text before the QR code.
    ///
    /// - Parameter showsToken: Whether the token may be shown.
    /// - Returns: The lines.
    func lines(showsToken: Bool) -> [String] {
        guard let identity, let certificateFile else { return ["Listening at \(urls.joined(separator: " and "))"] }
        return [
            "Listening at \(urls.joined(separator: " and "))",
            "Certificate: \(certificateFile.printable), valid until \(identity.lastDay)",
            "SHA-256 fingerprint: \(identity.fingerprint)",
            "Post to \(urls[0])/import with the header Authorization: Bearer "
                + (showsToken ? token.text : "TOKEN (the first line of \(tokenFile.printable))"),
        ]
    }

    /// The warnings.
    var warnings: [String] {
        guard let identity, let certificateFile else { return [] }
        var warnings: [String] = []
        let remedy = isNamed ? "" : "; delete the file to have a new one made"
        if identity.expiresSoon {
            warnings.append("\(certificateFile): the certificate expires on \(identity.lastDay)\(remedy)")
        }
        let address = listener.addresses[0]
        let hosts =
            address.isAny ? SocketAddress.ofMachine().filter { $0.family == AF_INET }.map(\.host) : [address.host]
        let missing = hosts.filter { !identity.isFor(address: $0) }
        if !missing.isEmpty, !isNamed || identity.serverName == nil {
            warnings.append(
                "\(certificateFile): the certificate isn't for \(missing.joined(separator: ", "))\(remedy)"
            )
        }
        return warnings
    }

    /// The lines of the QR code, or the reason there is none.
    ///
    /// - Parameters:
    ///   - environment: The environment.
    ///   - columns: The width of the terminal.
    /// - Returns: The lines.
    func code(_ environment: [String: String], columns: Int) -> [String] {
        guard let code = QRCode(Array(codeText.utf8)) else { return ["The token is too long for a QR code."] }
        let text = QRCodeText(environment, isUTF8: TerminalEnvironment.namesUTF8(environment))
        guard text.width(of: code) <= columns else {
            return ["The QR code needs \(text.width(of: code)) columns; the terminal has \(columns)."]
        }
        return text.lines(of: code) + ["The code has the address, the token and the fingerprint: show it to nobody."]
    }
}
