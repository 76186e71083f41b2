import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunFolder, TowlineRun } from '../../cli/run-folder.ts'

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
