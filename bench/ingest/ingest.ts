import { join } from 'node:path'
import { openDatabase } from '../../db/connection/open.ts'
import { openStudy } from '../../db/field/field-studies.ts'
import { rng } from '../../stats/rng.ts'
import { benchFolder } from '../harness/bench-folder.ts'
import { type Latencies, latenciesOf } from '../server/latencies.ts'
import { serveProcess } from '../server/serve-process.ts'
import { type Generated, type GenerateOptions, generateAtMost, generateAtRate } from './generate.ts'
import { syncTime } from './sync-time.ts'
import { BENCH_LIST, BENCH_SITES, syntheticRecords } from './synthetic-records.ts'
import { type UploadConnection, uploadConnection } from './upload-connection.ts'

export interface IngestOptions {
  readonly rounds: number
  readonly durationMs: number
  readonly connections: number
  readonly seed: number
  /** Monotonic, milliseconds. */
  readonly clock: () => number
  /** Wall time, ISO 8601. */
  readonly now: () => string
  readonly signal: AbortSignal
  readonly say: (line: string) => void
}

export interface Round {
  readonly atMost: IngestPhase
  /** At half of the rate of the phase before. */
  readonly atHalf: IngestPhase
  /** Acknowledged records in all, warm-up included, and those of them that are there after the server was killed. */
  readonly acknowledged: number
  readonly stored: number
  readonly integrity: string
  readonly peakMiB: number | null
}

export interface IngestPhase {
  readonly perS: number
  readonly latencies: Latencies
  /** Answers other than 201. */
  readonly refused: number
}

export interface IngestResult {
  readonly rounds: readonly Round[]
  readonly sync: Latencies
}

/** For the server to be as it is after some thousand records. */
const WARM_UP_MS = 3_000

const NO_LIMITS = [
  '--connections-per-address',
  '0',
  '--collect-per-minute',
  '0',
  '--collect-per-day',
  '0',
  '--collect-sites-per-day',
  '0',
  '--collect-per-site-and-day',
  '0',
]

/** Contributes to a real server in a process of its own, as fast as it goes and at half of that; then kills it. */
export async function ingest(options: IngestOptions): Promise<IngestResult> {
  const { path: folder, ...bench } = await benchFolder()
  await using _ = bench
  const sync = await syncTime(folder, options.clock)
  const rounds: Round[] = []
  for (let round = 0; round < options.rounds; round += 1) {
    rounds.push(await oneRound(join(folder, `${round}.sqlite`), options.seed + round, options))
    options.say(`round ${round + 1} of ${options.rounds}`)
  }
  return { rounds, sync }
}

async function oneRound(database: string, seed: number, options: IngestOptions): Promise<Round> {
  const { durationMs, clock, now, signal } = options
  const day = now().slice(0, 10)
  {
    await using db = await openDatabase({ url: database })
    await openStudy(db, {
      list: BENCH_LIST,
      openedDay: day,
      pilot: null,
      thresholds: null,
      sites: Array.from({ length: BENCH_SITES }, (_, site) => ({ site, domain: `site${site}.test` })),
    })
  }
  await using server = await serveProcess(database, NO_LIMITS)
  using stack = new DisposableStack()
  const connections: UploadConnection[] = []
  while (connections.length < options.connections)
    connections.push(stack.use(await uploadConnection(`${server.url}/api/v1/contributions`)))
  const random = rng(seed)
  const base: GenerateOptions = {
    connections,
    records: syntheticRecords(random, day),
    durationMs,
    clock,
    signal,
  }
  const warmUp = await generateAtMost({ ...base, durationMs: WARM_UP_MS })
  const atMost = await generateAtMost(base)
  const perS = atMost.accepted / (atMost.wallMs / 1_000)
  const atHalf = await generateAtRate({ ...base, perS: perS / 2, random })
  const peakMiB = await server.peakMiB()
  await server.kill()
  await using db = await openDatabase({ url: database })
  const [rows] = await db.query('SELECT count(*) AS n FROM contributions')
  const [check] = await db.query('PRAGMA integrity_check')
  return {
    atMost: phaseOf(atMost),
    atHalf: phaseOf(atHalf),
    peakMiB,
    acknowledged: warmUp.accepted + atMost.accepted + atHalf.accepted,
    stored: Number(rows?.n),
    integrity: String(check?.integrity_check),
  }
}

function phaseOf({ accepted, others, wallMs, timesMs }: Generated): IngestPhase {
  return {
    perS: accepted / (wallMs / 1_000),
    latencies: latenciesOf(timesMs),
    refused: [...others.values()].reduce((sum, count) => sum + count, 0),
  }
}
