import { ARMS } from '../../model/arm.ts'
import type { LabShares, PathShare } from '../../server/contract/contract.ts'
import { noteWidth } from '../output/output-width.ts'
import { type Column, textTable } from '../output/table.ts'
import { wrap } from '../output/wrap.ts'
import { percentRange, percentText } from './percent-text.ts'

type Row = LabShares['rows'][number]

const NOTE =
  'What the critical path of a load was, as shares of the page load time: fetching, servers’ think times included, or ' +
  'computing; the rest is waits. Medians over all loads, with 95 % intervals (the sign test’s, from 6 loads on).'

/** What part of the loads was network and what computation, by protocol; empty where no load has a critical path. */
export function shareLines({ rows }: LabShares, width: number | null): string[] {
  if (rows.every(({ n }) => n === 0)) return []
  const hasBoth = new Set(rows.map(({ withoutDependencies }) => withoutDependencies)).size > 1
  const pages: Column<Row> = {
    heading: 'dependencies',
    cell: ({ withoutDependencies }) => (withoutDependencies ? 'cut' : 'as they are'),
  }
  const columns: Column<Row>[] = [
    { heading: 'protocol', cell: ({ arm }) => ARMS[arm].label },
    ...(hasBoth ? [pages] : []),
    { heading: 'n', cell: ({ n }) => n, align: 'right' },
    { heading: 'left out', cell: ({ leftOut }) => leftOut, align: 'right' },
    ...shareColumns('network', ({ network }) => network),
    ...shareColumns('computation', ({ compute }) => compute),
  ]
  return [
    '',
    'Network and computation',
    '',
    textTable(rows, columns, width),
    '',
    ...wrap(NOTE, noteWidth(width)),
  ]
}

function shareColumns(heading: string, shareOf: (row: Row) => PathShare | null): Column<Row>[] {
  return [
    {
      heading,
      cell: (row) => {
        const found = shareOf(row)
        return found === null ? null : percentText(found.median, 1)
      },
      align: 'right',
    },
    {
      heading: '95 % interval',
      cell: (row) => {
        const interval = shareOf(row)?.interval ?? null
        return interval === null ? null : percentRange(interval, 1)
      },
      align: 'right',
    },
  ]
}
