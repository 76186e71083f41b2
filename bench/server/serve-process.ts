import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { benchFolder } from '../harness/bench-folder.ts'
import { peakMiB } from '../harness/peak-memory.ts'

/** As users start it: with the compile cache of its own entry. */
const COMMAND = join(import.meta.dirname, '../../towline')

/** `towline serve` in a process of its own. */
export interface ServeProcess extends AsyncDisposable {
  readonly url: string
  /** Largest resident set so far (VmHWM of /proc), MiB; null where the system does not tell. */
  peakMiB(): number | null
  /** Ends it as a crash does; disposing of it may follow. */
  kill(): Promise<void>
}

/** `more`: further options of `towline serve`. Rejects where it ends before it listens. */
export async function serveProcess(database: string, more: readonly string[] = []): Promise<ServeProcess> {
  const { path: web, ...folder } = await benchFolder()
  await writeFile(join(web, 'index.html'), '<!doctype html><title>towline</title>')
  const args = ['serve', '--port', '0', '--rate-limit', '0', '--database', database, '--web', web, ...more]
  const child = spawn(COMMAND, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const [said] = await Promise.race([
    line,
    ended.then(([code]) => Promise.reject(new Error(`it ended with ${code}`))),
  ])
  return {
    url: /http:\/\/[^/]+/.exec(said)?.[0] ?? '',
    peakMiB: () => peakMiB(child.pid),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await ended
      await folder[Symbol.asyncDispose]()
    },
  }
}
