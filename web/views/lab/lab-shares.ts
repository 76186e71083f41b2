import { labShares } from '../../../figures/lab-shares.ts'
import type { LabRunDetail } from '../../../server/contract/contract.ts'
import { labRunSource } from '../../citation/source.ts'
import type { Child } from '../../dom/h.ts'
import { block } from '../../figure/block.ts'
import { figureTable } from '../../figure/figure-table.ts'
import type { ViewContext } from '../view.ts'

/** Shows what part of the loads was network and what computation; nothing where a browser made the loads. */
export function sharesBlock(context: ViewContext, run: LabRunDetail): Child {
  if (run.measured.every(({ metric }) => metric !== 'path_network_share')) return null
  const path = `/lab/runs/${run.id}/shares` as const
  return block({
    ...context,
    what: 'the shares of network and computation',
    size: 'small',
    load: () => context.api.get('labShares', path),
    show: (answer) =>
      figureTable(labShares, answer, {
        path,
        fileWords: ['network-and-computation', labRunSource(run).fileWords],
      }),
  })
}
