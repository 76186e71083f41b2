import { campaignById } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { median } from '../../stats/median.ts'

/** How a lab run was measured, as far as it was stored. */
export interface RunFacts {
  readonly rounds: number | null
  readonly pauseMs: number | null
  readonly busyLimit: number | null
  readonly plannedPages: number
  readonly browserVersion: string | null
  readonly congestionControl: string | null
  readonly capture: string | null
  /** Medians over the pages, before they were loaded. */
  readonly link: {
    readonly rttMs: number | null
    readonly downMbps: number | null
    readonly upMbps: number | null
  }
  /** From start to end; null while it is unfinished. A pause between two sittings counts. */
  readonly wallMs: number | null
}

export async function runFacts(db: Database, run: LabRunRow): Promise<RunFacts> {
  const plan = run.plan as {
    readonly rounds?: unknown
    readonly pauseMs?: unknown
    readonly options?: { readonly busyLimit?: unknown }
  }
  const cells = await labCells(db, run.id)
  const measured = cells.find(({ campaignId }) => campaignId !== null)?.campaignId ?? null
  const campaign = measured === null ? null : await campaignById(db, measured)
  const before = cells.flatMap(({ measuredLink }) => {
    const link = measuredLink as { readonly before?: MeasuredLink } | null
    return link?.before === undefined ? [] : [link.before]
  })
  const middle = (figure: (link: MeasuredLink) => number | undefined): number | null =>
    median(before.flatMap((link) => figure(link) ?? [])) ?? null
  return {
    rounds: numberOf(plan.rounds),
    pauseMs: numberOf(plan.pauseMs),
    busyLimit: numberOf(plan.options?.busyLimit),
    plannedPages: cells.length,
    browserVersion: campaign?.browserVersion ?? null,
    congestionControl: campaign?.congestionControl ?? null,
    capture: campaign?.capture ?? null,
    link: {
      rttMs: middle(({ ping }) => ping?.minMs),
      downMbps: middle(({ iperf3 }) => iperf3?.downMbps),
      upMbps: middle(({ iperf3 }) => iperf3?.upMbps),
    },
    wallMs: run.finishedAt === null ? null : Date.parse(run.finishedAt) - Date.parse(run.createdAt),
  }
}

interface MeasuredLink {
  readonly ping?: { readonly minMs: number }
  readonly iperf3?: { readonly downMbps: number; readonly upMbps: number }
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}
