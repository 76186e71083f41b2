import { schedule } from '../../crawler/probe/campaign/schedule.ts'
import { type CampaignFacts, createCampaign, UNKNOWN_FACTS } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { assignPages } from '../../db/lab/lab-cells.ts'
import { mix32 } from '../../stats/rng.ts'
import type { Plan, PlannedCell } from '../plan/plan.ts'
import type { LabVariant, LabVariants } from './lab-variants.ts'
import { secureHosts } from './replay-names.ts'

interface NewCellCampaign {
  readonly labRunId: number
  /** Its place in the plan, from 0. */
  readonly cell: number
  readonly plan: Pick<Plan, 'arms' | 'rounds' | 'pauseMs' | 'seed'>
  readonly planned: PlannedCell
  /** The first variant names the page. */
  readonly variants: LabVariants
  /** Further options that change what is measured, as plain JSON. */
  readonly options: object
  /** Is null where it is not stated. */
  readonly vantage: string | null
  readonly facts: Pick<CampaignFacts, 'link' | 'congestionControl' | 'versions'>
  readonly toolVersion: string
  readonly createdAt: string
}

/** The only site of a cell's campaign. */
const CELL_SITE = 0

/**
 * Creates the campaign of a cell, with its one page, and gives it to the cell in the same moment. Resolves to its id.
 * Each cell has a seed of its own: one order of arms in all cells would be a pattern.
 */
export async function createCellCampaign(db: Database, cell: NewCellCampaign): Promise<number> {
  const { plan, planned, variants } = cell
  const [variant] = variants
  const { applied, leftOut } = planned.arms
  const seed = mix32(plan.seed, cell.cell)
  const forced = applied.some((arm) => arm.startsWith('h3')) ? [...new Set(variants.flatMap(hostsOf))] : []
  const { id } = await createCampaign(
    db,
    {
      surveyId: null,
      arms: plan.arms,
      rounds: plan.rounds,
      pauseMs: plan.pauseMs,
      source: variant.page.graph === undefined ? 'browser' : 'graph',
      // Each load of a graph is a process of its own.
      browserKind: variant.page.graph === undefined ? 'warm' : 'cold',
      device: null,
      connect: null,
      vantage: cell.vantage,
      sandbox: true,
      options: cell.options,
      ...UNKNOWN_FACTS,
      ...cell.facts,
      toolVersion: cell.toolVersion,
      seed,
      createdAt: cell.createdAt,
      sites: [
        {
          domain: variant.hosts[0]?.name ?? '',
          url: variant.url,
          rank: null,
          arms: { applied, leftOut },
          forcedOrigins: forced,
        },
      ],
      schedule: schedule({
        sites: [{ site: CELL_SITE, arms: applied }],
        arms: plan.arms,
        rounds: plan.rounds,
        seed,
      }),
    },
    (query, campaignId) =>
      assignPages(query, cell.labRunId, campaignId, [{ cell: cell.cell, site: CELL_SITE }]),
  )
  return id
}

const hostsOf = ({ page, hosts }: LabVariant): string[] =>
  page.recording?.hosts.flatMap(secureHosts) ?? hosts.map(({ name }) => name)
