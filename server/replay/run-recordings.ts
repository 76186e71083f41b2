import { z } from 'zod'
import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import type { ReplayRecording } from '../contract/contract.ts'
import { recordingFacts } from '../contract/contract.ts'

/** A later version may know more of a recording. */
const STORED = z.object(recordingFacts.shape)

/** The recordings that a lab run replays, by its factor `page`; what cannot be read is left out. */
export function runRecordings({ plan }: Pick<LabRunRow, 'plan'>): ReplayRecording[] {
  const { recordings } = plan as { readonly recordings?: unknown }
  if (recordings === null || typeof recordings !== 'object') return []
  return Object.entries(recordings).flatMap(([page, stored]) => {
    const { data } = STORED.safeParse(stored)
    return data === undefined ? [] : [{ page, ...data }]
  })
}
