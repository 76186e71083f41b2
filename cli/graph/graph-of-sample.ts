import { campaignSites } from '../../db/campaign/campaign-sites.ts'
import { campaignById } from '../../db/campaign/campaigns.ts'
import { sampleById } from '../../db/campaign/sample-pages.ts'
import type { Database } from '../../db/connection/database.ts'
import { graphFromSample } from '../../lab/graph/graph-from.ts'
import type { Graph } from '../../model/graph/graph.ts'
import { exportedHar } from '../../server/campaign/exported-har.ts'
import { storedNavigation } from '../../server/campaign/stored-har.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { VERSION } from '../options/version.ts'

/**
 * The graph of a sample, by what the database holds of it.
 * @throws CliError where it holds no such sample, or no HAR of it; GraphError, RecordingError where no graph can be made
 */
export async function graphOfSample(db: Database, id: number): Promise<Graph> {
  const found = await sampleById(db, id)
  if (found === null) throw new CliError(EXIT.noInput, `${db.name} holds no sample ${id}`)
  const { campaignId, sample } = found
  const campaign = await campaignById(db, campaignId)
  const site = (await campaignSites(db, campaignId)).find(({ site: place }) => place === found.site)
  const har =
    campaign === null || site === undefined ? null : await exportedHar(db, { campaign, site, sample })
  if (har === null) throw new CliError(EXIT.noInput, `of sample ${id} no HAR is kept`)
  return graphFromSample(har, {
    sample: id,
    arm: sample.arm,
    link: campaign?.link == null ? null : { ...campaign.link },
    navigation: await storedNavigation(db, id),
    toolVersion: VERSION,
  })
}
