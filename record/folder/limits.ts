/** Limits what is read of one recording, which may be another's: far above what one page needs. */
export const RECORDING_LIMITS = {
  /** `recording.json` and `checksums.sha256`, each. */
  jsonBytes: 100_000_000,
  /** One body, as stored and as decoded. */
  bodyBytes: 100_000_000,
} as const
