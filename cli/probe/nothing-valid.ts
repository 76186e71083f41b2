import { type SampleTally, sampleTallies } from '../../db/campaign/sample-tallies.ts'
import type { Database } from '../../db/connection/database.ts'
import { EXIT, type ExitCode } from '../exit/exit-codes.ts'
import { countText } from '../output/text.ts'
import { withMeaning } from './reason-text.ts'

/**
 * The exit code of campaigns that took all their loads: another than 0, with the reasons on the error stream, where no load
 * of them is valid.
 */
export async function exitOfTaken(
  db: Database,
  campaignIds: readonly number[],
  say: (line: string) => void = (line) => void process.stderr.write(`${line}\n`),
): Promise<ExitCode> {
  const tallies: SampleTally[] = []
  for (const id of campaignIds) tallies.push(...(await sampleTallies(db, id)))
  if (tallies.some(({ state }) => state === 'valid')) return EXIT.ok
  say(nothingValidText(tallies))
  return EXIT.noResult
}

function nothingValidText(tallies: readonly Pick<SampleTally, 'reason' | 'samples'>[]): string {
  const byReason = Map.groupBy(tallies, ({ reason }) => reason ?? 'unknown')
  const counts = [...byReason].map(([reason, same]) => ({
    reason,
    samples: same.reduce((sum, { samples }) => sum + samples, 0),
  }))
  const reasons = counts
    .toSorted((a, b) => b.samples - a.samples)
    .map(({ reason, samples }) => `${countText(samples, 'load')}: ${withMeaning(reason)}`)
  return nothingValidLine(reasons)
}

/** The line that campaigns and load runs end with where nothing valid was measured. */
export function nothingValidLine(reasons: readonly string[]): string {
  return `nothing valid was measured (${reasons.length === 0 ? 'no load was taken' : reasons.join('; ')})`
}
