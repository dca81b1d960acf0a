import Foundation
import HealthKitStore

extension ObjectReader {
    /// The person's source order for a type; empty if the person set none.
    ///
    /// - Throws: `errorDatabaseInaccessible` for an unreadable one, because sources that the person excluded would count.
    package func sourcePriority(of type: String) throws -> SourcePriority {
        try requiredValue(SourcePriority.self, StoreNamespace.sourceOrder, type) ?? SourcePriority(order: [])
    }

    /// The sources that have samples of a type, in order of priority.
    package func orderedSources(of type: String) throws -> [SourceTraits] {
        guard let id = try typeID(type) else { return [] }
        var traits: [String: SourceTraits] = [:]
        for count in try store.provenance(ofType: id) {
            let source = try source(count.source)
            let arrival = Int(count.source.number)
            var known =
                try traits[source.bundleIdentifier]
                ?? SourceTraits(
                    source: source,
                    arrival: arrival,
                    groupArrival: value(
                        SourceArrival.self,
                        StoreNamespace.sourceArrivals,
                        source.bundleIdentifier
                    )
                )
            known.names.insert(source.name)
            // Of several names, one is chosen independently of their order.
            if source.name < known.source.name { known.source = source }
            known.arrival = min(known.arrival, arrival)
            if let model = try device(count.device)?.model { known.models.insert(model) }
            if let product = try revision(count.revision).productType { known.models.insert(product) }
            traits[source.bundleIdentifier] = known
        }
        return try sourcePriority(of: type).sorted(Array(traits.values))
    }
}
