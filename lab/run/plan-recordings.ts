import type { RecordingFacts } from '../../model/recording/facts.ts'
import type { Plan } from '../plan/plan.ts'
import { RECORDING_PREFIX } from '../replay/recorded-page.ts'
import { recordingFacts } from '../replay/recording-facts.ts'

/** The facts of all recordings that a plan replays, by the level of its factor `page`. */
export async function planRecordings({
  cells,
}: Pick<Plan, 'cells'>): Promise<Readonly<Record<string, RecordingFacts>>> {
  const folders = new Map(
    cells.flatMap(({ page, factors }) =>
      page.startsWith(RECORDING_PREFIX)
        ? [[String(factors.page), page.slice(RECORDING_PREFIX.length)] as const]
        : [],
    ),
  )
  const facts: Record<string, RecordingFacts> = {}
  for (const [page, folder] of folders) facts[page] = await recordingFacts(folder)
  return facts
}
