/// What a game's own server may ask, behind the published server APIs.
struct GameServers: Capability {
    let core: ServiceCore
}
