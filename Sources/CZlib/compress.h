// The CZlib room: what the server uses of zlib. Not part of the library.
#ifndef GAMEBASE_CZLIB_H
#define GAMEBASE_CZLIB_H

#include <limits.h>
#include <string.h>
#include <zlib.h>

// As gzip (RFC 1952). `packed` has room for `room` bytes. Returns how many they are; 0: not done.
static inline size_t gb_gzip(const unsigned char *_Nonnull bytes, size_t count, unsigned char *_Nonnull packed, size_t room) {
    z_stream stream;
    memset(&stream, 0, sizeof stream);
    if (count > UINT_MAX || room > UINT_MAX || deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
    stream.next_in = (Bytef *)bytes;
    stream.avail_in = (uInt)count;
    stream.next_out = packed;
    stream.avail_out = (uInt)room;
    const int code = deflate(&stream, Z_FINISH);
    const size_t done = room - stream.avail_out;
    (void)deflateEnd(&stream);
    return code == Z_STREAM_END ? done : 0;
}

#endif
