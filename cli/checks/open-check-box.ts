import { randomUUID } from 'node:crypto'
import { openDatabase } from '../../db/connection/open.ts'
import type { CheckBoxOptions } from '../../server/checks/check-box.ts'
import { isLive } from '../options/run-settings.ts'
import { prepareLoads } from '../probe/prepare-loads.ts'
import { type CheckBoxFlags, checkWords } from './check-box-flags.ts'
import { workOnStoredChecks } from './stored-checks.ts'
import type { OpenChecks } from './work-on-check.ts'

export type OpenCheckBox = CheckBoxOptions & AsyncDisposable

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
