import { join } from 'node:path'
import type { Database } from '../../db/connection/database.ts'
import type { LoadRunRow } from '../../db/load/load-runs.ts'
import { loadPlanOf } from '../../server/load/load-plan.ts'
import {
  loadRunOf,
  type ReadLoadRun,
  type RecordedLoad,
  recordedLoads,
} from '../../server/load/read-load-run.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import { LOAD_FILES, loadColumns, loadsOfRows } from './kept-load.ts'
import { FILES, FORMAT, type KeptFacts, LOAD_SOURCES, type LoadSource } from './kept-run.ts'
import { keptFolders, readFacts, readRows } from './read-kept-runs.ts'
import { writeFolder } from './write-kept-run.ts'

/** A kept load run, its figures computed as `towline load results` computes them. */
export interface KeptLoadRun extends ReadLoadRun {
  readonly facts: KeptFacts
}

interface WrittenLoads {
  readonly folder: string
  readonly loads: number
  readonly bytes: number
}

/**
 * Writes the loads of a run that came to their end below a folder, in place of what was kept of its plan, ramp and servers
 * before. Null where there is none: what was kept then stays.
 */
export async function writeKeptLoadRun(
  db: Database,
  run: LoadRunRow,
  results: string,
): Promise<WrittenLoads | null> {
  const recorded = await recordedLoads(db, run)
  const done = recorded.filter(({ row }) => row.state === 'done')
  if (done.length === 0) return null
  const facts = factsOf(run, done)
  const folder = join(results, facts.plan, facts.source, loadPlanOf(run).servers.join('-'))
  return { folder, loads: done.length, bytes: await writeFolder(folder, facts, loadColumns(recorded)) }
}

/** Facts of how a load was taken. */
interface TakenFacts {
  readonly serverVersion?: string
  readonly link?: { readonly backendVersion?: string | null }
}

function factsOf(run: LoadRunRow, done: readonly RecordedLoad[]): KeptFacts {
  const { title, repetitions } = loadPlanOf(run)
  const { commit, ...machine } = run.versions
  const versions = done.map(({ row: { server, facts } }) => {
    const { serverVersion, link } = (facts ?? {}) as TakenFacts
    return {
      ...(serverVersion !== undefined && { [`server-${server}`]: serverVersion }),
      ...(link?.backendVersion != null && { link: link.backendVersion }),
    }
  })
  return {
    ...{ format: FORMAT, plan: run.name, source: sourceOf(run), title, seed: run.seed },
    ...{ rounds: repetitions, createdAt: run.createdAt, isFinished: run.state === 'finished' },
    lastLoadAt:
      done
        .map(({ row }) => row.startedAt)
        .toSorted()
        .at(-1) ?? null,
    toolVersion: run.toolVersion,
    commits: commit === undefined ? [] : [commit],
    versions: Object.assign({ ...machine }, ...versions),
    options: { ...run.plan },
    run: { id: run.id, finishedAt: run.finishedAt },
  }
}

/** A plan has its long ramp beside its own; a run's ramp is the one or the other. */
function sourceOf({ plan }: LoadRunRow): LoadSource {
  const { ramp, fullRamp = null } = plan as { readonly ramp: object; readonly fullRamp?: object | null }
  return JSON.stringify(ramp) === JSON.stringify(fullRamp) ? 'load-full' : 'load'
}

/** All kept load runs below a folder, by plan, the plan's own ramp before the long one. */
export async function readKeptLoadRuns(results: string): Promise<KeptLoadRun[]> {
  const runs: KeptLoadRun[] = []
  for (const folder of await keptFolders(results, LOAD_SOURCES)) runs.push(await readKeptLoadRun(folder))
  return runs
}

async function readKeptLoadRun(folder: string): Promise<KeptLoadRun> {
  const facts = await readFacts(join(folder, FILES.run))
  const rowsOf = (file: string) => readRows(join(folder, file))
  const recorded = loadsOfRows({
    loads: await rowsOf(LOAD_FILES.loads),
    intervals: await rowsOf(LOAD_FILES.intervals),
    seconds: await rowsOf(LOAD_FILES.seconds),
  })
  const { plan: name, options: plan, seed, createdAt, toolVersion, versions, isFinished } = facts
  if (facts.run === undefined)
    throw new CliError(EXIT.data, `${join(folder, FILES.run)} says not of which load run it is`)
  const run: LoadRunRow = {
    ...facts.run,
    ...{ name, plan, seed, createdAt, toolVersion, versions },
    state: isFinished ? 'finished' : 'stopped',
  }
  return { facts, ...loadRunOf(run, recorded) }
}
