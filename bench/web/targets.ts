/** What a first view has to keep to. */
export const WEB_TARGETS = {
  /** Lighthouse's, of 100, for both presets. */
  score: 95,
  /** Compressed JavaScript. */
  scriptBytes: 120_000,
  /** On the machine at hand. */
  usableMs: 1_000,
} as const
