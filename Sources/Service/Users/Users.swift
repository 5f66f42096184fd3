/// The accounts of NCMB: sign-up, log-in by name, mail or provider, sessions, roles. They are apart from the members of Gamebase.
struct Users: Capability {
    let core: ServiceCore
}
