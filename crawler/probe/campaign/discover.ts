import {
  type CampaignSite,
  recordOrigins,
  type SiteArms,
  type SiteChange,
} from '../../../db/campaign/campaign-sites.ts'
import { verdictReason } from '../../../db/campaign/samples.ts'
import type { Arm } from '../../../model/arm.ts'
import type { Verdict } from '../../../model/sample.ts'
import type { BrowserPool } from '../browser/browser-pool.ts'
import { judge } from '../load/judge.ts'
import type { Load } from '../load/load.ts'
import { harOfLoad } from './analyse-load.ts'
import type { HeldCampaignContext } from './campaign-context.ts'
import { h3Origins } from './h3-origins.ts'
import type { Pacer } from './pacer.ts'
import { recordLoad } from './record-load.ts'
import { takeLoad } from './take-load.ts'

/** Rounds are counted from 0; a discovery comes before the first, and differs by its role. */
const ROUND = 0

/**
 * The first of the two passes of HTTP/3: loads each site once under h2, finds the origins of its page that serve
 * HTTP/3 and records them. Which hosts are forced is a setting of the browser's whole process, so all sites come first.
 * A site whose own origin does not answer loses its arm h3, with the reason.
 *
 * @param follow what a load means for its site: it asks us to stay away, or it ends browsers
 */
export async function discover(
  context: HeldCampaignContext,
  sites: readonly CampaignSite[],
  pool: BrowserPool,
  pacer: Pacer,
  follow: (site: CampaignSite, load: Load, verdict: Verdict) => Omit<SiteChange, 'site'>,
): Promise<void> {
  for (const site of sites) {
    if (site.forcedOrigins !== null || !site.arms.applied.some((arm) => needsOrigins(arm, context))) continue
    if (site.state === 'parked' || site.state === 'poison' || context.deadly?.includes(site.site)) continue
    await using _hold = await context.holdSite?.(site)
    await pacer.turn(site.site, ROUND)
    const startMs = context.clock()
    const { browser, number } = await pool.take('h2')
    const taken = await takeLoad(
      browser,
      {
        url: site.url,
        loadLimitMs: context.loadLimitMs,
        refused: context.refused,
        signal: context.killSignal,
      },
      null,
    )
    pacer.ended(site.site, ROUND)
    context.killSignal.throwIfAborted()
    const verdict = judge(taken.load, {
      arm: 'h2',
      url: site.url,
      forced: [],
      cpuOtherFraction: null,
      busyLimit: 1,
    })
    const extra = { role: 'discovery', site: site.site, arm: 'h2', round: ROUND } as const
    const change = follow(site, taken.load, verdict)
    const har = harOfLoad(taken.load)
    const { pltMs } = await recordLoad(context, {
      sample: extra,
      taken,
      har,
      verdict,
      browserNo: number,
      change,
    })
    // A site that asked us to stay away is asked nothing more.
    const origins =
      change.strikes !== undefined || change.end !== undefined
        ? []
        : await h3Origins(taken.load.requests, new URL(site.url).host, context.surveyContext)
    for (const { host, answers, detail } of origins) {
      if (answers === false)
        context.warn(`${site.domain}: ${host} claims HTTP/3 and does not answer it (${detail}): not forced`)
    }
    const forcedOrigins = origins.filter(({ answers }) => answers !== false).map(({ host }) => host)
    await recordOrigins(context.db, context.lease, {
      site: site.site,
      forcedOrigins,
      // The samples of a site that has ended have failed with it, under every arm.
      arms: change.end === undefined ? armsLeft(site, forcedOrigins, verdict) : site.arms,
    })
    context.onSample({
      ...extra,
      site,
      state: verdict.state,
      reason: verdictReason(verdict),
      pltMs,
      wallMs: context.clock() - startMs,
    })
  }
}

/** A private root makes the browser need the name of each host that it may speak QUIC with, even where none is forced. */
function needsOrigins(arm: Arm, { privateRoot }: HeldCampaignContext): boolean {
  return arm === 'h3' || (arm === 'h3-altsvc' && privateRoot)
}

function armsLeft({ arms, url }: CampaignSite, forced: readonly string[], verdict: Verdict): SiteArms {
  if (!arms.applied.includes('h3') || forced.includes(new URL(url).host)) return arms
  const why =
    verdict.state === 'valid'
      ? 'its own origin did not answer an HTTP/3 request'
      : `its page could not be loaded to find the origins to force: ${verdictReason(verdict)}`
  return {
    applied: arms.applied.filter((arm) => arm !== 'h3'),
    leftOut: { ...arms.leftOut, h3: why },
  }
}
