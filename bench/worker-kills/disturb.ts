import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresServer } from '../harness/postgres-server.ts'
import type { Workers } from '../harness/workers.ts'
import type { Break } from './turns.ts'

export interface Disturbances {
  readonly kills: number
  readonly restarts: number
}

export interface DisturbOptions extends Disturbances {
  readonly server: PostgresServer
  readonly workers: Workers
  readonly workerCount: number
  /** What there is to do, and how much of it is done. */
  readonly total: number
  readonly done: () => Promise<number>
  readonly random: () => number
  /** What is disturbed takes about so long: an event comes at any moment of it. */
  readonly momentMs: number
  readonly say: (line: string) => void
}

/** The same server and workers, which write down what is killed. */
export function notedBreaks(
  { server, workers, clients }: Pick<DisturbOptions, 'server' | 'workers'> & { readonly clients: number },
  breaks: Break[],
): Pick<DisturbOptions, 'server' | 'workers'> {
  return {
    workers: {
      ...workers,
      replace(index) {
        breaks.push({ client: index % clients, atMs: Date.now() })
        workers.replace(index)
      },
    },
    server: {
      ...server,
      kill() {
        breaks.push({ client: null, atMs: Date.now() })
        return server.kill()
      },
    },
  }
}

/** All of it lies before the last jobs, which would end undisturbed anyway. */
const LAST = 0.95
const LOOK_EVERY_MS = 200
const SAY_EVERY_MS = 15_000

/** Kills workers and the database at random moments while the work goes on. */
export async function disturb(options: DisturbOptions): Promise<void> {
  const { kills, restarts, server, workers, workerCount, total, done, random, momentMs, say } = options
  const events = [...Array<'kill'>(kills).fill('kill'), ...Array<'restart'>(restarts).fill('restart')]
    .map((what) => ({ what, after: Math.floor(random() * LAST * total) }))
    .sort((a, b) => a.after - b.after)
  let saidMs = performance.now()
  for (const { what, after } of events) {
    for (let finished = await done(); finished < after; finished = await done()) {
      workers.revive()
      if (performance.now() - saidMs > SAY_EVERY_MS) {
        saidMs = performance.now()
        say(`${finished} of ${total}`)
      }
      await sleep(LOOK_EVERY_MS)
    }
    await sleep(momentMs * random())
    saidMs = performance.now()
    if (what === 'restart') {
      say(`${await done()} of ${total}: PostgreSQL is killed`)
      await server.kill()
      await server.start()
    } else {
      const victim = Math.floor(random() * workerCount)
      say(`${await done()} of ${total}: worker ${victim} is killed`)
      workers.replace(victim)
    }
  }
}

/** A job that failed several times waits for minutes. */
const STUCK_MS = 20 * 60_000

/** Waits for the end of all jobs. @throws Error where nothing more happens */
export async function untilDone({
  server,
  workers,
  total,
  done,
  say,
}: Pick<DisturbOptions, 'server' | 'workers' | 'total' | 'done' | 'say'>): Promise<void> {
  const open = async (): Promise<number> => {
    const [row] = await server.tryQuery(
      "SELECT count(*) AS jobs FROM towline_jobs.job WHERE state IN ('created', 'retry', 'active')",
    )
    return Number(row?.jobs ?? 1)
  }
  let last = { finished: -1, ms: performance.now() }
  for (let tick = 0; (await open()) > 0; tick += 1) {
    workers.revive()
    const finished = await done()
    if (finished !== last.finished) last = { finished, ms: performance.now() }
    if (performance.now() - last.ms > STUCK_MS)
      throw new Error(`nothing was done for ${STUCK_MS / 60_000} minutes`)
    if (tick % (SAY_EVERY_MS / 1_000) === 0) say(`${finished} of ${total}`)
    await sleep(1_000)
  }
}
