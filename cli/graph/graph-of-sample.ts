import { type CampaignSite, campaignSites } from '../../db/campaign/campaign-sites.ts'
import { type CampaignRow, campaignById } from '../../db/campaign/campaigns.ts'
import { sampleById, samplePage } from '../../db/campaign/sample-pages.ts'
import type { SampleRow } from '../../db/campaign/samples.ts'
import type { Database } from '../../db/connection/database.ts'
import { type LabCellRow, labCells, labRunIdByCampaign } from '../../db/lab/lab-cells.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import { GraphError } from '../../lab/graph/graph-error.ts'
import { graphFromSample } from '../../lab/graph/graph-from.ts'
import type { ArmLoad } from '../../lab/graph/medians-of-arms.ts'
import { type ConditionLoad, withPageBytes } from '../../lab/graph/page-bytes.ts'
import { withPageHolds } from '../../lab/graph/page-holds.ts'
import { withPageLookUps } from '../../lab/graph/page-look-ups.ts'
import { withPageThinkTimes } from '../../lab/graph/page-think-times.ts'
import { WAY_FACTORS } from '../../lab/plan/link-factors.ts'
import { ARM_NAMES } from '../../model/arm.ts'
import type { Graph, GraphSource } from '../../model/graph/graph.ts'
import { linkRateMbps } from '../../record/live/server-waits.ts'
import { RecordingError } from '../../record/recording-error.ts'
import { exportedHar } from '../../server/campaign/exported-har.ts'
import { storedNavigation } from '../../server/campaign/stored-har.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { VERSION } from '../options/version.ts'

/** Number of loads of each arm that tell think times: enough for a median, few enough to be read in a second or two. */
const LOADS_OF_ARM = 9
/** Number over each other link that tells how much of a text had come. */
const LOADS_OVER_LINK = 5

/**
 * The graph of a sample, by what the database holds of it. Behind an emulated link of known rate its think times, and what
 * the browser took to send requests, are those of all loads of its page; the bytes of its edges and the look-ups those of all
 * loads over all links of its lab run, and nothing is guessed that one of these contradicts.
 * @throws CliError where it holds no such sample, or no HAR of it; GraphError, RecordingError where no graph can be made
 */
export async function graphOfSample(db: Database, id: number): Promise<Graph> {
  const found = await sampleById(db, id)
  if (found === null) throw new CliError(EXIT.noInput, `${db.name} holds no sample ${id}`)
  const { campaignId, site, sample } = found
  const page = await pageOf(db, { campaignId, site })
  const hasRate = page !== null && linkRateMbps(linkOf(page)) !== null
  const others = hasRate ? await loadsOf(db, page, LOADS_OF_ARM, sample.id) : []
  const elsewhere = hasRate ? await loadsOverOtherLinks(db, campaignId) : []
  const known = [...others, ...elsewhere].map(({ graph }) => graph)
  const own = page === null ? null : await ofLoad(db, page, sample, known)
  if (own === null) throw new CliError(EXIT.noInput, `of sample ${id} no HAR is kept`)
  if (!hasRate) return own
  const loads = [{ arm: sample.arm, graph: own }, ...others]
  const conditions = [...loads.map(({ arm, graph }) => ({ condition: arm, graph })), ...elsewhere]
  const graphs = conditions.map(({ graph }) => graph)
  const sent = withPageHolds(withPageThinkTimes(own, loads), loads)
  return withPageLookUps(withPageBytes(sent, conditions), graphs)
}

async function loadsOverOtherLinks(db: Database, campaignId: number): Promise<ConditionLoad[]> {
  const loads: ConditionLoad[] = []
  for (const place of await cellsOfPage(db, campaignId)) {
    const page = await pageOf(db, place)
    if (page === null) continue
    for (const { arm, graph } of await loadsOf(db, page, LOADS_OVER_LINK))
      loads.push({ condition: `${arm}, cell ${place.cell}`, graph })
  }
  return loads
}

interface SamplePage {
  readonly campaign: CampaignRow
  readonly site: CampaignSite
}

async function pageOf(
  db: Database,
  { campaignId, site: place }: { readonly campaignId: number; readonly site: number },
): Promise<SamplePage | null> {
  const campaign = await campaignById(db, campaignId)
  const site = (await campaignSites(db, campaignId)).find(({ site }) => site === place)
  return campaign === null || site === undefined ? null : { campaign, site }
}

/** Reads so many valid loads of each arm at most, but for one. */
async function loadsOf(
  db: Database,
  page: SamplePage,
  limit: number,
  except: number | null = null,
): Promise<ArmLoad[]> {
  const loads: ArmLoad[] = []
  for (const arm of ARM_NAMES) {
    const samples = await samplePage(db, {
      ...{ campaignId: page.campaign.id, site: page.site.site, arm, state: 'valid' },
      limit,
    })
    for (const sample of samples) {
      const graph = sample.id === except ? null : await ofLoad(db, page, sample).catch(nullIfUnreadable)
      if (graph !== null) loads.push({ arm, graph })
    }
  }
  return loads
}

/** A load of which no graph can be made tells nothing of its page; this does not fail the graph of another. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof GraphError || error instanceof RecordingError) return null
  throw error
}

/** @param loads of the same page: no guess that they contradict */
async function ofLoad(
  db: Database,
  page: SamplePage,
  sample: SampleRow,
  loads: readonly Graph[] = [],
): Promise<Graph | null> {
  const har = await exportedHar(db, { ...page, sample })
  if (har === null) return null
  return graphFromSample(har, {
    sample: sample.id,
    arm: sample.arm,
    link: linkOf(page),
    navigation: await storedNavigation(db, sample.id),
    toolVersion: VERSION,
    loads,
  })
}

const linkOf = ({ campaign: { link } }: SamplePage): GraphSource['link'] =>
  link === null ? null : { ...link }

/** More links say little more, and each costs a second. */
const MOST_CELLS = 8

/**
 * The other cells of a campaign's lab run that have the same page, over another link: those with the slowest downloads
 * first, over which a page comes in most pieces. None for a live campaign.
 */
export async function cellsOfPage(
  db: Database,
  campaignId: number,
): Promise<{ readonly campaignId: number; readonly site: number; readonly cell: number }[]> {
  const labRunId = await labRunIdByCampaign(db, campaignId)
  if (labRunId === null) return []
  const cells = await labCells(db, labRunId)
  const own = cells.find((cell) => cell.campaignId === campaignId)
  return cells
    .filter((cell) => cell !== own && own !== undefined && pageKey(cell) === pageKey(own))
    .toSorted((a, b) => downMbps(a) - downMbps(b))
    .flatMap(({ campaignId, site, cell }) =>
      campaignId === null || site === null ? [] : [{ campaignId, site, cell }],
    )
    .slice(0, MOST_CELLS)
}

/** Key of what decides what a page is made of, and where it is served from. */
const pageKey = ({ factors }: LabCellRow): string =>
  canonicalJson(Object.fromEntries(Object.entries(factors).filter(([name]) => !WAY_FACTORS.has(name))))

function downMbps({ configuredLink }: LabCellRow): number {
  const { downMbps } = configuredLink as { readonly downMbps?: unknown }
  return typeof downMbps === 'number' ? downMbps : Infinity
}
