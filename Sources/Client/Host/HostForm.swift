/// The form in which the host holds a value: the boundary makes it, and the client keeps it as long as the value.
open class HostForm {
    public init() {}
}
