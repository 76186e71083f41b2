import type { AdviceDocument, DrawnLoad } from '../../advise/advice-document.ts'
import { assertionSentence, nothingAdvised } from '../../advise/advice-words.ts'
import { loadPairChart } from '../charts/load-pair.ts'
import { h, type VNode } from '../dom/h.ts'
import { changesSection } from './changes-section.ts'
import { gainsSection } from './gains-section.ts'

interface AdviceLayout {
  /** Width of a waterfall, px. */
  readonly width: number
  /** The page's heading, or one below another. */
  readonly answerTag: 'h1' | 'h2'
}

/** An advice for people, the answer first: the body of its report, and of the dashboard's page. */
export function adviceView(advice: AdviceDocument, { width, answerTag }: AdviceLayout): VNode {
  const { url, answer, internet } = advice
  return h(
    'div.advice',
    h('p.note', url),
    h(answerTag, { class: 'answer' }, answer),
    stateNotice(advice),
    internet
      ? null
      : h('p.notice', 'Measured in the sandbox or on a network of your own, not on the internet.'),
    h(
      'p',
      advice.advice.length === 0
        ? nothingAdvised(advice)
        : 'What to change is below, the largest gain first.',
    ),
    gainsSection(advice),
    changesSection(advice),
    liveSection(advice),
    waterfalls(advice, width),
    listSection('What could not be shown', advice.notShown),
    listSection('How faithful the replays are', advice.faithful),
    listSection('Assertions', advice.assertions.map(assertionSentence)),
    h('h2', 'How to read this'),
    h(
      'p',
      'A gain of 1.24 says that the page loads 1.24 times as fast: its median load takes 1 / 1.24 of the time. The two numbers in brackets are its 95 % interval: in 95 of 100 such measurements the true gain lies in between. Where both are above 1 the protocol is faster, where both are below it is slower. Where both are within 5 % of 1 no difference is left that matters. All else is not decided: more time (--minutes) may decide it.',
    ),
    h(
      'p',
      'Live loads are of your servers on the network that they were taken from. Replays are of a recording, by a server of ours behind an emulated network: they tell what the protocol can do, not what your servers do, and not whether another server’s HTTP/3 does the same. A page behind a sign-in or a consent dialogue is measured as a stranger meets it.',
    ),
  )
}

/** Says what it was measured by, and when. */
export function adviceOrigin({ towline, startedAt, browser }: AdviceDocument): string {
  return `towline ${towline}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC, ${browser ?? 'browser unknown'}`
}

export function adviceTitle({ url }: AdviceDocument): string {
  return `${url}: is HTTP/3 worth it?`
}

function stateNotice({ state }: AdviceDocument): VNode | null {
  if (state === 'finished') return null
  return h(
    'p.notice',
    state === 'stopped'
      ? 'This was stopped before its end: it says what is known so far.'
      : 'The time was over before everything was decided: it says what is known so far.',
  )
}

function liveSection({ live }: AdviceDocument): (VNode | null)[] {
  if (live === null) return []
  const where =
    live.link === null ? 'on the network that they were taken from' : `behind an emulated link: ${live.link}`
  return [
    h('h2', 'What your servers do today'),
    h('p', `Live loads, ${where}.`),
    sentenceList(live.sentences),
  ]
}

/** Loads under the baseline and under HTTP/3 beside each other, replayed and live ones apart. */
function waterfalls({ loads }: AdviceDocument, width: number): VNode[] {
  const drawn = [
    ...pairFigure('Two replays in a browser', loads?.replayed ?? [], width),
    ...pairFigure('Two live loads in a browser', loads?.live ?? [], width),
  ]
  return drawn.length === 0 ? [] : [h('h2', 'Loads beside each other'), ...drawn]
}

/** The chart scrolls in its box on a narrow screen. */
function pairFigure(name: string, loads: readonly DrawnLoad[], width: number): VNode[] {
  const pair = loadPairChart(loads, width)
  if (pair === null) return []
  const { title, chart } = pair
  return [
    h(
      'details',
      h('summary', name),
      h(
        'figure.figure',
        chart.summary === '' ? null : h('p.note', chart.summary),
        h(
          'div',
          { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': `${name}: ${title}` },
          chart.svg,
        ),
        h('figcaption.note', chart.note),
      ),
    ),
  ]
}

function listSection(title: string, sentences: readonly string[]): (VNode | null)[] {
  return sentences.length === 0 ? [] : [h('h2', title), sentenceList(sentences)]
}

/** An empty list would be an element that is not closed. */
function sentenceList(sentences: readonly string[]): VNode | null {
  if (sentences.length === 0) return null
  return h(
    'ul',
    sentences.map((sentence) => h('li', sentence)),
  )
}
