// The CCrypto room: what the server uses of OpenSSL's libcrypto. Not part of the library, which needs none of it.
#ifndef GAMEBASE_CCRYPTO_H
#define GAMEBASE_CCRYPTO_H

#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <stdbool.h>

enum { GB_AES_KEY_BYTES = 32, GB_AES_NONCE_BYTES = 12, GB_AES_TAG_BYTES = 16 };

// Whether `key`, a DER SubjectPublicKeyInfo, made the signature of the text: RSA with PKCS #1 v1.5 padding or with PSS and a salt as long
// as the digest, ECDSA, whose signature is DER here, or Ed25519. `kind`: what the key must be. `digest`: its name; NULL for Ed25519.
enum { GB_KEY_RSA = EVP_PKEY_RSA, GB_KEY_EC = EVP_PKEY_EC, GB_KEY_ED25519 = EVP_PKEY_ED25519 };
static inline int gb_verify(int kind, const char *_Nullable digest, bool has_pss, const unsigned char *_Nonnull key, int key_count,
    const unsigned char *_Nonnull text, int count, const unsigned char *_Nonnull signature, int signature_count) {
    const unsigned char *at = key;
    const EVP_MD *type = digest ? EVP_get_digestbyname(digest) : NULL;
    EVP_PKEY *public_key = d2i_PUBKEY(NULL, &at, key_count);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    EVP_PKEY_CTX *details = NULL;
    int done = public_key && context && EVP_PKEY_base_id(public_key) == kind && (type || !digest) &&
               EVP_DigestVerifyInit(context, &details, type, NULL, public_key) == 1;
    if (done && has_pss) {
        done = EVP_PKEY_CTX_set_rsa_padding(details, RSA_PKCS1_PSS_PADDING) == 1 &&
               EVP_PKEY_CTX_set_rsa_pss_saltlen(details, RSA_PSS_SALTLEN_DIGEST) == 1;
    }
    done = done && EVP_DigestVerify(context, signature, (size_t)signature_count, text, (size_t)count) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(public_key);
    return done;
}

// Signs with SHA-256 and a private key in DER (PKCS #8). `signature` has room for `room` bytes. Returns how many they are; 0: not done.
static inline int gb_sign_sha256(int kind, const unsigned char *_Nonnull key, int key_count, const unsigned char *_Nonnull text, int count,
    unsigned char *_Nonnull signature, int room) {
    const unsigned char *at = key;
    EVP_PKEY *private_key = d2i_AutoPrivateKey(NULL, &at, key_count);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    size_t length = (size_t)room;
    int done = private_key && context && EVP_PKEY_base_id(private_key) == kind &&
               EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, private_key) == 1 &&
               EVP_DigestSign(context, signature, &length, text, (size_t)count) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(private_key);
    return done ? (int)length : 0;
}

// HMAC-SHA-1 (RFC 2104), which one-time codes are made of. Returns 1 when it is done.
enum { GB_SHA1_BYTES = 20 };
static inline int gb_hmac_sha1(
    const unsigned char *_Nonnull key, int key_count, const unsigned char *_Nonnull text, int count, unsigned char *_Nonnull digest) {
    unsigned int length = 0;
    return HMAC(EVP_sha1(), key, key_count, text, (size_t)count, digest, &length) != NULL && length == GB_SHA1_BYTES;
}

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
