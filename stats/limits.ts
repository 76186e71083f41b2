/** Lower and upper limit of an interval, in the unit of the estimate. */
export type Limits = readonly [low: number, high: number]
