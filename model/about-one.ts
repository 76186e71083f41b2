/** An interval within this ratio either way counts as no difference; the heat map's middle colour. */
const ABOUT_ONE = 1.05

/** Whether the interval of a gain leaves no difference beyond 5 %. */
export function isAboutOne(low: number, high: number): boolean {
  return low > 1 / ABOUT_ONE && high < ABOUT_ONE
}
