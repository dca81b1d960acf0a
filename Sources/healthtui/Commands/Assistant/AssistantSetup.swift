import HealthtuiFacts

/// The lines that clients of assistants need in their configuration.
struct AssistantSetup {
    /// The name by which clients list the server.
    private static let server = "healthtui"

    /// The path of this program.
    let program: String
    /// The assistant's name.
    let name: String
    /// The store, as `--store` takes it.
    let store: String

    private var words: [String] { ["mcp", name, "--store", store] }

    private var command: JSONValue.Fields { [("command", .text(program)), ("args", .texts(words))] }

    /// The lines, with a heading for each client.
    var text: String {
        let line = ([program] + words).map(Self.quoted).joined(separator: " ")
        let servers = JSONValue.object([("mcpServers", .object([(Self.server, .object(command))]))]).line
        let typed: JSONValue.Fields = [("type", .text("stdio"))]
        let code = JSONValue.object([("servers", .object([(Self.server, .object(typed + command))]))]).line
        return """
            Claude Code, in a shell:
              claude mcp add --scope user \(Self.server) -- \(line)

            Codex, in a shell:
              codex mcp add \(Self.server) -- \(line)
            or in ~/.codex/config.toml:
              [mcp_servers.\(Self.server)]
              command = \(JSONValue.text(program).line)
              args = \(JSONValue.texts(words).line)

            VS Code, in .vscode/mcp.json or the user's mcp.json:
              \(code)

            Cursor, in ~/.cursor/mcp.json; Claude Desktop, Gemini CLI and many others, in their settings:
              \(servers)

            """
    }

    /// A word as a shell reads it.
    private static func quoted(_ word: String) -> String {
        let plain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "-"), UInt8(ascii: ":"):
                true
            default: false
            }
        }
        return plain && !word.isEmpty ? word : "'" + word.replacing("'", with: "'\\''") + "'"
    }
}
