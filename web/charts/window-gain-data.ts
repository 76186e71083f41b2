/** One file under one protocol: what a larger initial window gained. */
export interface WindowPoint {
  readonly arm: string
  readonly fileBytes: number
  readonly gain: number
  /** Is null for too few rounds. */
  readonly interval: readonly [number, number] | null
  /** Rounds. */
  readonly n: number
  /** Is null where there is no model. */
  readonly expected: number | null
}

/** The model's expectation, of all protocols for which it is the same. */
export interface WindowCurve {
  readonly arms: readonly string[]
  readonly points: readonly { readonly fileBytes: number; readonly gain: number }[]
}

export interface WindowGainData {
  readonly smallWindow: number
  readonly largeWindow: number
  readonly curves: readonly WindowCurve[]
  readonly points: readonly WindowPoint[]
  /** Files and protocols without a gain. */
  readonly missing: number
  /** Rounds that an interval needs. */
  readonly needed: number
}
