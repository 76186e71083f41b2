import { ARMS, type Arm } from '../../model/arm.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import { limitsText, markdownTable, signed } from '../google-mobile/text.ts'
import { gainLostByDependencies, pagePairs } from './dependent-pages.ts'
import { gainOfManyObjects, gainOfSmallObjects, mattersLess, type SweptFactor } from './one-factor.ts'
import type { Results } from './results.ts'
import type { Judged } from './statement.ts'
import { gainLostByLoss, gainOfSweep, retransmissionsSaved } from './sweep.ts'

interface Statement {
  /** The figure is of SPDY: that of `wang` in papers/, a paper that was not at hand, and of its repetition `cs244`. */
  readonly paper: string
  readonly measure: string
  readonly judge: (arm: Arm) => Judged | null
  readonly text: (judged: Judged) => string
}

/** What the paper says of SPDY, each with what these runs show of HTTP/2 and HTTP/3. */
export function besidePaper(results: Results): string[] {
  const { arms } = results
  return markdownTable(
    ['the paper, of SPDY', 'measured here', ...arms.map((arm) => ARMS[arm].label)],
    statementsOf(results).map(({ paper, measure, judge, text }) => [
      ...[paper, measure],
      ...arms.map((arm) => judgedText(judge(arm), text)),
    ]),
  )
}

function statementsOf({ sweep, pages, baseline }: Results): Statement[] {
  return [
    {
      paper: 'a significant improvement where dependencies and computation are ignored',
      measure: 'gain of a condition',
      judge: (arm) => gainOfSweep(sweep.times, baseline, arm),
      text: ratio,
    },
    {
      paper: 'it helps most with small objects',
      measure: 'gain at the smallest size / at the largest, all else equal',
      judge: (arm) => gainOfSmallObjects(sweep.times, baseline, arm),
      text: ratio,
    },
    {
      paper: 'it helps most with many objects',
      measure: 'gain with the most objects / with the fewest, all else equal',
      judge: (arm) => gainOfManyObjects(sweep.times, baseline, arm),
      text: ratio,
    },
    ...LESS_IMPORTANT.map(
      ([factor, name]): Statement => ({
        paper: `${name} matters less than the size of objects and loss`,
        measure: `change of the gain by size or by loss, whichever is less clear / by ${name}, all else equal`,
        judge: (arm) => mattersLess(factor, sweep.times, baseline, arm),
        text: ratio,
      }),
    ),
    {
      paper:
        'its single connection is detrimental under high loss; its repetition found SPDY faster, the more so the more is lost (`cs244:loss`)',
      measure: 'gain without loss / gain at the highest loss',
      judge: (arm) => gainLostByLoss(sweep.times, baseline, arm),
      text: ratio,
    },
    {
      paper: 'far fewer retransmissions (`cs244:figure-7`)',
      measure:
        'retransmissions of a load saved, by condition with loss: whether any are, where "far fewer" would be half of them',
      judge: (arm) => retransmissionsSaved(sweep.retransmissions, baseline, arm),
      text: difference,
    },
    {
      paper: 'the benefits are easily overwhelmed by dependencies and computation',
      measure: 'gain without dependencies / gain with them, of a page',
      judge: (arm) => gainLostByDependencies(pages === null ? [] : pagePairs(pages.times, baseline, arm)),
      text: ratio,
    },
  ]
}

const LESS_IMPORTANT: readonly (readonly [SweptFactor, string])[] = [
  ['roundTrip', 'round-trip time'],
  ['rate', 'rate'],
  ['window', 'initial window'],
]

function judgedText(judged: Judged | null, text: (judged: Judged) => string): string {
  if (judged === null) return 'not measured'
  const few = judged.interval === null ? ', too few for an interval' : ''
  return `**${judged.finding}**: ${text(judged)}, n = ${judged.n}${few}`
}

function ratio({ value, interval }: Judged): string {
  const limits = interval && ratioRangeText([Math.exp(interval[0]), Math.exp(interval[1])])
  return `${ratioText(Math.exp(value))}${limits === null ? '' : ` (${limits})`}`
}

function difference({ value, interval }: Judged): string {
  return `${signed(value, 2)}${interval === null ? '' : ` (${limitsText(interval, 2)})`}`
}
