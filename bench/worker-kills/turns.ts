import type { LoggedRequest } from '../../lab/sandbox/server/access-log.ts'

/** A load as the database has it. */
export interface RecordedLoad {
  /** Campaign, round and site; the discovery of a site is a block of its own. */
  readonly block: string
  readonly host: string
  /** Wall time, milliseconds since 1970. */
  readonly startMs: number
  readonly endMs: number
}

/** Loads of a site, one after the other, while nobody else may load it. */
export interface Turn {
  /** Null: it was broken off, and nothing of it is recorded. */
  readonly block: string | null
  readonly host: string
  /** Those that the servers saw: of a turn that is kept to one worker, one of each. */
  readonly clients: readonly (number | null)[]
  readonly addresses: readonly string[]
  readonly startMs: number
  readonly endMs: number
}

/** A worker was killed, or the database of all. */
export interface Break {
  /** Null: of all. */
  readonly client: number | null
  readonly atMs: number
}

export interface Turns {
  readonly turns: readonly Turn[]
  /** Loads that no server saw. */
  readonly unseen: readonly RecordedLoad[]
}

/** nginx counts whole milliseconds. */
const STEP_MS = 2
/** A job that failed is tried again after so long at the soonest: what comes later may be of another turn. */
export const RETRY_MS = 5_000

/** The turns that the database and the servers' logs tell of together. */
export function findTurns(
  loads: readonly RecordedLoad[],
  requests: readonly LoggedRequest[],
  breaks: readonly Break[],
): Turns {
  const requestsByHost = Map.groupBy(requests, ({ host }) => host)
  const seenIn = new Map<RecordedLoad, LoggedRequest[]>()
  const recorded = new Set<LoggedRequest>()
  for (const load of loads) {
    const within = (requestsByHost.get(load.host) ?? []).filter(
      ({ startMs, endMs }) => startMs >= load.startMs - STEP_MS && endMs <= load.endMs + STEP_MS,
    )
    seenIn.set(load, within)
    for (const request of within) recorded.add(request)
  }
  const blocks = [...Map.groupBy(loads, ({ block }) => block).values()].map((ofBlock) =>
    turnOf(
      ofBlock[0]?.block ?? null,
      ofBlock,
      ofBlock.flatMap((load) => seenIn.get(load) ?? []),
    ),
  )
  const rest = requests.filter((request) => !recorded.has(request))
  return {
    turns: [...blocks, ...brokenOff(rest, recorded, breaks)],
    unseen: loads.filter((load) => seenIn.get(load)?.length === 0),
  }
}

type Span = Pick<Turn, 'startMs' | 'endMs'> & { readonly host: string }

function turnOf(block: string | null, spans: readonly Span[], requests: readonly LoggedRequest[]): Turn {
  return {
    block,
    host: spans[0]?.host ?? '',
    clients: [...new Set(requests.map(({ client }) => client))],
    addresses: [...new Set(requests.map(({ address }) => address))],
    startMs: Math.min(...spans.map(({ startMs }) => startMs)),
    endMs: Math.max(...spans.map(({ endMs }) => endMs)),
  }
}

/** A worker loads one site after the other: what it asked of one, until something else came, is one turn. */
function brokenOff(
  rest: readonly LoggedRequest[],
  recorded: ReadonlySet<LoggedRequest>,
  breaks: readonly Break[],
): Turn[] {
  const turns: Turn[] = []
  for (const [client, unrecorded] of Map.groupBy(rest, (request) => request.client)) {
    const others = [...recorded].filter((request) => request.client === client)
    const ends = [
      ...others.map(({ startMs }) => startMs),
      ...breaks.filter((each) => each.client === null || each.client === client).map(({ atMs }) => atMs),
    ]
    let run: LoggedRequest[] = []
    for (const request of unrecorded) {
      const last = run.at(-1)
      const isApart =
        last !== undefined &&
        (last.host !== request.host ||
          request.startMs - last.endMs >= RETRY_MS ||
          ends.some((endMs) => endMs > last.startMs && endMs <= request.startMs))
      if (isApart) {
        turns.push(turnOf(null, run, run))
        run = []
      }
      run.push(request)
    }
    if (run.length > 0) turns.push(turnOf(null, run, run))
  }
  return turns
}

/** Pairs of turns of one host at the same time. */
export function sameHostAtOnce(turns: readonly Turn[]): (readonly [Turn, Turn])[] {
  const pairs: (readonly [Turn, Turn])[] = []
  for (const ofHost of Map.groupBy(turns, ({ host }) => host).values()) {
    const sorted = ofHost.toSorted((a, b) => a.startMs - b.startMs)
    for (const [index, turn] of sorted.entries())
      for (const later of sorted.slice(index + 1)) {
        if (later.startMs >= turn.endMs - STEP_MS) break
        pairs.push([turn, later])
      }
  }
  return pairs
}

/** At each address the most turns that there were at once. */
export function mostAtOnce(turns: readonly Turn[]): ReadonlyMap<string, readonly Turn[]> {
  const most = new Map<string, readonly Turn[]>()
  for (const address of new Set(turns.flatMap(({ addresses }) => addresses))) {
    const atAddress = turns.filter(({ addresses }) => addresses.includes(address))
    // Of turns that meet, one begins while all others are under way.
    const meetings = atAddress.map((turn) =>
      atAddress.filter(
        (other) => other === turn || (other.startMs <= turn.startMs && turn.startMs < other.endMs - STEP_MS),
      ),
    )
    most.set(
      address,
      meetings.reduce((largest, meeting) => (meeting.length > largest.length ? meeting : largest), []),
    )
  }
  return most
}
