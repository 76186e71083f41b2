import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Logger, pino } from 'pino'
import { type ServerOptions, startServer } from '../../../server/main.ts'
import { record, TODAY } from './records.ts'

/** No limits for an address: all of a test comes from one. */
export const ANY_NUMBER = { perMinute: 0, perDay: 0, sitesPerDay: 0, perSiteAndDay: 0 } as const

/** The whole server with a dashboard of one line, ready to take contributions. */
export interface FieldServer extends AsyncDisposable {
  readonly address: string
  /** Of `/metrics`; null where there is none. */
  readonly operatorAddress: string | null
  /** Of the contributions. */
  readonly url: string
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
  remove(cids: readonly string[]): Promise<Response>
}

export async function serveFolder(
  webFolder: string,
  database: string,
  options: Partial<ServerOptions> = {},
  log: Logger = pino({ level: 'silent' }),
): Promise<FieldServer> {
  await writeFile(join(webFolder, 'index.html'), '<!doctype html><title>dashboard</title>')
  const server = await startServer({
    ...{ database, host: '127.0.0.1', port: 0, webFolder, requestsPerMinute: 0, log },
    clock: () => performance.now(),
    now: () => `${TODAY}T12:00:00.000Z`,
    toolVersion: '0.1.0',
    collect: ANY_NUMBER,
    ...options,
  })
  const url = `${server.address}/api/v1/contributions`
  const send = (method: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    fetch(url, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    } as RequestInit)
  await untilTaking(server.address)
  return {
    ...{ address: server.address, operatorAddress: server.operatorAddress, url },
    post: (body, headers) => send('POST', body, headers),
    remove: (cids) => send('DELETE', { cids }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** The server opens its writer when it listens already: settles when it takes contributions. */
export async function untilTaking(address: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${address}/api/v1/contributions`, {
      method: 'DELETE',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ cids: [record().cid] }),
    })
    const { message = '' } = response.status === 503 ? ((await response.json()) as { message?: string }) : {}
    // Where deletions are limited it may have been asked too often: then it has not told.
    if (response.status !== 429 && !/just started/.test(message)) return
    await sleep(10)
  }
}
