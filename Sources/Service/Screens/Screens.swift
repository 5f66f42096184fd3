/// What a game shows from the console: terms, image notices, the customer centre.
struct Screens: Capability {
    let core: ServiceCore
}
