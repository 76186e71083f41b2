import { Command } from 'commander'
import { siteTable } from '../../crawler/metrics/site-table.ts'
import { siteObservations } from '../../crawler/probe/campaign/stored-samples.ts'
import { type CampaignSite, campaignSites } from '../../db/campaign/campaign-sites.ts'
import type { Database } from '../../db/connection/database.ts'
import { openDatabase } from '../../db/connection/open.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { databaseOption } from '../options/database.ts'
import { type Format, formatOption } from '../output/format.ts'
import { jsonText, tableWidth } from '../output/text.ts'
import { findCampaign } from './find-campaign.ts'
import { hostsCsv, hostsTable, type SiteRow, sitesCsv, sitesTable } from './site-tables.ts'

interface SitesOptions {
  readonly campaign: string
  readonly format: Format
  readonly database: string
}

/** `towline sites show`: the website survey of the papers, from the loads of a campaign. */
export function sitesShowCommand(): Command {
  return new Command('show')
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
}

async function tables(db: Database, campaignId: number, sites: readonly CampaignSite[]): Promise<SiteRow[]> {
  const rows: SiteRow[] = []
  // One site after the other: the artifacts of all would be a lot to hold at once.
  for (const site of sites)
    rows.push({ site, table: siteTable(await siteObservations(db, campaignId, site.site)) })
  return rows
}

function showSites(rows: readonly SiteRow[], format: Format): void {
  if (format === 'json')
    console.log(
      jsonText(
        rows.map(({ site, table }) => ({ ...site, ...table })),
        2,
      ),
    )
  else if (format === 'csv') for (const line of sitesCsv(rows)) console.log(line)
  else console.log(sitesTable(rows, tableWidth()))
}

function showHosts({ site, table }: SiteRow, format: Format): void {
  if (format === 'json') console.log(jsonText({ ...site, ...table }, 2))
  else if (format === 'csv') for (const line of hostsCsv(table.hosts)) console.log(line)
  else
    console.log(`${sitesTable([{ site, table }], tableWidth())}\n\n${hostsTable(table.hosts, tableWidth())}`)
}
