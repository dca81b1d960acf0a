import Foundation
import HealthKit
import HealthtuiExchange
import HealthtuiFacts

/// Serves the connections of `healthtui ingest`.
final class IngestService: Sendable {
    private let person: PersonAccess
    private let token: AccessToken
    private let table: TableRoles
    private let zone: TimeZone
    private let printsJSON: Bool
    private let identity: TLSIdentity?
    private let patience: HTTPConnection.Patience
    /// One import at a time: each takes as much memory as its file needs.
    private let turn = NSLock()
    /// Bodies that wait are in memory.
    private let room = BodyRoom()

    init(
        person: PersonAccess,
        token: AccessToken,
        table: TableRoles,
        zone: TimeZone,
        printsJSON: Bool,
        identity: TLSIdentity? = nil,
        patience: HTTPConnection.Patience = HTTPConnection.Patience()
    ) {
        self.person = person
        self.token = token
        self.table = table
        self.zone = zone
        self.printsJSON = printsJSON
        self.identity = identity
        self.patience = patience
    }

    /// Serves a connection.
    func serve(_ opened: ConnectionListener.Connection) {
        // With an identity, no byte is sent unencrypted.
        let transport: any Transport
        if let identity {
            guard let encrypted = TLSTransport(opened.descriptor, identity) else { return }
            transport = encrypted
        } else {
            transport = PlainTransport(opened.descriptor)
        }
        var connection = HTTPConnection(opened.descriptor, transport, patience: patience, room: room)
        let from = identity == nil ? "" : " from \(opened.peer)"
        do {
            try connection.begin()
            if opened.isOneTooMany { throw HTTPRefusal(503, "too many connections; try again in a moment") }
            let head = try connection.head()
            let name = try admit(head)
            guard opened.prove() else { throw HTTPRefusal(503, "too many connections; try again in a moment") }
            let bytes = try connection.body(of: head)
            let aggregation = head["automation-aggregation"]
            let (status, summary) = try turn.withLock { try take(bytes, name, aggregation) }
            let answer = ImportCommand.json(summary, name)
            report(status, summary, name, answer)
            connection.answer(status, answer.line)
        } catch let refusal as HTTPRefusal {
            StandardError.line("healthtui: a request\(from) was answered with \(refusal.status): \(refusal.reason)")
            connection.answer(refusal.status, JSONValue.object([("error", .text(refusal.reason))]).line)
        } catch let failure as HandshakeFailure {
            if let reason = failure.reason { StandardError.line("healthtui: no TLS connection\(from): \(reason)") }
        } catch {
            // A client that has disconnected gets no response.
        }
    }

    /// Checks a request's token and target.
    ///
    /// - Returns: The name of the body.
    /// - Throws: ``HTTPRefusal``.
    private func admit(_ head: HTTPHead) throws -> String {
        guard let given = head.token, token.matches(given) else {
            throw HTTPRefusal(401, "the token is missing or wrong")
        }
        let parts = head.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard parts.first == "import", parts.count <= 2 else {
            throw HTTPRefusal(404, "there is only /import and /import/NAME")
        }
        guard head.method == "POST" else { throw HTTPRefusal(405, "only POST does something here") }
        let name = parts.count == 2 ? String(parts[2]) : ""
        guard name.isEmpty || name.printable == name else { throw HTTPRefusal(400, "the name has control characters") }
        if !name.isEmpty { return name }
        let isTable = head["content-type"]?.lowercased().hasPrefix("text/csv") ?? false
        return isTable ? "table.csv" : "request"
    }

    /// Imports a body.
    ///
    /// - Returns: The status of the answer, and the result of the import.
    /// - Throws: ``HTTPRefusal``.
    private func take(
        _ bytes: [UInt8],
        _ name: String,
        _ aggregation: String?
    ) throws -> (status: Int, summary: ImportSummary) {
        do {
            let importer = ReaderImport(person, zone: zone, answers: try table.answers())
            if let container = try FileContainer(bytes, named: name) {
                guard !container.isExport else { throw HTTPRefusal(415, Self.unknownFormat) }
                let summary = try importer.run(container, takesTables: true)
                return (Self.status(of: summary.outcome), summary)
            }
            guard let reader = try ReaderImport.reader(for: bytes, named: name) ?? tableReader(bytes, name) else {
                throw HTTPRefusal(415, Self.unknownFormat)
            }
            let summary =
                try importer
                .run(bytes, from: name, with: reader, posted: Date(), aggregation: aggregation)
            return (Self.status(of: summary.outcome), summary)
        } catch let error as ExportSourceError where error.code == .unreadFiles {
            throw HTTPRefusal(422, error.reason)
        } catch is ExportSourceError {
            throw HTTPRefusal(415, Self.unknownFormat)
        } catch let error as ImportError {
            throw HTTPRefusal(422, error.description)
        } catch let failure as CommandFailure {
            throw HTTPRefusal(422, failure.description)
        } catch let error as HKError {
            throw HTTPRefusal(503, error.text)
        }
    }

    private static let unknownFormat =
        "it is of no format that is read here; an export of the Health app goes to import"

    /// The HTTP status of an import, by how much of it was imported.
    static func status(of outcome: ImportSummary.Outcome) -> Int {
        switch outcome {
        case .complete: 200
        case .partial: 207
        case .nothing: 422
        }
    }

    private func tableReader(_ bytes: [UInt8], _ name: String) throws -> (any Reader)? {
        guard let tables = try TableFile.guess(bytes, named: name, table.answers()) else { return nil }
        if let doubt = TableRoles.doubt(tables, name) { throw doubt }
        return TableReader(tables, zone: zone, source: "CSV")
    }

    private func report(_ status: Int, _ summary: ImportSummary, _ name: String, _ answer: JSONValue) {
        let counts =
            summary.isUnseen
            ? "\(summary.added) taken" : "\(summary.added) added, \(summary.total(\.duplicate)) there already"
        let text = "\(name): \(counts), \(summary.total(\.refused)) refused"
        // The output may be closed; uploads are still accepted.
        try? StandardOutput.shared.line(printsJSON ? answer.line : text)
        try? StandardOutput.shared.flush()
        for warning in summary.warnings.prefix(20) { StandardError.line("healthtui: \(warning)") }
    }
}
