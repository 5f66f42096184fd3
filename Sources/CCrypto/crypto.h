// The CCrypto room: what the server uses of OpenSSL's libcrypto. Not part of the library, which needs none of it.
#ifndef GAMEBASE_CCRYPTO_H
#define GAMEBASE_CCRYPTO_H

#include <openssl/evp.h>

enum { GB_AES_KEY_BYTES = 32, GB_AES_NONCE_BYTES = 12, GB_AES_TAG_BYTES = 16 };

// AES-256-GCM (NIST SP 800-38D). `sealed` has room for `count` bytes, and the tag behind them. Returns 1 when it is done.
static inline int gb_aes_seal(const unsigned char *_Nonnull key, const unsigned char *_Nonnull nonce, const unsigned char *_Nonnull place,
    int place_count, const unsigned char *_Nonnull plain, int count, unsigned char *_Nonnull sealed) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int length = 0, rest = 0;
    int done = context && EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
               EVP_EncryptUpdate(context, NULL, &length, place, place_count) == 1 &&
               EVP_EncryptUpdate(context, sealed, &length, plain, count) == 1 && length == count &&
               EVP_EncryptFinal_ex(context, sealed + length, &rest) == 1 && rest == 0 &&
               EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_GET_TAG, GB_AES_TAG_BYTES, sealed + count) == 1;
    EVP_CIPHER_CTX_free(context);
    return done;
}

// The same back: `sealed` has `count` bytes and the tag behind them. Returns 0 for what was not sealed with this key for this place.
static inline int gb_aes_open(const unsigned char *_Nonnull key, const unsigned char *_Nonnull nonce, const unsigned char *_Nonnull place,
    int place_count, const unsigned char *_Nonnull sealed, int count, unsigned char *_Nonnull plain) {
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int length = 0, rest = 0;
    int done = context && EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce) == 1 &&
               EVP_DecryptUpdate(context, NULL, &length, place, place_count) == 1 &&
               EVP_DecryptUpdate(context, plain, &length, sealed, count) == 1 && length == count &&
               EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, GB_AES_TAG_BYTES, (void *)(sealed + count)) == 1 &&
               EVP_DecryptFinal_ex(context, plain + length, &rest) == 1;
    EVP_CIPHER_CTX_free(context);
    return done;
}

#endif
