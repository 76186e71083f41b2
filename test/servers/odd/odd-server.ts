import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { KeyPair } from '../certificates.ts'
import type { LoggedExchange } from './exchange.ts'

/** Where an odd server listens: HTTP/1.1 and HTTP/2 on the TCP port, HTTP/3 on the UDP port of the same number. */
export interface OddListener extends KeyPair {
  readonly address: string
  readonly port: number
}

/** Servers in a process of their own, whose log is the truth that measurements are held against. */
export interface OddServer extends AsyncDisposable {
  /** Every request since this was last called, in the order of their arrival. */
  takeLog(): Promise<readonly LoggedExchange[]>
}

/** Starts a process of its own: what the test does meanwhile would make the server late, and its log with it. */
export async function startOddServer(listeners: readonly OddListener[]): Promise<OddServer> {
  const child = fork(join(import.meta.dirname, 'odd-main.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const ended = once(child, 'exit')
  const answer = async (message: object): Promise<unknown> => {
    const [said] = await Promise.all([
      Promise.race([
        once(child, 'message'),
        ended.then(() => Promise.reject(new Error('the odd server ended'))),
      ]),
      child.send(message),
    ])
    return said[0]
  }
  await answer(listeners)
  return {
    takeLog: async () => (await answer({})) as LoggedExchange[],
    async [Symbol.asyncDispose]() {
      child.kill()
      await ended
    },
  }
}
