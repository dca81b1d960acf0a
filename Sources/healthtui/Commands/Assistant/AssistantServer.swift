import HealthtuiFacts

/// The Model Context Protocol, a line at a time: requests in, answers out.
///
/// Two eras in one process. A request whose `_meta` names the version 2026-07-28 stands alone; `initialize` opens one of the
/// earlier versions for the requests that name none.
struct AssistantServer {
    /// Answers a call of a tool.
    typealias Call = (_ tool: AssistantTool, _ arguments: JSONValue?, _ client: AssistantClient?) -> AssistantReply

    /// The version whose requests stand alone.
    static let version = "2026-07-28"
    /// The versions that `initialize` opens, the newest first.
    static let earlier = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// The most bytes of a line.
    static let mostBytes = 1 << 20
    /// The most bytes of an identifier of a request.
    private static let mostOfIdentifier = 1_024
    /// How long a client may keep what never changes, in milliseconds: a day.
    private static let keeping = 86_400_000

    private let programVersion: String
    private let call: Call
    /// Whether `initialize` opened an earlier version.
    private var isInitialized = false
    /// What the client called itself at `initialize`.
    private var client: AssistantClient?

    /// A server.
    ///
    /// - Parameters:
    ///   - programVersion: The version of this program.
    ///   - call: Answers a call of a tool.
    init(programVersion: String, call: @escaping Call) {
        self.programVersion = programVersion
        self.call = call
    }

    /// Answers a line.
    ///
    /// - Parameter line: The line without its end; `nil` for one that is too long.
    /// - Returns: The answer without an end of line; `nil` for what isn't answered.
    mutating func answer(line: [UInt8]?) -> [UInt8]? {
        guard let line, line.count <= Self.mostBytes else {
            return Self.bytes(.failure(JSONRPCError(.parse, "a line has at most 1 MiB")), id: .null)
        }
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
        guard let value = JSONReader.value(line) else {
            return Self.bytes(.failure(JSONRPCError(.parse, "the line isn’t JSON")), id: .null)
        }
        guard case .object = value else {
            return Self.bytes(
                .failure(JSONRPCError(.request, "a line is one request; there are no batches")),
                id: .null
            )
        }
        return answer(value)
    }

    private mutating func answer(_ message: JSONValue) -> [UInt8]? {
        // Answers to requests that we never make: what a client answers is never consent.
        if message["method"] == nil, message["result"] != nil || message["error"] != nil { return nil }
        let identifier = message["id"]
        guard let id = Self.identifier(identifier) else {
            return Self.bytes(.failure(JSONRPCError(.request, "id must be a text or a whole number")), id: .null)
        }
        guard message["jsonrpc"]?.string == "2.0", let method = message["method"]?.string else {
            return Self.bytes(.failure(JSONRPCError(.request, "no request of JSON-RPC 2.0")), id: id)
        }
        // A notification; nothing that we do needs one.
        if identifier == nil { return nil }
        do {
            return Self.bytes(.success(try result(method, message["params"])), id: id)
        } catch {
            return Self.bytes(.failure(error), id: id)
        }
    }

    /// The identifier of a request, null for none; `nil` for one of another kind.
    private static func identifier(_ value: JSONValue?) -> JSONValue? {
        switch value {
        case nil: .null
        case .integer: value
        case .text(let text) where text.utf8.count <= mostOfIdentifier: value
        default: nil
        }
    }

    private static func bytes(_ outcome: Result<JSONValue, JSONRPCError>, id: JSONValue) -> [UInt8] {
        let said: JSONValue.Fields =
            switch outcome {
            case .success(let result): [("result", result)]
            case .failure(let error): [("error", error.value)]
            }
        return Array(JSONValue.object([("jsonrpc", .text("2.0")), ("id", id)] + said).line.utf8)
    }

    // MARK: Eras

    private mutating func result(_ method: String, _ params: JSONValue?) throws(JSONRPCError) -> JSONValue {
        let params = params ?? .object([])
        guard case .object = params else { throw JSONRPCError(.parameters, "params must be an object") }
        let meta = params["_meta"]
        guard let named = meta?[Self.key("protocolVersion")] else { return try earlierResult(method, params) }
        guard let version = named.string else { throw JSONRPCError(.parameters, "the version must be a text") }
        guard version == Self.version else { throw JSONRPCError(unsupported: version, Self.versions) }
        guard case .object? = meta?[Self.key("clientCapabilities")] else {
            throw JSONRPCError(.parameters, "_meta has no \(Self.key("clientCapabilities"))")
        }
        return stamped(try standaloneResult(method, params, meta))
    }

    private static func key(_ name: String) -> String { "io.modelcontextprotocol/" + name }

    private static var versions: [String] { [version] + earlier }

