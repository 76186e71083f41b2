import type { HostRow, SiteTable } from '../../crawler/metrics/site-table.ts'
import type { CampaignSite } from '../../db/campaign/campaign-sites.ts'
import { type Column, csvRecord, textTable } from '../output/table.ts'

export interface SiteRow {
  readonly site: CampaignSite
  readonly table: SiteTable
}

const percent = (share: number | null | undefined): string | null =>
  share == null ? null : (100 * share).toFixed(0)
const kilobytes = (bytes: number | null): string | null =>
  bytes === null ? null : (bytes / 1_000).toFixed(0)

const SITE_COLUMNS: readonly Column<SiteRow>[] = [
  { heading: 'rank', cell: ({ site }) => site.rank, align: 'right', optional: true },
  { heading: 'site', cell: ({ site }) => site.domain },
  { heading: 'n', cell: ({ table }) => table.samples, align: 'right' },
  { heading: 'requests', cell: ({ table }) => table.requests, align: 'right' },
  { heading: 'kB', cell: ({ table }) => kilobytes(table.sizeBytes), align: 'right' },
  { heading: 'domains', cell: ({ table }) => table.domains, align: 'right' },
  { heading: 'servers', cell: ({ table }) => table.servers, align: 'right', optional: true },
  { heading: 'top 1 %', cell: ({ table }) => percent(table.shareTop[0]), align: 'right', optional: true },
  { heading: 'top 5 %', cell: ({ table }) => percent(table.shareTop[4]), align: 'right', optional: true },
  { heading: 'IW', cell: ({ table }) => table.initialWindow, align: 'right', optional: true },
  { heading: 'RTT ms', cell: ({ table }) => table.main?.rttMs?.toFixed(1) ?? null, align: 'right' },
  { heading: 'server', cell: ({ table }) => table.main?.server ?? null, optional: true },
  { heading: 'CDN', cell: ({ table }) => table.main?.cdn ?? null },
]

export function sitesTable(rows: readonly SiteRow[], width: number | null): string {
  return textTable(rows, SITE_COLUMNS, width)
}

const SITE_HEADINGS = [
  ...['rank', 'domain', 'samples', 'requests', 'size_bytes', 'domains', 'servers'],
  ...['share_top1', 'share_top2', 'share_top3', 'share_top4', 'share_top5'],
  ...['initial_window', 'rtt_ms', 'server', 'cdn'],
]

export function* sitesCsv(rows: readonly SiteRow[]): Iterable<string> {
  yield SITE_HEADINGS.join(',')
  for (const { site, table } of rows) {
    const { samples, requests, sizeBytes, domains, servers, shareTop, initialWindow, main } = table
    yield csvRecord(
      [
        ...[site.rank, site.domain, samples, requests, sizeBytes, domains, servers, ...shareTop],
        ...[initialWindow, main?.rttMs ?? null, main?.server ?? null, main?.cdn ?? null],
      ],
      SITE_HEADINGS,
    )
  }
}

const HOST_COLUMNS: readonly Column<HostRow>[] = [
  { heading: 'host', cell: ({ host }) => host },
  { heading: 'requests', cell: ({ requests }) => requests, align: 'right' },
  { heading: 'share %', cell: ({ shareFraction }) => percent(shareFraction), align: 'right' },
  { heading: 'kB', cell: ({ sizeBytes }) => kilobytes(sizeBytes), align: 'right' },
  { heading: 'servers', cell: ({ addresses }) => addresses.length, align: 'right', optional: true },
  { heading: 'h2', cell: ({ h2 }) => h2 },
  { heading: 'h3', cell: ({ h3 }) => h3 },
  { heading: 'h3 claimed', cell: ({ h3Claimed }) => h3Claimed, optional: true },
  { heading: 'RTT ms', cell: ({ rttMs }) => rttMs?.toFixed(1) ?? null, align: 'right', optional: true },
  { heading: 'server', cell: ({ server }) => server, optional: true },
  { heading: 'CDN', cell: ({ cdn }) => cdn },
]

export function hostsTable(hosts: readonly HostRow[], width: number | null): string {
  return textTable(hosts, HOST_COLUMNS, width)
}

const HOST_HEADINGS = [
  ...['host', 'requests', 'share', 'size_bytes', 'addresses', 'h2', 'h3', 'h3_claimed'],
  ...['rtt_ms', 'server', 'cdn'],
]

export function* hostsCsv(hosts: readonly HostRow[]): Iterable<string> {
  yield HOST_HEADINGS.join(',')
  for (const { addresses, ...host } of hosts)
    yield csvRecord(
      [
        ...[host.host, host.requests, host.shareFraction, host.sizeBytes, addresses.join(' ')],
        ...[host.h2, host.h3, host.h3Claimed, host.rttMs, host.server, host.cdn],
      ],
      HOST_HEADINGS,
    )
}
