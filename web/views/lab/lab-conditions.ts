import { levelWords } from '../../../figures/factor-terms.ts'
import type { LabCell, LabRun, LabRunDetail } from '../../../server/contract/contract.ts'
import { configuredLinkText, measuredLinkText } from '../../charts/link-text.ts'
import { labRunSource } from '../../citation/source.ts'
import { dataLinks } from '../../client/api.ts'
import { type Child, h } from '../../dom/h.ts'
import { scrollTable, tableFiles } from '../../figure/scroll-table.ts'
import { factorsWords, PAGE_FACTORS } from './lab-factors.ts'

type Factors = LabCell['factors']

/** Conditions as configured and as measured, and what all of them have in common. */
export function conditionsSection(run: LabRunDetail): Child {
  const { id, cellsList } = run
  const held = run.factors
    .filter(({ name, values }) => values.length === 1 && !PAGE_FACTORS.includes(name))
    .map(({ name, values }) => levelWords(name, values[0] ?? null))
  return [
    h('h2', 'Conditions'),
    held.length === 0 ? null : h('p.note', `The same in all of them: ${held.join(', ')}.`),
    scrollTable(
      'Conditions as configured and as measured',
      ['condition', 'no.', 'state', 'link as configured', 'link as measured'],
      cellsList.map((cell) => [
        cellWords(run, cell),
        String(cell.cell),
        cell.reason === null ? cell.state : `${cell.state}: ${cell.reason}`,
        configuredLinkText(cell.configuredLink),
        measuredLinkText(cell.measuredLink),
      ]),
    ),
    tableFiles(dataLinks(`/lab/runs/${id}`, {}, false), cellsList.length, [labRunSource(run).fileWords]),
  ]
}

/** A cell by its page and by what was varied: `100 objects of 1 kB, 20 ms round trip`. */
export function cellWords(
  { factors }: Pick<LabRun, 'factors'>,
  cell: { readonly cell: number; readonly factors: Factors },
): string {
  const varied = factors.filter(({ values }) => values.length > 1).map(({ name }) => name)
  // A profile says what its figures are.
  const named = varied.includes('profile') ? varied.filter((name) => !LINK.includes(name)) : varied
  return factorsWords(cell.factors, named) || `no. ${cell.cell}`
}

const LINK: readonly string[] = [
  ...['rttMs', 'jitterMs', 'downMbps', 'upMbps', 'lossFraction', 'lossBurst', 'queuePackets'],
]
