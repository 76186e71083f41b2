import type { Database } from '../../db/connection/database.ts'
import { labCells } from '../../db/lab/lab-cells.ts'
import { createLabRun, findResumableLabRun, type NewLabRun } from '../../db/lab/lab-runs.ts'
import type { Plan } from '../plan/plan.ts'

export interface StartLabRunOptions {
  readonly plan: Plan
  /** What else changes what is measured, as plain JSON; stored with the plan. */
  readonly options: object
  readonly resume: boolean
  readonly toolVersion: string
  readonly versions: Readonly<Record<string, string>>
  /** Wall time, ISO 8601. */
  readonly createdAt: string
}

/**
 * The lab run to resume, where that is wanted and there is one of the same plan, options and seed that has not come to
 * its end; else a new one. Cells are stored with it, in the order of the plan.
 */
export async function startLabRun(
  db: Database,
  { plan, options, resume, ...rest }: StartLabRunOptions,
): Promise<{ readonly id: number; readonly isResumed: boolean }> {
  const { name, seed, cells, ...stored } = plan
  const run: NewLabRun = {
    name,
    seed,
    ...rest,
    plan: { ...stored, options },
    cells: cells.map(({ factors, link }) => ({ factors, configuredLink: link })),
  }
  const found = resume ? await findResumableLabRun(db, run) : null
  if (found !== null && (await hasCells(db, found.id, run))) return { id: found.id, isResumed: true }
  return { id: await createLabRun(db, run), isResumed: false }
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
        isSame(factors, planned.factors) &&
        isSame(configuredLink, planned.configuredLink)
      )
    })
  )
}

function isSame(a: object, b: object): boolean {
  const inOrder = (value: object): string => JSON.stringify(Object.entries(value).sort())
  return inOrder(a) === inOrder(b)
}
