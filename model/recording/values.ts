import { z } from 'zod'

/** Lower-case hexadecimal; part of a file's name, so nothing else may pass. */
export const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'no SHA-256')

export const count = z.int().min(0)

export const milliseconds = z.number().min(0)

export const index = z.int().min(0)

export const httpUrl = z.url({ protocol: /^https?$/, hostname: /.*/ })

/**
 * Fields of a head in the order in which they were sent, one for each line. Names as sent (HTTP/2 and HTTP/3 have lower case
 * only); values as bytes, each the character of that number (isomorphic decoding, as in Fetch).
 */
export const fields = z.array(z.tuple([z.string(), z.string()]))

/** ALPN name, such as `http/1.1`, `h2` or `h3`. */
export const protocol = z.string().min(1).max(32)
