/** `[bin, contributors]` of a distribution by bin, without empty ones. */
export type Bins = readonly (readonly [bin: number, contributors: number])[]

/** The bin of each pseudonym that a published curve was made of. */
export type Members = ReadonlyMap<string, number>

/** A distribution as it is published: bins of contributors' medians, and what is made of those bins alone (safety.md P9). */
export interface Curve {
  readonly bins: Bins
  readonly contributors: number
  /** Loads that their medians were taken over: about, where votes are moved. */
  readonly samples: number
  readonly medianMs: number
  /** 95 % interval of the median, by ranks; null below six contributors. */
  readonly lowMs: number | null
  readonly highMs: number | null
}

/** A curve that was published, as far as later ones depend on it. */
export interface PublishedCell {
  /** Visits are no times and have no median. */
  readonly curve: Omit<Curve, 'medianMs'> & { readonly medianMs: number | null }
  /** Week of the release that made it. */
  readonly madeIn: string
  readonly frozenSince: string | null
}

export interface CellPast {
  /** Earlier weeks alone, the oldest first. */
  readonly published: readonly { readonly week: string; readonly cell: PublishedCell }[]
  /** Pseudonyms of the newest published curve, without those who have had themselves deleted since. */
  readonly members: Members
  /** The newest published curve where it may be shown again: nobody who is in it has had himself deleted. */
  readonly current: PublishedCell | null
  /** Number of the newest curve who have had themselves deleted. */
  readonly lost: number
}
