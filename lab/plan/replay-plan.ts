import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import type { Plan } from './plan.ts'
import { type PageFile, planOfFiles, type RunOfFiles } from './plan-of-files.ts'

export interface ReplayPlanOptions extends RunOfFiles {
  /** Whole paths of folders, with the links that each is replayed over. */
  readonly recordings: readonly (Omit<PageFile, 'path'> & { readonly folder: string })[]
}

/**
 * The plan that replays recordings: each over its links, on the lab's own server, under all arms.
 * @throws RangeError where one of them cannot be had under one of the arms
 */
export function replayPlan({ recordings, ...run }: ReplayPlanOptions): Plan {
  const files = recordings.map(({ folder, ...rest }) => ({ path: folder, ...rest }))
  return planOfFiles(files, { name: 'replay', prefix: RECORDING_PREFIX, titleStart: 'Replay of' }, run)
}
