import { Command, Option } from 'commander'
import type { ComparisonKey } from '../../db/campaign/comparisons.ts'
import type { Database } from '../../db/connection/database.ts'
import { siteVantages as SITE_VANTAGES } from '../../figures/site-gains.ts'
import { type Arm, LIVE_ARMS } from '../../model/arm.ts'
import { DEFAULT_METRIC, METRIC_NAMES, type MetricName } from '../../model/metrics.ts'
import { ComparisonSource } from '../../server/comparisons/comparison-source.ts'
import { ComparisonThread } from '../../server/comparisons/comparison-thread.ts'
import type { SiteVantages } from '../../server/contract/contract.ts'
import { figureCsv } from '../../server/http/figure-csv.ts'
import { Problem } from '../../server/http/problem.ts'
import { siteVantages } from '../../server/routes/site-vantages.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { type ReadOptions, reading } from '../options/read-command.ts'
import { csvText, figureLines } from '../output/figure-text.ts'
import type { Format } from '../output/format.ts'
import { formatOption } from '../output/format.ts'
import { jsonText, tableWidth, visible } from '../output/text.ts'

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

interface WantedGains {
  readonly domain: string
  readonly metric: MetricName
  readonly baseline: Arm
  /** Default: the first vantage point by name. */
  readonly reference?: string
}

/** Prints what each arm gained at a site from each vantage point: JSON and CSV are those of the API. */
async function showVantageGains(db: Database, wanted: WantedGains, format: Format): Promise<void> {
  const answer = await readGains(db, wanted)
  if (format === 'json') console.log(jsonText(answer, 2))
  else if (format === 'csv') console.log(csvText(figureCsv(SITE_VANTAGES, answer)))
  else if (answer.rows.length === 0)
    console.log(
      `${visible(answer.url ?? answer.domain)}: no round of ${wanted.baseline} and another arm counts`,
    )
  else for (const line of figureLines(SITE_VANTAGES, answer, tableWidth()).slice(1)) console.log(line)
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
    // A request may not wait for these comparisons; somebody at a terminal does.
    for (const key of waiting) await comparisons.compute(key)
  }
}

function asCliError({ message }: Problem, domain: string, reference: string | undefined): CliError {
  const asked = reference === undefined ? domain : `${domain}, --reference ${reference}`
  return new CliError(EXIT.noInput, `${asked}: ${message}`)
}
