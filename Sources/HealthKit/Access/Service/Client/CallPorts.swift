/// The ports of this process.
enum CallPorts {
    /// The port for a configuration: to the store's file, or to the service that has it open.
    static func port(_ configuration: HKHealthStoreConfiguration) -> any CallPort {
        guard let service = configuration.service else { return Gate(configuration) }
        return ServicePort(
            configuration.principal,
            ServiceLink.Address(service),
            prompt: configuration.prompt,
            asker: configuration.asker,
            clock: configuration.clock
        )
    }
}
