import { gain, integer, milliseconds, range, share, tally } from '../../../figures/quantity.ts'
import { fidelityWords } from '../../../model/fidelity-words.ts'
import { DEFAULT_METRIC } from '../../../model/metrics.ts'
import type { Arm, LabReplay, LabRun, ReplayRow } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { verdictStyle } from '../../charts/verdict.ts'
import { labRunSource } from '../../citation/source.ts'
import { type Child, h } from '../../dom/h.ts'
import { scrollTable } from '../../figure/scroll-table.ts'
import { controls, select } from '../controls/controls.ts'
import { waterfallControls, waterfallsBlock } from '../site/site-waterfalls.ts'
import type { ViewContext } from '../view.ts'
import { recordingFacts } from './recording-facts.ts'
import { rowName } from './replay-choices.ts'

/** One page of the run: its arms, the recording, and two loads beside each other. */
export function pageSection(context: ViewContext, run: LabRun, answer: LabReplay, arm: Arm): Child {
  const ofArm = answer.rows.filter((row) => row.arm === arm)
  const wanted = context.query.get('cell')
  const row = ofArm.find(({ cell }) => String(cell) === wanted) ?? ofArm[0]
  if (row === undefined) return null
  context.pin({ cell: String(row.cell) })
  const arms = answer.rows.filter(({ cell }) => cell === row.cell)
  const recording = answer.recordings.find(({ page }) => page === row.factors.page)
  return [
    h('h2', { id: 'page' }, 'One page in detail'),
    controls(
      'Which page',
      select({
        id: 'cell',
        label: 'page',
        value: String(row.cell),
        options: ofArm.map((each) => ({ value: String(each.cell), label: rowName(run, each) })),
        choose: (value) => context.go({ cell: value }),
      }),
    ),
    armsTable(rowName(run, row), arms, recording !== undefined),
    recording === undefined
      ? null
      : h(
          'p.note',
          'misses: requests that were not recorded. spares: recorded answers that were not asked for. loose matches: answers to another query, path or body than was recorded.',
        ),
    ...liveSentences(arms),
    recording === undefined ? null : recordingFacts(recording),
    h('h3', 'Two loads beside each other'),
    controls('How the requests stand', ...waterfallControls(context, 2)),
    waterfallsBlock(
      context,
      {
        domain: rowName(run, row),
        source: labRunSource(run),
        campaignId: row.campaignId,
        path: `/campaigns/${row.campaignId}/sites/${row.site}`,
        arms: arms.map((each) => each.arm),
        counts: [],
        metric: DEFAULT_METRIC,
        baseline: answer.baseline,
      },
      [answer.baseline, arm],
    ),
  ]
}

/** Every arm of the page: times, gain, and how faithful the replay was. */
function armsTable(name: string, rows: readonly ReplayRow[], isReplay: boolean): Child {
  const fidelity = [
    'answered',
    'misses',
    'spares',
    'loose matches',
    'bytes',
    'fidelity',
    'waited live / replay',
    'received live / replay',
  ]
  return scrollTable(
    `${name}, by protocol`,
    ['protocol', 'loads', 'left out', 'median', 'gain', 'verdict', ...(isReplay ? fidelity : [])],
    rows.map((row) => [
      armLabel(row.arm),
      integer(row.valid),
      leftOutText(row),
      row.medianMs === null ? '–' : milliseconds(row.medianMs),
      gainWords(row),
      row.verdict === null ? '–' : verdictStyle(row.verdict).words,
      ...(isReplay ? fidelityCells(row) : []),
    ]),
  )
}

function leftOutText({ leftOut, missedLoads }: ReplayRow): string {
  return missedLoads === 0 ? integer(leftOut) : `${integer(leftOut)}, ${integer(missedLoads)} for misses`
}

function gainWords({ gain: value, gainInterval: limits, n }: ReplayRow): string {
  if (value === null) return '–'
  const words = limits === null ? 'no interval' : range([limits.low, limits.high])
  return `${gain(value)} (${words}, n = ${integer(n)})`
}

function fidelityCells({ fidelity, page }: ReplayRow): string[] {
  const orDash = (value: number | null | undefined, write: (value: number) => string): string =>
    value == null ? '–' : write(value)
  const { query = null, path = null, body = null, preflight = null } = fidelity?.rungs ?? {}
  const others = [query, path, body, preflight].flatMap((each) => each ?? [])
  return [
    orDash(fidelity?.shareAnswered, share),
    orDash(fidelity?.misses, tally),
    orDash(fidelity?.spares, tally),
    others.length === 0 ? '–' : tally(others.reduce((sum, each) => sum + each, 0)),
    orDash(fidelity?.byteShare, share),
    fidelityWords(page) ?? 'not judged',
    pairWords(fidelity?.liveWaitedMs, fidelity?.waitedMs),
    pairWords(fidelity?.liveReceivedMs, fidelity?.receivedMs),
  ]
}

/** Means per exchange. */
function pairWords(live: number | null | undefined, replay: number | null | undefined): string {
  return live == null || replay == null ? '–' : `${milliseconds(live)} / ${milliseconds(replay)}`
}

/** Says how the replay stands against the live loads, of each arm that has some. */
function liveSentences(rows: readonly ReplayRow[]): Child[] {
  return rows.flatMap(({ arm, live }) => (live === null ? [] : [liveSentence(arm, live)]))
}

function liveSentence(arm: Arm, live: NonNullable<ReplayRow['live']>): Child {
  const replayed = live.replayMedianMs === null ? 'not loaded' : milliseconds(live.replayMedianMs)
  const recorded =
    live.medianMs === null || live.shortestMs === null || live.longestMs === null
      ? 'no page load time'
      : `${milliseconds(live.medianMs)} (n = ${integer(live.n)}, ${milliseconds(live.shortestMs)} to ${milliseconds(live.longestMs)})`
  const ratio =
    live.ratio === null
      ? `Not judged: ${live.noRatio}.`
      : `Replay over live: ${gain(live.ratio)}, ${live.faithful}.`
  return h(
    'p.note',
    `${armLabel(arm)}, replayed: ${replayed} (n = ${integer(live.replayN)}); live when it was recorded: ${recorded}. ${ratio}`,
  )
}
