/// The module's data about a type: its parents, and its names elsewhere, the preferred one first.
struct TypeDeclaration: Sendable {
    let identifier: String
    let parents: [String]
    let filenameExtensions: [String]
    let mimeTypes: [String]

    init(_ identifier: String, _ parents: [String], extensions: [String] = [], mime: [String] = []) {
        self.identifier = identifier
        self.parents = parents
        filenameExtensions = extensions
        mimeTypes = mime
    }
}

/// The declared types by identifier, by filename extension and by MIME type.
///
/// Identifiers and parents are those of Apple's header `UTCoreTypes.h`.
enum UTTypeTable {
    static let declarations: [TypeDeclaration] = [
        TypeDeclaration("public.item", []),
        TypeDeclaration("public.content", []),
        TypeDeclaration("public.composite-content", ["public.content"]),
        TypeDeclaration("public.data", ["public.item"], mime: ["application/octet-stream"]),
        TypeDeclaration("public.directory", ["public.item"]),
        TypeDeclaration("public.folder", ["public.directory"]),
        TypeDeclaration("public.archive", []),

        TypeDeclaration("public.text", ["public.data", "public.content"]),
        TypeDeclaration(
            "public.plain-text",
            ["public.text"],
            extensions: ["txt", "text"],
            mime: ["text/plain"]
        ),
        TypeDeclaration("public.utf8-plain-text", ["public.plain-text"]),
        TypeDeclaration("public.rtf", ["public.text"], extensions: ["rtf"], mime: ["text/rtf", "application/rtf"]),
        TypeDeclaration(
            "public.html",
            ["public.text"],
            extensions: ["html", "htm", "shtml", "shtm"],
            mime: ["text/html"]
        ),
        TypeDeclaration("public.xml", ["public.text"], extensions: ["xml"], mime: ["application/xml", "text/xml"]),
        TypeDeclaration("public.yaml", ["public.text"], extensions: ["yml", "yaml"], mime: ["application/x-yaml"]),
        TypeDeclaration("public.json", ["public.text"], extensions: ["json"], mime: ["application/json"]),
        TypeDeclaration("public.delimited-values-text", ["public.text"]),
        TypeDeclaration(
            "public.comma-separated-values-text",
            ["public.delimited-values-text"],
            extensions: ["csv"],
            mime: ["text/csv", "text/comma-separated-values"]
        ),
        TypeDeclaration(
            "public.tab-separated-values-text",
            ["public.delimited-values-text"],
            extensions: ["tsv", "tab"],
            mime: ["text/tab-separated-values"]
        ),

        TypeDeclaration(
            "com.adobe.pdf",
            ["public.data", "public.composite-content"],
            extensions: ["pdf"],
            mime: ["application/pdf"]
        ),

        TypeDeclaration("public.image", ["public.data", "public.content"]),
        TypeDeclaration(
            "public.jpeg",
            ["public.image"],
            extensions: ["jpeg", "jpg", "jpe"],
            mime: ["image/jpeg", "image/jpg"]
        ),
        TypeDeclaration("public.png", ["public.image"], extensions: ["png"], mime: ["image/png"]),
        TypeDeclaration("public.tiff", ["public.image"], extensions: ["tiff", "tif"], mime: ["image/tiff"]),
        TypeDeclaration("com.compuserve.gif", ["public.image"], extensions: ["gif"], mime: ["image/gif"]),
        TypeDeclaration("com.microsoft.bmp", ["public.image"], extensions: ["bmp", "dib"], mime: ["image/bmp"]),
        TypeDeclaration(
            "public.svg-image",
            ["public.image"],
            extensions: ["svg", "svgz"],
            mime: ["image/svg+xml"]
        ),
        TypeDeclaration("org.webmproject.webp", ["public.image"], extensions: ["webp"], mime: ["image/webp"]),
        TypeDeclaration("public.heif-standard", ["public.image"]),
        TypeDeclaration(
            "public.heic",
            ["public.heif-standard"],
            extensions: ["heic"],
            mime: ["image/heic"]
        ),
        TypeDeclaration(
            "public.heif",
            ["public.heif-standard"],
            extensions: ["heif", "hif"],
            mime: ["image/heif"]
        ),

        TypeDeclaration(
            "com.pkware.zip-archive",
            ["public.data", "public.archive"]
        ),
        TypeDeclaration(
            "public.zip-archive",
            ["com.pkware.zip-archive"],
            extensions: ["zip"],
            mime: ["application/zip"]
        ),
        TypeDeclaration(
            "org.gnu.gnu-zip-archive",
            ["public.data", "public.archive"],
            extensions: ["gz", "gzip"],
            mime: ["application/gzip", "application/x-gzip"]
        ),
    ]

    static let byIdentifier = Dictionary(uniqueKeysWithValues: declarations.map { ($0.identifier, $0) })
    static let byFilenameExtension = firstByTag { $0.filenameExtensions }
    static let byMIMEType = firstByTag { $0.mimeTypes }

    /// The declarations that have a tag, each tag leading to the first one that has it.
    private static func firstByTag(_ tags: (TypeDeclaration) -> [String]) -> [String: TypeDeclaration] {
        let pairs = declarations.flatMap { declaration in tags(declaration).map { ($0, declaration) } }
        return Dictionary(pairs) { first, _ in first }
    }
}
