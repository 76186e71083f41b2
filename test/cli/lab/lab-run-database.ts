import type { StoredArtifact } from '../../../db/campaign/artifacts.ts'
import { acquireCampaign } from '../../../db/campaign/campaign-leases.ts'
import { createCampaign } from '../../../db/campaign/campaigns.ts'
import { recordSample } from '../../../db/campaign/record-sample.ts'
import type { Database } from '../../../db/connection/database.ts'
import { assignPages, type LabFactors, recordCell } from '../../../db/lab/lab-cells.ts'
import { createLabRun, markLabRun } from '../../../db/lab/lab-runs.ts'
import { ARM_NAMES, type Arm } from '../../../model/arm.ts'
import type { Verdict } from '../../../model/sample.ts'
import type { ScheduledSample } from '../../../model/scheduled-sample.ts'
import { importLoads } from '../../db/campaign/import-loads.ts'
import { claimed, newCampaign, newSite, VALID } from '../../db/campaign/probing.ts'

const TOO_LONG: Verdict = { state: 'failed', failure: 'page_timeout', detail: null }

export interface WrittenCell {
  readonly factors: LabFactors
  /** Page load times by arm, a round each; null: the load failed. Without it the cell stays pending. */
  readonly pltMs?: Readonly<Partial<Record<Arm, readonly (number | null)[]>>>
  /** Further metrics of each valid load. */
  readonly metrics?: Readonly<Record<string, number>>
  /** Of loads that failed; default: the page took too long. */
  readonly verdict?: Verdict
  readonly artifacts?: (arm: Arm) => Promise<readonly StoredArtifact[]>
  readonly configuredLink?: object
  readonly leftOut?: Readonly<Partial<Record<Arm, string>>>
  readonly wireLimitMs?: Readonly<Partial<Record<Arm, number>>>
  /** Why it is skipped. */
  readonly skip?: string
}

/** Writes a lab run of these cells, a campaign each, by the product's own functions. Resolves to its id. */
export async function writeLabRun(
  db: Database,
  cells: readonly WrittenCell[],
  {
    baseline = 'h1',
    finished = true,
    plan = {},
  }: { readonly baseline?: Arm; readonly finished?: boolean; readonly plan?: object } = {},
): Promise<number> {
  const id = await createLabRun(db, {
    createdAt: '2026-11-21T02:00:00.000Z',
    name: 'written',
    plan: { baseline, ...plan },
    seed: 12,
    toolVersion: '0.1.0',
    versions: { node: 'v26' },
    cells: cells.map(({ factors, configuredLink = {} }) => ({ factors, configuredLink })),
  })
  for (const [cell, written] of cells.entries()) {
    const { pltMs, skip, wireLimitMs } = written
    const place = { labRunId: id, cell }
    if (skip !== undefined) await recordCell(db, place, { end: { state: 'skipped', reason: skip } })
    if (pltMs === undefined) continue
    await measureCell(db, id, cell, written, pltMs)
    await recordCell(db, place, { wireLimitMs: wireLimitMs ?? null, end: { state: 'done' } })
  }
  if (finished) await markLabRun(db, id, { state: 'finished', finishedAt: '2026-11-21T03:00:00.000Z' })
  return id
}

async function measureCell(
  db: Database,
  labRunId: number,
  cell: number,
  { leftOut = {}, metrics = {}, verdict = TOO_LONG, artifacts }: WrittenCell,
  pltMs: NonNullable<WrittenCell['pltMs']>,
): Promise<void> {
  const applied = ARM_NAMES.filter((arm) => pltMs[arm] !== undefined)
  const rounds = Math.max(...applied.map((arm) => pltMs[arm]?.length ?? 0))
  const seed = 100 + cell
  const campaign = newCampaign({
    arms: applied,
    rounds,
    seed,
    sites: [newSite(`cell${cell}.test`, { arms: { applied, leftOut } })],
  })
  // What has artifacts is recorded load by load, as they are.
  const schedule = artifacts === undefined ? [] : campaign.schedule
  const { id } = await createCampaign(db, { ...campaign, schedule }, (query, campaignId) =>
    assignPages(query, labRunId, campaignId, [{ cell, site: 0 }]),
  )
  const lease = { campaignId: id, owner: 'test' }
  await acquireCampaign(db, { ...lease, leaseMs: 60_000 }, () => false)
  const loadOf = ({ arm, round }: ScheduledSample) => {
    const value = pltMs[arm]?.[round] ?? null
    const measured = Object.entries(value === null ? {} : { plt_ms: value, ...metrics })
    return {
      result: { ...VALID, verdict: value === null ? verdict : ({ state: 'valid' } as const) },
      metrics: measured.map(([name, each]) => ({ name, value: each, note: null })),
    }
  }
  if (artifacts === undefined) return importLoads(db, id, campaign.schedule, loadOf)
  for (let left = applied.length * rounds; left > 0; left -= 1) {
    const sample = await claimed(db, lease)
    await recordSample(db, lease, {
      ...{ sample, ...loadOf(sample) },
      artifacts: [...(await artifacts(sample.arm))],
    })
  }
}
