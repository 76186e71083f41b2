import type { Adoption, Survey } from '../../../server/contract/contract.ts'
import { adoptionBarsChart } from '../../charts/adoption-bars.ts'
import { integer, share } from '../../charts/quantity.ts'
import { choiceOf } from '../../client/address.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { figure } from '../../figure/figure.ts'
import { controls, select } from '../controls/controls.ts'
import { day, facts } from '../controls/facts.ts'
import type { ViewContext } from '../view.ts'
import { ADOPTION_BARS, groupBars, overallBars } from './adoption-data.ts'

/** Who speaks what: in all, by rank and by CDN, and why sites did not answer. */
export function adoptionSection(context: ViewContext, survey: Survey, adoption: Adoption): Child {
  const { query, go, signal } = context
  const denominator = choiceOf(query, 'of', ['all', 'reachable'] as const, 'all')
  const row = choiceOf(
    query,
    'row',
    ADOPTION_BARS.map((bar) => bar.row),
    'h3',
  )
  const population = denominator === 'all' ? 'all sites of the list' : 'sites that could be reached'
  const links = dataLinks(`/surveys/${survey.id}/adoption`)
  const rowLabel = ADOPTION_BARS.find((bar) => bar.row === row)?.label ?? row
  return [
    h('p', { class: 'lede' }, lede(survey, adoption)),
    facts([
      ['list', survey.list.trancoId === null ? survey.list.source : `Tranco ${survey.list.trancoId}`],
      ['surveyed', day(survey.createdAt)],
      ['from', survey.vantage],
      ['sites', integer(adoption.n)],
      [
        'reachable',
        `${integer(adoption.reachable)} (${share(adoption.n === 0 ? 0 : adoption.reachable / adoption.n)})`,
      ],
    ]),
    h('h2', {}, 'Adoption'),
    controls(
      'What the shares are of',
      select({
        id: 'of',
        label: 'share of',
        value: denominator,
        options: [
          { value: 'all', label: 'all sites of the list' },
          { value: 'reachable', label: 'sites that could be reached' },
        ],
        choose: (value) => go({ of: value === 'all' ? null : value }),
      }),
      select({
        id: 'row',
        label: 'by rank and CDN',
        value: row,
        options: ADOPTION_BARS.map((bar) => ({ value: bar.row, label: bar.label })),
        choose: (value) => go({ row: value === 'h3' ? null : value }),
      }),
    ),
    h(
      'div',
      { class: 'columns' },
      h(
        'div',
        { class: 'stack' },
        figure({
          id: 'adoption',
          title: 'Claimed and served',
          links,
          signal,
          draw: ({ width, standalone }) =>
            adoptionBarsChart(
              { population, bars: overallBars(adoption, denominator) },
              { width, standalone, title: 'Claimed and served' },
            ),
        }),
        failureTable(adoption),
      ),
      h(
        'div',
        { class: 'stack' },
        figure({
          id: 'by-rank',
          title: `${rowLabel} by rank`,
          links,
          signal,
          draw: ({ width, standalone }) =>
            adoptionBarsChart(
              {
                population: `${population}, by rank`,
                bars: groupBars(
                  adoption.buckets.map((bucket) => ({
                    label: `${integer(bucket.from)}–${integer(bucket.to)}`,
                    group: bucket,
                  })),
                  row,
                  denominator,
                ),
              },
              { width, standalone, title: `${rowLabel} by rank` },
            ),
        }),
        figure({
          id: 'by-cdn',
          title: `${rowLabel} by CDN`,
          links,
          signal,
          draw: ({ width, standalone }) =>
            adoptionBarsChart(
              {
                population: `${population}, by CDN`,
                bars: groupBars(
                  adoption.cdns.slice(0, 8).map((cdn) => ({ label: cdn.name ?? 'none seen', group: cdn })),
                  row,
                  denominator,
                ),
              },
              { width, standalone, title: `${rowLabel} by CDN` },
            ),
        }),
      ),
    ),
  ]
}

/** The finding in a sentence, from the numbers. */
function lede(survey: Survey, adoption: Adoption): Child {
  const row = (name: string) => adoption.rows.find((candidate) => candidate.row === name)
  const h2 = row('h2')?.ofAll
  const h3 = row('h3')?.ofAll
  const claimed = row('h3Claimed')?.count ?? 0
  const served = row('h3ClaimedServed')?.count ?? 0
  if (h2 === null || h2 === undefined || h3 === null || h3 === undefined) {
    return `The survey of ${day(survey.createdAt)} visited no site.`
  }
  return [
    `Of ${integer(adoption.n)} sites, `,
    h('strong', {}, `${share(h2.share)} answer HTTP/2`),
    ' and ',
    h('strong', {}, `${share(h3.share)} answer HTTP/3`),
    '. ',
    claimed === 0
      ? 'None claims HTTP/3.'
      : `Of the ${integer(claimed)} that claim HTTP/3, ${integer(served)} (${share(served / claimed)}) really serve it.`,
  ]
}

function failureTable(adoption: Adoption): VNode {
  const { site, h2: http2, h3: http3 } = adoption.failures
  const columns = [
    ['Not reached at all', site],
    ['HTTP/2 did not answer', http2],
    ['HTTP/3 did not answer', http3],
  ] as const
  return h(
    'details',
    { class: 'more' },
    h('summary', {}, 'Why sites did not answer'),
    h(
      'div',
      { class: 'thirds' },
      columns.map(([title, codes]) =>
        h(
          'table',
          { class: 'data plain' },
          h('caption', {}, title),
          h(
            'thead',
            {},
            h(
              'tr',
              {},
              h('th', { scope: 'col' }, 'failure code'),
              h('th', { scope: 'col', class: 'number' }, 'sites'),
            ),
          ),
          h(
            'tbody',
            {},
            codes.length === 0
              ? h('tr', {}, h('td', { colspan: 2 }, 'none'))
              : codes
                  .slice(0, 12)
                  .map(({ code, count }) =>
                    h(
                      'tr',
                      {},
                      h('td', {}, h('code', {}, code)),
                      h('td', { class: 'number' }, integer(count)),
                    ),
                  ),
          ),
        ),
      ),
    ),
    h(
      'p',
      { class: 'note' },
      'Codes are explained on the ',
      h('a', { href: '/method#failure-codes' }, 'Method'),
      ' page.',
    ),
  )
}
