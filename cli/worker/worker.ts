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

/** Tells the supervisor; resolves when it is under way. Does nothing where there is none. */
export async function tellSupervisor(message: FromWorker): Promise<void> {
  // An error means that the supervisor is gone, and so is this process in a moment.
  if (process.send !== undefined) await new Promise((done) => process.send?.(message, done))
}

/**
 * Tells the supervisor which survey this first worker is at, so that it starts the further ones, and what to call it
 * should this one have to be replaced.
 */
export function shareSurvey(message: Omit<SurveyMessage, 'kind'>): Others {
  let heard: (sites: number, failed: number) => void = () => {}
  const alone = new Promise<void>((resolve) => {
    if (!isSupervised()) return resolve()
    process.on('message', (said: ToWorker) => {
      if (said.kind === 'alone') resolve()
      if (said.kind === 'recorded') heard(said.sites, said.failed)
    })
  })
  void tellSupervisor({ kind: 'survey', ...message })
  return {
    onRecorded(listener) {
      heard = listener
    },
    async ended() {
      // Nothing else may keep this process alive by now.
      process.channel?.ref()
      await alone
      process.channel?.unref()
    },
  }
}

/**
 * What became of the owners of leases, as far as this worker knows: only the supervisor can tell whether another of its
 * workers crashed, and until it does that one counts as alive.
 */
export function watchFates(): (owner: string) => OwnerFate {
  const fates = new Map<number, OwnerFate>(
    workerOrder(process.env)?.fates.map(({ pid, fate }) => [pid, fate]) ?? [],
  )
  process.on('message', (said: ToWorker) => {
    if (said.kind === 'ended') fates.set(said.pid, said.fate)
  })
  return (owner) => {
    if (!isDead(owner)) return 'alive'
    const pid = isSupervised() ? siblingPid(owner) : null
    return pid === null || pid === process.pid ? 'ended' : (fates.get(pid) ?? 'alive')
  }
}

/** Tells the supervisor that a worker which crashed had held so many sites. */
export function tellSuspects(owner: string, sites: number): void {
  const pid = siblingPid(owner)
  if (pid !== null) void tellSupervisor({ kind: 'suspects', pid, sites })
}
