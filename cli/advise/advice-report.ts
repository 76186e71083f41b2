import type { AdviceDocument, ReplayedArmAdvice, ReplayedNetwork } from '../../advise/advice-document.ts'
import { gainText, OUTCOME_WORDS } from '../../advise/gain-words.ts'
import { NETWORK_WORDS } from '../../advise/networks.ts'
import { ARMS, type Arm } from '../../model/arm.ts'
import { ratioRangeText } from '../../model/ratio-text.ts'
import { html, type Markup } from '../../server/http/html.ts'
import type { GainOutcome } from '../../stats/comparison/gain-outcome.ts'
import { waterfallFigure } from '../check/check-figures.ts'
import { reportPage, sentenceList } from '../check/report-page.ts'
import type { ShownLoad } from '../check/shown-load.ts'
import { assertionSentence } from './advice-assertion.ts'
import { nothingAdvised } from './advice-text.ts'
import { changesSection } from './report-changes.ts'
import { reportStyle } from './report-style.ts'

/** Loads that are drawn beside each other. */
export interface ReportLoads {
  readonly live: readonly ShownLoad[]
  readonly replayed: readonly ShownLoad[]
}

/** An advice as one HTML page that needs no other file, no script and no network. */
export function adviceReport(advice: AdviceDocument, loads: ReportLoads): string {
  const { url, answer, internet } = advice
  const body = html`<p class="note">${url}</p>
<h1 class="answer">${answer}</h1>
${stateNotice(advice)}
${internet ? null : html`<p class="notice">Measured in the sandbox or on a network of your own, not on the internet.</p>`}
<p>${advice.advice.length === 0 ? nothingAdvised(advice) : 'What to change is below, the largest gain first.'}</p>
${replaySection(advice)}
${changesSection(advice)}
${liveSection(advice)}
${waterfalls(advice, loads)}
${listSection('What could not be shown', advice.notShown)}
${listSection('How faithful the replays are', advice.faithful)}
${listSection('Assertions', advice.assertions.map(assertionSentence))}
<h2>How to read this</h2>
<p>A gain of 1.24 says that the page loads 1.24 times as fast: its median load takes 1 / 1.24 of the time. The two numbers in
brackets are its 95 % interval: in 95 of 100 such measurements the true gain lies in between. Where both are above 1 the
protocol is faster, where both are below it is slower. Where both are within 5 % of 1 no difference is left that matters. All
else is not decided: more time (--minutes) may decide it.</p>
<p>Live loads are of your servers on the network that they were taken from. Replays are of a recording, by a server of ours
behind an emulated network: they tell what the protocol can do, not what your servers do, and not whether another server's HTTP/3
does the same. A page behind a sign-in or a consent
dialogue is measured as a stranger meets it.</p>`
  return reportPage({
    title: `${url}: is HTTP/3 worth it?`,
    description: answer,
    ...{ style: reportStyle(), body },
    footer: `towline ${advice.towline}, ${advice.startedAt.slice(0, 16).replace('T', ' ')} UTC, ${advice.browser ?? 'browser unknown'}`,
  })
}

function stateNotice({ state }: AdviceDocument): Markup | null {
  if (state === 'finished') return null
  return html`<p class="notice">${
    state === 'stopped'
      ? 'This was stopped before its end: it says what is known so far.'
      : 'The time was over before everything was decided: it says what is known so far.'
  }</p>`
}

function replaySection({ replays, baseline }: AdviceDocument): Markup | null {
  if (replays === null || baseline === null) return null
  const arms = (['h1', 'h2', 'h3'] as const).filter((arm) =>
    replays.networks.some((network) => network.arms.some((each) => each.arm === arm)),
  )
  const title = 'Gains over networks'
  return html`<h2>What each protocol would do on your visitors’ networks</h2>
<p>Replays, by a server of ours. Gains are over ${ARMS[baseline].label}, the newest protocol below HTTP/3 that the page’s host speaks.</p>
<div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="gains">
<thead><tr><th scope="col">network</th>${arms.map((arm) => html`<th scope="col">${ARMS[arm].label}</th>`)}<th scope="col">fastest possible</th></tr></thead>
<tbody>
${replays.networks.map((network) => networkRow(network, arms, baseline))}</tbody></table></div>
<p class="note table-note">Beside each gain its 95 % interval; elsewhere: within which it lies on other servers, 95 %; then the median page load time
and valid loads. Fastest possible: no load
over this network can take less, whatever the protocol; and how much is left of the fastest one above that.</p>`
}

