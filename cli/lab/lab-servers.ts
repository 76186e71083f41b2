import type { ServerRow } from '../../server/lab/server-gains.ts'
import { geometricMean } from '../../stats/geometric-mean.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { noteWidth, wrap } from '../output/text.ts'

interface ServerSummary {
  readonly arm: ServerRow['arm']
  readonly firstServer: string
  readonly server: string
  /** Number with an interval. */
  readonly conditions: number
  readonly faster: number
  readonly slower: number
  /** Geometric mean; null without a gain. */
  readonly gain: number | null
}

function serverSummaries(rows: readonly ServerRow[]): ServerSummary[] {
  const groups = Map.groupBy(rows, ({ arm, firstServer, server }) => `${firstServer} ${server} ${arm}`)
  return [...groups.values()].flatMap((group): ServerSummary[] => {
    const [one] = group
    if (one === undefined) return []
    const { arm, firstServer, server } = one
    const verdicts = (wanted: ServerRow['verdict']) =>
      group.filter(({ verdict }) => verdict === wanted).length
    return [
      {
        ...{ arm, firstServer, server },
        conditions: group.filter(({ gainInterval }) => gainInterval !== null).length,
        faster: verdicts('faster'),
        slower: verdicts('slower'),
        gain: geometricMean(group.flatMap(({ gain }) => gain ?? [])) ?? null,
      },
    ]
  })
}

/** Nothing where no two servers were measured under the same condition. */
export function serverLines(rows: readonly ServerRow[], width: number | null): string[] {
  if (rows.length === 0) return []
  return [
    '',
    'Servers, each against the first of the run under the same condition and arm',
    '',
    textTable(serverSummaries(rows), SUMMARY_COLUMNS, width),
    '',
    ...wrap(
      'gain: median of the first server / median of this one, geometric mean over all conditions. different: conditions ' +
        'whose 95 % interval excludes 1, of those with an interval; of a server against itself some 5 % are.',
      noteWidth(width),
    ),
  ]
}

export function serversCsv(rows: readonly ServerRow[]): string {
  const names = [...new Set(rows.flatMap(({ factors }) => Object.keys(factors)))]
  const heading = [
    ...['first_server', 'server', 'arm', ...names.map((name) => `factor_${name}`)],
    ...['n', 'first_median', 'median', 'gain', 'gain_low', 'gain_high', 'verdict'],
  ]
  const lines = rows.map(({ factors, gainInterval, ...row }) =>
    csvRecord([
      ...[row.firstServer, row.server, row.arm, ...names.map((name) => factors[name] ?? null)],
      ...[row.n, row.firstMedian, row.median, row.gain],
      ...[gainInterval?.[0] ?? null, gainInterval?.[1] ?? null, row.verdict],
    ]),
  )
  return [csvRecord(heading), ...lines].join('\n')
}

const SUMMARY_COLUMNS: readonly Column<ServerSummary>[] = [
  { heading: 'server', cell: ({ server, firstServer }) => `${server} against ${firstServer}` },
  { heading: 'arm', cell: ({ arm }) => arm },
  { heading: 'conditions', cell: ({ conditions }) => conditions, align: 'right' },
  { heading: 'gain', cell: ({ gain }) => gain?.toFixed(2) ?? null, align: 'right' },
  { heading: 'faster', cell: ({ faster }) => faster, align: 'right' },
  { heading: 'slower', cell: ({ slower }) => slower, align: 'right' },
  {
    heading: 'different',
    cell: ({ conditions, faster, slower }) =>
      conditions === 0 ? null : `${Math.round((100 * (faster + slower)) / conditions)} %`,
    align: 'right',
  },
]
