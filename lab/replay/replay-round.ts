import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ARMS, type Arm } from '../../model/arm.ts'
import type { RecordedAnswer, ReplayFacts } from '../../model/recording/replay-facts.ts'
import { LOAD_FILE } from './replay-file.ts'
import type { ReplayLoad } from './replay-load.ts'

interface ReplayTurn {
  /** Counted from 0. */
  readonly round: number
  readonly arm: Arm
}

/**
 * Has the server give the think times whose turn it is, from the next load on. Resolves to the facts of such a load.
 *
 * @param serverFolder that the server was started in
 */
export async function beginTurn(
  replay: ReplayLoad,
  turn: ReplayTurn,
  serverFolder: string,
): Promise<ReplayFacts> {
  if (replay.turns.length > 1) {
    const file = join(serverFolder, LOAD_FILE)
    await writeFile(`${file}.new`, String(placeOf(replay, turn)))
    // Whole, whenever it is read.
    await rename(`${file}.new`, file)
  }
  return factsInTurn(replay, turn)
}

/** Returns what a load gets: of one recorded load under all arms of a round, and after a run was interrupted. */
export function factsInTurn(replay: ReplayLoad, turn: ReplayTurn): ReplayFacts {
  const { facts, turns, liveHttp1 } = replay
  const own = turns.length > 1 ? turns[placeOf(replay, turn)] : undefined
  const isHttp1 = isUnderHttp1(turn) && liveHttp1.length > 0
  if (own === undefined && !isHttp1) return facts
  const answers = facts.answers.map(({ live: asVisitor, ...answer }, place): RecordedAnswer => {
    const live = isHttp1 ? (liveHttp1[place] ?? undefined) : asVisitor
    const thinkMs = own === undefined ? answer.thinkMs : (own.thinkMs[place] ?? null)
    return { ...answer, thinkMs, ...(live && { live }) }
  })
  return { ...facts, answers, ...(own?.load != null && { load: own.load }) }
}

const isUnderHttp1 = ({ arm }: ReplayTurn): boolean => ARMS[arm].protocol === 'http/1.1'

/** Browsers have few requests under way to a host over HTTP/1.1. */
function placeOf({ turns }: ReplayLoad, turn: ReplayTurn): number {
  const isFew = isUnderHttp1(turn) && turns.some((each) => each.isFew)
  const places = [...turns.keys()].filter((place) => turns[place]?.isFew === isFew)
  return places[turn.round % places.length] ?? 0
}
