import ArgumentParser
import Foundation
import HealthKit
import HealthtuiExchange
import HealthtuiFacts

/// Writes a mapping of a table's columns.
struct MappingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mapping",
        abstract: "Write what the columns of a table mean, as a mapping for more tables like it.",
        discussion: """
            A mapping says for tables of one maker what their columns mean, so that nothing is guessed or asked again. \
            It is text; Documentation/Mappings.md says what its lines are. Put it into a file of the folder mappings \
            beside config.toml:

              mkdir -p ~/.config/healthtui/mappings
              healthtui mapping scale.csv --name "Acme Scale" > ~/.config/healthtui/mappings/acme.mapping

            What the table leaves open is a remark in it; answer it with --map, --dates and --decimal, or by a line. Of a \
            table that has a mapping already it prints that one. Nothing is imported.
            """
    )

    @Argument(help: ArgumentHelp("The table.", valueName: "file"))
    var file: String

    @Option(name: .long, help: ArgumentHelp("The maker's name. By default the file's.", valueName: "maker"))
    var name: String?

    @OptionGroup var table: TableArguments
    @OptionGroup var store: StoreArguments
    @OptionGroup var format: ValueFormatArguments

    func validate() throws {
        if let name, name.allSatisfy(\.isWhitespace) { throw ValidationError("the name is empty") }
    }

    func run() throws {
        MappingFolder.useReporting()
        guard let found = try guess(), let first = found.understood.first ?? found.tables.first else {
            throw CommandFailure(file, "not a table", status: ExitStatus.badData)
        }
        if let problem = found.problem {
            throw CommandFailure(file, "\(problem); --map says what a column means", status: ExitStatus.badData)
        }
        let text = try text(first)
        guard format.json else { return try StandardOutput.shared.write(text) }
        let value = JSONValue.object([
            ("file", .text(file)), ("mapping", .text(text)), ("questions", .texts(first.questions.map(\.description))),
        ])
        try StandardOutput.shared.line(value.line)
    }

    private func guess() throws -> TableFile? {
        do {
            return try TableFile.guess(path: file, table.roles.answers())
        } catch let error as ImportError {
            // It names the file.
            StandardError.line("healthtui: \(error.description.printable)")
            throw ExitCode(ExitStatus.badData)
        } catch let error as ExportSourceError {
            throw CommandFailure(file, error.reason, status: ExitStatus.noInput)
        }
    }

    /// The mapping that the table has, or a new one.
    private func text(_ mapping: TableMapping) throws -> String {
        if let rules = mapping.rules {
            if let shipped = KnownMappings.shippedTexts.first(where: { $0.name == rules.origin }) {
                return shipped.text
            }
            return try SettingsFile.text(rules.origin, limit: MappingFile.largest)
        }
        let stem = ((file as NSString).lastPathComponent as NSString).deletingPathExtension
        return MappingWriter.text(mapping, maker: name ?? (stem.isEmpty ? "Table" : stem), decimal: table.decimal)
    }
}
