/** Small screenshots of a page while it loaded, one for each time that the picture changed. */
export interface Filmstrip {
  /** The page's viewport, CSS pixels. Frames are smaller, in about the same ratio. */
  readonly widthPx: number
  readonly heightPx: number
  /** One or more, in their order. */
  readonly frames: readonly FilmstripFrame[]
  /** Frames that the browser took and that are not stored: too soon after one another, or beyond a limit. */
  readonly droppedFrames: number
  /**
   * Time at which a limit was reached, milliseconds since 1970: what was shown from then on is unknown. Null: the filmstrip
   * reaches to the end of the load.
   */
  readonly cutAtMs: number | null
}

export interface FilmstripFrame {
  /** Wall clock of the browser, milliseconds since 1970. */
  readonly takenAtMs: number
  readonly jpeg: Uint8Array
}
