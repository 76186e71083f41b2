import { z } from 'zod'
import type { Slots } from '../../crawler/survey/run/slots.ts'
import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import { takesFilmstrips } from '../../db/campaign/filmstrips.ts'
import type { Database } from '../../db/connection/database.ts'
import { withinTransaction } from '../../db/connection/within-transaction.ts'
import { deadlySites } from '../../db/fleet/site-deaths.ts'
import { countedTurn } from '../../fleet/campaign/site-deaths.ts'
import { countedAddresses } from '../../fleet/polite/counted-addresses.ts'
import { siteTurn } from '../../fleet/polite/site-turn.ts'
import { JOBS, queueName } from '../../fleet/queue/job.ts'
import type { HeldJob } from '../../fleet/worker/held-job.ts'
import type { Lane } from '../../fleet/worker/run-worker.ts'
import { OPERATIONS } from '../../model/operation.ts'
import { duration } from '../output/text.ts'
import type { CampaignOptions } from '../probe/campaign-for.ts'
import { thisMachine } from '../probe/campaign-machine.ts'
import { takeSamples } from '../probe/probe-campaign.ts'
import { demandConduct, siteGapMs } from './worker-bounds.ts'
import type { WorkerCommandOptions } from './worker-options.ts'

interface CampaignLaneOptions {
  readonly db: Database
  readonly options: WorkerCommandOptions
  /** One at a time, over all workers. */
  readonly siteSlots: Slots
  /** Slots by address, over all workers. */
  readonly addressSlots: Slots
  readonly say: (line: string) => void
  readonly warn: (line: string) => void
}

/** A campaign's options on its loads, as `campaignFor` stores them. */
const SETTINGS = z.object({
  siteGapMs: z.number(),
  loadLimitMs: z.number().min(1).max(3_600_000),
  busyLimit: z.number(),
  untilCi: z.number().nullable(),
  capture: z.boolean(),
  userAgentSuffix: z.string(),
})

/** Takes blocks of campaigns, one at a time and nothing else meanwhile. */
export function campaignLane(lane: CampaignLaneOptions): Lane {
  const { db, options, siteSlots, addressSlots, say, warn } = lane

  async function work(job: HeldJob): Promise<void> {
    const { campaignId, ...block } = JOBS.campaign.parse(job.data)
    let samples = 0
    // All loads of a block or none: its arms are never measured partly here and partly by another worker.
    await db.write(async (query) => {
      const inner = withinTransaction(db, query)
      const campaign = await campaignById(inner, campaignId)
      if (campaign === null) throw new Error(`there is no campaign ${campaignId}`)
      if (campaign.state !== 'finished') {
        if (campaign.sandbox && options.allowAddress.length === 0)
          throw new Error('it is of a network of one’s own: this worker was started without --allow-address')
        const stored = SETTINGS.parse(campaign.options)
        demandConduct(options, {
          ...{ vantage: campaign.vantage, userAgent: stored.userAgentSuffix },
          // Its ranges and its list are the worker's own, and robots.txt is always heeded.
          ...{ allowAddress: [], optOut: false, robots: true },
        })
        const { sandbox } = campaign
        const settings = {
          ...stored,
          siteGapMs: siteGapMs(options, { sandbox, siteGapMs: stored.siteGapMs }),
        }
        const deadly = await deadlySites(inner, campaignId)
        for (const site of deadly)
          warn(
            `campaign:${campaignId}: site ${site} is given up: workers ended again and again while they loaded it`,
          )
        const { signal } = job
        await takeSamples(inner, campaign, loadOptions(options, campaign, settings), {
          part: { fromRound: block.round, untilRound: block.round + 1, sites: block.sites },
          deadly,
          async holdSite({ site, domain, url }, context) {
            const turn = await siteTurn(domain, {
              ...{ db, siteSlots, addressSlots, signal },
              gapMs: settings.siteGapMs,
              onRest: (restMs) =>
                say(`campaign:${campaignId}: ${domain} is left alone for ${duration(restMs / 1_000)}`),
              addressesOf: () => countedAddresses(new URL(url).hostname, context(), warn),
            })
            return await countedTurn(site, turn, { db, campaignId, job })
          },
          clock: () => performance.now(),
          onSample: ({ role }) => {
            if (role === 'sample') samples += 1
          },
          warn,
          signal,
          killSignal: signal,
        })
        signal.throwIfAborted()
      }
      // Facts that this block was measured with: the campaign has the facts of its last one alone.
      const vantageFacts = (await campaignById(inner, campaignId))?.vantageFacts ?? null
      await job.complete(query, { samples, ...(samples > 0 && { vantageFacts, ...thisMachine() }) })
    })
    say(`campaign:${campaignId}: round ${block.round + 1}, ${samples} samples recorded`)
  }
  return { queue: queueName('campaign', options.vantage), exclusive: true, work }
}

function loadOptions(
  worker: WorkerCommandOptions,
  campaign: CampaignRow,
  settings: z.output<typeof SETTINGS>,
): CampaignOptions {
  return {
    arms: [...campaign.arms],
    rounds: campaign.rounds,
    pause: campaign.pauseMs,
    siteGap: settings.siteGapMs,
    ...(settings.untilCi !== null && { untilCi: settings.untilCi }),
    coldBrowser: campaign.browserKind === 'cold',
    loadTimeout: settings.loadLimitMs,
    maxMemory: worker.maxMemory,
    busyLimit: settings.busyLimit,
    capture: settings.capture,
    ...(campaign.device !== null && { device: campaign.device }),
    ...(worker.unsafeNoSandbox === true && { unsafeNoSandbox: true }),
    ...(worker.unconfined === true && { unconfined: true }),
    filmstrip: takesFilmstrips(campaign),
    // A job of the public's network is filtered as one, whatever else this worker may reach.
    allowAddress: campaign.sandbox ? worker.allowAddress : [],
    ...(worker.ca !== undefined && { ca: worker.ca }),
    cache: worker.cache,
    ...(worker.optOut !== undefined && { optOut: worker.optOut }),
    ...(worker.resolver !== undefined && { resolver: worker.resolver }),
    robots: true,
    userAgent: settings.userAgentSuffix.trimStart(),
    operations: [...OPERATIONS],
    timeout: SITE_TIMEOUT_MS,
  }
}

/** Serves look-ups and HTTP/3 requests of our own beside the loads. */
const SITE_TIMEOUT_MS = 20_000
