// The CDBus room: the few functions of libdbus-1 that the Desktop room uses, as a table that is filled by name while the game runs.
// No header of libdbus is needed to build, and the library does not need libdbus: where it is missing, the desktop is not there.
#ifndef GAMEBASE_CDBUS_H
#define GAMEBASE_CDBUS_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// The names and the layout are those of dbus/dbus.h, whose binary interface is frozen since 1.0.
typedef uint32_t gb_dbus_bool;
struct DBusConnection;
struct DBusMessage;
struct DBusWatch;

// DBusError: the texts belong to libdbus and are given back with dbus_error_free.
struct gb_dbus_error {
    const char *name, *message;
    unsigned int flags;
    void *padding;
};

// DBusMessageIter has 72 bytes with 64-bit pointers; nobody looks into it here.
struct gb_dbus_place {
    void *words[16];
};

enum {
    GB_DBUS_METHOD_CALL = 1,
    GB_DBUS_METHOD_RETURN = 2,
    GB_DBUS_ERROR = 3,
    GB_DBUS_SIGNAL = 4,
    GB_DBUS_READABLE = 1,
    GB_DBUS_WRITABLE = 2,
    GB_DBUS_FAILED = 4,
    GB_DBUS_HANGUP = 8,
};

typedef gb_dbus_bool (*gb_dbus_add_watch)(struct DBusWatch *, void *);
typedef void (*gb_dbus_change_watch)(struct DBusWatch *, void *);
typedef void (*gb_dbus_free)(void *);

#define GB_DBUS_FUNCTIONS(F) \
    F(gb_dbus_bool, threads_init_default, (void)) \
    F(void, error_free, (struct gb_dbus_error *)) \
    F(struct DBusConnection *, connection_open_private, (const char *, struct gb_dbus_error *)) \
    F(void, connection_close, (struct DBusConnection *)) \
    F(void, connection_unref, (struct DBusConnection *)) \
    F(void, connection_set_exit_on_disconnect, (struct DBusConnection *, gb_dbus_bool)) \
    F(void, connection_set_change_sigpipe, (gb_dbus_bool)) \
    F(gb_dbus_bool, connection_set_watch_functions, \
        (struct DBusConnection *, gb_dbus_add_watch, gb_dbus_change_watch, gb_dbus_change_watch, void *, gb_dbus_free)) \
    F(void, connection_set_max_message_size, (struct DBusConnection *, long)) \
    F(void, connection_set_max_received_size, (struct DBusConnection *, long)) \
    F(gb_dbus_bool, connection_send, (struct DBusConnection *, struct DBusMessage *, uint32_t *)) \
    F(struct DBusMessage *, connection_pop_message, (struct DBusConnection *)) \
    F(long, connection_get_outgoing_size, (struct DBusConnection *)) \
    F(int, watch_get_unix_fd, (struct DBusWatch *)) \
    F(unsigned int, watch_get_flags, (struct DBusWatch *)) \
    F(gb_dbus_bool, watch_get_enabled, (struct DBusWatch *)) \
    F(gb_dbus_bool, watch_handle, (struct DBusWatch *, unsigned int)) \
    F(gb_dbus_bool, validate_bus_name, (const char *, struct gb_dbus_error *)) \
    F(struct DBusMessage *, message_new_method_call, (const char *, const char *, const char *, const char *)) \
    F(struct DBusMessage *, message_new_error, (struct DBusMessage *, const char *, const char *)) \
    F(void, message_set_auto_start, (struct DBusMessage *, gb_dbus_bool)) \
    F(void, message_set_no_reply, (struct DBusMessage *, gb_dbus_bool)) \
    F(gb_dbus_bool, message_get_no_reply, (struct DBusMessage *)) \
    F(void, message_unref, (struct DBusMessage *)) \
    F(int, message_get_type, (struct DBusMessage *)) \
    F(uint32_t, message_get_reply_serial, (struct DBusMessage *)) \
    F(const char *, message_get_sender, (struct DBusMessage *)) \
    F(const char *, message_get_path, (struct DBusMessage *)) \
    F(const char *, message_get_interface, (struct DBusMessage *)) \
    F(const char *, message_get_member, (struct DBusMessage *)) \
    F(const char *, message_get_error_name, (struct DBusMessage *)) \
    F(gb_dbus_bool, message_iter_init, (struct DBusMessage *, struct gb_dbus_place *)) \
    F(void, message_iter_init_append, (struct DBusMessage *, struct gb_dbus_place *)) \
    F(int, message_iter_get_arg_type, (struct gb_dbus_place *)) \
    F(int, message_iter_get_element_type, (struct gb_dbus_place *)) \
    F(gb_dbus_bool, message_iter_next, (struct gb_dbus_place *)) \
    F(void, message_iter_get_basic, (struct gb_dbus_place *, void *)) \
    F(void, message_iter_recurse, (struct gb_dbus_place *, struct gb_dbus_place *)) \
    F(void, message_iter_get_fixed_array, (struct gb_dbus_place *, void *, int *)) \
    F(gb_dbus_bool, message_iter_append_basic, (struct gb_dbus_place *, int, const void *)) \
    F(gb_dbus_bool, message_iter_append_fixed_array, (struct gb_dbus_place *, int, const void *, int)) \
    F(gb_dbus_bool, message_iter_open_container, (struct gb_dbus_place *, int, const char *, struct gb_dbus_place *)) \
    F(gb_dbus_bool, message_iter_close_container, (struct gb_dbus_place *, struct gb_dbus_place *))

#define GB_DBUS_MEMBER(result, name, parameters) result(*_Nonnull name) parameters;
struct gb_dbus {
    GB_DBUS_FUNCTIONS(GB_DBUS_MEMBER)
};
#undef GB_DBUS_MEMBER

// What was found in which library.
struct gb_dbus_loaded {
    void *opened;
    struct gb_dbus table;
};

// Finds the functions of libdbus, which is `opened`. NULL when one of them is missing. The table lives as long as the process, as the
// library does: a connection of the host may use it, too. There is one, however many desktops come and go.
static inline struct gb_dbus *gb_dbus_load(void *opened) {
#define GB_DBUS_NAME(result, name, parameters) "dbus_" #name "\0"
    static const char names[] = GB_DBUS_FUNCTIONS(GB_DBUS_NAME);
#undef GB_DBUS_NAME
    static struct gb_dbus_loaded *known;
    struct gb_dbus_loaded *before = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
    struct gb_dbus_loaded *made = before && before->opened == opened ? NULL : (struct gb_dbus_loaded *)calloc(1, sizeof *made);
    if (made) {
        void **table = (void **)&made->table;
        const char *name = names;
        made->opened = opened;
        for (size_t index = 0; made && index < sizeof made->table / sizeof *table; index++) {
            table[index] = dlsym(opened, name);
            if (!table[index]) {
                free(made);
                made = NULL;
            }
            while (*name++) {}
        }
        before = NULL;
        if (made && __atomic_compare_exchange_n(&known, &before, made, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return &made->table;
    }
    // Another library than the one that is known: of two that are there, both are kept.
    if (made && before->opened != opened) return &made->table;
    free(made);
    // Each opening is counted: one is enough.
    dlclose(opened);
    return before && before->opened == opened ? &before->table : NULL;
}

#endif
