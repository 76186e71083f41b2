import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Command, Option } from 'commander'
import { type CampaignSite, campaignSites } from '../../db/campaign/campaign-sites.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { measuredSamples } from '../../db/campaign/sample-metrics.ts'
import { readSamples, type SampleRow } from '../../db/campaign/samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { METRIC_NAMES } from '../../model/metrics.ts'
import { exportedHar } from '../../server/campaign/exported-har.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { csvRecord } from '../output/table.ts'
import { countText, jsonText } from '../output/text.ts'
import { findCampaign } from './find-campaign.ts'

interface ExportOptions {
  readonly campaign: string
  readonly format: 'csv' | 'jsonl' | 'har'
  readonly out?: string
  readonly database: string
}

/** `towline samples export`: every sample with its metrics, or its HAR. */
export function samplesExportCommand(): Command {
  return new Command('export')
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
}

const FIELDS = [
  'id',
  'site',
  'arm',
  'round',
  'role',
  'place',
  'position',
  'state',
  'reason',
  'detail',
  'attempt',
  'repeatNo',
  'startedAt',
  'wallMs',
  'cpuBusyFraction',
  'cpuOtherFraction',
  'browserNo',
  'loadNo',
  'status',
  'protocol',
  'finalUrl',
  'remoteAddress',
  'server',
  'pcapFile',
] as readonly (keyof SampleRow)[]

async function exportRows(
  db: Database,
  campaign: CampaignRow,
  format: 'csv' | 'jsonl' | 'har',
): Promise<void> {
  const sites = new Map((await campaignSites(db, campaign.id)).map((site) => [site.site, site]))
  await pipeline(Readable.from(inBatches(exportedLines(db, campaign, sites, format))), process.stdout, {
    end: false,
  })
}

async function* exportedLines(
  db: Database,
  campaign: CampaignRow,
  sites: ReadonlyMap<number, CampaignSite>,
  format: 'csv' | 'jsonl' | 'har',
): AsyncIterable<string> {
  const names = METRIC_NAMES
  const headings = ['campaign', 'domain', 'url', ...FIELDS.map(asColumn), ...names]
  if (format === 'csv') yield headings.join(',')
  for await (const { sample, metrics } of measuredSamples(db, campaign.id)) {
    const { domain, url } = siteOf(sites, sample)
    if (format === 'csv') {
      const values = new Map(metrics.map(({ name, value }) => [name, value]))
      const cells = [campaign.id, domain, url, ...FIELDS.map((name) => sample[name])]
      yield csvRecord([...cells, ...names.map((name) => values.get(name) ?? null)], headings)
    } else yield jsonText({ campaign: campaign.id, domain, url, ...sample, metrics })
  }
}

/** Lines of one write: a call of the system for each line would be most of the work. */
const LINES_A_WRITE = 100

async function* inBatches(lines: AsyncIterable<string>): AsyncIterable<string> {
  let batch: string[] = []
  for await (const line of lines) {
    batch.push(`${line}\n`)
    if (batch.length < LINES_A_WRITE) continue
    yield batch.join('')
    batch = []
  }
  yield batch.join('')
}

async function exportHars(db: Database, campaign: CampaignRow, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const sites = new Map((await campaignSites(db, campaign.id)).map((site) => [site.site, site]))
  let written = 0
  let without = 0
  for await (const sample of readSamples(db, campaign.id, { roles: ['sample'] })) {
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
    `${countText(written, 'HAR file')} in ${folder}${without === 0 ? '' : `; ${countText(without, 'sample')} without one`}\n`,
  )
}

function siteOf(sites: ReadonlyMap<number, CampaignSite>, { id, site }: SampleRow): CampaignSite {
  const found = sites.get(site)
  if (found === undefined) throw new Error(`sample ${id} is of site ${site}, which is not there`)
  return found
}

/** `cpuBusyFraction` to `cpu_busy_fraction`. */
function asColumn(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
