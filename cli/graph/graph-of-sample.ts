import { type CampaignSite, campaignSites } from '../../db/campaign/campaign-sites.ts'
import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import { sampleById, samplePage } from '../../db/campaign/sample-pages.ts'
import type { SampleRow } from '../../db/campaign/samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { GraphError } from '../../lab/graph/graph-error.ts'
import { graphFromSample } from '../../lab/graph/graph-from.ts'
import { type ArmLoad, withPageThinkTimes } from '../../lab/graph/page-think-times.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import type { Graph } from '../../model/graph/graph.ts'
import { linkRateMbps } from '../../record/live/server-waits.ts'
import { RecordingError } from '../../record/recording-error.ts'
import { exportedHar } from '../../server/campaign/exported-har.ts'
import { storedNavigation } from '../../server/campaign/stored-har.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { VERSION } from '../options/version.ts'

/** As many loads of each arm tell think times: enough for a median, few enough to be read in a second or two. */
const LOADS_OF_ARM = 9

/**
 * The graph of a sample, by what the database holds of it. Behind an emulated link of known rate its think times are those
 * of all loads of its page.
 * @throws CliError where it holds no such sample, or no HAR of it; GraphError, RecordingError where no graph can be made
 */
export async function graphOfSample(db: Database, id: number): Promise<Graph> {
  const found = await sampleById(db, id)
  if (found === null) throw new CliError(EXIT.noInput, `${db.name} holds no sample ${id}`)
  const { campaignId, sample } = found
  const campaign = await campaignById(db, campaignId)
  const site = (await campaignSites(db, campaignId)).find(({ site: place }) => place === found.site)
  const page = campaign === null || site === undefined ? null : { campaign, site }
  const own = page === null ? null : await ofLoad(db, page, sample)
  if (page === null || own === null) throw new CliError(EXIT.noInput, `of sample ${id} no HAR is kept`)
  if (linkRateMbps(own.madeFrom.link) === null) return own
  const others = await otherLoads(db, page, sample)
  return withPageThinkTimes(own, [{ arm: sample.arm, graph: own }, ...others])
}

interface SamplePage {
  readonly campaign: CampaignRow
  readonly site: CampaignSite
}

async function otherLoads(db: Database, page: SamplePage, own: SampleRow): Promise<ArmLoad[]> {
  const loads: ArmLoad[] = []
  for (const arm of ARM_NAMES) {
    const samples = await samplePage(db, {
      ...{ campaignId: page.campaign.id, site: page.site.site, arm, state: 'valid' },
      limit: LOADS_OF_ARM,
    })
    for (const sample of samples) {
      const graph = sample.id === own.id ? null : await ofLoad(db, page, sample).catch(nullIfUnreadable)
      if (graph !== null) loads.push({ arm, graph })
    }
  }
  return loads
}

/** A load of which no graph can be made tells no think times; this does not fail the graph of another. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof GraphError || error instanceof RecordingError) return null
  throw error
}

async function ofLoad(db: Database, page: SamplePage, sample: SampleRow): Promise<Graph | null> {
  const har = await exportedHar(db, { ...page, sample })
  if (har === null) return null
  const { link } = page.campaign
  return graphFromSample(har, {
    sample: sample.id,
    arm: sample.arm,
    link: link === null ? null : { ...link },
    navigation: await storedNavigation(db, sample.id),
    toolVersion: VERSION,
  })
}
