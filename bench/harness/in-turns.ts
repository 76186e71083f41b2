import { setTimeout as sleep } from 'node:timers/promises'

/** The servers close what the last contender has left open. */
const PAUSE_MS = 1_000

/**
 * All entrants once a round, one after the other with a pause before each, each round beginning with another one, so that
 * what changes on the machine in these minutes meets them all.
 */
export async function* inTurns<Entrant>(
  entrants: readonly Entrant[],
  rounds: number,
  signal: AbortSignal,
): AsyncGenerator<{ readonly entrant: Entrant; readonly round: number }> {
  for (let round = 0; round < rounds; round++) {
    const first = round % entrants.length
    for (const entrant of [...entrants.slice(first), ...entrants.slice(0, first)]) {
      await sleep(PAUSE_MS, undefined, { signal })
      yield { entrant, round }
    }
  }
}
