import type { LabRunRow } from '../../db/lab/lab-runs.ts'
import { RECORDING_FACTS } from '../../model/recording/facts.ts'
import type { ReplayRecording } from '../contract/contract.ts'

/** The recordings that a lab run replays, by its factor `page`; what cannot be read is left out. */
export function runRecordings({ plan }: Pick<LabRunRow, 'plan'>): ReplayRecording[] {
  const { recordings } = plan as { readonly recordings?: unknown }
  if (recordings === null || typeof recordings !== 'object') return []
  return Object.entries(recordings).flatMap(([page, stored]) => {
    const { data } = RECORDING_FACTS.safeParse(stored)
    // Parsed from JSON, so the link is JSON too.
    return data === undefined ? [] : [{ page, ...data, link: data.link as ReplayRecording['link'] }]
  })
}
