import type { CampaignEnd } from '../../db/campaign/campaign-leases.ts'
import { describeCampaign } from '../../db/campaign/campaigns.ts'
import type { Database } from '../../db/connection/database.ts'
import { type LabCellRow, labCell, labCells, recordCell } from '../../db/lab/lab-cells.ts'
import { markLabRun } from '../../db/lab/lab-runs.ts'
import { mix32 } from '../../stats/rng.ts'
import type { LinkCondition } from '../link/condition/link.ts'
import { publicLink } from '../link/condition/public-link.ts'
import type { LinkMeasurement } from '../link/measure/calibrate.ts'
import { linkDeviations } from '../link/measure/link-deviations.ts'
import { LinkOff } from '../link/measure/link-off.ts'
import { cellLimits } from '../plan/cell-limits.ts'
import type { Plan, PlannedCell } from '../plan/plan.ts'
import { allOrNone } from '../process/all-or-none.ts'
import { createCellCampaign } from './cell-campaign.ts'
import { CellCampaigns } from './cell-campaigns.ts'
import { cellExpectations } from './cell-expectations.ts'
import { type CellVisit, cellVisits } from './cell-visits.ts'
import { groupsWithinRounds } from './cells-within-rounds.ts'
import type { CellSetting, Lane } from './lane.ts'
import type { Lab } from './open-lab.ts'
import type { RunnerListener } from './runner-process.ts'
import { VisitQueue } from './visit-queue.ts'

/** The parts of a lab's run. */
interface LabRunContext {
  readonly db: Database
  readonly labRunId: number
  readonly plan: Plan
  /** Times that the run goes through all cells. */
  readonly blocks: number
  readonly lab: Lab
  /** Options of each cell's campaign, as plain JSON. */
  readonly campaignOptions: object
  /** Vantage point of each cell's campaign; null: not stated. */
  readonly vantage: string | null
  /** Versions of node, …; those of link and server are added. */
  readonly versions: Readonly<Record<string, string>>
  /** The machine's; for cells that set none. */
  readonly congestionControl: string | null
  readonly toolVersion: string
  readonly listener: LabListener
  /** Owner of the campaigns of cells while lanes are at them: this process (`runOwner`). */
  readonly owner: string
  /** A cell ends before its rounds where they say enough: then it is in one lane at a time. */
  readonly endsEarly: boolean
  /** Wall time, milliseconds since 1970. */
  readonly wallClock: () => number
  /** Stops the run when the samples under way are recorded. */
  readonly signal: AbortSignal
}

export interface LabListener extends RunnerListener {
  /** A link is being measured, the n-th (from 1) of so many. */
  readonly onCalibration: (
    condition: LinkCondition,
    n: number,
    total: number,
    when: 'before' | 'after',
  ) => void
  readonly onCell: (cell: number, campaignId: number) => void
}

/**
 * Takes all samples that a lab run still lacks: measures its links first, and refuses one that is off; goes through the
 * cells that are pending in random order; measures the links again. Resolves to whether it is finished, lacks loads since
 * the machine was busy, or was stopped.
 */
export async function runLab(context: LabRunContext): Promise<CampaignEnd> {
  const { db, labRunId, plan, signal } = context
  await markLabRun(db, labRunId, { state: 'running' })
  let end: CampaignEnd = 'stopped'
  try {
    const pending = new Set<number>()
    for (const row of await labCells(db, labRunId)) {
      const skip = plan.cells[row.cell]?.skip ?? null
      if (row.state === 'pending' && skip !== null)
        await recordCell(db, row, { end: { state: 'skipped', reason: skip } })
      else if (row.state === 'pending') pending.add(row.cell)
    }
    const cells = [...pending]
    const { rounds, seed } = plan
    const visits = cellVisits(cells, {
      rounds,
      blocks: context.blocks,
      seed,
      groupOf: groupsWithinRounds(plan),
    })
    const before = await measureFirst(context, cells, visits)
    await takeVisits(context, visits, pending)
    await measureAgain(context, cells, before)
    end = pending.size === 0 ? 'finished' : 'machine_busy'
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    const finishedAt = new Date(context.wallClock()).toISOString()
    await markLabRun(db, labRunId, end === 'finished' ? { state: end, finishedAt } : { state: 'stopped' })
  }
  return end
}

/** Measures the links. Meanwhile, which is mostly waiting, each lane gets ready for the first visit that it will take. */
async function measureFirst(
  context: LabRunContext,
  cells: readonly number[],
  visits: readonly CellVisit[],
): Promise<Map<string, LinkMeasurement>> {
  let before = new Map<string, LinkMeasurement>()
  const measure = async (signal: AbortSignal): Promise<void> => {
    before = await measured({ ...context, signal }, cells, 'before')
  }
  const getReady = context.lab.lanes.map((lane, index) => async (): Promise<void> => {
    const visit = visits[index]
    if (visit === undefined) return
    lane.start()
    await lane.prepare(await settingOf(context, visit))
  })
  await allOrNone(context.signal, [measure, ...getReady], (task, _, signal) => task(signal))
  return before
}

async function settingOf(
  { plan, lab }: LabRunContext,
  { cell, block, untilRound }: CellVisit,
): Promise<CellSetting> {
  const setting = await lab.settingOf(planned({ plan }, cell), block)
  // Else every cell would lose the same packets, and each block those of the one before.
  return { ...setting, seed: mix32(mix32(plan.seed, cell), untilRound) }
}

