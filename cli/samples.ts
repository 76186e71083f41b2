import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { METRICS } from '../crawler/metrics/registry.ts'
import { type CampaignSite, campaignSites } from '../db/campaign-sites.ts'
import type { CampaignRow } from '../db/campaigns.ts'
import type { Database } from '../db/database.ts'
import { openDatabase } from '../db/open.ts'
import { type MetricValue, measuredSamples } from '../db/sample-metrics.ts'
import { type SampleRow, samplesOf } from '../db/samples.ts'
import { exportedHar } from '../server/exported-har.ts'
import { databaseOption } from './database.ts'
import { CliError, EXIT } from './exit-codes.ts'
import { findCampaign } from './find-campaign.ts'
import { csvRecord } from './table.ts'
import { jsonText } from './visible.ts'

interface ExportOptions {
  readonly campaign: string
  readonly format: 'csv' | 'jsonl' | 'har'
  readonly out?: string
  readonly database: string
}

/** `towline samples export`: every sample with its metrics, or its HAR. */
export function samplesCommand(): Command {
  const command = new Command('samples').description('The samples of a campaign, one by one.')
  command
    .command('export')
    .description('every load of a campaign, warm-ups and failures included')
    .option('--campaign <campaign>', 'its number, or latest', 'latest')
    .addOption(
      new Option('--format <format>', 'how to write it').choices(['csv', 'jsonl', 'har']).default('csv'),
    )
    .option('--out <folder>', 'for har: where the files go, one a sample')
    .addOption(databaseOption())
    .action(async (options: ExportOptions) => {
      if ((options.format === 'har') !== (options.out !== undefined))
        throw new CliError(
          EXIT.usage,
          '--format har and --out belong together: one file a sample, in a folder',
        )
      await using db = await openDatabase({ url: options.database, readOnly: true })
      const campaign = await findCampaign(db, options.campaign)
      if (options.out !== undefined) await exportHars(db, campaign, options.out)
      else await exportRows(db, campaign, options.format)
    })
  return command
}

const FIELDS = [
  ...['id', 'site', 'arm', 'round', 'role', 'place', 'position', 'state', 'reason', 'detail', 'attempt'],
  ...[
    'startedAt',
    'wallMs',
    'cpuBusyFraction',
    'cpuOtherFraction',
    'browserNo',
    'loadNo',
    'status',
    'protocol',
    'finalUrl',
  ],
  ...['remoteAddress', 'server', 'pcapFile'],
] as readonly (keyof SampleRow)[]

async function exportRows(
  db: Database,
  campaign: CampaignRow,
  format: 'csv' | 'jsonl' | 'har',
): Promise<void> {
  const sites = await campaignSites(db, campaign.id)
  const names = METRICS.map(({ name }) => name)
  if (format === 'csv')
    console.log(['campaign', 'domain', 'url', ...FIELDS.map(asColumn), ...names].join(','))
  for await (const { sample, metrics } of measuredSamples(db, campaign.id)) {
    const site = siteOf(sites, sample)
    if (format === 'csv') {
      const cells = [campaign.id, site.domain, site.url, ...FIELDS.map((name) => sample[name])]
      console.log(csvRecord([...cells, ...names.map((name) => metricOf(metrics, name))]))
    } else {
      const { domain, url } = site
      console.log(jsonText({ campaign: campaign.id, domain, url, ...sample, metrics }))
    }
  }
}

async function exportHars(db: Database, campaign: CampaignRow, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const sites = await campaignSites(db, campaign.id)
  let written = 0
  let without = 0
  for await (const sample of samplesOf(db, campaign.id, { roles: ['sample'] })) {
    const site = siteOf(sites, sample)
    const har = await exportedHar(db, { campaign, site, sample })
    if (har === null) {
      without += 1
      continue
    }
    const name = `${site.domain}-${sample.arm}-round${sample.round}${sample.state === 'valid' ? '' : `-${sample.state}`}.har`
    await writeFile(join(folder, name), JSON.stringify(har))
    written += 1
  }
  process.stderr.write(
    `${written} HAR files in ${folder}${without === 0 ? '' : `; ${without} samples have none`}\n`,
  )
}

function siteOf(sites: readonly CampaignSite[], { id, site }: SampleRow): CampaignSite {
  const found = sites.find((each) => each.site === site)
  if (found === undefined) throw new Error(`sample ${id} is of site ${site}, which is not there`)
  return found
}

function metricOf(metrics: readonly MetricValue[], name: string): number | null {
  return metrics.find((metric) => metric.name === name)?.value ?? null
}

/** `cpuBusyFraction` to `cpu_busy_fraction`. */
function asColumn(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
