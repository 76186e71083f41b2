import type { Database } from '../../../db/connection/database.ts'
import { acquireLoadRun, type LoadLease, leaveLoadRun } from '../../../db/load/load-leases.ts'
import { createLoadRun } from '../../../db/load/load-runs.ts'
import { recordSecond } from '../../../db/load/load-seconds.ts'
import { beginLoad, endLoad, loadsOf } from '../../../db/load/loads.ts'
import { plannedLoads } from '../../../lab/load/plan/planned-loads.ts'
import { parseLoadPlan } from '../../../lab/load/plan/read-load-plan.ts'
import type { LoadedArm, MeasuredSecond } from '../../../model/load-second.ts'
import { pages, seconds } from '../../stats/load/seconds.ts'

const PLAN = parseLoadPlan(
  `title: a test
page: neotys
arms: [h1, h2]
servers: [towline]
link: {rttMs: 85}
thinkMs: 10
ramp: {users: 100, rampSeconds: 10, intervalSeconds: 2}
`,
  'mine.yaml',
)

const END = { why: 'duration', atMs: 10_000, users: 100, pagesCut: 0, cpuMs: 1 } as const

/** A run of three repetitions, if it is not said: at 60 users h1 breaks, with errors, and the client of h2 becomes too busy to tell. */
export async function recordedLoadRun(db: Database, loadsDone = 6, repetitions = 3): Promise<number> {
  const { name, seed, ...plan } = { ...PLAN, repetitions }
  const createdAt = '2026-11-23T00:00:00.000Z'
  const run = { name, seed, plan, createdAt, toolVersion: '1.0.0', versions: {} }
  const loadRunId = await createLoadRun(db, { ...run, loads: plannedLoads({ ...PLAN, repetitions }) })
  const lease: LoadLease = { loadRunId, owner: 'a test', leaseMs: 3_600_000 }
  await acquireLoadRun(db, lease, () => true)
  for (const { load, arm, repetition } of (await loadsOf(db, loadRunId)).slice(0, loadsDone)) {
    await beginLoad(db, lease, { load, startedAt: createdAt, facts: { cores: { client: 0, servers: [1] } } })
    const all = secondsOfLoad(arm, repetition)
    for (const [second, measured] of all.entries()) await recordSecond(db, lease, { load, second }, measured)
    const { load: last } = all.at(-1) as MeasuredSecond
    await endLoad(db, lease, load, { ...last, ...END, pagesDone: 300, pagesFailed: arm === 'h1' ? 4 : 0 })
  }
  await leaveLoadRun(db, lease, createdAt)
  return loadRunId
}

function secondsOfLoad(arm: LoadedArm, repetition: number): MeasuredSecond[] {
  const isBroken = (second: number): boolean => arm === 'h1' && second >= 6
  return seconds(10, (second) => ({
    load: {
      users: 10 * (second + 1),
      ...pages(30 + repetition, isBroken(second) ? 9_000 : 200),
      ...(isBroken(second) && { errors: { tcp_timeout: 1 }, pagesFailed: 1 }),
    },
    server: {
      cpuTotalMs: (arm === 'h1' ? 150 : 100) * second,
      pssBytes: 10_000_000 + (arm === 'h1' ? 60_000 : 20_000) * 10 * (second + 1),
      tcpSockets: 2 + (arm === 'h1' ? 60 : 10) * (second + 1),
    },
    client: arm === 'h1' || second < 6 ? 0.3 : 0.8,
  }))
}
