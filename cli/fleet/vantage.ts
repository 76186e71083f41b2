import { Command, Option } from 'commander'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { listVantages, type VantageRow } from '../../db/fleet/vantages.ts'
import { type Arm, LIVE_ARMS } from '../../model/arm.ts'
import { DEFAULT_METRIC, METRIC_NAMES, type MetricName } from '../../model/metrics.ts'
import { databaseOption } from '../options/database.ts'
import { COMMAND } from '../options/entry.ts'
import { type Format, formatOption } from '../output/format.ts'
import { tableWidth } from '../output/output-width.ts'
import { type Column, csvLines, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { showVantageAdoption } from './vantage-adoption.ts'
import { showVantageGains } from './vantage-gains.ts'

interface ListOptions {
  readonly database: string
  readonly format: Format
}

interface GainOptions extends ListOptions {
  readonly metric: MetricName
  readonly baseline: Arm
  readonly reference?: string
}

/** `towline vantage …`: the places that are measured from. */
export function vantageCommand(): Command {
  const command = new Command('vantage').description('The vantage points that workers measure from.')
  command
    .command('list')
    .description('each with what its worker measured, and what its owner says')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action((options: ListOptions) => reading(options, (db) => showVantages(db, options.format)))
  command
    .command('adoption')
    .description('adoption from each: the newest survey of each list from each vantage point')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action((options: ListOptions) => reading(options, (db) => showVantageAdoption(db, options.format)))
  command
    .command('gains')
    .description('what a page gains from each, and whether that differs')
    .argument('<domain>', 'a site that campaigns loaded from several')
    .addOption(
      new Option('--metric <metric>', 'what is compared').choices(METRIC_NAMES).default(DEFAULT_METRIC),
    )
    .addOption(
      new Option('--baseline <arm>', 'what the other arms are compared with')
        .choices(LIVE_ARMS)
        .default('h1'),
    )
    .option('--reference <vantage>', 'whose gains the others are compared with (default: the first by name)')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action((domain: string, { format, ...options }: GainOptions) =>
      reading(options, (db) => showVantageGains(db, { domain: domain.toLowerCase(), ...options }, format)),
    )
  return command
}

async function reading(
  { database }: Pick<ListOptions, 'database'>,
  use: (db: Database) => Promise<void>,
): Promise<void> {
  await using db = await openDatabase({ url: database, readOnly: true })
  await use(db)
}

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'yes' : 'no')
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10)

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

async function showVantages(db: Database, format: Format): Promise<void> {
  const vantages = await listVantages(db)
  if (format === 'json') return console.log(jsonText(vantages, 2))
  if (format === 'csv') for (const line of csvLines(vantages, COLUMNS)) console.log(line)
  else if (vantages.length === 0)
    console.log(`no vantage point yet: start one with \`${COMMAND} worker --vantage NAME\``)
  else console.log(textTable(vantages, COLUMNS, tableWidth()))
}