function networkRow(
  { network, arms, rttMs, downMbps, upMbps, link }: ReplayedNetwork,
  columns: readonly Arm[],
  baseline: Arm,
): Markup {
  return html`<tr><th scope="row" title="${link}">${NETWORK_WORDS[network]}<br><span class="note">${rttMs} ms, ${downMbps ?? '∞'}/${upMbps ?? '∞'} Mbit/s</span></th>${columns.map(
    (name) =>
      gainCell(
        arms.find(({ arm }) => arm === name),
        name === baseline,
      ),
  )}<td class="unknown">${limitText(arms)}</td></tr>
`
}

const COLOURS = {
  faster: 'faster',
  slower: 'slower',
  'no difference': 'unchanged',
  'not decided': 'unknown',
  'too few rounds': 'unknown',
} as const satisfies Readonly<Record<GainOutcome, string>>

function gainCell(own: ReplayedArmAdvice | undefined, isBaseline: boolean): Markup {
  if (own === undefined) return html`<td class="unknown">not loaded</td>`
  const { outcome, medianMs, loads, elsewhere } = own
  const figures = `${medianMs === null ? '–' : `${medianMs.toFixed(0)} ms`}, n = ${loads}`
  if (isBaseline) return html`<td class="unknown"><b>baseline</b><span>${figures}</span></td>`
  return html`<td class="${COLOURS[outcome]}"><b>${OUTCOME_WORDS[outcome]}</b><span>${gainText(own) ?? '–'}</span>${elsewhere === null ? null : html`<span>elsewhere ${ratioRangeText(elsewhere)}</span>`}<span>${figures}</span></td>`
}

/** The shortest load beside what the wire allows. */
function limitText(arms: readonly ReplayedArmAdvice[]): Markup {
  const [best] = arms
    .flatMap(({ arm, medianMs, wireLimitMs }) => (medianMs === null ? [] : [{ arm, medianMs, wireLimitMs }]))
    .toSorted((a, b) => a.medianMs - b.medianMs)
  if (best === undefined || best.wireLimitMs === null) return html`unknown`
  const left = Math.round(100 * (1 - best.wireLimitMs / best.medianMs))
  return html`${best.wireLimitMs.toFixed(0)} ms<span>${left} % of ${ARMS[best.arm].label}’s time is left to gain at most</span>`
}

function liveSection({ live }: AdviceDocument): Markup | null {
  if (live === null) return null
  return html`<h2>What your servers do today</h2>
<p>Live loads, ${live.link === null ? 'on the network that they were taken from' : `behind an emulated link: ${live.link}`}.</p>
${sentenceList(live.sentences)}`
}

/** Loads under the baseline and under HTTP/3 beside each other, replayed and live ones apart. */
function waterfalls({ baseline }: AdviceDocument, { live, replayed }: ReportLoads): Markup | null {
  const pair = (loads: readonly ShownLoad[]): Markup | null =>
    waterfallFigure(loads.filter(({ arm }) => arm === (baseline ?? 'h1') || arm === 'h3'))
  const figures = [
    ['Two replays', pair(replayed)],
    ['Two live loads', pair(live)],
  ] as const
  const drawn = figures.filter(([, figure]) => figure !== null)
  if (drawn.length === 0) return null
  return html`<h2>Loads beside each other</h2>
${drawn.map(([title, figure]) => html`<details><summary>${title} in a browser</summary>${figure}</details>`)}`
}

function listSection(title: string, sentences: readonly string[]): Markup | null {
  if (sentences.length === 0) return null
  return html`<h2>${title}</h2>
${sentenceList(sentences)}`
}
