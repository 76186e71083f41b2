import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { type ReplayExchanges, replayExchanges } from '../../figures/replay-exchanges.ts'
import { ARMS, type Arm } from '../../model/arm.ts'
import { fidelityWords } from '../../model/fidelity-words.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { Interval, LabReplay, ReplayRow } from '../../server/contract/contract.ts'
import { figureLines } from '../output/figure-text.ts'
import { type Column, textTable } from '../output/table.ts'
import { countText, lineWidth, noteWidth, visible, wrap } from '../output/text.ts'
import {
  hostsText,
  initialWindowNote,
  percentText,
  receivedText,
  sizeText,
  waitedText,
} from './report-figures.ts'
import { rowNames } from './row-name.ts'

type NameOf = (row: ReplayRow) => string

/** A report for people: each arm page by page, the largest gain first, and what the recordings are. */
export function replayReportLines(
  run: Pick<LabRunRow, 'id' | 'name' | 'state' | 'seed'> & { readonly vantages: readonly string[] },
  report: LabReplay,
  exchanges: ReplayExchanges,
  width: number | null,
): string[] {
  const { baseline, rows, recordings, unmeasured } = report
  const nameOf = rowNames(report)
  const from = run.vantages.map((vantage) => ` at ${visible(vantage)}`).join(',')
  const title = `Lab run ${run.id}, ${visible(run.name)}${from}: ${run.state}, seed ${run.seed}, baseline ${baseline}, page load times`
  if (rows.length === 0) return ['', ...wrap(title, lineWidth(width)), '', 'No page has been loaded yet.']
  return [
    '',
    ...wrap(title, lineWidth(width)),
    ...report.arms.flatMap((summary) => armLines(summary, report, nameOf, width)),
    ...baselineLines(baseline, rows, nameOf, width),
    ...liveLines(rows, nameOf, width),
    ...exchangeLines(exchanges, width),
    ...recordingLines(recordings, width),
    '',
    ...notes(report).flatMap((note) => wrap(note, noteWidth(width))),
    ...(unmeasured === 0 ? [] : [`${countText(unmeasured, 'condition')} without a load`]),
  ]
}

function armLines(
  { arm, sentence, best, worst }: LabReplay['arms'][number],
  { rows }: LabReplay,
  nameOf: NameOf,
  width: number | null,
): string[] {
  const ofArm = rows.filter((row) => row.arm === arm)
  const end = (words: string, found: typeof best): string[] => {
    const row = ofArm.find(({ cell }) => cell === found?.cell)
    if (row === undefined || found === null) return []
    const figures = [
      row.gainInterval === null ? 'no interval' : `95 % interval ${intervalText(row.gainInterval)}`,
      countText(row.n, 'round'),
    ]
    const mark = row.page === null ? '' : `, replay ${fidelityWords(row.page)}`
    return [`${words}: ${ratioText(found.gain)} (${figures.join(', ')}), ${visible(nameOf(row))}${mark}`]
  }
  return [
    '',
    ...wrap(sentence, lineWidth(width)),
    ...[...end('best', best), ...end('worst', worst)].flatMap((line) => wrap(line, lineWidth(width))),
    '',
    textTable(ofArm, [pageColumn(nameOf), ...GAIN_COLUMNS, ...fidelityColumns(ofArm)], width),
  ]
}

function baselineLines(
  baseline: Arm,
  rows: readonly ReplayRow[],
  nameOf: NameOf,
  width: number | null,
): string[] {
  const ofBaseline = rows.filter(({ arm }) => arm === baseline)
  if (ofBaseline.every(({ fidelity }) => fidelity === null)) return []
  const valid: Column<ReplayRow> = { heading: 'n', cell: (row) => row.valid, align: 'right' }
  const columns = [pageColumn(nameOf), valid, MEDIAN, ...fidelityColumns(ofBaseline)]
  return ['', `${ARMS[baseline].label}, the baseline`, '', textTable(ofBaseline, columns, width)]
}

function liveLines(rows: readonly ReplayRow[], nameOf: NameOf, width: number | null): string[] {
  const held = rows.flatMap((row) => (row.live === null ? [] : [{ ...row, live: row.live }]))
  if (held.length === 0) return []
  type Held = (typeof held)[number]
  const columns: readonly Column<Held>[] = [
    pageColumn(nameOf),
    { heading: 'arm', cell: ({ arm }) => arm },
    { heading: 'live ms', cell: ({ live }) => live.medianMs?.toFixed(0) ?? null, align: 'right' },
    { heading: 'n', cell: ({ live }) => live.n, align: 'right' },
    { heading: 'replay ms', cell: ({ live }) => live.replayMedianMs?.toFixed(0) ?? null, align: 'right' },
    { heading: 'n', cell: ({ live }) => live.replayN, align: 'right' },
    { heading: 'replay/live', cell: ({ live }) => live.ratio?.toFixed(3) ?? null, align: 'right' },
    { heading: 'fidelity', cell: ({ live }) => live.faithful, optional: true },
    { heading: 'waited ms', cell: waitedText, align: 'right', optional: true },
    { heading: 'received ms', cell: receivedText, align: 'right', optional: true },
    { heading: 'why not', cell: ({ live }) => live.noRatio },
  ]
  const shown = held.some(({ live }) => live.noRatio !== null) ? columns : columns.slice(0, -1)
  return ['', 'Replays against the live loads of the recordings', '', textTable(held, shown, width)]
}

