/** Says how much of an answer the dashboard asks for at once; a static export has files of exactly these. */

/** Rows of a page of a table of sites. */
export const TABLE_ROWS = 50

/** Rounds of a series. */
export const SERIES_ROUNDS = 500

/** Quantiles of a curve. */
export const CURVE_QUANTILES = 200

/** Up to so many samples a curve has a step for each of them. */
export const MOST_CURVE_STEPS = 500
