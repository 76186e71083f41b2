import { isDead } from '../../../crawler/process/run-owner.ts'
import type { Database } from '../../../db/connection/database.ts'
import { acquireLoadRun, type LoadLease, leaveLoadRun } from '../../../db/load/load-leases.ts'
import { recordSecond } from '../../../db/load/load-seconds.ts'
import { addLoadFacts, beginLoad, endLoad, type LoadRow, loadsOf } from '../../../db/load/loads.ts'
import type { LoadEnd, MeasuredSecond } from '../../../model/load-second.ts'
import { mix32 } from '../../../stats/rng.ts'
import type { LinkMeasurement } from '../../link/measure/calibrate.ts'
import { quicCongestionControlOf, type ServerName } from '../../origin/servers.ts'
import type { PinnedCores } from '../cores/pinned-cores.ts'
import type { LoadReady } from '../lines.ts'
import { measureLoad } from '../measure-load.ts'
import type { LoadPlan } from '../plan/load-plan.ts'
import { programOrder } from './load-orders.ts'
import type { LoadLab, Served } from './open-load-lab.ts'

/** New connections are closed at once, so that the first looks may find none; each costs the server's core a little. */
const CONTROL_SECONDS = 10

interface LoadRunContext {
  readonly db: Database
  readonly lease: LoadLease
  readonly plan: LoadPlan
  readonly lab: LoadLab
  readonly cores: PinnedCores | null
  readonly listener: LoadListener
  /** Wall time, milliseconds since 1970. */
  readonly wallClock: () => number
  readonly clock: () => number
  /** Stops the run; the load under way is taken anew another time. */
  readonly signal: AbortSignal
}

export interface LoadListener {
  readonly onLink: () => void
  /** A load is begun, of so many in all. */
  readonly onLoad: (load: LoadRow, loads: number) => void
  readonly onSecond: (load: LoadRow, second: MeasuredSecond) => void
  readonly onEnd: (load: LoadRow, end: LoadEnd) => void
}

/** Somebody else takes the loads of this run. */
class LoadRunHeld extends Error {
  override readonly name = 'LoadRunHeld'
  /** sysexits' EX_TEMPFAIL. */
  readonly exitCode = 75

  constructor(loadRunId: number) {
    super(`load run ${loadRunId} is being taken by another process`)
  }
}

/**
 * Takes all loads that a run still lacks, one after the other in their order; one that was cut off is taken anew from its
 * start. Resolves to whether the run is finished or was stopped.
 */
export async function runLoads(context: LoadRunContext): Promise<'finished' | 'stopped'> {
  const { db, lease, lab, listener, signal, wallClock } = context
  if (!(await acquireLoadRun(db, lease, isDead))) throw new LoadRunHeld(lease.loadRunId)
  try {
    const loads = await loadsOf(db, lease.loadRunId)
    const pending = loads.filter(({ state }) => state !== 'done')
    if (pending.length > 0) {
      listener.onLink()
      const link = await lab.measureLink(signal)
      for (const load of pending) {
        signal.throwIfAborted()
        listener.onLoad(load, loads.length)
        await takeLoad(context, load, link)
      }
    }
  } catch (error) {
    await leaveLoadRun(db, lease, isoTime(wallClock)).catch(() => {})
    if (!signal.aborted) throw error
    return 'stopped'
  }
  return leaveLoadRun(db, lease, isoTime(wallClock))
}

async function takeLoad(context: LoadRunContext, load: LoadRow, link: LinkMeasurement): Promise<void> {
  const { db, lease, plan, lab, cores, listener, signal, wallClock, clock } = context
  const server = load.server as ServerName
  const served = await lab.serve(server, mix32(plan.seed, load.load))
  signal.throwIfAborted()
  const order = programOrder({ ...load, server }, plan, lab.page)
  const { network, program } = lab
  let second = 0
  let startedMs = wallClock()
  let end: LoadEnd | null = null
  let isControlKnown = false
  for await (const line of measureLoad({
    ...{ network, order, program, cores, clock, signal },
    busyWorkers: served.busyWorkers,
  })) {
    if ('ready' in line) {
      const facts = factsOf(context, served, link, line.ready)
      startedMs = wallClock()
      await beginLoad(db, lease, { load: load.load, startedAt: new Date(startedMs).toISOString(), facts })
    } else if ('second' in line) {
      await recordSecond(db, lease, { load: load.load, second }, line.second)
      second += 1
      if (!isControlKnown && second <= CONTROL_SECONDS)
        isControlKnown = await recordControl(context, served, load)
      listener.onSecond(load, line.second)
    } else end = line.end
  }
  signal.throwIfAborted()
  if (end === null || end.why === 'signal') throw new Error('the load program was ended by somebody else')
  // Its failures are not those of a server under load.
  const [died] = await network.endedServers()
  if (died !== undefined)
    await addLoadFacts(db, lease, {
      load: load.load,
      facts: {
        serverEnded: {
          atMs: Math.max(0, died.atMs - startedMs),
          exitCode: died.exitCode,
          signal: died.signal,
        },
      },
    })
  await endLoad(db, lease, load.load, end)
  listener.onEnd(load, end)
}

/** Records which congestion control the server's side of connections has; whether it is known by now. */
async function recordControl(
  { db, lease, plan }: LoadRunContext,
  { tcpCongestionControl }: Served,
  { load, server, arm }: LoadRow,
): Promise<boolean> {
  const wanted = plan.congestionControl
  const found =
    arm === 'h3' ? quicCongestionControlOf(server as ServerName, wanted) : await tcpCongestionControl()
  if (found === null) return false
  if (arm !== 'h3' && wanted !== null && found !== wanted)
    throw new Error(`TCP connections of ${server} have ${found}, where ${wanted} was set`)
  await addLoadFacts(db, lease, { load, facts: { congestionControl: found } })
  return true
}

/** States what a reader has to know of how the load was taken. */
function factsOf(
  { cores, plan }: LoadRunContext,
  { serverVersion, backend, backendVersion }: Served,
  link: LinkMeasurement,
  { program, version, libraries, fileLimit }: LoadReady,
): object {
  return {
    serverVersion,
    cores,
    link: { backend, backendVersion, condition: plan.link, measured: link },
    client: { program, version, libraries, fileLimit },
  }
}

function isoTime(wallClock: () => number): string {
  return new Date(wallClock()).toISOString()
}