/** Lists those that differ most. */
function exchangeLines(exchanges: ReplayExchanges, width: number | null): string[] {
  const shown = exchanges.rows.slice(0, EXCHANGES_SHOWN)
  const left = exchanges.rows.length - shown.length
  return [
    ...figureLines(replayExchanges, { ...exchanges, rows: shown }, width),
    ...(left === 0 ? [] : [`${left} more: towline figure replay-exchanges ${exchanges.labRunId}`]),
  ]
}

const EXCHANGES_SHOWN = 10

function recordingLines(recordings: LabReplay['recordings'], width: number | null): string[] {
  if (recordings.length === 0) return []
  const columns: readonly Column<LabReplay['recordings'][number]>[] = [
    { heading: 'recording', cell: ({ pageUrl }) => pageUrl.replace(/^https?:\/\//, '') },
    { heading: 'recorded', cell: ({ recordedAt }) => recordedAt?.slice(0, 10) ?? null },
    { heading: 'hosts', cell: ({ hosts }) => hosts.length, align: 'right' },
    { heading: 'protocols', cell: hostsText, optional: true },
    { heading: 'answers', cell: ({ answers }) => answers, align: 'right' },
    { heading: 'left out', cell: ({ leftOut }) => leftOut, align: 'right' },
    { heading: 'bodies', cell: ({ bodyBytes }) => sizeText(bodyBytes), align: 'right' },
    {
      heading: 'not replayed',
      cell: ({ notReplayed }) =>
        notReplayed.map(({ kind, count }) => `${count} ${kind}`).join(', ') || 'nothing',
      optional: true,
    },
  ]
  return ['', 'Recordings', '', textTable(recordings, columns, width)]
}

function notes({ recordings }: LabReplay): string[] {
  const gain =
    'n: rounds that both arms have. gain: median of the baseline / median of the arm, with its 95 % interval by bootstrap over rounds. Intervals of means are of these pages, not of others.'
  if (recordings.length === 0) return [gain]
  const oneForAll = recordings.some(({ roundTrips }) => roundTrips === 'one for all')
  return [
    gain,
    'fidelity: whether page load times of the replay are within 5 or 10 % of those of the live loads, of the arm as recorded (without it, the one whose protocol all hosts had) and of HTTP/1.1; the worse one counts for all gains of the page. waited, received: means per exchange, live / replay. answered: requests that the recording answers. bytes: of the answers given / of those recorded. Both are medians over valid loads. missed: loads left out, since they asked for too much that is not recorded.',
    ...(oneForAll ? ['One round-trip time for all hosts of a page.'] : []),
    initialWindowNote(recordings),
    ...lookUpNote(recordings),
    ...thinkTimeNote(recordings),
  ]
}

function lookUpNote(recordings: LabReplay['recordings']): string[] {
  const without = recordings.filter(({ lookUps }) => lookUps === 'none')
  if (without.length === 0) return []
  const which =
    without.length === recordings.length
      ? ''
      : ` of ${countText(without.length, 'page')} of ${recordings.length}`
  return [`Names${which} are not looked up: no look-up is recorded.`]
}

function thinkTimeNote(recordings: LabReplay['recordings']): string[] {
  const found = recordings.flatMap(({ thinkTimes }) => thinkTimes ?? [])
  const sum = (pick: (each: (typeof found)[number]) => number): number =>
    found.reduce((total, each) => total + pick(each), 0)
  const unknown = sum((each) => each.unknown)
  const bounded = sum((each) => each.byRequest + each.byHost)
  if (unknown + bounded === 0) return []
  return [
    `Think times of ${countText(unknown + bounded, 'answer')} were recorded with many requests under way: ${bounded} are bounded under HTTP/1.1 by what few took${unknown === 0 ? '' : `, ${unknown} cannot be told apart from queues`}.`,
  ]
}

function pageColumn(nameOf: NameOf): Column<ReplayRow> {
  return { heading: 'page', cell: nameOf }
}

const MEDIAN: Column<ReplayRow> = {
  heading: 'plt ms',
  cell: ({ medianMs }) => medianMs?.toFixed(0) ?? null,
  align: 'right',
}

const GAIN_COLUMNS: readonly Column<ReplayRow>[] = [
  { heading: 'n', cell: ({ n }) => n, align: 'right' },
  { ...MEDIAN, optional: true },
  { heading: 'gain', cell: ({ gain }) => (gain === null ? null : ratioText(gain)), align: 'right' },
  {
    heading: '95 % interval',
    cell: ({ gainInterval }) => (gainInterval === null ? null : intervalText(gainInterval)),
    align: 'right',
  },
  { heading: 'verdict', cell: ({ verdict }) => verdict },
]

/** Fidelity has nothing to show where no page is a recording. */
function fidelityColumns(rows: readonly ReplayRow[]): readonly Column<ReplayRow>[] {
  if (rows.every(({ fidelity }) => fidelity === null)) return []
  return [
    { heading: 'fidelity', cell: ({ page }) => fidelityWords(page) },
    { heading: 'answered', cell: ({ fidelity }) => percentText(fidelity?.shareAnswered), align: 'right' },
    {
      heading: 'bytes',
      cell: ({ fidelity }) => percentText(fidelity?.byteShare),
      align: 'right',
      optional: true,
    },
    { heading: 'missed', cell: ({ missedLoads }) => missedLoads, align: 'right', optional: true },
  ]
}

function intervalText({ low, high }: Interval): string {
  return ratioRangeText([low, high])
}
