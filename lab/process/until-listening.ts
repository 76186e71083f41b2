import { extname, join } from 'node:path'
import { runCommand } from './run-command.ts'
import type { ServerProcess } from './server-process.ts'

/**
 * Resolves when everything listens; rejects with the end of its log when a server ends before. Once all are up, a server
 * that ends is no fault of the start: the loads that it fails will show it.
 * @param listeners `tcp ADDRESS PORT` and `udp ADDRESS PORT`, in `namespace`
 */
export async function untilListening(
  servers: readonly ServerProcess[],
  listeners: readonly string[],
  namespace: string,
  signal: AbortSignal,
): Promise<void> {
  const ends = servers.map((server) => server.endsEarly())
  const program = join(import.meta.dirname, `await-listeners${extname(import.meta.filename)}`)
  const listening = runCommand(['ip', 'netns', 'exec', namespace, process.execPath, program], {
    signal,
    input: listeners.join('\n'),
  })
  await Promise.race([listening, ...ends])
}