/** Each lane takes the next visit. All of them are over when this settles, also where one of them fails. */
async function takeVisits(
  context: LabRunContext,
  visits: readonly CellVisit[],
  pending: Set<number>,
): Promise<void> {
  const queue = new VisitQueue(visits, { isOneLaneACell: context.endsEarly })
  using campaigns = new CellCampaigns(context)
  await allOrNone(context.signal, context.lab.lanes, async (lane, _, signal) => {
    const inner = { ...context, campaigns, signal }
    for (let visit = queue.take(); visit !== null; visit = queue.take()) {
      if (pending.has(visit.cell)) await takeCell(inner, lane, visit, pending)
      queue.release(visit)
    }
  })
}

function planned({ plan }: Pick<LabRunContext, 'plan'>, cell: number): PlannedCell {
  const found = plan.cells[cell]
  if (found === undefined) throw new Error(`the plan has no cell ${cell}`)
  return found
}

/** Takes what is to be taken of a cell now, and ends it where that was all. */
async function takeCell(
  context: LabRunContext & { readonly campaigns: CellCampaigns },
  lane: Lane,
  visit: CellVisit,
  pending: Set<number>,
): Promise<void> {
  const { cell, block, fromRound, untilRound } = visit
  const { db, labRunId, lab, campaigns, owner, signal, listener } = context
  signal.throwIfAborted()
  const plannedCell = planned(context, cell)
  const setting = await settingOf(context, visit)
  const link = await lane.prepare(setting)
  signal.throwIfAborted()
  const { measuredLink } = await cellRow(context, cell)
  const facts = { ...link, condition: publicLink(plannedCell.link), measured: measuredLink }
  const { campaignId, isFinished, lost } = await campaigns.enter(cell, async () => {
    const { campaignId } = await cellRow(context, cell)
    if (campaignId !== null) return campaignId
    return await createCellCampaign(db, {
      labRunId,
      cell,
      planned: plannedCell,
      plan: context.plan,
      variants: lab.variantsOf(plannedCell),
      options: context.campaignOptions,
      vantage: context.vantage,
      facts: {
        link: facts,
        congestionControl: plannedCell.congestionControl ?? context.congestionControl,
        versions: {
          ...context.versions,
          [link.backend]: link.backendVersion,
          [plannedCell.server]: setting.serverVersion,
        },
      },
      toolVersion: context.toolVersion,
      createdAt: new Date(context.wallClock()).toISOString(),
    })
  })
  listener.onCell(cell, campaignId)
  const request = {
    lease: { campaignId, owner },
    part: { fromRound, untilRound },
    names: lab.namesOf(plannedCell),
    replay: lab.replayOf(plannedCell),
    graph: lab.graphOf(plannedCell, block),
    expects: cellExpectations(plannedCell),
    udpCounters: plannedCell.udp === 'open' ? null : lane.udpCounters(),
  }
  if (!isFinished) await lane.run(request, listener, AbortSignal.any([signal, lost]))
  // A setting is one thing: how the server served, and what the kernel gave it, is read back.
  const served = await lane.served()
  if (served !== null) await describeCampaign(db, campaignId, { link: { ...facts, served } })
  const state = await campaigns.leave(cell)
  signal.throwIfAborted()
  if (state !== 'finished') return
  const [{ page }] = lab.variantsOf(plannedCell)
  // A page of the web asks for what its scripts want: not all that was recorded need be loaded.
  const isKnown = page.recording === undefined && page.graph?.isMade !== false
  const wireLimitMs = isKnown ? cellLimits(plannedCell, page) : null
  await recordCell(db, { labRunId, cell }, { wireLimitMs, end: { state: 'done' } })
  pending.delete(cell)
}

async function cellRow({ db, labRunId }: LabRunContext, cell: number): Promise<LabCellRow> {
  const row = await labCell(db, labRunId, cell)
  if (row === null) throw new Error(`lab run ${labRunId} has no cell ${cell}`)
  return row
}

/** Measures each link once, and stores what came out with the cells that are on it. */
async function measured(
  { db, labRunId, plan, lab, signal, listener }: LabRunContext,
  cells: readonly number[],
  when: 'before' | 'after',
): Promise<Map<string, LinkMeasurement>> {
  const byLink = Map.groupBy(cells, (cell) => linkKey(planned({ plan }, cell)))
  const links = [...byLink.values()].map(([first]) => planned({ plan }, first as number).link)
  const measurements = await lab.measureLinks(links, {
    // That our own measurement is right shows once.
    byTools: when === 'before',
    onLink: (link, n) => listener.onCalibration(link, n, links.length, when),
    signal,
  })
  const byKey = new Map<string, LinkMeasurement>()
  for (const [index, [key, linkCells]] of [...byLink].entries()) {
    const [link, found] = [links[index] as LinkCondition, measurements[index] as LinkMeasurement]
    const off = linkDeviations(link, found)
    if (off.length > 0 && when === 'before') throw new LinkOff(off)
    for (const line of off) listener.warn(`after the run, the link was off: ${line}`)
    byKey.set(key, found)
    if (when === 'before')
      for (const cell of linkCells)
        await recordCell(db, { labRunId, cell }, { measuredLink: { before: found } })
  }
  return byKey
}

async function measureAgain(
  context: LabRunContext,
  cells: readonly number[],
  before: ReadonlyMap<string, LinkMeasurement>,
): Promise<void> {
  const { db, labRunId } = context
  const after = await measured(context, cells, 'after')
  for (const cell of cells) {
    const key = linkKey(planned(context, cell))
    const measuredLink = { before: before.get(key) ?? null, after: after.get(key) ?? null }
    await recordCell(db, { labRunId, cell }, { measuredLink })
  }
}

function linkKey({ link }: PlannedCell): string {
  return JSON.stringify(link)
}
