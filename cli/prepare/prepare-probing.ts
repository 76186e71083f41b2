import { findBrowser } from '../../crawler/probe/browser/find-browser.ts'
import { preparePart } from './prepare-part.ts'

/** Needs that the options state of a browser and of packets. */
export interface ProbingNeeds {
  readonly cache: string
  readonly surveyOnly?: boolean
  readonly connect?: string
  readonly capture: boolean
}

/** Gets what probing needs and is not there yet; before a sandbox is entered, which has no network to get it from. */
export async function prepareProbing(
  { cache, surveyOnly, connect, capture }: ProbingNeeds,
  signal: AbortSignal,
): Promise<void> {
  if (surveyOnly === true) return
  // A browser alone is not enough on Linux: certutil tells it which private root to trust.
  if (connect === undefined && (process.platform === 'linux' || findBrowser() === null))
    await preparePart('browser', cache, signal)
  if (capture && process.platform === 'linux') await preparePart('packets', cache, signal)
}
