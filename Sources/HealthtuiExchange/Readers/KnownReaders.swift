import Foundation

/// The formats that are read, besides exports of the Health app and tables.
enum KnownReaders {
    /// The readers, in the order in which they are tried.
    static let all: [any Reader] = [
        CardReader(),
        CertificateReader(),
        HealthAutoExportReader(),
        ElectrocardiogramReader(),
        HealthConnectReader(),
        GadgetbridgeReader(),
        FITReader(),
        GPXTrackReader(),
        TCXReader(),
        OuraReader(),
        GoogleFitReader(),
        GoogleSleepReader(),
        GoogleHealthReader(isDaily: false),
        GoogleHealthReader(isDaily: true),
        FitbitReader(isLocal: false),
        FitbitReader(isLocal: true),
        GarminReader(),
    ]

    /// The reader for bytes, or `nil` if no reader knows them.
    ///
    /// - Parameters:
    ///   - beginning: The first bytes of a file, up to 64 KiB.
    ///   - name: The file's name.
    /// - Returns: The first reader that recognizes them.
    static func reader(for beginning: [UInt8], named name: String) -> (any Reader)? {
        all.first { $0.recognizes(beginning, fileName: name) }
    }
}
