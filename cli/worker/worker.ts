import { isDead, siblingPid } from '../../crawler/process/run-owner.ts'
import type { Others } from '../../crawler/survey/run/others.ts'
import type { OwnerFate } from '../../db/survey/site-leases.ts'
import { EXIT } from '../exit/exit-codes.ts'
import { ARENAS, type FromWorker, type SurveyMessage, type ToWorker, workerOrder } from './worker-order.ts'

/** A worker whose supervisor is gone ends at once; its sites are free again for the next run. */
export function beginAsWorker(): void {
  if (process.channel == null) return
  // Meant for this process, which has read it: a browser that it starts allocates as it always does.
  delete process.env[ARENAS]
  process.once('disconnect', () => process.exit(EXIT.software))
  process.channel.unref()
}

/** Whether there is a supervisor that could start further workers. */
export function isSupervised(): boolean {
  return process.channel != null
}

/** Sends a message to the supervisor; resolves when it is under way. Does nothing where there is none. */
export async function tellSupervisor(message: FromWorker): Promise<void> {
  // An error means that the supervisor is gone, and so is this process in a moment.
  if (process.send !== undefined) await new Promise((done) => process.send?.(message, done))
}

/**
 * Reports to the supervisor which survey this first worker is at, so that it starts the further ones and can replace this
 * one.
 */
export function shareSurvey(survey: Omit<SurveyMessage, 'kind'>): Others {
  let heard: (sites: number, failed: number) => void = () => {}
  const withoutOthers = new Promise<void>((resolve) => {
    if (!isSupervised()) return resolve()
    process.on('message', (message: ToWorker) => {
      if (message.kind === 'alone') resolve()
      if (message.kind === 'recorded') heard(message.sites, message.failed)
    })
  })
  void tellSupervisor({ kind: 'survey', ...survey })
  return {
    onRecorded(listener) {
      heard = listener
    },
    async ended() {
      // Nothing else may keep this process alive by now.
      process.channel?.ref()
      await withoutOthers
      process.channel?.unref()
    },
  }
}

/**
 * Says what became of the owners of leases, as far as this worker knows: only the supervisor knows whether another of its
 * workers crashed, and until it reports that, the worker counts as alive.
 */
export function watchFates(): (owner: string) => OwnerFate {
  const fates = new Map<number, OwnerFate>(
    workerOrder(process.env)?.fates.map(({ pid, fate }) => [pid, fate]) ?? [],
  )
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'ended') fates.set(message.pid, message.fate)
  })
  return (owner) => {
    if (!isDead(owner)) return 'alive'
    const pid = isSupervised() ? siblingPid(owner) : null
    return pid === null || pid === process.pid ? 'ended' : (fates.get(pid) ?? 'alive')
  }
}

/**
 * A loop that does not turn for so long has overrun the time limits of all visits under way. Less than what a lease has left
 * at any time (40 s), so that the sites are still the hung worker's and are suspected.
 */
const HUNG_MS = 30_000
const AWAKE_EVERY_MS = 5_000

/** Has the supervisor end this worker should it hang; until disposed of. */
export function reportAwake(): Disposable {
  const say = (silentMs: number | null): void => void tellSupervisor({ kind: 'awake', silentMs })
  say(HUNG_MS)
  const timer = setInterval(() => say(HUNG_MS), AWAKE_EVERY_MS)
  timer.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      say(null)
    },
  }
}

/** Reports to the supervisor how many sites a crashed worker held. */
export function tellSuspects(owner: string, sites: number): void {
  const pid = siblingPid(owner)
  if (pid !== null) void tellSupervisor({ kind: 'suspects', pid, sites })
}

/** Reports how much memory this worker takes: to the supervisor, which says it. */
export function tellMemory(bytes: number, isEnding: boolean): Promise<void> {
  return tellSupervisor({ kind: 'memory', bytes, isEnding })
}

/** Ends this worker: another takes its place, suspects the sites that it still holds, and says what is left to be said. */
export function leaveToReplacement(): never {
  process.exit(EXIT.tempFail)
}
