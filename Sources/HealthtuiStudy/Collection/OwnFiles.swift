/// The files that a study keeps in its folder, which nobody sent.
enum OwnFiles {
    /// Whether a name in the folder of a study is one of them.
    static func has(_ name: String) -> Bool {
        let names = [
            StudyFolder.studyName, StudyFolder.keysName, StudyFolder.codesName, StudyFolder.ledgerName, FolderLock.name,
            StudyFolder.stagingName, StudyPerson.folder, ReceiptFiles.folderName,
        ]
        if names.contains(name) || StudyTable(rawValue: name) != nil || name.contains(".json.part-") { return true }
        if Dataset.number(name) != nil || ReceiptFiles.number(name) != nil { return true }
        return name.hasPrefix("study-") && name.hasSuffix(".json")
    }
}
