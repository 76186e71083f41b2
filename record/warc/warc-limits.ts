import { LOAD_LIMITS } from '../../crawler/probe/load/load-limits.ts'

/**
 * What is read of one WARC file, all records together: an archive of a few megabytes can decode to any size, and hold
 * any number of records. Far above what one page needs.
 */
export const WARC_LIMITS = {
  /** Of the file, unpacked where it is gzip. */
  fileBytes: 2_000_000_000,
  records: 100_000,
  /** Head of a record, and of the HTTP message in it. */
  headBytes: 64 * 1024,
  /** Longer URLs are not asked for by browsers' users, and are left out (RFC 9110, 4.1 recommends 8,000). */
  urlCharacters: 8_192,
  /** One body, as it was sent and as decoded: as for a page from the network. */
  bodyBytes: LOAD_LIMITS.bytes,
  /** All bodies, with what a decoder gave before it was stopped, and each of several codings of one body. */
  decodedBytes: 200_000_000,
  /** Bodies that are held: files of the page to be. */
  responses: 10_000,
  /** URLs, their Referers and media types that are held. */
  textBytes: 20_000_000,
} as const
