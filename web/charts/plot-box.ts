/** The rectangle that marks are drawn in, px of the drawing. */
export interface PlotBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Of the drawing on the right, where it has much room there; labels may reach up to it. */
  readonly edge?: number
}

/** From a value to its position, px. */
export type Scale = (value: number) => number
