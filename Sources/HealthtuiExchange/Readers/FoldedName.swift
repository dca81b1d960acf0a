import Foundation

/// Normalizes names for comparison: lowercase, without accents, spaces and punctuation.
enum FoldedName {
    /// Folds a name.
    static func of(_ name: String) -> String {
        name.lowercased().folding(options: .diacriticInsensitive, locale: nil).filter { $0.isLetter || $0.isNumber }
    }
}
