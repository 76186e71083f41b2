import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { type LabRunRow, listLabRuns } from '../../db/lab/lab-runs.ts'
import type { Defaults } from '../contract/contract.ts'
import { newestAnsweringCampaign } from './default-campaign.ts'
import { type DefaultRun, MOST_PASSED_OVER } from './default-run.ts'

/**
 * The newest lab run that can answer: it is finished, and a condition of it has as many rounds of the baseline and
 * another arm as an interval needs. Where none has, the newest.
 */
export async function defaultLabRun(db: Database): Promise<DefaultRun> {
  return newestOf(db, await listLabRuns(db))
}

/** The same among the runs that replay recordings; where there is none of these, the default lab run. */
export async function defaultReplay(db: Database): Promise<DefaultRun> {
  const replays = (await listLabRuns(db)).filter(isReplay)
  return replays.length === 0 ? defaultLabRun(db) : newestOf(db, replays)
}

function isReplay({ plan }: LabRunRow): boolean {
  const { recordings } = plan as { readonly recordings?: object | null }
  return Object.keys(recordings ?? {}).length > 0
}

async function newestOf(db: Database, newestFirst: readonly LabRunRow[]): Promise<DefaultRun> {
  for (const { id, state } of newestFirst)
    if (state === 'finished' && (await newestAnsweringCampaign(db, { labRunId: id, sites: 1 })) !== null)
      return { id, canAnswer: true }
  return { id: newestFirst[0]?.id ?? null, canAnswer: false }
}

/** Newer lab runs than one that can answer; `replays`: of those that replay recordings. */
export async function passedOverLabRuns(
  db: Database,
  { id, canAnswer }: DefaultRun,
  { replays }: { readonly replays: boolean },
): Promise<Pick<Defaults['labRun'], 'newer' | 'passedOver'>> {
  if (id === null || !canAnswer) return { newer: 0, passedOver: [] }
  const newer = (await listLabRuns(db)).filter((run) => run.id > id && (!replays || isReplay(run)))
  const passedOver: Defaults['labRun']['passedOver'] = []
  for (const run of newer.slice(0, MOST_PASSED_OVER)) {
    const cells = await labCells(db, run.id)
    passedOver.push({
      ...{ id: run.id, name: run.name, createdAt: run.createdAt, state: run.state },
      ...{ cells: cells.length, done: cells.filter(({ state }) => state === 'done').length },
    })
  }
  return { newer: newer.length, passedOver }
}
