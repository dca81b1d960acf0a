#ifndef STORE_KEYS_H
#define STORE_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include "CHealthKitStoreFileSystem.h"

// The keys of encrypted stores, and all that is done with them.
//
// A store's key encrypts nothing itself. From it, the store's id and the file's, each file has keys of its own for its pages
// and for its header, so nothing of one file is good in another, a backup or an earlier copy included. Keys lie in guarded
// memory and are known by a number, which is all that names of files and messages ever contain.
//
// Each encryption uses a new nonce of 24 random bytes: long enough that random ones don't repeat, even after crashes
// and with several writers. XChaCha20-Poly1305 takes nonces of that size. AES-256-GCM takes 12, which drawn at random
// would meet again too soon, so it is used the way XChaCha20 extends ChaCha20: HChaCha20 makes a key for this one
// writing of the file's key and the first 16 bytes, and the other 8 are the nonce under it.

typedef struct store_key store_key;

// The keys of one file, good for as long as the store's key is held.
typedef struct file_keys file_keys;

enum { SEAL_NONCE = 24, SEAL_TAG = 16, HEADER_MAC = 32 };

// The identity of bytes, so that they can't replace others: bound to them and not stored.
typedef struct {
    enum { SEALED_PAGE = 1, SEALED_FRAME = 2, SEALED_UNDO = 3 } kind;
    // The page's number, the frame's, or the place in the journal.
    uint64_t number;
    // A frame's page, size and salts; zero otherwise.
    uint8_t frame[16];
} seal_place;

// Takes hold of a key by its number; null when it is unknown.
store_key *store_key_hold(uint32_t number);
void store_key_let_go(store_key *key);

// The cipher in the header of a file created with this key.
uint32_t store_key_cipher(const store_key *key);
const uint8_t *store_key_slots(const store_key *key);

// The keys of a file; null if there is no memory or the key was forgotten.
file_keys *store_key_of_file(store_key *key, const uint8_t *store, const uint8_t *file);

// Whether the key was forgotten.
bool file_keys_are_gone(file_keys *keys);

// Whether this processor can do it.
bool cipher_is_available(uint32_t cipher);

// Encrypts in place and writes nonce and tag, STORE_LOCKED_BYTES together. Returns false when the key was forgotten.
bool keys_seal(file_keys *keys, uint32_t cipher, const seal_place *place, uint8_t *bytes, uint32_t count, uint8_t *seal);

// Decrypts in place. Returns false when these are not the bytes that were written there, or the key was forgotten.
bool keys_open(
    file_keys *keys, uint32_t cipher, const seal_place *place, uint8_t *bytes, uint32_t count, const uint8_t *seal
);

// The header's authentication code. Returns false when the key was forgotten.
bool keys_authenticate(file_keys *keys, const uint8_t *bytes, uint32_t count, uint8_t *code);

// The code of other bytes that are `about` something: 16 bytes that no header begins with.
bool keys_authenticate_block(
    file_keys *keys, const uint8_t *about, const uint8_t *bytes, uint32_t count, uint8_t *code, uint32_t code_size
);

#endif
