/**
 * What Google's study of 2012 says of its results: Welsh, Greenstein, Piatek, “SPDY Performance on Mobile Networks”. By page
 * it draws bars (google:figure-2, google:figure-3) without numbers.
 */
export const STUDY = {
  pages: 77,
  sites: 31,
  /** google:results-mean: over pages, how much shorter SPDY's page load times were than HTTP's. */
  meanReductionPercent: 23,
  /** google:results-worst: the one page that SPDY did not make faster. */
  worstReductionPercent: -6,
  slowerPages: 1,
} as const
