import { figureNumber, integer, share } from '../../../figures/quantity.ts'
import { costTimeText, LOAD_BOUNDS, type LoadBound } from '../../../model/load-figure-terms.ts'
import type { LoadRunDetail } from '../../../server/contract/contract.ts'
import { armLabel } from '../../charts/arm.ts'
import { loadRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h } from '../../dom/h.ts'
import { dataFiles } from '../../figure/data-files.ts'
import { scrollTable } from '../../figure/scroll-table.ts'
import { minute } from '../controls/facts.ts'
import { serverEnd, serverVersion } from './load-machine.ts'

const COLUMNS = [
  ...['load', 'server', 'protocol', 'repetition', 'started', 'pages done', 'pages failed'],
  ...['pages/s', 'SLA users', 'first error', 'CPU per page', 'costs up to users', 'client busy'],
  ...['lower bound because', 'program'],
]

/** Each load by itself, in the order in which they were taken. */
export function loadsSection(run: LoadRunDetail): Child {
  const links = dataLinks(`/load/runs/${run.id}/seconds`)
  return [
    h('h2', 'Each load'),
    h(
      'div.on-one-line',
      scrollTable('Loads in the order in which they were taken', COLUMNS, run.loads.map(cells)),
    ),
    h('p.files', 'Every second of each load: ', dataFiles(links, ['seconds', loadRunSource(run).fileWords])),
  ]
}

function cells(load: LoadRunDetail['loads'][number]): readonly string[] {
  const { figures } = load
  const place = [
    ...[integer(load.load), load.server, armLabel(load.arm), integer(load.repetition + 1)],
    load.startedAt === null ? load.state : minute(load.startedAt),
  ]
  if (figures === null) return [...place, ...COLUMNS.slice(place.length).map(() => '–')]
  const { highestPagesPerS, slaUsers, firstErrorUsers, firstError, cpuMsPerPage, costTime, clientBusy } =
    figures
  return [
    ...place,
    integer(figures.pagesDone),
    integer(figures.pagesFailed),
    boundedText(highestPagesPerS),
    boundedText(slaUsers),
    firstError === null ? 'none' : `${firstError} at ${boundedText(firstErrorUsers)}`,
    cpuMsPerPage === null ? 'not known' : `${figureNumber(cpuMsPerPage)} ms`,
    costTimeText(costTime),
    clientBusy === null ? 'not known' : share(clientBusy),
    highestPagesPerS?.bound == null ? '–' : LOAD_BOUNDS[highestPagesPerS.bound].short,
    [serverVersion(load) ?? 'not known', serverEnd(load)].filter((text) => text !== null).join(', '),
  ]
}

function boundedText(found: { readonly value: number; readonly bound: LoadBound | null } | null): string {
  if (found === null) return 'not known'
  return `${found.bound === null ? '' : '≥ '}${figureNumber(found.value)}`
}
