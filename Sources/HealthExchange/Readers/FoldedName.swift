import Foundation

/// A name as names are compared: in lower case, without accents, blanks and marks.
enum FoldedName {
    /// Folds a name.
    static func of(_ name: String) -> String {
        name.lowercased().folding(options: .diacriticInsensitive, locale: nil).filter { $0.isLetter || $0.isNumber }
    }
}
