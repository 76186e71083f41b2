import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname, join } from 'node:path'
import { createInterface } from 'node:readline'

/** UDP port at the client. */
export const HEARTBEAT_PORT = 27_999

/** Apache says each second; what is older than three of them is not what is so now. */
const LONGEST_MS = 3_000

/** Reads mod_heartbeat of Apache, which says of its workers: `v=1&ready=60&busy=4`. */
interface Heartbeats extends AsyncDisposable {
  /** Returns null where nothing was said in the last seconds. */
  busyWorkers(): number | null
}

/**
 * Listens to what Apache says, at the client: whatever is in the servers' namespace counts as the server's. It sends by
 * itself, so that it is known too when all workers are busy and none would answer.
 * @param atClient the command that runs another at the client
 */
export async function openHeartbeats(
  atClient: (argv: readonly string[]) => string[],
  clock: () => number = () => performance.now(),
): Promise<Heartbeats> {
  const program = join(import.meta.dirname, `heartbeat-lines${extname(import.meta.filename)}`)
  const [file = '', ...rest] = atClient([process.execPath, program, String(HEARTBEAT_PORT)])
  const child = spawn(file, rest, { stdio: ['pipe', 'pipe', 'inherit'], detached: true })
  child.stdin.on('error', () => {})
  const ended = once(child, 'exit')
  ended.catch(() => {})
  let last: { readonly busy: number; readonly atMs: number } | null = null
  const lines = createInterface({ input: child.stdout })
  const listening = once(lines, 'line')
  lines.on('line', (line) => {
    const [, busy] = /\bbusy=(\d+)/.exec(line) ?? []
    if (busy !== undefined) last = { busy: Number(busy), atMs: clock() }
  })
  await Promise.race([
    listening,
    ended.then(([code]) => {
      throw new Error(`what listens to Apache's workers ended (${code})`)
    }),
  ])
  return {
    busyWorkers: () => (last !== null && clock() - last.atMs <= LONGEST_MS ? last.busy : null),
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    },
  }
}
