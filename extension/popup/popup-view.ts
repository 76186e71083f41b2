import { ttfbMs } from '../../crawler/metrics/ttfb-ms.ts'
import { tickLabel } from '../../figures/quantity.ts'
import type { ContributedTimes } from '../../model/contribution-terms.ts'
import type { FieldReference } from '../../server/contract/field.ts'
import { waterfallChart } from '../../web/charts/waterfall.ts'
import { type Child, h, type VNode } from '../../web/dom/h.ts'
import { HTTP3_REASONS, http3Reason } from '../../web/har/http3-reason.ts'
import { armOf, protocolWord } from '../../web/har/protocol-words.ts'
import { loadTimes, reduceLoad } from '../capture/load-times.ts'
import type { PageLoad } from '../capture/types.ts'
import { pageHttp3 } from '../http3/page-http3.ts'
import type { PageVitals } from '../vitals/page-vitals.ts'
import { vitalList } from '../vitals/vital-list.ts'
import { hostTable } from './host-table.ts'
import { pageWaterfall } from './page-waterfall.ts'
import { publishedOf, whyNotBeside } from './place.ts'
import { placeSection } from './place-section.ts'
import { protocolRequests } from './protocol-requests.ts'

export type Standing =
  /** Not under study, or no server is set: contributing is not offered. */
  | { readonly kind: 'not_offered' }
  | { readonly kind: 'not_chosen'; readonly domain: string }
  | { readonly kind: 'contributing' | 'paused'; readonly domain: string; readonly waiting: number }

interface PopupData {
  readonly load: PageLoad
  /** Is null where the page could not be asked. */
  readonly vitals: PageVitals | null
  /** Is null where none are published for this page. */
  readonly curves: {
    readonly reference: FieldReference
    readonly site: FieldReference['sites'][number]
  } | null
  readonly standing: Standing
}

/** Width of the popup's drawings, px: the popup is 400 wide. */
const WIDTH = 368

/** Shows what a page's load was like, for the one who loaded it. */
export function popupView({ load, vitals, curves, standing }: PopupData): VNode {
  const { timings } = load
  const times = loadTimes(timings)
  const protocol = String(timings.navigation?.nextHopProtocol ?? '')
  const published = curves === null ? [] : publishedOf(curves.reference, curves.site, protocol)
  return h(
    'div',
    verdict(protocol, new URL(load.origin).host),
    h('p.connection', connectionWords(load, times)),
    timeList(times),
    vitalList(vitals, firstByteMs(load)),
    http3Section(
      load,
      published.some(({ proto }) => proto === 'h3'),
    ),
    curves === null || times.load === null
      ? null
      : placeSection(published, {
          loadMs: times.load,
          whyNot: whyNotBeside(load),
          week: curves.reference.week,
          liveDay: curves.site.liveDay ?? null,
          width: WIDTH,
        }),
    h('section', h('h2', 'Requests by protocol'), protocolRequests(timings), hostTable(timings)),
    h(
      'section',
      h('h2', 'Waterfall'),
      h(
        'div',
        { class: 'plot', tabindex: 0, role: 'region', 'aria-label': 'Waterfall of requests' },
        waterfallChart(
          { loads: [pageWaterfall(timings)] },
          { width: WIDTH, title: 'Requests of this page', maxRows: 40 },
        ).svg,
      ),
      h(
        'p.note',
        'Of other hosts a page may read only start and end, unless they allow more (Timing-Allow-Origin): these are drawn as blocked.',
      ),
      h('button', { type: 'button', id: 'download-har' }, 'Download as HAR'),
    ),
    standingSection(standing),
    h('p.note.foot', 'Read from this page just now. Nothing of it leaves your browser.'),
  )
}

function verdict(protocol: string, host: string): VNode {
  return h(
    'p.verdict',
    protocol === ''
      ? h('span.arm-name', 'Protocol unknown')
      : h('span', { class: `arm-name arm-${armOf(protocol) ?? 'other'}` }, protocolWord(protocol)),
    h('span.host', host),
  )
}

function connectionWords(load: PageLoad, { handshake }: ContributedTimes): string {
  const reduced = reduceLoad(load)
  if ('dropped' in reduced) return NOT_COLD[reduced.dropped] ?? 'Some of its times are unknown.'
  if (reduced.visit === 'warm-cache') return 'From the browser’s cache.'
  if (reduced.reused) return 'Over an existing connection.'
  return handshake === null
    ? 'Connection set-up: unknown.'
    : `Over a new connection, set up in ${tickLabel(handshake, 'ms')}.`
}

const NOT_COLD: Readonly<Record<string, string>> = {
  not_navigated: 'Reloaded, or from the history: parts may come from the cache.',
  redirected: 'After a redirect, which hides the first connection’s set-up.',
  prerendered: 'Prerendered: loaded before it was opened.',
  service_worker: 'Answered by a service worker.',
  from_cache: 'Prefetched: loaded before it was opened.',
  nothing_transferred: 'From the browser’s cache.',
  hidden: 'Loaded in the background, where browsers slow pages down.',
}

/** Returns null where the page has no such moment. */
function firstByteMs({ timings }: PageLoad): number | null {
  const measured = ttfbMs.compute({ timings, har: null, connections: null, packets: null })
  return typeof measured === 'object' ? (measured?.value ?? null) : measured
}

/** Nothing to explain where HTTP/3 was used. */
function http3Section(load: PageLoad, publishedByH3: boolean): VNode | null {
  const facts = pageHttp3(load, publishedByH3)
  const reason = facts === null ? 'unknown_protocol' : http3Reason(facts)
  if (reason === 'used') return null
  return h(
    'section',
    { class: 'http3', 'data-reason': reason },
    h('h2', 'Why not HTTP/3?'),
    h('p', HTTP3_REASONS[reason]),
  )
}

function timeList(times: ContributedTimes): VNode {
  const parts: readonly (readonly [string, number | null, string])[] = [
    ['Set-up', times.handshake, 'TCP and TLS, or QUIC'],
    ['Wait', times.wait, 'from the request to the answer’s first byte'],
    ['Receive', times.receive, 'the document itself'],
    ['DCL', times.dcl, 'DOMContentLoaded: the document is parsed'],
    ['Load', times.load, 'the load event: all of the page is there'],
  ]
  return h(
    'dl.times',
    parts.map(([name, ms, title]) =>
      h('div', { title }, h('dt', name), h('dd', ms === null ? '–' : tickLabel(ms, 'ms'))),
    ),
  )
}

function standingSection(standing: Standing): VNode | null {
  const section = (...words: readonly Child[]) =>
    h('section.standing', h('h2', 'Contributing'), h('p', ...words))
  const link = (words: string) => h('a', { href: '../options/options.html', target: '_blank' }, words)
  if (standing.kind === 'not_offered') return null
  if (standing.kind === 'not_chosen')
    return section(`${standing.domain} is under study. `, link('See what a contribution would be'), '.')
  const waiting = `${standing.waiting === 0 ? 'None' : standing.waiting} waiting to be sent. `
  return standing.kind === 'paused'
    ? section('Paused: loads of this site are not measured. ', link('Resume'), '.')
    : section('Loads of this site are contributed. ', waiting, link('See them'), '.')
}

export function notReadable(): VNode {
  return h(
    'div.nothing',
    h('p', h('strong', 'This page cannot be read.')),
    h(
      'p.quiet',
      'Browsers let no extension look at their own pages, their stores and error pages. Open any website and click again.',
    ),
  )
}

export function stillLoading(): VNode {
  return h(
    'p',
    { class: 'quiet', role: 'status' },
    'The page is still loading: its times are there when it is done …',
  )
}
