import ArgumentParser
import HealthtuiStudy

/// The engine that runs a study's SQL.
struct EngineArguments: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp(
            "What runs the SQL: duckdb, local (Apache Spark on this machine) or spark://HOST:PORT.",
            valueName: "engine"
        ),
        transform: { text in
            guard let kind = EngineKind(text) else {
                throw ValidationError("“\(text)” isn't an engine; use duckdb, local or spark://HOST:PORT")
            }
            return kind
        }
    )
    var engine = EngineKind.duckdb
}
