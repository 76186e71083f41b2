import type { Database } from '../../db/connection/database.ts'
import { doneLoads } from '../../db/load/done-loads.ts'
import { listLoadRuns } from '../../db/load/load-runs.ts'
import type { Defaults } from '../contract/contract.ts'
import { type DefaultRun, MOST_PASSED_OVER, NEEDED } from './default-run.ts'

/**
 * The newest load run that can answer: two protocols of one server have as many repetitions as a verdict needs. Where none
 * has, the newest.
 */
export async function defaultLoadRun(db: Database): Promise<DefaultRun> {
  const newestFirst = await listLoadRuns(db)
  for (const { id } of newestFirst)
    if ((await repetitionsOfTwo(db, id)) >= NEEDED.repetitions) return { id, canAnswer: true }
  return { id: newestFirst[0]?.id ?? null, canAnswer: false }
}

/** The repetitions that two protocols of one server both have, of the server that has most. */
async function repetitionsOfTwo(db: Database, loadRunId: number): Promise<number> {
  const byServer = Map.groupBy(await doneLoads(db, loadRunId), ({ server }) => server)
  const ofTwo = [...byServer.values()].map(
    (arms) => arms.map(({ done }) => done).sort((a, b) => b - a)[1] ?? 0,
  )
  return Math.max(0, ...ofTwo)
}

export async function passedOverLoadRuns(
  db: Database,
  { id, canAnswer }: DefaultRun,
): Promise<Pick<Defaults['loadRun'], 'newer' | 'passedOver'>> {
  if (id === null || !canAnswer) return { newer: 0, passedOver: [] }
  const newer = (await listLoadRuns(db)).filter((run) => run.id > id)
  const passedOver: Defaults['loadRun']['passedOver'] = []
  for (const run of newer.slice(0, MOST_PASSED_OVER)) {
    const repetitions = await repetitionsOfTwo(db, run.id)
    passedOver.push({
      ...{ id: run.id, name: run.name, createdAt: run.createdAt, state: run.state, repetitions },
    })
  }
  return { newer: newer.length, passedOver }
}
