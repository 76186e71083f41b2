import type { Har } from 'har-format'
import type { CampaignSite } from '../../db/campaign/campaign-sites.ts'
import type { CampaignRow } from '../../db/campaign/campaigns.ts'
import { readMetrics } from '../../db/campaign/sample-metrics.ts'
import type { SampleRow } from '../../db/campaign/samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { setSizes } from './har-sizes.ts'
import { type StoredHar, storedHar } from './stored-har.ts'

interface ExportedSample {
  readonly campaign: CampaignRow
  readonly site: Pick<CampaignSite, 'url'>
  readonly sample: SampleRow
}

/**
 * The HAR 1.2 of a sample as others read it: made from what is stored, old samples included, so that it agrees with the
 * metrics. It names towline, the browser and under which circumstances the sample was taken. Null where no HAR is stored.
 */
export async function exportedHar(db: Database, exported: ExportedSample): Promise<Har | null> {
  const stored = await storedHar(db, exported.sample.id)
  if (stored === null) return null
  const { har } = stored
  setSizes(har, stored.timings)
  setPageTimings(
    stored,
    new Map((await readMetrics(db, exported.sample.id)).map((metric) => [metric.name, metric.value])),
  )
  nameOrigin(har, exported)
  return har
}

/** `onLoad` is the metric `plt_ms`, on the page's clock, since the start of the page, which is the first navigation's. */
function setPageTimings(
  { har, navigationMs, documentMs }: StoredHar,
  metrics: ReadonlyMap<string, number | null>,
): void {
  const [page] = har.log.pages ?? []
  if (page === undefined) return
  if (navigationMs !== null) page.startedDateTime = new Date(navigationMs).toISOString()
  const parsedMs = metrics.get('dcl_ms') ?? null
  page.pageTimings = {
    ...page.pageTimings,
    onContentLoad: parsedMs === null ? -1 : parsedMs + documentMs,
    onLoad: metrics.get('plt_ms') ?? -1,
  }
}

function nameOrigin(har: Har, { campaign, site, sample }: ExportedSample): void {
  const { log } = har
  const { name, version } = log.creator
  log.creator = {
    name: 'towline',
    version: campaign.toolVersion,
    comment: `entries from the browser's events by ${name} ${version}`,
  }
  if (campaign.browserVersion !== null) {
    const [, browser = campaign.browserVersion, number = ''] =
      /^(.*) (\S+)$/.exec(campaign.browserVersion) ?? []
    log.browser = { name: browser, version: number }
    if (campaign.userAgent !== null) log.browser.comment = campaign.userAgent
  }
  const unshaped = campaign.sandbox ? 'the sandbox or a network of one’s own' : 'a real network'
  const where = campaign.link === null ? unshaped : 'an emulated link'
  log.comment = `${site.url} under ${sample.arm}, round ${sample.round}, over ${where}: ${sample.state}`
  // Custom fields begin with an underscore (HAR 1.2).
  Object.assign(log, {
    _towline: {
      campaign: campaign.id,
      sample: sample.id,
      url: site.url,
      arm: sample.arm,
      round: sample.round,
      state: sample.state,
      reason: sample.reason,
      startedAt: sample.startedAt,
      vantage: campaign.vantage,
      device: campaign.device,
      link: campaign.link,
    },
  })
}
