import Foundation
import HealthKit
import Testing

/// `report` with the real binary: the file, the programs that print it, and invalid requests.
@Suite("report: a page for a doctor")
struct ReportCommandTests {
    private let example: ExampleStore
    private let folder: URL

    /// When the samples of the example are.
    private static let span = ["--from", "2023-11-01", "--to", "2023-12-01"]

    init() throws {
        example = try ExampleStore()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("bin"),
            withIntermediateDirectories: true
        )
    }

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private func report(_ arguments: [String], environment: [String: String] = [:]) throws -> Command.Outcome {
        try example.run(["report"] + arguments, environment: ["PATH": path("bin")].merging(environment) { $1 })
    }

    private func text(_ name: String) throws -> String { try String(contentsOfFile: path(name), encoding: .utf8) }

    /// Puts a program into the folder that `PATH` names.
    private func install(_ name: String, _ script: String) throws {
        let file = path("bin/" + name)
        try Data(("#!/bin/sh\nPATH=/usr/bin:/bin\n" + script + "\n").utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    }

    // MARK: HTML

    @Test("The page is written for its owner alone, with what was chosen, and told in a line")
    func page() throws {
        let types = ["--types", "steps, heartRate", "--types", "blood pressure,bodyTemperature"]
        let outcome = try report([path("r.html"), "--name", "Jane <Doe>"] + Self.span + types)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.hasPrefix(path("r.html") + ": 30 days, "), "\(outcome.output)")
        let mode = try FileManager.default.attributesOfItem(atPath: path("r.html"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let page = try text("r.html")
        #expect(page.contains("Jane &lt;Doe&gt;"))
        #expect(page.contains("1 Nov – 30 Nov 2023"))
        #expect(!page.contains("@page { size"), "a browser knows the paper")
        for secret in ["penicillin-secret", "secret-note"] { #expect(!page.contains(secret)) }
    }

    @Test("JSON says what was asked for and what has no data")
    func json() throws {
        let arguments = [path("r.html"), "--types", "heartRate,bodyTemperature", "--json", "--language", "DE"]
        let outcome = try report(arguments + Self.span)
        let fields = try #require(try outcome.json() as? [String: Any], "\(outcome.errors)")
        #expect(fields["language"] as? String == "de")
        #expect(fields["format"] as? String == "html")
        #expect((fields["types"] as? [String])?.first == "HKQuantityTypeIdentifierHeartRate")
        let size = try FileManager.default.attributesOfItem(atPath: path("r.html"))[.size] as? Int
        #expect(fields["bytes"] as? Int == size)
        #expect(try text("r.html").contains("<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"de\">"))
    }

    @Test("Standard output gets the page and nothing else")
    func standardOutput() throws {
        let outcome = try report(["-", "--types", "heartRate"] + Self.span)
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("<!DOCTYPE html>") && outcome.output.hasSuffix("</html>\n"))
        #expect(outcome.errors.isEmpty)
    }

    @Test("Without --types it has what the summary shows")
    func defaults() throws {
        let outcome = try report([path("r.html"), "--json"] + Self.span)
        let fields = try #require(try outcome.json() as? [String: Any], "\(outcome.errors)")
        let types = try #require(fields["types"] as? [String])
        #expect(types.contains("HKQuantityTypeIdentifierHeartRate"))
        #expect(types.contains("HKDataTypeIdentifierElectrocardiogram"))
        #expect(!types.contains("HKClinicalTypeIdentifierAllergyRecord"))
    }

    @Test("The language is that of the messages unless one is named")
    func language() throws {
        let german = ["LC_ALL": "de_DE.UTF-8"]
        _ = try report([path("a.html"), "--types", "heartRate"] + Self.span, environment: german)
        #expect(try text("a.html").contains("Gesundheitsbericht"))
        _ = try report([path("b.html"), "--types", "heartRate", "--language", "en"] + Self.span, environment: german)
        #expect(try text("b.html").contains("Health report"))
    }

    @Test("A report is in any language that has a catalogue, and an unknown one is refused with the list of them")
    func ownLanguage() throws {
        let languages = URL(fileURLWithPath: example.folder.path(".config/healthtui/languages"))
        try FileManager.default.createDirectory(at: languages, withIntermediateDirectories: true)
        let catalogue = "msgid \"Health report\"\nmsgstr \"Bilan de santé\"\n"
        try Data(catalogue.utf8).write(to: languages.appendingPathComponent("fr.po"))
        let named = try report([path("a.html"), "--types", "heartRate", "--language", "FR"] + Self.span)
        #expect(named.status == 0, "\(named.errors)")
        #expect(try text("a.html").contains("Bilan de santé"))
        #expect(try text("a.html").contains("At a glance"))
        _ = try report([path("b.html"), "--types", "heartRate"] + Self.span, environment: ["LC_ALL": "fr_CA.UTF-8"])
        #expect(try text("b.html").contains("lang=\"fr\""))
        let unknown = try report([path("c.html"), "--language", "it"])
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("use en, de or fr"), "\(unknown.errors)")
    }

    @Test("--no-profile leaves out who the report is of")
    func noProfile() throws {
        _ = try example.run(["profile", "--set", "dateOfBirth=1990-12-10", "bloodType=A+"])
        _ = try report([path("a.html"), "--types", "heartRate"] + Self.span)
        #expect(try text("a.html").contains("born 10 Dec 1990"))
        _ = try report([path("b.html"), "--types", "heartRate", "--no-profile"] + Self.span)
        let page = try text("b.html")
        #expect(!page.contains("1990") && !page.contains("blood type"))
    }

    // MARK: What is wrong

    @Test(
        "Bad usage is said with what is wrong, before the store is opened",
        arguments: [
            (["r.txt"], ".html or .pdf"), (["html"], ".html or .pdf"), ([""], ".html or .pdf"),
            (["r.html", "--language", "fr"], "use en or de"), (["r.html", "--language", ""], "use en or de"),
            (["r.html", "--types", "nonsense"], "unknown type “nonsense”"), (["r.html", "--types", " , "], "no types"),
            (["r.html", "--types", "steps,dateOfBirth"], "Date of Birth has no samples"),
            (["r.html", "--from", "2023-12-01", "--to", "2023-11-01"], "--to is before --from"),
            (["r.html", "--from", "2023-12-01", "--to", "2023-12-01"], "no time between"),
            (["r.html", "--from", "2999-01-01"], "--from is after today"),
            (["r.html", "--paper", "a5"], "--paper"), (["-", "--json"], "standard output"),
        ]
    )
    func usage(_ arguments: [String], _ words: String) throws {
        let outcome = try Command.run(
            ["report"] + arguments + ["--store", path("none.store")],
            in: example.folder
        )
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test("A file that exists is replaced only by --force, and a folder that doesn't exist is named")
    func places() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path("r.html")))
        let kept = try report([path("r.html")] + Self.span)
        #expect(kept.status == 1)
        #expect(kept.errors.contains("The file exists"), "\(kept.errors)")
        #expect(try text("r.html") == "mine")
        #expect(try report([path("r.html"), "--force"] + Self.span).status == 0)
        #expect(try text("r.html").hasPrefix("<!DOCTYPE html>"))
        let lost = try report([path("nowhere/r.html")] + Self.span)
        #expect(lost.status == 1)
        #expect(lost.errors.contains("nowhere does not exist"), "\(lost.errors)")
        let folder = try report([path("bin.html")] + Self.span)
        #expect(folder.status == 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: self.folder.path).count == 3, "no remains")
    }

    @Test("No store, no report")
    func noStore() throws {
        let outcome = try Command.run(["report", path("r.html")], in: example.folder)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("no store yet"))
        #expect(!FileManager.default.fileExists(atPath: path("r.html")))
    }

    // MARK: PDF

    @Test("Without a program that makes PDFs the packages are named, and no file is left")
    func noProgram() throws {
        let outcome = try report([path("r.pdf")] + Self.span)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("install the package weasyprint or chromium"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: path("r.pdf")))
        // A folder with the program's name isn't the program.
        try FileManager.default.createDirectory(atPath: path("bin/weasyprint"), withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: path("bin/chromium")))
        #expect(try report([path("r.pdf")] + Self.span).status == 1)
    }

    @Test("weasyprint gets the page with its paper, and what it makes is the file")
    func weasyprint() throws {
        try install("weasyprint", "cp \"$3\" '\(path("page.html"))'; printf '%%PDF-1.7 made' > \"$4\"; echo noise >&2")
        let arguments = ["--types", "heartRate", "--paper", "letter"] + Self.span
        let outcome = try report([path("r.pdf")] + arguments)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors.isEmpty)
        #expect(try text("r.pdf") == "%PDF-1.7 made")
        #expect(try text("page.html").contains("@page { size: letter;"))
        #expect(try text("page.html").contains("Heart Rate"))
        let mode = try FileManager.default.attributesOfItem(atPath: path("r.pdf"))[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test(
        "chromium, by each of its names, gets the page where weasyprint isn't, with a profile of its own",
        arguments: [
            "chromium", "chromium-browser", "google-chrome",
        ]
    )
    func chromium(_ name: String) throws {
        let script = """
            for word; do case "$word" in --print-to-pdf=*) pdf="${word#*=}";; --user-data-dir=*) own=1;; \
            file://*) page="${word#file://}";; esac; done
            [ "$own" ] && cp "$page" '\(path("page.html"))' && printf '%%PDF-1.4 made' > "$pdf"
            """
        try install(name, script)
        let outcome = try report([path("r.pdf"), "--types", "heartRate"] + Self.span)
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try text("r.pdf") == "%PDF-1.4 made")
        #expect(try text("page.html").contains("Heart Rate"))
    }

    @Test("A program that fails, or makes something else, is named with what it said; what stood there still does")
    func failing() throws {
        try Data("mine".utf8).write(to: URL(fileURLWithPath: path("r.pdf")))
        try install("weasyprint", "echo 'no fonts found' >&2; exit 3")
        let failed = try report([path("r.pdf"), "--force"] + Self.span)
        #expect(failed.status == 1)
        #expect(failed.errors.contains("exit code 3") && failed.errors.contains("no fonts found"), "\(failed.errors)")
        try install("weasyprint", "echo '<html>' > \"$4\"")
        #expect(try report([path("r.pdf"), "--force"] + Self.span).status == 1)
        try install("weasyprint", "exit 0")
        #expect(try report([path("r.pdf"), "--force"] + Self.span).status == 1)
        #expect(try text("r.pdf") == "mine")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["bin", "r.pdf"])
    }

    @Test("Nothing is printed for a file that can't be written")
    func notRun() throws {
        try install("weasyprint", "touch '\(path("ran"))'")
        #expect(try report([path("nowhere/r.pdf")] + Self.span).status == 1)
        #expect(!FileManager.default.fileExists(atPath: path("ran")))
    }
}
