/**
 * What Google's study of 2012 says of its results: Welsh, Greenstein, Piatek, “SPDY Performance on Mobile Networks”. It
 * prints no figures by page.
 */
export const STUDY = {
  pages: 77,
  sites: 31,
  /** Mean over pages of how much shorter SPDY's page load times were than HTTP's. */
  meanReductionPercent: 23,
  /** “Sometimes by as much as 50 %”. */
  bestReductionPercent: 50,
  /** The one page that SPDY did not make faster. */
  worstReductionPercent: -6,
  slowerPages: 1,
} as const
