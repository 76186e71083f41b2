import { fidelityWords } from '../../../model/fidelity-words.ts'
import { metricInFileName } from '../../../model/file-name.ts'
import { DEFAULT_METRIC } from '../../../model/metrics.ts'
import type { Arm, LabReplay, LabRun } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { type ReplayBar, replayBarsChart } from '../../charts/replay-bars.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { metricWords } from '../../client/metric-terms.ts'
import { type Child, h } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import type { ViewContext } from '../view.ts'
import { rowName } from './replay-choices.ts'

/** The gain of each page, the largest first, with the fidelity of its replay. */
export function replayFigure(context: ViewContext, run: LabRun, answer: LabReplay, arm: Arm): Child {
  const { baseline, arms } = answer
  const bars = barsOf(run, answer, arm)
  const ofArm = answer.rows.filter((row) => row.arm === arm)
  const data = {
    measure: `gain of ${armLabel(arm)} over ${armLabel(baseline)} in ${metricWords(DEFAULT_METRIC)}`,
    summary: arms.find((each) => each.arm === arm)?.sentence ?? '',
    one: isByPage(answer) ? ('page' as const) : ('condition' as const),
    bars,
    without: ofArm.length - bars.length,
    leftOut: ofArm.reduce((sum, row) => sum + row.leftOut, 0),
    missedLoads: ofArm.reduce((sum, row) => sum + row.missedLoads, 0),
  }
  return [
    figure({
      ...context,
      id: 'replay-gains',
      title: `Gain of ${armLabel(arm)} over ${armLabel(baseline)}, page by page`,
      source: labRunSource(run),
      holds: [metricInFileName(DEFAULT_METRIC), `${arm}-over-${baseline}`, 'replay'],
      links: dataLinks(`/lab/runs/${run.id}/replay`, { baseline: context.query.get('baseline') }),
      draw: (options) => replayBarsChart(data, options),
    }),
    answer.recordings.length === 0 ? null : h('p.note', ...TERMS),
  ]
}

const TERMS = [
  'answered: requests that the recording answers. bytes: of the answers given, of those recorded. Both are medians over valid loads of the arm. ',
  'to live: median page load time of the replay over that of the live loads, where the link is like theirs, of the arm as recorded or HTTP/1.1, whichever is further off. fidelity: whether that is within 5 % or 10 %; it counts for all gains of the page.',
]

/** Pages over one link are pages. */
function isByPage({ rows }: LabReplay): boolean {
  const different = (values: readonly unknown[]) => new Set(values).size
  return different(rows.map(({ factors }) => factors.page)) === different(rows.map(({ cell }) => cell))
}

function barsOf(run: LabRun, { rows, baseline }: LabReplay, arm: Arm): readonly ReplayBar[] {
  const found = (cell: number, name: string) => rows.find((row) => row.cell === cell && row.arm === name)
  return rows.flatMap((row): ReplayBar[] => {
    if (row.arm !== arm || row.gain === null || row.verdict === null) return []
    const { fidelity, gainInterval: limits } = row
    return [
      {
        name: rowName(run, row),
        gain: row.gain,
        interval: limits === null ? null : [limits.low, limits.high],
        verdict: row.verdict,
        n: row.n,
        baselineMs: found(row.cell, baseline)?.medianMs ?? null,
        armMs: row.medianMs,
        missedLoads: row.missedLoads,
        leftOut: row.leftOut,
        answered: fidelity?.shareAnswered ?? null,
        bytes: fidelity?.byteShare ?? null,
        liveRatio: row.page?.ratio ?? null,
        fidelity: fidelityWords(row.page),
      },
    ]
  })
}
