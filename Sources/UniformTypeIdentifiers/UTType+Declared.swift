extension UTType {
    /// Anything: files, folders and data: `public.item`.
    public static var item: UTType { UTType(declared: "public.item") }

    /// Anything that a person can look at: `public.content`.
    public static var content: UTType { UTType(declared: "public.content") }

    /// Content that holds content of other types: `public.composite-content`.
    public static var compositeContent: UTType { UTType(declared: "public.composite-content") }

    /// Any run of bytes: `public.data`.
    public static var data: UTType { UTType(declared: "public.data") }

    /// A directory of a file system: `public.directory`.
    public static var directory: UTType { UTType(declared: "public.directory") }

    /// A directory that a person can open: `public.folder`.
    public static var folder: UTType { UTType(declared: "public.folder") }

    /// An archive of files and folders: `public.archive`.
    public static var archive: UTType { UTType(declared: "public.archive") }

    /// Text, with or without markup: `public.text`.
    public static var text: UTType { UTType(declared: "public.text") }

    /// Text without markup: `public.plain-text`.
    public static var plainText: UTType { UTType(declared: "public.plain-text") }

    /// Text without markup in UTF-8: `public.utf8-plain-text`.
    public static var utf8PlainText: UTType { UTType(declared: "public.utf8-plain-text") }

    /// Text in Rich Text Format: `public.rtf`.
    public static var rtf: UTType { UTType(declared: "public.rtf") }

    /// A page in HTML: `public.html`.
    public static var html: UTType { UTType(declared: "public.html") }

    /// A document in XML: `public.xml`.
    public static var xml: UTType { UTType(declared: "public.xml") }

    /// A document in YAML: `public.yaml`.
    public static var yaml: UTType { UTType(declared: "public.yaml") }

    /// A document in JSON: `public.json`.
    public static var json: UTType { UTType(declared: "public.json") }

    /// Values separated by some character: `public.delimited-values-text`.
    public static var delimitedText: UTType { UTType(declared: "public.delimited-values-text") }

    /// Values separated by commas: `public.comma-separated-values-text`.
    public static var commaSeparatedText: UTType { UTType(declared: "public.comma-separated-values-text") }

    /// Values separated by tabs: `public.tab-separated-values-text`.
    public static var tabSeparatedText: UTType { UTType(declared: "public.tab-separated-values-text") }

    /// A document in PDF: `com.adobe.pdf`.
    public static var pdf: UTType { UTType(declared: "com.adobe.pdf") }

    /// Any image: `public.image`.
    public static var image: UTType { UTType(declared: "public.image") }

    /// An image in JPEG: `public.jpeg`.
    public static var jpeg: UTType { UTType(declared: "public.jpeg") }

    /// An image in PNG: `public.png`.
    public static var png: UTType { UTType(declared: "public.png") }

    /// An image in TIFF: `public.tiff`.
    public static var tiff: UTType { UTType(declared: "public.tiff") }

    /// An image in GIF: `com.compuserve.gif`.
    public static var gif: UTType { UTType(declared: "com.compuserve.gif") }

    /// A Windows bitmap: `com.microsoft.bmp`.
    public static var bmp: UTType { UTType(declared: "com.microsoft.bmp") }

    /// A drawing in SVG: `public.svg-image`.
    public static var svg: UTType { UTType(declared: "public.svg-image") }

    /// An image in WebP: `org.webmproject.webp`.
    public static var webP: UTType { UTType(declared: "org.webmproject.webp") }

    /// An image in HEIC, as iPhones take them: `public.heic`.
    public static var heic: UTType { UTType(declared: "public.heic") }

    /// An image in HEIF: `public.heif`.
    public static var heif: UTType { UTType(declared: "public.heif") }

    /// A zip archive: `public.zip-archive`.
    public static var zip: UTType { UTType(declared: "public.zip-archive") }

    /// A gzip archive: `org.gnu.gnu-zip-archive`.
    public static var gzip: UTType { UTType(declared: "org.gnu.gnu-zip-archive") }
}
