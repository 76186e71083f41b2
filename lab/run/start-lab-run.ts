import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { createLabRun, type LabRunRow, type NewLabRun, unfinishedLabRuns } from '../../db/lab/lab-runs.ts'
import { canonicalJson } from '../../db/rows/json.ts'
import type { RecordingFacts } from '../../model/recording/facts.ts'
import { publicLink } from '../link/condition/public-link.ts'
import type { Plan } from '../plan/plan.ts'

type Recordings = Readonly<Record<string, RecordingFacts>>

export class RecordingChanged extends Error {
  override readonly name = 'RecordingChanged'
  /** EX_DATAERR of sysexits.h. */
  readonly exitCode = 65
}

export interface StartLabRunOptions {
  readonly plan: Plan
  /** Further options that change what is measured, as plain JSON; stored with the plan. */
  readonly options: object
  /** Recordings that the plan replays, by its factor `page`; stored with the plan. */
  readonly recordings?: Recordings
  readonly resume: boolean
  readonly toolVersion: string
  readonly versions: Readonly<Record<string, string>>
  readonly createdAt: string
}

/**
 * The lab run to resume, where that is wanted and there is one of the same plan, options and seed that has not come to
 * its end; else a new one. Cells are stored with it, in the order of the plan.
 * @throws RecordingChanged where it replayed another recording under the same name
 */
export async function startLabRun(
  db: Database,
  { plan, options, recordings = {}, resume, ...rest }: StartLabRunOptions,
): Promise<{ readonly id: number; readonly isResumed: boolean }> {
  const { name, seed, cells, ...stored } = plan
  const replays = Object.keys(recordings).length > 0
  const run: NewLabRun = {
    name,
    seed,
    ...rest,
    plan: { ...stored, options, ...(replays && { recordings }) },
    cells: cells.map(({ factors, link }) => ({ factors, configuredLink: publicLink(link) })),
  }
  const found = resume ? await findResumable(db, run) : null
  if (found === null) return { id: await createLabRun(db, run), isResumed: false }
  const changed = changedRecording(found.plan, recordings)
  if (changed !== null)
    throw new RecordingChanged(
      `${changed} has changed since lab run ${found.id} was started: without --resume a new run takes all samples anew`,
    )
  return { id: found.id, isResumed: true }
}

/** The newest unfinished run of this plan, whatever it knew of the recordings. */
async function findResumable(db: Database, run: NewLabRun): Promise<LabRunRow | null> {
  const wanted = withoutRecordings(run.plan)
  for (const found of await unfinishedLabRuns(db, run))
    if (withoutRecordings(found.plan) === wanted && (await hasCells(db, found.id, run))) return found
  return null
}

function withoutRecordings(plan: object): string {
  const { recordings: _, ...rest } = plan as { readonly recordings?: unknown }
  return canonicalJson(rest)
}

function changedRecording(plan: object, recordings: Recordings): string | null {
  const { recordings: before = {} } = plan as { readonly recordings?: Recordings }
  const pages = Object.keys(recordings)
  return pages.find((page) => before[page]?.sha256 !== recordings[page]?.sha256) ?? null
}

/** A plan whose factors were changed since is another one. */
async function hasCells(db: Database, id: number, { cells }: NewLabRun): Promise<boolean> {
  const stored = await labCells(db, id)
  return (
    stored.length === cells.length &&
    stored.every(({ factors, configuredLink }, cell) => {
      const planned = cells[cell]
      return (
        planned !== undefined &&
        canonicalJson(factors) === canonicalJson(planned.factors) &&
        canonicalJson(configuredLink) === canonicalJson(planned.configuredLink)
      )
    })
  )
}
