import ArgumentParser
import Foundation
import HealthExchange
import HealthFacts
import HealthKit

/// Takes in over HTTP what programs of this machine hand over.
struct IngestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ingest",
        abstract: "Import what programs on this machine post over HTTP, such as Health Auto Export's JSON.",
        discussion: """
            Listens at 127.0.0.1 and ::1 alone; from a phone it takes a tunnel, such as ssh -R or a VPN's proxy. A program \
            posts a file's content to /import, or to /import/NAME where the name matters, as that of a table does: NAME.csv. \
            It shows the token in the header “Authorization: Bearer TOKEN”. The token is the first line of the token file, \
            which must be yours alone (mode 600); where there is no such file, one with a new token is made. Delete the file \
            for another token.

              curl -H "Authorization: Bearer $(cat ~/.config/healthtui/ingest-token)" --data-binary @export.json \
            http://127.0.0.1:8787/import

            What comes is recognised like files of import, so posting it again adds nothing, and the sum of an hour or a \
            day replaces the one posted before. The header automation-aggregation of Health Auto Export (Minutes, Hours, \
            Days) says how long the sums are. A table that leaves something open is refused with what to pass. The answer is JSON: what \
            import --json says of a file, or {"error": …} with a status that is no 200: 401 without the token, 413 for more \
            than 32 MiB, 415 for what is of no known format, 422 for what makes no sense, 503 where the store cannot be \
            written or too many come at once. --json prints the address and each answer, one a line.

            A signal ends it; what was answered is stored.
            """
    )

    @Option(name: .long, help: ArgumentHelp("The port; 0 chooses a free one.", valueName: "number"))
    var port: UInt16 = 8787

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
        let path = tokenFile ?? AccessToken.standardPath
        let (token, isNew) = try AccessToken.open(path)
        let person = store.open()
        // What is wrong with the store is told before anybody is asked to wait.
        _ = try person.types()
        let listener = try LoopbackListener(port: port)
        try announce(listener, path, isNew ? token : nil)
        let service = IngestService(
            person: person,
            token: token,
            table: table.roles,
            zone: zone.zone,
            printsJSON: format.json
        )
        try listener.run { service.serve($0, isOneTooMany: $1) }
    }

    private func announce(_ listener: LoopbackListener, _ path: String, _ new: AccessToken?) throws {
        if let new {
            // Of a program's log, many people are readers.
            let text = StandardError.isTerminal ? ": \(new.text)" : ", which the file holds"
            StandardError.line("healthtui: \(path): made with a new token\(text)")
        }
        if format.json {
            let fields: JSONValue.Fields = [
                ("addresses", .texts(listener.addresses)), ("tokenFile", .text(path)),
            ]
            try StandardOutput.shared.line(JSONValue.object(fields).line)
        } else {
            try StandardOutput.shared.line("Listening at \(listener.addresses.joined(separator: " and "))")
        }
        try StandardOutput.shared.flush()
    }
}
