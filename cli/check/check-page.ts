import { html, type Markup } from '../../server/http/html.ts'
import { gainText, limitsText } from '../output/comparison-text.ts'
import { unfinishedText } from '../probe/busy-text.ts'
import { conditions } from './check-conditions.ts'
import { gainsFigure, historyFigure, loadTimesFigure, waterfallFigure } from './check-figures.ts'
import { changesSince } from './check-history.ts'
import type { CheckReport } from './check-report.ts'
import { checkStyle } from './check-style.ts'
import { baselineLabel, labelOf, leftOutSentences, spokenSentence, verdictSentences } from './check-words.ts'
import { pageHosts, withoutHttp3 } from './page-hosts.ts'
import { reportPage, sentenceList } from './report-page.ts'

/** A check as one HTML page that needs no other file, no script and no network. */
export function checkPage(report: CheckReport, version: string): string {
  const { url, facts, campaign, arms } = report
  const notes = leftOutSentences(arms)
  const unfinished =
    unfinishedText(report.lackingLoads, arms) ??
    'The check was stopped before its end: these are the loads so far.'
  const body = html`<h1>${url}</h1>
<p>${spokenSentence(facts)}</p>
${campaign.sandbox ? html`<p class="notice">Measured in the sandbox or on a network of your own, not on the internet.</p>` : null}
${campaign.state === 'finished' ? null : html`<p class="notice">${unfinished}</p>`}
${sentenceList(verdictSentences(report), 'verdicts')}
${gainsFigure(report)}
<h2>Page load times</h2>
${loadTimesFigure(report)}
${armTable(report)}
${
  notes.length === 0
    ? null
    : html`<h2>Loads that do not count</h2>
${notes.map((note) => html`<p>${note}</p>`)}`
}
${requests(report)}
${history(report)}
<h2>Conditions</h2>
<dl>
${conditions(report).map(
  ([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>
`,
)}</dl>
<h2>How to read this</h2>
<p>The page was loaded in turn under each protocol, in random order, each time with empty caches and new connections. The
gain is the median page load time of ${baselineLabel(arms)} divided by that of the protocol: above 1 the protocol is faster. A protocol
is called faster or slower only where the 95 % interval (bootstrap over rounds) excludes 1; six rounds are the fewest that
can show that. What is shown holds for this place, network and time, not for all visitors.</p>`
  return reportPage({
    title: `${url}: HTTP/1.1, HTTP/2, HTTP/3`,
    description: spokenSentence(facts),
    ...{ style: checkStyle(), body },
    footer: `towline ${version}, campaign ${campaign.id}, seed ${campaign.seed}`,
  })
}

function armTable({ arms }: CheckReport): Markup {
  const rows = arms.map(({ arm, valid, invalid, failed, pltMs, comparison }) => [
    labelOf(arm),
    valid,
    invalid + failed,
    pltMs?.toFixed(0) ?? '–',
    gainText(comparison) ?? '–',
    limitsText(comparison?.gainInterval) ?? '–',
  ])
  return table(
    'Medians and gains',
    ['protocol', 'loads', 'left out', 'median, ms', 'gain', '95 % interval'],
    rows,
  )
}

/** Two loads beside each other, and which hosts of the page lack HTTP/3. */
function requests({ loads }: CheckReport): Markup | null {
  const waterfall = waterfallFigure(loads)
  const forced = loads.find(({ arm }) => arm === 'h3')
  const last = forced ?? loads.at(-1)
  if (last === undefined) return null
  const rows = pageHosts(last).map(({ host, requests: count, protocols }) => [
    host,
    count,
    protocols.join(', '),
    ...loads.map((load) => pageHosts(load).find((each) => each.host === host)?.connections ?? '–'),
  ])
  const headings = ['host', 'requests', 'protocol', ...loads.map(({ arm }) => `connections, ${labelOf(arm)}`)]
  const sentence = forced === undefined ? null : withoutHttp3(forced)
  return html`<h2>What the page asks for</h2>
${sentence === null ? null : html`<p>${sentence}</p>`}
<p class="note">Requests and protocols of a median load under ${labelOf(last.arm)}, connections of one under each.</p>
${table('Hosts of the page', headings, rows)}
${waterfall}`
}

function history(report: CheckReport): Markup | null {
  const before = report.earlier.at(-1)
  if (before === undefined) return null
  const changes = changesSince(before, report)
  const when = before.campaign.createdAt.slice(0, 16).replace('T', ' ')
  return html`<h2>Since the last check</h2>
<p>The last one was on ${when} UTC. Between two checks the network may differ as well; gains compare within one check.</p>
${sentenceList(changes)}
${historyFigure(report)}`
}

function table(
  label: string,
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Markup {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead><tr>${headings.map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>
${rows.map(
  ([
    name = '',
    ...cells
  ]) => html`<tr><th scope="row">${name}</th>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody></table></div>`
}
