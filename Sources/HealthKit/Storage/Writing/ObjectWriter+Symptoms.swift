import Foundation
import HealthStore

extension ObjectWriter {
    /// Says that samples are symptoms that a person had while an electrocardiogram was made; all are stored already.
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
