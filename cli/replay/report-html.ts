import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { type ReplayExchanges, replayExchanges } from '../../figures/replay-exchanges.ts'
import { shownTable } from '../../figures/shown-table.ts'
import { ARMS, type Arm } from '../../model/arm.ts'
import { fidelityWords } from '../../model/fidelity-words.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import type { LabReplay, ReplayRow } from '../../server/contract/contract.ts'
import { html, type Markup } from '../../server/http/html.ts'
import { countText } from '../output/text.ts'
import { gainBar, gainScale } from './gain-bar.ts'
import {
  hostsText,
  initialWindowNote,
  percentText,
  receivedText,
  sizeText,
  waitedText,
} from './report-figures.ts'
import { REPORT_STYLE } from './report-style.ts'
import { rowNames } from './row-name.ts'

type NameOf = (row: ReplayRow) => string

/** A report as one page that needs no other file: a bar for each page with its interval, and its fidelity beside it. */
export function replayReportHtml(
  run: Pick<LabRunRow, 'id' | 'name' | 'createdAt' | 'toolVersion'>,
  report: LabReplay,
  exchanges: ReplayExchanges,
): string {
  const { baseline, rows, arms, recordings } = report
  const nameOf = rowNames(report)
  const title = `Replay: ${run.name}`
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>Lab run ${run.id} of ${run.createdAt.slice(0, 10)}, towline ${run.toolVersion}. Page load times; baseline ${ARMS[baseline].label}.</p>
${rows.length === 0 ? html`<p>No page has been loaded yet.</p>` : null}
${arms.map(({ arm, sentence }) => armSection(arm, sentence, report, nameOf))}
${liveSection(rows, nameOf)}
${exchangesSection(exchanges)}
${recordingsSection(recordings)}
<h2>How to read it</h2>
<p>gain: median of the baseline / median of the arm, above 1 the arm is faster; bars and lines are on a logarithmic scale,
lines are 95 % intervals by bootstrap over rounds. Intervals of means are of these pages, not of others. n: rounds that
both arms have.${
      recordings.length === 0
        ? null
        : html` fidelity: whether page load times of the replay are within 5 or 10 % of those of the live loads, of the arm as recorded
(without it, the one whose protocol all hosts had) and of HTTP/1.1; the worse one counts for all gains of the page. waited,
received: means per exchange, live / replay. answered: share of requests that the recording answers. bytes: of the answers
given / of those recorded. Both are medians over valid loads. missed: loads
that are left out, since they asked for too much that is not recorded. ${initialWindowNote(recordings)}`
    }</p>
</main>
</body>
</html>`.text
  }\n`
}

function armSection(arm: Arm, sentence: string, report: LabReplay, nameOf: NameOf): Markup {
  const rows = report.rows.filter((row) => row.arm === arm)
  const scale = gainScale(report.rows)
  const isReplay = rows.some(({ fidelity }) => fidelity !== null)
  const heads = ['page', 'gain', '', 'verdict', 'n', 'plt ms']
  return html`<h2>${ARMS[arm].label}</h2>
<p>${sentence}</p>
${table(
  `${ARMS[arm].label}, the largest gain first`,
  [...heads, ...(isReplay ? ['fidelity', 'answered', 'bytes', 'missed'] : [])],
  rows.map((row) => [
    nameOf(row),
    gainBar(row, scale),
    gainText(row),
    row.verdict,
    row.n,
    row.medianMs?.toFixed(0) ?? null,
    ...(isReplay ? fidelityCells(row) : []),
  ]),
)}
`
}

function fidelityCells({ fidelity, missedLoads, page }: ReplayRow): Cell[] {
  return [
    fidelityWords(page),
    percentText(fidelity?.shareAnswered),
    percentText(fidelity?.byteShare),
    missedLoads,
  ]
}

function gainText({ gain, gainInterval }: ReplayRow): string | null {
  if (gain === null) return null
  return gainInterval === null
    ? ratioText(gain)
    : `${ratioText(gain)} (${ratioRangeText([gainInterval.low, gainInterval.high])})`
}

function liveSection(rows: readonly ReplayRow[], nameOf: NameOf): Markup | null {
  const held = rows.flatMap((row) => (row.live === null ? [] : [{ row, live: row.live }]))
  if (held.length === 0) return null
  return html`<h2>Replays against the live loads</h2>
${table(
  'Page load times of the replay and of the loads when the page was recorded',
  ['page', 'arm', 'live ms', 'n', 'replay ms', 'n', 'replay/live', 'fidelity', 'waited ms', 'received ms'],
  held.map(({ row, live }) => [
    nameOf(row),
    ARMS[row.arm].label,
    live.medianMs?.toFixed(0) ?? null,
    live.n,
    live.replayMedianMs?.toFixed(0) ?? null,
    live.replayN,
    live.ratio?.toFixed(3) ?? live.noRatio,
    live.faithful,
    waitedText(row),
    receivedText(row),
  ]),
)}
`
}

function exchangesSection(exchanges: ReplayExchanges): Markup | null {
  if (exchanges.rows.length === 0) return null
  const { title, note, columns } = replayExchanges
  const shown = shownTable(columns, exchanges.rows)
  return html`<h2>${title}</h2>
<p>${note?.(exchanges, exchanges.rows) ?? null}</p>
${table(title, shown.headings, shown.rows)}
`
}

function recordingsSection(recordings: LabReplay['recordings']): Markup | null {
  if (recordings.length === 0) return null
  return html`<h2>Recordings</h2>
${table(
  'What was replayed',
  [
    'page',
    'recorded',
    'hosts',
    'protocols',
    'answers',
    'left out',
    'bodies',
    'not replayed',
    'round trips',
    'look-ups',
  ],
  recordings.map((recording) => [
    recording.pageUrl,
    recording.recordedAt?.slice(0, 10) ?? null,
    recording.hosts.length,
    hostsText(recording),
    recording.answers,
    recording.leftOut,
    sizeText(recording.bodyBytes),
    recording.notReplayed.map(({ kind, count }) => countText(count, kind)).join(', ') || 'nothing',
    recording.roundTrips,
    recording.lookUps,
  ]),
)}
`
}

type Cell = string | number | Markup | null

function table(caption: string, heads: readonly string[], rows: readonly (readonly Cell[])[]): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
<table>
<caption>${caption}</caption>
<thead><tr>${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}</tr></thead>
<tbody>
${rows.map(
  ([first = null, ...cells]) =>
    html`<tr><th scope="row">${first}</th>${cells.map((cell) => html`<td>${cell ?? '–'}</td>`)}</tr>\n`,
)}</tbody>
</table>
</div>`
}
