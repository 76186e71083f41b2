import { readFile, stat } from 'node:fs/promises'
import { PlanMissing } from './find-plan.ts'
import { PlanError } from './plan-error.ts'

const LARGEST_FILE_BYTES = 1_000_000

/**
 * The text of a plan's file.
 * @throws PlanError `lab/plans/quick.yaml:1: …`; PlanMissing, and errors of the file system as they are
 */
export async function readPlanText(file: string): Promise<string> {
  const found = await stat(file)
  if (!found.isFile()) throw new PlanMissing(`${file}: a folder, not a file`)
  const { size } = found
  if (size > LARGEST_FILE_BYTES) throw new PlanError([`${file}:1: ${size} bytes are no plan`])
  const bytes = await readFile(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new PlanError([`${file}:1: not text in UTF-8`], { cause: error })
  }
}
