/// The layout of an export's files.
enum ExportLayout {
    static let folder = "apple_health_export/"
    static let main = folder + "export.xml"
    static let document = folder + "export_cda.xml"
    static let routes = "workout-routes"
    static let electrocardiograms = "electrocardiograms"
    static let clinicalRecords = "clinical-records"
    static let attachments = "attachments"
}
