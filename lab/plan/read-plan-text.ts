import { readBytes } from '../../crawler/files/read-file.ts'
import { RefusedFile } from '../../crawler/files/refused-file.ts'
import { PlanMissing } from './find-plan.ts'
import { PlanError } from './plan-error.ts'

const LARGEST_FILE_BYTES = 1_000_000

/**
 * The text of a plan's file.
 * @throws PlanError `lab/plans/quick.yaml:1: …`; PlanMissing, and errors of the file system as they are
 */
export async function readPlanText(file: string): Promise<string> {
  const bytes = await planBytes(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new PlanError([`${file}:1: not text in UTF-8`], { cause: error })
  }
}

async function planBytes(file: string): Promise<Buffer> {
  try {
    return await readBytes(file, { maxBytes: LARGEST_FILE_BYTES })
  } catch (error) {
    if (error instanceof RefusedFile && error.why === 'long')
      throw new PlanError([`${file}:1: more than ${LARGEST_FILE_BYTES} bytes are no plan`], { cause: error })
    if ((error as NodeJS.ErrnoException).code === 'EISDIR')
      throw new PlanMissing(`${file}: a folder, not a file`)
    throw error
  }
}
