import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReplayFacts } from '../../model/recording/replay-facts.ts'
import { LOAD_FILE } from './replay-file.ts'
import type { ReplayLoad } from './replay-load.ts'

/**
 * Has the server give the think times of the recorded load whose turn it is in a round, from the next load on. Resolves
 * to the facts of such a load.
 *
 * @param serverFolder that the server was started in
 */
export async function beginRound(
  replay: ReplayLoad,
  round: number,
  serverFolder: string,
): Promise<ReplayFacts> {
  const { inTurn } = replay
  if (inTurn.length > 0) {
    const file = join(serverFolder, LOAD_FILE)
    await writeFile(`${file}.new`, String(round % inTurn.length))
    // Whole, whenever it is read.
    await rename(`${file}.new`, file)
  }
  return factsInRound(replay, round)
}

/** What loads of a round get, from 0: the same under all arms, and after a run was interrupted. */
export function factsInRound({ facts, inTurn }: ReplayLoad, round: number): ReplayFacts {
  const turn = inTurn[round % inTurn.length]
  if (turn === undefined) return facts
  const answers = facts.answers.map((answer, place) => ({ ...answer, thinkMs: turn.thinkMs[place] ?? null }))
  return { ...facts, answers, load: turn.load }
}
