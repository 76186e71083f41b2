/** The rectangle that marks are drawn in, px of the drawing. */
export interface PlotBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** From a value to its position, px. */
export type Scale = (value: number) => number
