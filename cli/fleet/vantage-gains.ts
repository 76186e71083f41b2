import { Command, Option } from 'commander'
import type { ComparisonKey } from '../../db/campaign/comparisons.ts'
import type { Database } from '../../db/connection/database.ts'
import { ARMS, type Arm, LIVE_ARMS } from '../../model/arm.ts'
import { DEFAULT_METRIC, METRIC_NAMES, METRICS, type MetricName } from '../../model/metrics.ts'
import { ratioRangeText, ratioText } from '../../model/ratio-text.ts'
import { ComparisonSource } from '../../server/comparisons/comparison-source.ts'
import { ComparisonThread } from '../../server/comparisons/comparison-thread.ts'
import type { SiteVantages, VantageGain } from '../../server/contract/contract.ts'
import { csvLines } from '../../server/http/csv.ts'
import { Problem } from '../../server/http/problem.ts'
import { siteVantages, siteVantagesCsv } from '../../server/routes/site-vantages.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { type ReadOptions, reading } from '../options/read-command.ts'
import type { Format } from '../output/format.ts'
import { formatOption } from '../output/format.ts'
import { noteWidth, tableWidth } from '../output/output-width.ts'
import { type Column, textTable } from '../output/table.ts'
import { jsonText, visible } from '../output/visible.ts'
import { wrap } from '../output/wrap.ts'

interface GainOptions extends ReadOptions {
  readonly metric: MetricName
  readonly baseline: Arm
  readonly reference?: string
}

/** `towline vantage gains`: what a page gains as each vantage point measures it. */
export function vantageGainsCommand(): Command {
  return new Command('gains')
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
}

export interface WantedGains {
  readonly domain: string
  readonly metric: MetricName
  readonly baseline: Arm
  /** Default: the first vantage point by name. */
  readonly reference?: string
}

/** Prints what each arm gained at a site from each vantage point: JSON and CSV are those of the API. */
export async function showVantageGains(db: Database, wanted: WantedGains, format: Format): Promise<void> {
  const answer = await readGains(db, wanted)
  if (format === 'json') console.log(jsonText(answer, 2))
  else if (format === 'csv')
    process.stdout.write(csvLines(siteVantagesCsv(answer), { withHeading: true }).replaceAll('\r\n', '\n'))
  else for (const line of gainLines(answer, tableWidth())) console.log(line)
}

async function readGains(db: Database, { domain, reference, ...wanted }: WantedGains): Promise<SiteVantages> {
  await using thread = new ComparisonThread()
  const comparisons = new ComparisonSource(db, thread)
  let waiting: readonly ComparisonKey[] = []
  comparisons.onPending = (keys) => {
    waiting = keys
  }
  const query = { ...wanted, format: 'json', ...(reference === undefined ? {} : { reference }) } as const
  for (;;) {
    const { answer, pending } = await siteVantages({ db, comparisons }, { params: { domain }, query }).catch(
      (error: unknown) => {
        throw error instanceof Problem ? asCliError(error, domain, reference) : error
      },
    )
    if (!pending) return answer
    // What takes longer than a request may: here somebody waits for it.
    for (const key of waiting) await comparisons.compute(key)
  }
}

function asCliError({ message }: Problem, domain: string, reference: string | undefined): CliError {
  const asked = reference === undefined ? domain : `${domain}, --reference ${reference}`
  return new CliError(EXIT.noInput, `${asked}: ${message}`)
}

/** The table for people. */
export function gainLines(answer: SiteVantages, width: number | null): string[] {
  const { domain, metric, baseline, reference, rows, url } = answer
  const title = `${METRICS[metric].label} of ${url ?? domain}: gain over ${ARMS[baseline].label}`
  if (rows.length === 0) return [`${visible(title)}: no other arm has a value`]
  const name = nameOf(reference)
  const note =
    `relative: the gain divided by that from ${name}, of campaigns under the same conditions. They differ where its 95 % ` +
    'interval excludes 1, each row by itself: of 20 without a difference one does so by chance. detects: the smallest ' +
    'detectable difference of the two gains.'
  return [
    visible(title),
    '',
    textTable(rows, columnsFor(reference), width),
    '',
    ...wrap(visible(note), noteWidth(width)),
  ]
}

function columnsFor(reference: string | null): readonly Column<VantageGain>[] {
  return [
    { heading: 'arm', cell: ({ arm }) => arm },
    { heading: 'vantage', cell: ({ vantage }) => nameOf(vantage) },
    { heading: 'campaign', cell: ({ campaignId }) => campaignId, align: 'right', optional: true },
    { heading: 'rounds', cell: ({ n }) => n, align: 'right' },
    { heading: 'gain', cell: ({ gain }) => textOf(gain), align: 'right' },
    { heading: '95 % interval', cell: ({ gainInterval }) => rangeOf(gainInterval), align: 'right' },
    {
      heading: 'relative',
      cell: ({ vantage, ratio }) => (vantage === reference ? 'reference' : textOf(ratio)),
      align: 'right',
    },
    { heading: '95 % interval', cell: ({ ratioInterval }) => rangeOf(ratioInterval), align: 'right' },
    { heading: 'differs', cell: ({ differs }) => (differs === false ? 'not shown' : differs) },
    {
      heading: 'detects',
      cell: ({ smallestDetectablePercent }) =>
        smallestDetectablePercent === null ? null : `${smallestDetectablePercent.toFixed(1)} %`,
      align: 'right',
    },
  ]
}

function nameOf(vantage: string | null): string {
  return vantage ?? 'not stated'
}

function textOf(ratio: number | null): string | null {
  return ratio === null ? null : ratioText(ratio)
}

function rangeOf(interval: VantageGain['gainInterval']): string | null {
  return interval === null ? null : ratioRangeText([interval.low, interval.high])
}
