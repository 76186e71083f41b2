import { Command } from 'commander'
import { type HostRow, type SiteTable, siteTable } from '../../crawler/metrics/site-table.ts'
import { siteObservations } from '../../crawler/probe/campaign/stored-samples.ts'
import { type CampaignSite, campaignSites } from '../../db/campaign/campaign-sites.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { type Format, formatOption } from '../output/format.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'
import { jsonText } from '../output/visible.ts'
import { findCampaign } from './find-campaign.ts'

interface SitesOptions {
  readonly campaign: string
  readonly format: Format
  readonly database: string
}

/** `towline sites show`: the website survey of the papers, from the loads of a campaign. */
export function sitesCommand(): Command {
  const command = new Command('sites').description('What the probed sites are made of.')
  command
    .command('show')
    .description(
      'resources, sizes, domains, servers, shares of the top hosts, RTT and CDN; of one site also each host ' +
        '(Elkhatib 2014, Table I; CableLabs 2012, Tables 2 and 3)',
    )
    .argument('[domain]', 'one site, with its hosts (default: all sites, a line each)')
    .option('--campaign <campaign>', 'its number, or latest', 'latest')
    .addOption(formatOption())
    .addOption(databaseOption())
    .action(async (domain: string | undefined, options: SitesOptions) => {
      await using db = await openDatabase({ url: options.database, readOnly: true })
      const { id } = await findCampaign(db, options.campaign)
      const sites = await campaignSites(db, id)
      if (domain === undefined) return showSites(await tables(db, id, sites), options.format)
      const site = sites.find((each) => each.domain === domain.toLowerCase())
      if (site === undefined)
        throw new CliError(EXIT.noInput, `campaign ${id} has no site ${domain} (see \`towline sites show\`)`)
      const [row] = await tables(db, id, [site])
      if (row !== undefined) showHosts(row, options.format)
    })
  return command
}

interface SiteRow {
  readonly site: CampaignSite
  readonly table: SiteTable
}

async function tables(db: Database, campaignId: number, sites: readonly CampaignSite[]): Promise<SiteRow[]> {
  const rows: SiteRow[] = []
  // One site after the other: the artifacts of all would be a lot to hold at once.
  for (const site of sites)
    rows.push({ site, table: siteTable(await siteObservations(db, campaignId, site.site)) })
  return rows
}

const percent = (share: number | null | undefined): string | null =>
  share == null ? null : (100 * share).toFixed(0)
const kilobytes = (bytes: number | null): string | null =>
  bytes === null ? null : (bytes / 1_000).toFixed(0)

const SITE_COLUMNS: readonly Column<SiteRow>[] = [
  { heading: 'rank', cell: ({ site }) => site.rank, align: 'right' },
  { heading: 'site', cell: ({ site }) => site.domain },
  { heading: 'n', cell: ({ table }) => table.samples, align: 'right' },
  { heading: 'requests', cell: ({ table }) => table.requests, align: 'right' },
  { heading: 'kB', cell: ({ table }) => kilobytes(table.sizeBytes), align: 'right' },
  { heading: 'domains', cell: ({ table }) => table.domains, align: 'right' },
  { heading: 'servers', cell: ({ table }) => table.servers, align: 'right' },
  { heading: 'top 1 %', cell: ({ table }) => percent(table.shareTop[0]), align: 'right' },
  { heading: 'top 5 %', cell: ({ table }) => percent(table.shareTop[4]), align: 'right' },
  { heading: 'IW', cell: ({ table }) => table.initialWindow, align: 'right' },
  { heading: 'RTT ms', cell: ({ table }) => table.main?.rttMs?.toFixed(1) ?? null, align: 'right' },
  { heading: 'server', cell: ({ table }) => table.main?.server ?? null },
  { heading: 'CDN', cell: ({ table }) => table.main?.cdn ?? null },
]

function showSites(rows: readonly SiteRow[], format: Format): void {
  if (format === 'json') {
    const all = rows.map(({ site, table }) => ({ ...site, ...table }))
    console.log(jsonText(all, 2))
    return
  }
  if (format === 'table') {
    console.log(textTable(rows, SITE_COLUMNS))
    return
  }
  console.log(
    'rank,domain,samples,requests,size_bytes,domains,servers,share_top1,share_top2,share_top3,share_top4,share_top5,' +
      'initial_window,rtt_ms,server,cdn',
  )
  for (const { site, table } of rows) {
    const { samples, requests, sizeBytes, domains, servers, shareTop, initialWindow, main } = table
    console.log(
      csvRecord([
        site.rank,
        site.domain,
        samples,
        requests,
        sizeBytes,
        domains,
        servers,
        ...shareTop,
        initialWindow,
        main?.rttMs ?? null,
        main?.server ?? null,
        main?.cdn ?? null,
      ]),
    )
  }
}

const HOST_COLUMNS: readonly Column<HostRow>[] = [
  { heading: 'host', cell: ({ host }) => host },
  { heading: 'requests', cell: ({ requests }) => requests, align: 'right' },
  { heading: 'share %', cell: ({ shareFraction }) => percent(shareFraction), align: 'right' },
  { heading: 'kB', cell: ({ sizeBytes }) => kilobytes(sizeBytes), align: 'right' },
  { heading: 'servers', cell: ({ addresses }) => addresses.length, align: 'right' },
  { heading: 'h2', cell: ({ h2 }) => h2 },
  { heading: 'h3', cell: ({ h3 }) => h3 },
  { heading: 'h3 claimed', cell: ({ h3Claimed }) => h3Claimed },
  { heading: 'RTT ms', cell: ({ rttMs }) => rttMs?.toFixed(1) ?? null, align: 'right' },
  { heading: 'server', cell: ({ server }) => server },
  { heading: 'CDN', cell: ({ cdn }) => cdn },
]

function showHosts({ site, table }: SiteRow, format: Format): void {
  if (format === 'json') {
    console.log(jsonText({ ...site, ...table }, 2))
    return
  }
  if (format === 'table') {
    console.log(`${textTable([{ site, table }], SITE_COLUMNS)}\n\n${textTable(table.hosts, HOST_COLUMNS)}`)
    return
  }
  console.log('host,requests,share,size_bytes,addresses,h2,h3,h3_claimed,rtt_ms,server,cdn')
  for (const { addresses, ...host } of table.hosts)
    console.log(
      csvRecord([
        host.host,
        host.requests,
        host.shareFraction,
        host.sizeBytes,
        addresses.join(' '),
        host.h2,
        host.h3,
        host.h3Claimed,
        host.rttMs,
        host.server,
        host.cdn,
      ]),
    )
}
