import HealthKit

/// Reads a single electrocardiogram file as the Health app writes it, like those in an export's `electrocardiograms`
/// folder.
///
/// It is identified by its recording time, as in exports, so importing an export that holds it adds nothing later.
package struct ElectrocardiogramReader: Reader {
    package init() {}

    package var name: String { "electrocardiogram" }
    package let endings: Set<String> = [".csv"]

    package func recognizes(_ beginning: [UInt8], fileName: String) -> Bool {
        let others = [UInt8(ascii: "{"), UInt8(ascii: "["), Byte.less]
        if let first = FileBeginning.first(beginning), others.contains(first) || beginning.prefix(512).contains(0) {
            return false
        }
        return ECGReader.recognizes(beginning)
    }

    package func read(_ bytes: [UInt8], into sink: inout ReaderSink) throws {
        do {
            try sink.take(ECGReader.read(bytes))
        } catch let failure as ECGReader.Failure {
            throw ImportError("line \(failure.line): \(failure.reason)")
        }
    }
}
