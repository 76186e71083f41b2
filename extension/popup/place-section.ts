import { h, type VNode } from '../../web/dom/h.ts'
import { armOf, protocolWord } from '../../web/har/protocol-words.ts'
import type { Place, Source } from './place.ts'
import { placeChart } from './place-chart.ts'

export interface PlaceOptions {
  readonly loadMs: number
  /** Monday of the release's week; null: nothing was released. */
  readonly week: string | null
  /** When the live campaign began; null: there is none, or the file of curves does not say. */
  readonly liveDay: string | null
  readonly width: number
}

/** Where this load lies among those that are published of the site, by source: sources are never pooled. */
export function placeSection(places: readonly Place[], options: PlaceOptions): VNode | null {
  const bySource = [...Map.groupBy(places, ({ source }) => source)]
  if (bySource.length === 0) return null
  return h(
    'section',
    { class: 'places' },
    h('h2', {}, 'Among the published loads of this site'),
    bySource.map(([source, all]) => [
      h('h3', {}, NAMES[source]),
      all.map(({ proto, slower, n }, i) =>
        h(
          'p',
          { class: i === 0 ? 'place' : 'note' },
          `Faster than ${percent(slower)} of `,
          h('span', { class: `arm-name arm-${armOf(proto)}` }, protocolWord(proto)),
          ' loads ',
          h('span', { class: 'note' }, `(n = ${n})`),
        ),
      ),
      h('div', { class: 'plot' }, placeChart(all, options.loadMs, options.width)),
      h('p', { class: 'note' }, note(source, options)),
    ]),
  )
}

const NAMES: Readonly<Record<Source, string>> = {
  field: 'Field: contributors’ browsers',
  live: 'Live: cold loads by towline’s crawler',
}

function note(source: Source, { week, liveDay }: PlaceOptions): string {
  return source === 'field'
    ? `Released in the week of ${week}. n counts contributors, each by the median of their loads.`
    : `${liveDay === null ? 'With' : `Loaded from ${liveDay} on, with`} an empty cache, from one place: a visitor with a warm cache is faster.`
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`
}
