import type { PageDraws } from '../../crawler/probe/load/page-draws.ts'
import type { Recording } from '../../model/recording/recording.ts'
import type { LivePhases, ReplayFacts } from '../../model/recording/replay-facts.ts'
import {
  livePhases,
  recordedThinkMs,
  type ThinkTurn,
  thinkMsInTurn,
  thinkTurns,
} from './recorded-think-times.ts'
import { replayAnswers } from './replay-answers.ts'

/** Tells whoever loads a replayed page of its recording. Plain JSON. */
export interface ReplayLoad {
  /** Facts of a load that gets the median of all recorded loads. */
  readonly facts: ReplayFacts
  readonly draws: PageDraws
  /** Phases of the load under HTTP/1.1, in the order of `facts.answers`; empty where there is none. */
  readonly liveHttp1: readonly (LivePhases | null)[]
  /** Loads whose think times rounds give in turn. Only one: `facts` are those of all rounds. */
  readonly turns: readonly RecordedTurn[]
}

interface RecordedTurn extends ThinkTurn {
  /** Sorted as `facts.answers`. */
  readonly thinkMs: readonly (number | null)[]
}

/** Seed of recordings whose pages drew at random: any is as good. */
const NO_SEED = 0

export function replayLoadOf(recording: Recording): ReplayLoad {
  const facts = replayFactsOf(recording)
  const exchanges = facts.answers.flatMap(({ id }) => recording.exchanges[id] ?? [])
  const turns = thinkTurns(recording).map((turn) => ({
    ...turn,
    thinkMs: exchanges.map((exchange) => thinkMsInTurn(exchange, recording, turn)),
  }))
  const phases = exchanges.map((exchange) => livePhases(exchange, recording, 'http1'))
  const liveHttp1 = phases.some((each) => each !== null) ? phases : []
  return { facts, draws: drawsOf(recording), liveHttp1, turns }
}

/** @param linkMbps of the downlink that it is replayed over; null: unlimited, or it varies */
export function overLink(replay: ReplayLoad, linkMbps: number | null): ReplayLoad {
  return { ...replay, facts: { ...replay.facts, linkMbps } }
}

/** Returns what the load for bodies drew, where it drew by a seed, and its time: the same in all loads, whatever their arm. */
function drawsOf({ seed, recordedAt }: Pick<Recording, 'seed' | 'recordedAt'>): PageDraws {
  const startMs = recordedAt === null ? Number.NaN : Date.parse(recordedAt)
  return { seed: seed ?? NO_SEED, clockStartMs: Number.isNaN(startMs) ? null : startMs }
}

export function replayFactsOf(recording: Recording): ReplayFacts {
  const { exchanges, leftOut } = recording
  const answers = replayAnswers(recording).answers.flatMap(({ id }) => {
    const exchange = exchanges[id]
    if (exchange === undefined || exchange.status === null) return []
    const live = livePhases(exchange, recording, 'times')
    const bodyBytes = exchange.body?.bytes ?? 0
    return { id, thinkMs: recordedThinkMs(exchange, recording), ...(live && { live }), bodyBytes }
  })
  const failed = exchanges.filter(({ status, failure }) => status === null || failure !== null)
  return { answers, unanswered: [...new Set([...failed, ...leftOut].map(({ url }) => url))] }
}
