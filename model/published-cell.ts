/** Of a distribution: `[bin, contributors]` by bin, without empty ones. */
export type Bins = readonly (readonly [bin: number, contributors: number])[]

/** Whom a published curve was made of: the bin of each pseudonym. */
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
  /** Of visits, which are no times, there is no median. */
  readonly curve: Omit<Curve, 'medianMs'> & { readonly medianMs: number | null }
  /** Week of the release that made it. */
  readonly madeIn: string
  readonly frozenSince: string | null
}

export interface CellPast {
  /** By week, the oldest first; only of earlier weeks. */
  readonly published: readonly { readonly week: string; readonly cell: PublishedCell }[]
  /** Whom the newest published curve was made of, without those who have had themselves deleted since. */
  readonly members: Members
  /** The newest published curve where it may be shown again: nobody who is in it has had himself deleted. */
  readonly current: PublishedCell | null
  /** How many of the newest curve have had themselves deleted. */
  readonly lost: number
}
