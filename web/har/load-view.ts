import { waterfallChart } from '../charts/waterfall.ts'
import { h, type VNode } from '../dom/h.ts'
import { HTTP3_REASONS } from './http3-reason.ts'
import type { ImportedLoad } from './imported-file.ts'
import { loadFacts } from './load-facts.ts'
import { requestTable } from './request-table.ts'

/** A load of a file with everything that is known of it. @param width of the waterfall, px */
export function loadView(load: ImportedLoad, width: number): VNode {
  const chart = waterfallChart({ loads: [load.waterfall] }, { width, title: 'Requests' })
  return h(
    'section',
    { class: 'har-load', 'aria-labelledby': 'load-name' },
    h('h2', { id: 'load-name' }, load.name),
    load.url === null || load.url === load.name ? null : h('p.quiet', shortened(load.url)),
    loadFacts(load.reduced, load),
    load.http3 === null || load.http3 === 'used'
      ? null
      : [h('h2', 'Why not HTTP/3?'), h('p', { id: 'http3' }, HTTP3_REASONS[load.http3])],
    h('h2', 'Waterfall'),
    h('div.plot', chart.svg),
    h('p.note', chart.note),
    h('h2', 'Requests'),
    h('div', {
      onmount: (place: HTMLElement) => place.append(requestTable(load.requests, place.ownerDocument)),
    }),
  )
}

const LONGEST_ADDRESS = 200

function shortened(url: string): string {
  return url.length > LONGEST_ADDRESS ? `${url.slice(0, LONGEST_ADDRESS)} …` : url
}
