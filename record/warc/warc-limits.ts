import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'

/**
 * Limits what is read of one WARC file, all records together: an archive of a few megabytes can decode to any size, and hold
 * any number of records. Far above what one page needs.
 */
export const WARC_LIMITS = {
  /** The file, unpacked where it is gzip. */
  fileBytes: 2_000_000_000,
  /** Records of the file. */
  records: 100_000,
  /** Head of a record, and of the HTTP message in it. */
  headBytes: 64 * 1024,
  /** A URL; what has a longer one is left out (RFC 9110, 4.1 recommends 8,000). */
  urlCharacters: 8_192,
  /** One body, as it was sent and as decoded; a longer one is left out, and the page is made without it. */
  bodyBytes: LOAD_LIMITS.bytes,
  /** All bodies, with what a decoder gave before it was stopped, and each of several codings of one body. */
  decodedBytes: 200_000_000,
  /** Responses with status 200, whose bodies are held. */
  responses: 10_000,
  /** URLs, their Referers and media types that are held. */
  textBytes: 20_000_000,
} as const
