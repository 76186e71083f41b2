import { ARMS, type Arm } from '../../model/arm.ts'
import { ratioText } from '../../model/ratio-text.ts'
import { markdownTable } from '../google-mobile/text.ts'
import { pagePairs } from './dependent-pages.ts'
import type { MeasuredRun } from './results.ts'

/** Gains page by page, with the dependencies and without. */
export function pageTable(
  { times }: Pick<MeasuredRun, 'times'>,
  baseline: Arm,
  arms: readonly Arm[],
): string[] {
  const pairs = arms.map((arm) => pagePairs(times, baseline, arm))
  const [first = []] = pairs
  const rows = first.map(({ page, others }) => [
    page,
    ...VARIED.map((name) => String(others[name] ?? '–')),
    ...pairs.flatMap((ofArm) => {
      const key = JSON.stringify(others)
      const pair = ofArm.find((each) => each.page === page && JSON.stringify(each.others) === key)
      return pair === undefined ? ['–', '–'] : [ratioText(pair.dependent), ratioText(pair.flat)]
    }),
  ])
  const heads = arms.flatMap((arm) => [ARMS[arm].label, `${ARMS[arm].label}, without`])
  return markdownTable(['page', 'RTT, ms', 'loss', ...heads], rows)
}

const VARIED = ['rttMs', 'lossFraction'] as const