    /// The result of a request that stands alone.
    private func standaloneResult(_ method: String, _ params: JSONValue, _ meta: JSONValue?) throws(JSONRPCError)
        -> JSONValue.Fields
    {
        switch method {
        case "server/discover": return discovery
        case "tools/list": return try tools(params) + Self.kept
        case "tools/call": return try callTool(params, AssistantClient(meta?[Self.key("clientInfo")]))
        default: throw JSONRPCError(.method, "no such method")
        }
    }

    /// The result of a request of the earlier versions.
    private mutating func earlierResult(_ method: String, _ params: JSONValue) throws(JSONRPCError) -> JSONValue {
        switch method {
        case "initialize": return .object(try initialize(params))
        case "ping": return .object([])
        // A client looks by it which era this is.
        case "server/discover": return stamped(discovery)
        default: break
        }
        guard isInitialized else {
            throw JSONRPCError(.parameters, "name the version in _meta (\(Self.version)), or begin with initialize")
        }
        switch method {
        case "tools/list": return .object(try tools(params))
        case "tools/call": return .object(try callTool(params, client))
        default: throw JSONRPCError(.method, "no such method")
        }
    }

    private mutating func initialize(_ params: JSONValue) throws(JSONRPCError) -> JSONValue.Fields {
        guard let wanted = params["protocolVersion"]?.string else {
            throw JSONRPCError(.parameters, "protocolVersion is missing")
        }
        isInitialized = true
        client = AssistantClient(params["clientInfo"])
        let version = Self.earlier.contains(wanted) ? wanted : Self.earlier[0]
        return [
            ("protocolVersion", .text(version)), ("capabilities", capabilities), ("serverInfo", serverInfo),
            ("instructions", .text(AssistantTool.instructions)),
        ]
    }

    private var discovery: JSONValue.Fields {
        [
            ("supportedVersions", .texts(Self.versions)), ("capabilities", capabilities),
            ("instructions", .text(AssistantTool.instructions)),
        ] + Self.kept
    }

    private var capabilities: JSONValue { .object([("tools", .object([]))]) }

    private var serverInfo: JSONValue {
        .object([("name", .text("healthtui")), ("version", .text(programVersion))])
    }

    /// How long what never changes may be kept, and by whom.
    private static let kept: JSONValue.Fields = [("ttlMs", .integer(keeping)), ("cacheScope", .text("public"))]

    /// A result of the version whose requests stand alone.
    private func stamped(_ fields: JSONValue.Fields) -> JSONValue {
        .object(
            [("resultType", .text("complete"))] + fields
                + [("_meta", .object([(Self.key("serverInfo"), serverInfo)]))]
        )
    }

    // MARK: Tools

    private func tools(_ params: JSONValue) throws(JSONRPCError) -> JSONValue.Fields {
        guard params["cursor"] == nil else { throw JSONRPCError(.parameters, "the list has one page") }
        return [("tools", .array(AssistantTool.allCases.map(\.description)))]
    }

    private func callTool(_ params: JSONValue, _ client: AssistantClient?) throws(JSONRPCError) -> JSONValue.Fields {
        guard let name = params["name"]?.string else {
            throw JSONRPCError(.parameters, "the name of the tool is missing")
        }
        guard let tool = AssistantTool(rawValue: name) else {
            let names = AssistantTool.allCases.map(\.name).joined(separator: ", ")
            throw JSONRPCError(.parameters, "unknown tool; there are \(names)")
        }
        let reply = call(tool, params["arguments"], client)
        return [
            ("content", .array([.object([("type", .text("text")), ("text", .text(reply.text))])])),
            ("isError", .bool(reply.isError)),
        ]
    }
}

/// What a client says of itself: shown to the person, and believed by nobody.
struct AssistantClient: Hashable, Sendable {
    let text: String

    /// What a client says; `nil` for nothing that can be shown.
    init?(_ info: JSONValue?) {
        let parts = ["name", "version"].compactMap { info?[$0]?.string }
        let text = AssistantText.cleaned(parts.joined(separator: " "))
        guard !text.isEmpty else { return nil }
        self.text = text
    }
}

/// An error of the protocol.
struct JSONRPCError: Error {
    /// The codes of JSON-RPC, and that of the protocol for a version.
    enum Code: Int {
        case parse = -32_700
        case request = -32_600
        case method = -32_601
        case parameters = -32_602
        case version = -32_022
    }

    private let code: Code
    private let message: String
    private let data: JSONValue?

    init(_ code: Code, _ message: String) {
        (self.code, self.message, data) = (code, message, nil)
    }

    /// The error for a version that isn't spoken here.
    init(unsupported version: String, _ supported: [String]) {
        code = .version
        message = "unsupported protocol version"
        data = .object([("supported", .texts(supported)), ("requested", .text(AssistantText.cleaned(version)))])
    }

    var value: JSONValue {
        let fields: JSONValue.Fields = [("code", .integer(code.rawValue)), ("message", .text(message))]
        return .object(data.map { fields + [("data", $0)] } ?? fields)
    }
}
