import assert from 'node:assert/strict'
import { test } from 'node:test'
import { measureLoad } from '../../../lab/load/measure-load.ts'
import { parseLoadPlan } from '../../../lab/load/plan/read-load-plan.ts'
import { programOrder } from '../../../lab/load/run/load-orders.ts'
import { openLoadLab } from '../../../lab/load/run/open-load-lab.ts'
import type { MeasuredSecond } from '../../../model/load-second.ts'
import { whyNoLink } from '../link/why-no-link.ts'
import { CACHE, whyNoServer } from '../origin/running-server.ts'
import { whyNoLoad } from './run-load.ts'

const skip = whyNoLoad() || whyNoLink() || (await whyNoServer('apache'))

const WORKERS = 150
const PLAN = parseLoadPlan(
  `title: a test
page: objects-25x500
arms: [h1]
servers: [apache]
apache: {mpm: worker, workers: ${WORKERS}}
thinkMs: 200
connectLimitMs: 10000
ramp: {users: 100, rampSeconds: 10, intervalSeconds: 2}
`,
  'mine.yaml',
)

/** Six connections each. */
const USERS = WORKERS / 6

test(`an Apache of ${WORKERS} workers, one for each connection, holds ${USERS} users of HTTP/1.1, and not one more`, {
  skip,
}, async () => {
  const { signal } = new AbortController()
  await using lab = await openLoadLab({ plan: PLAN, cacheDir: CACHE, cores: null, signal })
  const load = async (users: number, isEnough: (seconds: readonly MeasuredSecond[]) => boolean) => {
    const served = await lab.serve('apache', 1)
    const order = {
      ...programOrder({ arm: 'h1', repetition: 0, server: 'apache' }, PLAN, lab.page),
      ramp: [{ atMs: 0, users }],
      durationMs: 300_000,
    }
    const leave = new AbortController()
    const { network, program } = lab
    const { busyWorkers } = served
    const clock = () => performance.now()
    const seconds: MeasuredSecond[] = []
    const options = { network, order, program, busyWorkers, clock, signal: leave.signal }
    for await (const line of measureLoad(options)) {
      if (!('second' in line) || leave.signal.aborted) continue
      seconds.push(line.second)
      if (isEnough(seconds)) leave.abort()
    }
    assert.ok(leave.signal.aborted, 'the load ended before there was enough of it')
    return seconds
  }
  const errorsOf = (seconds: readonly MeasuredSecond[]): string[] =>
    seconds.flatMap((second) => Object.keys(second.load.errors))
  const opened = (seconds: readonly MeasuredSecond[]): number =>
    seconds.reduce((sum, second) => sum + second.load.connectionsOpened, 0)

  const held = await load(
    USERS,
    (seconds) => opened(seconds) >= WORKERS && seconds.at(-1)?.server?.busyWorkers === WORKERS,
  )
  assert.deepEqual([errorsOf(held), opened(held)], [[], WORKERS])
  const broken = await load(USERS + 1, (seconds) => errorsOf(seconds).length > 0)
  assert.deepEqual(new Set(errorsOf(broken)), new Set(['tls_timeout']))
  assert.equal(opened(broken), WORKERS)
})
