/** Names below a recording's folder. */
export const RECORDING_JSON = 'recording.json'
export const BODIES = 'bodies'

/** SHA-256 of each other file, as `sha256sum --check` reads it. */
export const CHECKSUMS = 'checksums.sha256'

/** A body's file, by the SHA-256 of its bytes: the same bytes are stored once. */
export const bodyFile = (sha256: string): string => `${BODIES}/${sha256}`
