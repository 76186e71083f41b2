import { bytes, integer, milliseconds, share, tally } from '../../../figures/quantity.ts'
import type { SiteComposition } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { h, type VNode } from '../../dom/h.ts'
import { numbers, scrolling, table, texts } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import { facts } from '../controls/facts.ts'
import type { ViewContext } from '../view.ts'
import type { ProbedSite } from './probed-site.ts'

/** Shows the arm that the others are compared with, as the tables of sites and of pages do. */
export function compositionBlock(context: ViewContext, { path, baseline }: ProbedSite): VNode {
  return block({
    ...context,
    what: 'what the page is made of',
    size: 'small',
    load: () => context.api.get('siteComposition', `${path}/composition`, { arm: baseline }),
    show: (composition) => (composition.samples === 0 ? null : compositionSection(composition)),
  })
}

/** Shows what the page is made of, as the papers tabulate it. */
export function compositionSection(composition: SiteComposition): VNode {
  const number = (value: number | null, words: (value: number) => string = tally) =>
    value === null ? null : words(value)
  const shares = ([1, 2, 3, 4, 5] as const).flatMap((hosts) => {
    const value = composition[`shareTop${hosts}`]
    return value === null ? [] : [`${hosts}: ${share(value)}`]
  })
  return h(
    'section',
    h('h2', 'The page'),
    facts([
      ['requests', number(composition.requests)],
      ['size', number(composition.sizeBytes, bytes)],
      ['host names', number(composition.domains)],
      ['addresses', number(composition.servers)],
      ['initial window', number(composition.initialWindow, (value) => `${tally(value)} segments`)],
      ['shortest RTT', number(composition.rttMinMs, milliseconds)],
      ['median RTT', number(composition.rttMedianMs, milliseconds)],
      ['longest RTT', number(composition.rttMaxMs, milliseconds)],
      ['share of requests to the top hosts', shares.length === 0 ? null : shares.join(', ')],
    ]),
    h(
      'p.note',
      `Campaign ${composition.campaignId}, ${armLabel(composition.arm)}: medians, n = ${integer(composition.samples)} valid samples.`,
    ),
    composition.hosts.length === 0 ? null : hostTable(composition),
  )
}

function hostTable({ hosts, hostsSampleId }: SiteComposition): VNode {
  return scrolling(
    'Hosts of the page',
    table({
      caption: `Hosts of the page, in sample ${hostsSampleId ?? 'not known'}`,
      columns: [
        ...texts('host'),
        ...numbers('requests', 'share', 'size'),
        ...texts('protocols', 'addresses', 'server'),
      ],
      rows: hosts.map(({ host, requests, shareFraction, sizeBytes, protocols, addresses, server }) => [
        ...[host, integer(requests), share(shareFraction), sizeBytes === null ? null : bytes(sizeBytes)],
        ...[protocols.join(', ') || null, addresses.join(', ') || null, server],
      ]),
    }),
  )
}
