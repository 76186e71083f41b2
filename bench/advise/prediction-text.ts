import { gainText } from '../../advise/gain-words.ts'
import { type Column, textTable } from '../../cli/output/table.ts'
import type { ArmComparison } from '../../stats/comparison/compare-arms.ts'
import { wilson } from '../../stats/tests/wilson.ts'
import { type JudgedPrediction, judgePrediction, summariseJudged } from './judge-predictions.ts'
import type { PredictedGain } from './predicted-gains.ts'

interface Row extends PredictedGain {
  readonly judged: JudgedPrediction | null
}

const gainCell = (found: ArmComparison | null): string | null =>
  found === null ? null : gainText({ gain: found.gain, interval: found.gainInterval })

const COLUMNS: readonly Column<Row>[] = [
  { heading: 'page', cell: ({ page }) => page },
  { heading: 'link', cell: ({ link }) => link },
  { heading: 'predicted', cell: ({ predicted }) => gainCell(predicted), align: 'right' },
  { heading: 'n', cell: ({ predicted }) => predicted?.n ?? 0, align: 'right' },
  { heading: 'live', cell: ({ live }) => gainCell(live), align: 'right' },
  { heading: 'n', cell: ({ live }) => live?.n ?? 0, align: 'right' },
  {
    heading: 'live / predicted',
    cell: ({ judged }) =>
      judged === null ? null : gainText({ gain: judged.ratio, interval: judged.ratioInterval }),
    align: 'right',
  },
  {
    heading: '',
    cell: ({ judged }) => (judged === null ? 'not judged' : judged.isHeld ? 'held' : 'NOT HELD'),
  },
]

/** Gains of HTTP/3 over HTTP/2, predicted and live, and how many predictions hold. */
export function predictionLines(gains: readonly PredictedGain[]): string[] {
  const rows = gains.map((gain): Row => ({ ...gain, judged: judgePrediction(gain) }))
  const summary = summariseJudged(rows.flatMap(({ judged }) => judged ?? []))
  const {
    judged,
    held,
    within,
    expected,
    heldOfDecided,
    distancePercent,
    toleratedPercent,
    ownErrorPercent,
  } = summary
  return [
    textTable(rows, COLUMNS),
    '',
    `${shareText(expected, judged)} of live gains lie within what the advice says of other servers, given their own noise.`,
    `${shareText(held, judged)} of predictions hold by the interval of our server alone: the 95 % interval of live / predicted, of the noise of both, contains 1.`,
    `Of pairs whose live loads decide that there is a gain or loss: ${shareText(...heldOfDecided)}.`,
    `Live gains within the interval of the replays alone, as if live loads had no noise: ${shareText(within, judged)}.`,
    ...(distancePercent === null || toleratedPercent === null || ownErrorPercent === null
      ? []
      : [
          `A live gain is ${distancePercent.toFixed(1)} % from the predicted one, and ${toleratedPercent.toFixed(1)} % would be found out (medians).`,
          `Beyond the noise of both, predicted gains are off by ${ownErrorPercent.toFixed(1)} % (root mean square).`,
        ]),
    `${rows.length - judged} of ${rows.length} pairs are not judged. Intervals of shares are Wilson's, of pairs taken as independent.`,
  ]
}

function shareText(count: number, n: number): string {
  const interval = wilson(count, n)
  if (interval === null) return `${count} of ${n}`
  const [low, high] = [interval.low, interval.high].map((limit) => (100 * limit).toFixed(0))
  return `${count} of ${n} (${(100 * interval.share).toFixed(0)} %, ${low}–${high} %)`
}
