import type { Vantage } from '../../../server/contract/contract.ts'
import { type Child, h, type VNode } from '../../dom/h.ts'
import { scrolling, table, texts } from '../../dom/table.ts'
import { block } from '../../figure/block.ts'
import { known, minute } from '../controls/facts.ts'
import type { ViewContext } from '../view.ts'

/** Shows what is known of vantage points that are compared; nothing where there is one alone. */
export function vantageFacts(context: ViewContext, names: readonly (string | null)[]): VNode | null {
  const compared = [...new Set(names)].filter((name) => name !== null)
  if (compared.length < 2) return null
  return block({
    ...context,
    what: 'the vantage points',
    size: 'small',
    load: () => context.api.get('vantages', '/vantages'),
    show: ({ vantages }) => vantageTable(vantages, compared),
  })
}

/** A column each; null where no worker has measured any of them. */
export function vantageTable(vantages: readonly Vantage[], compared: readonly string[]): VNode | null {
  const byName = new Map(vantages.map((one) => [one.vantage, one]))
  const columns = compared.map((name) => byName.get(name) ?? null)
  if (columns.every((one) => one === null)) return null
  return scrolling(
    'The vantage points',
    table(
      {
        caption: 'What is known of the vantage points',
        columns: texts('vantage point', ...compared),
        rows: rowsOf(columns).map(([name, cell]) => [
          name,
          ...columns.map((one) => (one === null ? null : cell(one)) ?? NOT_KNOWN),
        ]),
      },
      { id: 'vantage-facts' },
    ),
  )
}

type Row = readonly [name: string, cell: (vantage: Vantage) => Child]

const NOT_KNOWN = h('span.quiet', 'not known')

function rowsOf(vantages: readonly (Vantage | null)[]): readonly Row[] {
  const references = new Set(vantages.flatMap((one) => one?.rtts?.map(({ name }) => name) ?? []))
  return [
    ['place', ({ place }) => place],
    ['network', ({ network }) => network],
    ['public IPv4', ({ ipv4 }) => known(ipv4)],
    ['public IPv6', ({ ipv6 }) => known(ipv6)],
    ['resolver', ({ resolver }) => resolver],
    ...[...references].map((reference): Row => [`RTT to ${reference}`, (one) => rttTo(one, reference)]),
    ['clock, less the database’s', clock],
    ['measured', ({ measuredAt }) => (measuredAt === null ? null : minute(measuredAt))],
  ]
}

function rttTo({ rtts }: Vantage, reference: string): string | null {
  const rttMs = rtts?.find(({ name }) => name === reference)?.rttMs ?? null
  return rttMs === null ? null : `${rttMs.toFixed(1)} ms`
}

function clock({ clockOffsetMs, clockErrorMs }: Vantage): string | null {
  if (clockOffsetMs === null || clockErrorMs === null) return null
  const sign = clockOffsetMs < 0 ? '−' : '+'
  return `${sign}${Math.abs(clockOffsetMs).toFixed(1)} ± ${clockErrorMs.toFixed(1)} ms`
}
