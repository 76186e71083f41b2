import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { messageOf } from '../../crawler/process/thrown.ts'
import { beginCheck } from '../../db/checks/check-leases.ts'
import { openDatabase } from '../../db/connection/open.ts'
import type { CheckBoxOptions } from '../../server/checks/check-box.ts'
import { isLive } from '../options/run-settings.ts'
import { prepareLoads } from '../probe/prepare-loads.ts'
import { type CheckBoxFlags, checkWords } from './check-box-flags.ts'
import { openChecksFolder } from './check-process.ts'
import { CHECK_LEASE_MS, type OpenChecks, type WorkOptions, workOnCheck } from './work-on-check.ts'

/** Time between two looks for a check where there was none. */
const LOOK_EVERY_MS = 1_000

/** Does the checks of an SQLite database one after the other until it is stopped: their rows are the queue. Never rejects. */
async function workOnStoredChecks(options: Omit<WorkOptions, 'onRecorded'>, owner: string): Promise<void> {
  const { db, signal, now, warn } = options
  let said = ''
  while (!signal.aborted) {
    try {
      const check = await beginCheck(db, owner, CHECK_LEASE_MS, now())
      if (check === null) await sleep(LOOK_EVERY_MS, undefined, { signal })
      else await workOnCheck(check, options)
      said = ''
    } catch (error) {
      if (signal.aborted) return
      // Warns once for a database that is away for an hour.
      if (messageOf(error) !== said) warn(messageOf(error))
      said = messageOf(error)
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {
        // Stopped.
      })
    }
  }
}

type OpenCheckBox = CheckBoxOptions & AsyncDisposable

/**
 * Gets what confines strangers' pages, and starts to do the checks that are stored.
 * @throws CliError where nothing would confine them and the operator has not said `--unconfined`
 */
export async function openCheckBox(
  flags: CheckBoxFlags & { readonly acceptChecks: number },
  signal: AbortSignal,
): Promise<OpenCheckBox> {
  await prepareLoads({ ...flags, capture: true }, signal)
  const options = {
    words: checkWords(flags),
    folder: await openChecksFolder(join(flags.cache, 'asked-checks'), Date.now()),
    now: () => new Date().toISOString(),
    warn: (line: string) => void process.stderr.write(`towline: ${line}\n`),
  }
  const owner = `serve ${randomUUID()}`
  const checks = /^postgres(ql)?:\/\//.test(flags.database)
    ? await import('./queued-checks.ts').then(({ openQueuedChecks }) =>
        openQueuedChecks(flags.database, options, owner),
      )
    : await openStoredChecks(flags.database, options, owner)
  return {
    perDay: flags.acceptChecks,
    perAddress: flags.checksPerAddress,
    ownNetwork: !isLive(flags),
    enqueue: checks.enqueue,
    [Symbol.asyncDispose]: () => checks[Symbol.asyncDispose](),
  }
}

async function openStoredChecks(
  database: string,
  options: Omit<Parameters<typeof workOnStoredChecks>[0], 'db' | 'signal'>,
  owner: string,
): Promise<OpenChecks> {
  const db = await openDatabase({ url: database })
  const stop = new AbortController()
  const running = workOnStoredChecks({ ...options, db, signal: stop.signal }, owner)
  return {
    // The row that the server stores is all that there is of a job.
    enqueue: async () => {},
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
      await db[Symbol.asyncDispose]()
    },
  }
}
