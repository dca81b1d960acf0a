import ArgumentParser
import Foundation
import HealthKit
import HealthtuiExchange
import HealthtuiFacts

/// Imports files that programs send over HTTP.
struct IngestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Import what programs and phones post over HTTP, such as Health Auto Export's JSON.",
        discussion: """
            Listens at 127.0.0.1 and ::1, for programs on this machine. With --listen it takes posts of other machines, such \
            as a phone, and then over TLS only. A program posts a file's content to /import, or to /import/NAME where the name matters, as that of a table does: NAME.csv. \
            It shows the token in the header “Authorization: Bearer TOKEN”. The token is the first line of the token file, \
            which must be yours alone (mode 600); where there is no such file, one with a new token is made. Delete the file \
            for another token.

              curl -H "Authorization: Bearer $(cat ~/.config/healthtui/ingest-token)" --data-binary @export.json \
            http://127.0.0.1:8787/import

            With --listen it shows a certificate: that of --certificate and --key, or one that it makes at the first start \
            and keeps, with its key, in ingest-certificate.pem beside the store of your user. Nobody vouches for that one, so \
            whoever posts has to be told to trust it, by its SHA-256 fingerprint or its file. On a terminal a QR code has the \
            address, the token and the fingerprint. Documentation/Phone.md leads from a phone to the first heart rate.

              healthtui ingest --listen 0.0.0.0

            What comes is recognised like files of import, so posting it again adds nothing, and the sum of an hour or a \
            day replaces the one posted before. The header automation-aggregation of Health Auto Export (Minutes, Hours, \
            Days) says how long the sums are. A zip or .gz is taken as all that it holds. A table that leaves something open is refused with what to pass. The answer is JSON: what \
            import --json says of a file, with status 200 where all of its data came in, 207 where a part was refused or left \
            out, and 422 where nothing came in; or {"error": …} with 401 without the token, 413 for more than 32 MiB, 415 for \
            what is of no known format, 422 for what makes no sense, 503 where the store cannot be written or too many come \
            at once. --json prints the address and each answer, one a line.

            Over a service that asks for a PIN it asks once, when it starts, and that holds while it runs. Without it, it says how \
            many objects it took and nothing of what was stored before, and a sum that would replace another waits until you \
            next give the PIN.

            A signal ends it; what was answered is stored.
            """
    )

    @Option(name: .long, help: ArgumentHelp("The port; 0 chooses a free one. By default 8787.", valueName: "number"))
    var port: UInt16?

    @OptionGroup var listening: ListenArguments

    @Option(
        name: .long,
        help: ArgumentHelp(
            "The token's file. By default ingest-token beside config.toml.",
            valueName: "file"
        )
    )
    var tokenFile: String?

    @OptionGroup var table: TableArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments
    @OptionGroup var zone: TimeZoneArguments

    func validate() throws {
        if let tokenFile, tokenFile.isEmpty { throw ValidationError("--token-file: the path is empty") }
    }

    func run() throws {
        let address = try listening.address(port: port)
        let named = try namedIdentity()
        let path = tokenFile ?? AccessToken.standardPath
        let (token, isNew) = try AccessToken.open(path)
        MappingFolder.useReporting()
        let person = store.open()
        // Problems with the store are reported before anyone waits for the server.
        try ImportProof(arguments: store.secret).give(to: person, asks: true)
        try ReaderImport(person).tryStore()
        let listener: ConnectionListener
        var identity: TLSIdentity?
        if let address {
            identity = try named ?? ownIdentity(address)
            listener = try ConnectionListener(address)
        } else {
            listener = try ConnectionListener(loopback: port ?? ListenArguments.standardPort)
        }
        let announcement = IngestAnnouncement(
            listener: listener,
            token: token,
            tokenFile: path,
            identity: identity,
            certificateFile: identity == nil ? nil : listening.certificate ?? CertificateMaker.standardPath,
            isNamed: named != nil
        )
        try announce(announcement, isNew: isNew)
        var roles = table.roles
        roles.zone = zone.timeZone
        let service = IngestService(
            person: person,
            token: token,
            table: roles,
            zone: zone.zone,
            printsJSON: format.json,
            identity: identity
        )
        try listener.run { service.serve($0) }
    }

    /// The certificate that the person named.
    private func namedIdentity() throws -> TLSIdentity? {
        guard let certificate = listening.certificate, let key = listening.key else { return nil }
        return try TLSIdentity(
            certificate: PEMFile(path: certificate, isSecret: false),
            key: PEMFile(path: key, isSecret: true)
        )
    }

    private func ownIdentity(_ address: SocketAddress) throws -> TLSIdentity {
        var hosts = SocketAddress.ofMachine().map(\.host) + ["127.0.0.1", "::1"]
        if !address.isAny, !address.isLinkLocal, !hosts.contains(address.host) { hosts.append(address.host) }
        let path = CertificateMaker.standardPath
        let (identity, isNew) = try CertificateMaker.open(path, addresses: hosts)
        if isNew { StandardError.line("healthtui: \(path): made with a new certificate and its key") }
        return identity
    }

    private func announce(_ announcement: IngestAnnouncement, isNew: Bool) throws {
        if isNew {
            // Of a program's log, many people are readers.
            let text = StandardError.isTerminal ? ": \(announcement.token.text)" : ", which the file holds"
            StandardError.line("healthtui: \(announcement.tokenFile): made with a new token\(text)")
        }
        for warning in announcement.warnings { StandardError.line("healthtui: \(warning)") }
        let output = StandardOutput.shared
        if format.json {
            try output.line(announcement.json.line)
        } else {
            for line in announcement.lines(showsToken: output.isTerminal) { try output.line(line) }
            if announcement.identity != nil, !listening.noQRCode, let columns = output.columns {
                let environment = ProcessInfo.processInfo.environment
                for line in announcement.code(environment, columns: columns) { try output.line(line) }
            }
        }
        try output.flush()
    }
}
