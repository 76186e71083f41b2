/** Entries that a page's performance observers have recorded of its vitals so far: computed later, never contributed. */
export interface PageVitals {
  /** `startTime` of the first moment in the background; null: it was visible all the time, or the browser keeps no history. */
  readonly firstHiddenMs: number | null
  /** Is null where the browser does not measure it (so for the next two). */
  readonly largestPaints: readonly { readonly startTime: number }[] | null
  readonly layoutShifts:
    | readonly { readonly startTime: number; readonly value: number; readonly hadRecentInput: boolean }[]
    | null
  /** Interactions' events: the first, and those of at least 104 ms (Event Timing keeps no others). */
  readonly events: readonly { readonly interactionId: number; readonly duration: number }[] | null
  /** `performance.interactionCount`; null where the browser has none. */
  readonly interactions: number | null
}
