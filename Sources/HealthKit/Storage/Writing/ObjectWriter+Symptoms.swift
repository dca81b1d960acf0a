import Foundation
import HealthKitStore

extension ObjectWriter {
    /// Records samples as the symptoms during an electrocardiogram; all of them are already stored.
    package func associate(symptoms: [HKCategorySample], with electrocardiogram: HKElectrocardiogram) throws {
        for symptom in symptoms {
            try writer.link(
                parent: electrocardiogram.uuid,
                child: symptom.uuid,
                role: LinkRole.electrocardiogramSymptom.rawValue
            )
        }
    }
}
