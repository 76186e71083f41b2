import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../../../db/connection/database.ts'
import { openDatabase } from '../../../db/connection/open.ts'
import { type LabCellRow, labCells } from '../../../db/lab/lab-cells.ts'
import { type RunFolder, runFolder, type TowlineRun } from '../../cli/run-folder.ts'

/** `towline lab run` of a plan given as text; the machine may be busy with other work. */
export async function runPlan(
  folder: RunFolder,
  text: string,
  more: readonly string[] = [],
): Promise<TowlineRun> {
  const plan = join(folder.path, 'plan.yaml')
  await writeFile(plan, text)
  const flags = ['--database', folder.database, '--cache', folder.cache, '--busy-limit', '1']
  return folder.start(['lab', 'run', plan, ...flags, ...more])
}

/** Plans that ran to their ends, one after the other. */
export interface RanPlans extends AsyncDisposable {
  /** Opened for reading. */
  readonly db: Database
  /** Of all plans, in their order. */
  readonly cells: readonly LabCellRow[]
}

export async function ranPlans(texts: readonly string[], more: readonly string[] = []): Promise<RanPlans> {
  await using resources = new AsyncDisposableStack()
  const folder = resources.use(await runFolder())
  for (const text of texts) {
    const run = await runPlan(folder, text, more)
    assert.equal((await run.ended).code, 0, run.stderr())
  }
  const db = resources.use(await openDatabase({ url: folder.database, readOnly: true }))
  const cells = (await Promise.all(texts.map((_, index) => labCells(db, index + 1)))).flat()
  const owned = resources.move()
  return { db, cells, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
