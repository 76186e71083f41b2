import { tickLabel } from '../../figures/quantity.ts'
import { h, type VNode } from '../../web/dom/h.ts'
import { armOf, protocolWord } from '../../web/har/protocol-words.ts'
import type { Published, Source } from './place.ts'
import { placeChart } from './place-chart.ts'

interface PlaceOptions {
  readonly loadMs: number
  /** Says why the load cannot stand beside the published ones; null where it can. */
  readonly whyNot: string | null
  /** Monday of the release's week; null: nothing was released. */
  readonly week: string | null
  /** Day when the live campaign began; null: there is none, or the file of curves does not say. */
  readonly liveDay: string | null
  readonly width: number
}

/** This load beside those that are published of the site, by source. It gets no rank: one load says too little. */
export function placeSection(published: readonly Published[], options: PlaceOptions): VNode | null {
  const bySource = [...Map.groupBy(published, ({ source }) => source)]
  if (bySource.length === 0) return null
  const { loadMs, whyNot } = options
  return h(
    'section.places',
    h('h2', 'Beside the published loads of this site'),
    h(
      'p.place',
      whyNot === null
        ? [
            h('strong', `This load: ${tickLabel(loadMs, 'ms')}`),
            '. It is one (n = 1): the next may be much slower or faster.',
          ]
        : `This load is left out: ${whyNot}.`,
    ),
    bySource.map(([source, all]) => [
      h('h3', NAMES[source]),
      all.map(({ proto, medianMs, n }) =>
        h(
          'p.note',
          h('span', { class: `arm-name arm-${armOf(proto)}` }, protocolWord(proto)),
          `: median ${tickLabel(Math.round(medianMs), 'ms')} (n = ${n})`,
        ),
      ),
      h('div.plot', placeChart(all, whyNot === null ? loadMs : null, options.width)),
      h('p.note', note(source, options)),
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
    : `${liveDay === null ? 'With' : `Loaded from ${liveDay} on, with`} an empty cache, from one place.`
}
