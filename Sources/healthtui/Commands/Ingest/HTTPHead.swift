import Foundation
import HealthtuiFacts

/// The reason a request is refused: the status of the response, and a message.
struct HTTPRefusal: Error, Hashable {
    let status: Int
    let reason: String

    init(_ status: Int, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    /// The name of a status.
    static func name(_ status: Int) -> String {
        switch status {
        case 200: "OK"
        case 207: "Multi-Status"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 408: "Request Timeout"
        case 411: "Length Required"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 431: "Request Header Fields Too Large"
        case 505: "HTTP Version Not Supported"
        default: "Service Unavailable"
        }
    }
}

/// The beginning of a request: its first line and its header fields.
///
/// Strict where leniency has let requests be read in two ways: one length, no folded lines, no blanks before colons.
struct HTTPHead: Hashable {
    /// The way the body's length is given.
    enum Body: Hashable {
        case none
        case length(Int)
        case chunked
    }

    let method: String
    /// The path without a query, its percent signs undone.
    let path: String
    private let fields: [String: [String]]

    /// The most bytes that a head may have.
    static let largest = 16 << 10

    /// Reads a head.
    ///
    /// - Parameter bytes: The head with the empty line that ends it.
    /// - Throws: ``HTTPRefusal``.
    init(_ bytes: [UInt8]) throws {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw HTTPRefusal(400, "the head isn't UTF-8")
        }
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)[...]
        guard let first = lines.popFirst() else { throw HTTPRefusal(400, "there is no request") }
        let words = first.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, Self.isToken(words[0]), words[1].hasPrefix("/") else {
            throw HTTPRefusal(400, "the first line isn't a request")
        }
        guard words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0" else {
            throw HTTPRefusal(words[2].hasPrefix("HTTP/") ? 505 : 400, "only HTTP/1.1 is supported")
        }
        method = String(words[0])
        guard let path = words[1].prefix(while: { $0 != "?" }).removingPercentEncoding else {
            throw HTTPRefusal(400, "the path makes no sense")
        }
        self.path = path
        var fields: [String: [String]] = [:]
        for line in lines where !line.isEmpty {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, Self.isToken(parts[0]), !line.contains(where: \.isNewline) else {
                throw HTTPRefusal(400, "a header field makes no sense")
            }
            fields[parts[0].lowercased(), default: []].append(parts[1].trimmingCharacters(in: .whitespaces))
        }
        self.fields = fields
    }

    private static func isToken(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (0x21...0x7E).contains(byte) && !"()<>@,;:\\\"/[]?={}".utf8.contains(byte)
            }
    }

    /// The only value of a field; `nil` where it is not there, or there several times.
    subscript(name: String) -> String? {
        guard let values = fields[name], values.count == 1 else { return nil }
        return values[0]
    }

    /// The token presented for access.
    var token: String? {
        guard let words = self["authorization"]?.split(separator: " "), words.count == 2,
            words[0].lowercased() == "bearer"
        else { return nil }
        return String(words[1])
    }

    /// How the length of the body is given.
    ///
    /// - Parameter limit: The most bytes that it may have.
    /// - Returns: In which of the ways.
    /// - Throws: ``HTTPRefusal``.
    func body(atMost limit: Int) throws -> Body {
        let (lengths, codings) = (fields["content-length"] ?? [], fields["transfer-encoding"] ?? [])
        if !codings.isEmpty {
            guard lengths.isEmpty, codings.map({ $0.lowercased() }) == ["chunked"] else {
                throw HTTPRefusal(400, "the body's length is given twice, or in an unknown way")
            }
            return .chunked
        }
        guard !lengths.isEmpty else { return .none }
        guard lengths.count == 1, lengths[0].utf8.count < 19, let length = Int(lengths[0]),
            lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) })
        else { throw HTTPRefusal(400, "the body's length makes no sense") }
        guard length <= limit else { throw HTTPRefusal(413, "a body may have \(limit >> 20) MiB") }
        return .length(length)
    }
}
