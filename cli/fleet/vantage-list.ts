import type { Command } from 'commander'
import { listVantages, type VantageRow } from '../../db/fleet/vantages.ts'
import { COMMAND } from '../options/entry.ts'
import { type ReadOptions, readCommand, reading } from '../options/read-command.ts'
import { printRows } from '../output/format.ts'
import type { Column } from '../output/table.ts'

export function vantageListCommand(): Command {
  return readCommand('list').action((options: ReadOptions) =>
    reading(options, async (db) => printRows(options.format, await listVantages(db), COLUMNS, NOTHING)),
  )
}

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'yes' : 'no')
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

const NOTHING = `no vantage point yet: start one with \`${COMMAND} worker --vantage NAME\``

const COLUMNS: readonly Column<VantageRow>[] = [
  { heading: 'vantage', cell: ({ name }) => name },
  { heading: 'place', cell: ({ place }) => place },
  { heading: 'network', cell: ({ network }) => network, optional: true },
  { heading: 'public IPv4', cell: ({ ipv4 }) => yesNo(ipv4) },
  { heading: 'public IPv6', cell: ({ ipv6 }) => yesNo(ipv6) },
  { heading: 'resolver', cell: ({ resolver }) => resolver, optional: true },
  {
    heading: 'nearest RTT (ms)',
    cell: ({ rtts }) => {
      const times = (rtts ?? []).flatMap(({ rttMs }) => rttMs ?? [])
      return times.length === 0 ? null : rounded(Math.min(...times))
    },
    align: 'right',
  },
  {
    heading: 'clock off (ms)',
    cell: ({ clockOffsetMs, clockErrorMs }) =>
      clockOffsetMs === null ? null : `${rounded(clockOffsetMs)} ± ${rounded(clockErrorMs)}`,
    align: 'right',
  },
  {
    heading: 'measured (UTC)',
    cell: ({ measuredAt }) => measuredAt?.slice(0, 16).replace('T', ' ') ?? null,
    optional: true,
  },
]
