import type { LabRunDetail, LabShares } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { count, integer, share } from '../../charts/quantity.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import type { ViewContext } from '../view.ts'
import { scrollTable, tableFiles } from './lab-tables.ts'

type Row = LabShares['rows'][number]

/** What part of the loads was network and what computation; nothing where a browser made the loads. */
export function sharesBlock(context: ViewContext, run: LabRunDetail): Child {
  if (run.measured.every(({ metric }) => metric !== 'path_network_share')) return null
  return block({
    ...context,
    what: 'the shares of network and computation',
    size: 'small',
    load: () => context.api.get('labShares', `/lab/runs/${run.id}/shares`),
    show: (answer) => shown(run, answer),
  })
}

function shown(run: LabRunDetail, { rows, conditions }: LabShares): Child {
  const known = rows.filter(({ n }) => n > 0)
  if (known.length === 0) return null
  const hasBoth = new Set(known.map(({ withoutDependencies }) => withoutDependencies)).size > 1
  const pages = ({ withoutDependencies }: Row): string[] =>
    hasBoth ? [withoutDependencies ? 'without dependencies' : 'with dependencies'] : []
  return [
    h('h2', {}, 'Network and computation'),
    h(
      'p',
      { class: 'note' },
      `What the critical path of a load was, as shares of the page load time: fetching, servers’ think times included, or computing; the rest is waits. Medians over all loads of ${count(conditions, 'condition')}. The conditions are chosen, so a share is of this choice.`,
    ),
    scrollTable(
      'Shares of the page load time, medians with 95 % intervals',
      [
        ...['protocol', ...(hasBoth ? ['pages'] : []), 'n', 'left out'],
        ...['network', '95 % interval', 'computation', '95 % interval'],
      ],
      known.map((row) => [
        ...[armLabel(row.arm), ...pages(row), integer(row.n), integer(row.leftOut)],
        ...shareCells(row.network),
        ...shareCells(row.compute),
      ]),
    ),
    tableFiles(dataLinks(`/lab/runs/${run.id}/shares`), rows.length, [
      'network-and-computation',
      labRunSource(run).fileWords,
    ]),
  ]
}

function shareCells(found: Row['network']): [string, string] {
  if (found === null) return ['–', '–']
  const { median, interval } = found
  return [share(median), interval === null ? '–' : `${share(interval.low)} to ${share(interval.high)}`]
}
