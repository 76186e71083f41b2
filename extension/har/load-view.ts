import { waterfallChart } from '../../web/charts/waterfall.ts'
import { h, type VNode } from '../../web/dom/h.ts'
import { HTTP3_REASONS } from '../http3/http3-reason.ts'
import type { HarOffer } from './har-offer.ts'
import type { ImportedLoad } from './imported-file.ts'
import { loadFacts } from './load-facts.ts'
import { requestTable } from './request-table.ts'

/** What became of the wish to contribute a load, in words. */
export interface Contributing {
  /** Null: it can be asked for. */
  readonly outcome: string | null
  /** Its owner has to agree first. */
  readonly toOptions: boolean
}

export interface LoadView {
  readonly load: ImportedLoad
  readonly offer: HarOffer
  readonly contributing: Contributing
  /** Of the waterfall, px. */
  readonly width: number
  readonly contribute: () => void
}

/** A load of a file with everything that is known of it, and the exact record that it would be. */
export function loadView({ load, offer, contributing, width, contribute }: LoadView): VNode {
  const chart = waterfallChart({ loads: [load.waterfall] }, { width, title: 'Requests' })
  return h(
    'section',
    { class: 'load', 'aria-labelledby': 'load-name' },
    h('h2', { id: 'load-name' }, load.name),
    load.url === null || load.url === load.name ? null : h('p', { class: 'quiet' }, shortened(load.url)),
    loadFacts(load.reduced, load),
    load.http3 === null || load.http3 === 'used'
      ? null
      : [h('h2', {}, 'Why not HTTP/3?'), h('p', { id: 'http3' }, HTTP3_REASONS[load.http3])],
    h('h2', {}, 'Waterfall'),
    h('div', { class: 'plot' }, chart.svg),
    h('p', { class: 'note' }, chart.note),
    h('h2', {}, 'Requests'),
    h('div', {
      onmount: (place: HTMLElement) => place.append(requestTable(load.requests, place.ownerDocument)),
    }),
    h('h2', {}, 'Contribution'),
    offer.record === null
      ? h('p', {}, offer.why)
      : [
          h('p', {}, 'This is all that would be contributed, and nothing else of the file:'),
          h('pre', { tabindex: 0, id: 'record' }, JSON.stringify(offer.record, null, 2)),
          action(contributing, contribute),
        ],
  )
}

function action({ outcome, toOptions }: Contributing, contribute: () => void): VNode {
  return h(
    'p',
    { class: 'row' },
    outcome === null
      ? h(
          'button',
          { type: 'button', class: 'first', id: 'contribute', onclick: contribute },
          'Contribute this load',
        )
      : h('span', { id: 'said' }, outcome),
    toOptions ? h('a', { href: '../options/options.html' }, 'Options') : null,
  )
}

const LONGEST_ADDRESS = 200

function shortened(url: string): string {
  return url.length > LONGEST_ADDRESS ? `${url.slice(0, LONGEST_ADDRESS)} …` : url
}
