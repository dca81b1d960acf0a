#include "StoreKeys.h"

#include <pthread.h>
#include <sodium.h>
#include <sqlite3.h>
#include <string.h>

enum { PAGE_KEY = 0, HEADER_KEY = 32, FILE_SECRET = 64 };

struct file_keys {
    store_key *owner;
    uint8_t store[STORE_ID_SIZE];
    uint8_t file[STORE_ID_SIZE];
    uint8_t *secret;
    struct file_keys *next;
};

struct store_key {
    uint32_t number;
    uint32_t holders;
    uint32_t cipher;
    uint8_t slots[STORE_SLOTS_SIZE];
    // Held for reading while a key is used, for writing while it is wiped or a file's keys are added.
    pthread_rwlock_t lock;
    bool is_gone;
    uint8_t *secret;
    file_keys *files;
    struct store_key *next;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static store_key *keys_known;
static uint32_t last_number;

bool cipher_is_available(uint32_t cipher) {
    if (cipher == STORE_CIPHER_XCHACHA) return true;
    return cipher == STORE_CIPHER_AES && sodium_init() >= 0 && crypto_aead_aes256gcm_is_available();
}

int store_key_add(const uint8_t *secret, uint32_t cipher, const uint8_t *slots, uint32_t *number) {
    if (sodium_init() < 0) return SQLITE_NOMEM;
    if (!cipher_is_available(cipher)) cipher = STORE_CIPHER_XCHACHA;
    store_key *key = sqlite3_malloc64(sizeof(store_key));
    uint8_t *copy = sodium_malloc(STORE_KEY_SIZE);
    if (!key || !copy) {
        sqlite3_free(key);
        sodium_free(copy);
        return SQLITE_NOMEM;
    }
    memset(key, 0, sizeof(*key));
    memcpy(copy, secret, STORE_KEY_SIZE);
    sodium_mprotect_readonly(copy);
    if (slots) memcpy(key->slots, slots, STORE_SLOTS_SIZE);
    key->secret = copy;
    key->cipher = cipher;
    key->holders = 1;
    pthread_rwlock_init(&key->lock, NULL);
    pthread_mutex_lock(&mutex);
    key->number = ++last_number;
    key->next = keys_known;
    keys_known = key;
    *number = key->number;
    pthread_mutex_unlock(&mutex);
    return SQLITE_OK;
}

// Call with the mutex.
static store_key *find(uint32_t number) {
    store_key *key = keys_known;
    while (key && key->number != number) key = key->next;
    return key;
}

store_key *store_key_hold(uint32_t number) {
    pthread_mutex_lock(&mutex);
    store_key *key = find(number);
    if (key) key->holders++;
    pthread_mutex_unlock(&mutex);
    return key;
}

// Call with the lock held for writing. Who holds the key still holds what remains.
static void wipe(store_key *key) {
    key->is_gone = true;
    sodium_free(key->secret);
    key->secret = NULL;
    for (file_keys *file = key->files; file; file = file->next) {
        sodium_free(file->secret);
        file->secret = NULL;
    }
}

static void destroy(store_key *key) {
    wipe(key);
    while (key->files) {
        file_keys *file = key->files;
        key->files = file->next;
        sqlite3_free(file);
    }
    pthread_rwlock_destroy(&key->lock);
    sqlite3_free(key);
}

void store_key_let_go(store_key *key) {
    if (!key) return;
    pthread_mutex_lock(&mutex);
    bool is_last = --key->holders == 0;
    pthread_mutex_unlock(&mutex);
    if (is_last) destroy(key);
}

int store_key_copy(uint32_t other, uint32_t cipher, const uint8_t *slots, uint32_t *number) {
    store_key *key = store_key_hold(other);
    if (!key) return SQLITE_NOTFOUND;
    pthread_rwlock_rdlock(&key->lock);
    int result = key->is_gone ? SQLITE_NOTFOUND : store_key_add(key->secret, cipher, slots, number);
    pthread_rwlock_unlock(&key->lock);
    store_key_let_go(key);
    return result;
}

void store_key_remove(uint32_t number) {
    pthread_mutex_lock(&mutex);
    store_key *key = find(number);
    if (key) {
        store_key **place = &keys_known;
        while (*place != key) place = &(*place)->next;
        *place = key->next;
    }
    pthread_mutex_unlock(&mutex);
    store_key_let_go(key);
}

void store_key_forget(uint32_t number) {
    store_key *key = store_key_hold(number);
    if (!key) return;
    pthread_rwlock_wrlock(&key->lock);
    wipe(key);
    pthread_rwlock_unlock(&key->lock);
    store_key_let_go(key);
}

uint32_t store_key_cipher(const store_key *key) { return key->cipher; }

const uint8_t *store_key_slots(const store_key *key) { return key->slots; }

static bool derive(store_key *key, file_keys *file) {
    static const char purpose[] = "HealthStore: keys of a file";
    crypto_generichash_state state;
    file->secret = sodium_malloc(FILE_SECRET);
    if (!file->secret) return false;
    crypto_generichash_init(&state, key->secret, STORE_KEY_SIZE, FILE_SECRET);
    crypto_generichash_update(&state, (const uint8_t *)purpose, sizeof(purpose));
    crypto_generichash_update(&state, file->store, STORE_ID_SIZE);
    crypto_generichash_update(&state, file->file, STORE_ID_SIZE);
    crypto_generichash_final(&state, file->secret, FILE_SECRET);
    sodium_memzero(&state, sizeof(state));
    sodium_mprotect_readonly(file->secret);
    return true;
}

file_keys *store_key_of_file(store_key *key, const uint8_t *store, const uint8_t *file) {
    pthread_rwlock_wrlock(&key->lock);
    file_keys *found = key->files;
    while (found && (memcmp(found->file, file, STORE_ID_SIZE) || memcmp(found->store, store, STORE_ID_SIZE))) {
        found = found->next;
    }
    if (!found && !key->is_gone && (found = sqlite3_malloc64(sizeof(file_keys)))) {
        *found = (file_keys){.owner = key, .next = key->files};
        memcpy(found->store, store, STORE_ID_SIZE);
        memcpy(found->file, file, STORE_ID_SIZE);
        if (derive(key, found)) {
            key->files = found;
        } else {
            sqlite3_free(found);
            found = NULL;
        }
    }
    pthread_rwlock_unlock(&key->lock);
    return found;
}

bool file_keys_are_gone(file_keys *keys) {
    pthread_rwlock_rdlock(&keys->owner->lock);
    bool is_gone = keys->owner->is_gone;
    pthread_rwlock_unlock(&keys->owner->lock);
    return is_gone;
}

enum { PLACE_SIZE = 32 };

static void encode_place(const seal_place *place, uint8_t *bytes) {
    memset(bytes, 0, PLACE_SIZE);
    bytes[0] = (uint8_t)place->kind;
    for (int byte = 0; byte < 8; byte++) bytes[8 + byte] = (uint8_t)(place->number >> (56 - 8 * byte));
    memcpy(bytes + 16, place->frame, sizeof(place->frame));
}

// A key for one writing with AES, and its nonce.
static void begin_aes(
    const uint8_t *page_key, const uint8_t *nonce, crypto_aead_aes256gcm_state *state, uint8_t *short_nonce
) {
    uint8_t key[crypto_aead_aes256gcm_KEYBYTES];
    crypto_core_hchacha20(key, nonce, page_key, NULL);
    crypto_aead_aes256gcm_beforenm(state, key);
    sodium_memzero(key, sizeof(key));
    memset(short_nonce, 0, crypto_aead_aes256gcm_NPUBBYTES);
    memcpy(short_nonce + 4, nonce + 16, 8);
}

bool keys_seal(file_keys *keys, uint32_t cipher, const seal_place *place, uint8_t *bytes, uint32_t count, uint8_t *seal) {
    uint8_t about[PLACE_SIZE], *nonce = seal, *tag = seal + SEAL_NONCE;
    encode_place(place, about);
    randombytes_buf(nonce, SEAL_NONCE);
    pthread_rwlock_rdlock(&keys->owner->lock);
    bool is_there = keys->secret != NULL;
    if (is_there && cipher == STORE_CIPHER_AES) {
        crypto_aead_aes256gcm_state state;
        uint8_t short_nonce[crypto_aead_aes256gcm_NPUBBYTES];
        begin_aes(keys->secret + PAGE_KEY, nonce, &state, short_nonce);
        crypto_aead_aes256gcm_encrypt_detached_afternm(
            bytes, tag, NULL, bytes, count, about, PLACE_SIZE, NULL, short_nonce, &state
        );
        sodium_memzero(&state, sizeof(state));
    } else if (is_there) {
        crypto_aead_xchacha20poly1305_ietf_encrypt_detached(
            bytes, tag, NULL, bytes, count, about, PLACE_SIZE, NULL, nonce, keys->secret + PAGE_KEY
        );
    }
    pthread_rwlock_unlock(&keys->owner->lock);
    return is_there;
}

bool keys_open(
    file_keys *keys, uint32_t cipher, const seal_place *place, uint8_t *bytes, uint32_t count, const uint8_t *seal
) {
    uint8_t about[PLACE_SIZE];
    const uint8_t *nonce = seal, *tag = seal + SEAL_NONCE;
    encode_place(place, about);
    pthread_rwlock_rdlock(&keys->owner->lock);
    bool is_right = keys->secret != NULL;
    if (is_right && cipher == STORE_CIPHER_AES) {
        crypto_aead_aes256gcm_state state;
        uint8_t short_nonce[crypto_aead_aes256gcm_NPUBBYTES];
        begin_aes(keys->secret + PAGE_KEY, nonce, &state, short_nonce);
        is_right = crypto_aead_aes256gcm_decrypt_detached_afternm(
            bytes, NULL, bytes, count, tag, about, PLACE_SIZE, short_nonce, &state
        ) == 0;
        sodium_memzero(&state, sizeof(state));
    } else if (is_right) {
        is_right = crypto_aead_xchacha20poly1305_ietf_decrypt_detached(
            bytes, NULL, bytes, count, tag, about, PLACE_SIZE, nonce, keys->secret + PAGE_KEY
        ) == 0;
    }
    pthread_rwlock_unlock(&keys->owner->lock);
    return is_right;
}

bool keys_authenticate(file_keys *keys, const uint8_t *bytes, uint32_t count, uint8_t *code) {
    pthread_rwlock_rdlock(&keys->owner->lock);
    bool is_there = keys->secret != NULL;
    if (is_there) crypto_generichash(code, HEADER_MAC, bytes, count, keys->secret + HEADER_KEY, 32);
    pthread_rwlock_unlock(&keys->owner->lock);
    return is_there;
}

bool keys_authenticate_block(
    file_keys *keys, const uint8_t *about, const uint8_t *bytes, uint32_t count, uint8_t *code, uint32_t code_size
) {
    crypto_generichash_state state;
    pthread_rwlock_rdlock(&keys->owner->lock);
    bool is_there = keys->secret != NULL;
    if (is_there) {
        crypto_generichash_init(&state, keys->secret + HEADER_KEY, 32, code_size);
        crypto_generichash_update(&state, about, 16);
        crypto_generichash_update(&state, bytes, count);
        crypto_generichash_final(&state, code, code_size);
        sodium_memzero(&state, sizeof(state));
    }
    pthread_rwlock_unlock(&keys->owner->lock);
    return is_there;
}
