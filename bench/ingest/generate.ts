import { setTimeout as sleep } from 'node:timers/promises'
import type { UploadConnection } from './upload-connection.ts'

export interface Generated {
  /** Answered 201. */
  readonly accepted: number
  /** Answered with anything else, by status. */
  readonly others: ReadonlyMap<number, number>
  readonly wallMs: number
  /** Of the answered, milliseconds. */
  readonly timesMs: readonly number[]
}

export interface GenerateOptions {
  readonly connections: readonly UploadConnection[]
  readonly records: Iterator<string, never>
  readonly durationMs: number
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  readonly signal: AbortSignal
}

/** As fast as it goes: every connection sends the next record when the one before is acknowledged. */
export async function generateAtMost(options: GenerateOptions): Promise<Generated> {
  const { connections, records, durationMs, clock, signal } = options
  const count = counter()
  const startMs = clock()
  await Promise.all(
    connections.map(async (connection) => {
      for (let sentMs = clock(); sentMs - startMs < durationMs; sentMs = clock()) {
        signal.throwIfAborted()
        const status = await connection.post(records.next().value)
        count.answered(status, clock() - sentMs)
      }
    }),
  )
  return { ...count.result, wallMs: clock() - startMs }
}

/**
 * At a rate of its own, whatever the answers take: times between records are exponential, as those of many people are,
 * and each answer's time counts from when its record was due, so that waiting for a connection counts as well.
 */
export async function generateAtRate(
  options: GenerateOptions & { readonly perS: number; readonly random: () => number },
): Promise<Generated> {
  const { records, durationMs, clock, signal, perS, random } = options
  const free = [...options.connections]
  const late: number[] = []
  const count = counter()
  const underWay = new Set<Promise<void>>()
  let failure: unknown = null
  const send = (connection: UploadConnection, dueMs: number): void => {
    const work = (async () => {
      const status = await connection.post(records.next().value)
      count.answered(status, clock() - dueMs)
      const next = late.shift()
      if (next === undefined) free.push(connection)
      else send(connection, next)
    })()
    const counted = work
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => underWay.delete(counted))
    underWay.add(counted)
  }
  const startMs = clock()
  let dueMs = startMs
  for (;;) {
    dueMs += (-Math.log(1 - random()) * 1_000) / perS
    if (dueMs - startMs >= durationMs) break
    while (dueMs > clock()) await sleep(1)
    signal.throwIfAborted()
    if (failure !== null) throw failure
    const connection = free.shift()
    if (connection === undefined) late.push(dueMs)
    else send(connection, dueMs)
  }
  while (underWay.size > 0) await Promise.all(underWay)
  if (failure !== null) throw failure
  return { ...count.result, wallMs: clock() - startMs }
}

function counter() {
  const timesMs: number[] = []
  const others = new Map<number, number>()
  let accepted = 0
  return {
    answered(status: number, timeMs: number): void {
      timesMs.push(timeMs)
      if (status === 201) accepted += 1
      else others.set(status, (others.get(status) ?? 0) + 1)
    },
    get result() {
      return { accepted, others, timesMs }
    },
  }
}
