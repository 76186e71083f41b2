import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after } from 'node:test'
import { originListeners, serverCommand } from '../../../lab/origin/origin.ts'
import type { ServeOrder } from '../../../lab/origin/serve-order.ts'
import { findServerProgram } from '../../../lab/origin/server-program.ts'
import { SERVERS, type ServerName } from '../../../lab/origin/servers.ts'
import { untilBound, untilFree } from '../../../lab/process/bound-sockets.ts'
import { type KeyPair, makeAuthority } from '../../servers/certificates.ts'

/** Two addresses of this machine that are this process's alone, so that test files can run side by side. */
const [high, low] = [1 + (process.pid % 200), Math.floor(process.pid / 200) % 250]
export const ADDRESSES = { a: `127.${high}.${low}.1`, b: `127.${high}.${low}.2` } as const
/** Those below 1024 are not everybody's. */
export const PORTS = { http: 8080, https: 8443 } as const

const ROOT = join(import.meta.dirname, '../../..')
export const CACHE = process.env.TOWLINE_CACHE ?? join(ROOT, '.cache/towline')
const START_LIMIT_MS = 10_000

/** Files by `host/path`, on disk with their certificate. */
export interface OriginFiles extends AsyncDisposable {
  readonly folder: string
  readonly caFile: string
  /** PEM. */
  readonly pair: KeyPair
  /** An order that asks for nothing special: all that the server speaks. */
  order(server: ServerName, changes?: Partial<ServeOrder>): ServeOrder
}

/** Files of no page, for all tests of the file that asks for them. */
export async function originFilesOfTests(): Promise<OriginFiles> {
  const files = await makeOriginFiles({})
  after(() => files[Symbol.asyncDispose]())
  return files
}

export async function makeOriginFiles(
  files: Readonly<Record<string, string | Uint8Array>>,
  names: readonly string[] = ['a.test', 'b.test'],
): Promise<OriginFiles> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-origin-'))
  const authority = makeAuthority()
  const pair = authority.leaf({ altNames: names.map((name) => `DNS:${name}`).join(',') })
  const inFolder = (name: string) => join(folder, name)
  await Promise.all([
    writeFile(inFolder('ca.pem'), authority.ca),
    writeFile(inFolder('cert.pem'), pair.cert),
    writeFile(inFolder('key.pem'), pair.key),
  ])
  for (const [path, body] of Object.entries(files)) {
    const file = inFolder(join('www', path.endsWith('/') ? `${path}index.html` : path))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, body)
  }
  return {
    folder,
    caFile: inFolder('ca.pem'),
    pair,
    order: (server, changes = {}) => ({
      server,
      www: inFolder('www'),
      hosts: [
        { name: 'a.test', address: ADDRESSES.a },
        { name: 'b.test', address: ADDRESSES.b },
      ],
      ports: PORTS,
      certFile: inFolder('cert.pem'),
      keyFile: inFolder('key.pem'),
      think: {},
      maxConcurrentStreams: null,
      cacheControl: null,
      altSvc: false,
      alpn: SERVERS[server].protocols.toReversed(),
      quicInitialWindowPackets: null,
      ...changes,
    }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** A server that answers, without privileges, as the lab starts it, but on addresses of this machine. */
export interface RunningServer extends AsyncDisposable {
  readonly child: ChildProcess
  /** All that it has written. */
  log(): Promise<string>
}

/** @param configure changes what the lab has written to the server's folder, before it starts */
export async function startServer(
  served: OriginFiles,
  order: ServeOrder,
  configure: (folder: string) => Promise<void> = async () => {},
): Promise<RunningServer> {
  const program = await findServerProgram(order.server, CACHE)
  const [command] = await serverCommand(order, served.folder, program)
  await configure(join(served.folder, order.server))
  if (command === undefined) throw new Error('nothing to start')
  const logFile = join(served.folder, `${order.server}.log`)
  // A process group of its own, so that its workers end with it; and it is not to outlive the tests.
  const script = 'exec "$@" >"$LOG" 2>&1'
  const argv = ['--pdeathsig', 'KILL', '--', 'sh', '-c', script, 'sh', ...UNPRIVILEGED, ...command.argv]
  const child = spawn('setpriv', argv, {
    cwd: served.folder,
    detached: true,
    env: { ...command.env, LOG: logFile },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const log = () => readFile(logFile, 'utf8')
  const ended = once(child, 'exit')
  const server: RunningServer = {
    child,
    log,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
      await ended
      await untilFree(originListeners(order), START_LIMIT_MS)
    },
  }
  const stop = new AbortController()
  const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(START_LIMIT_MS)])
  const listening = untilBound(originListeners(order), signal)
  const early = ended.then(async () => {
    throw new Error(`${order.server} ended: ${await log()}`)
  })
  try {
    await Promise.race([listening, early])
  } catch (error) {
    stop.abort()
    await server[Symbol.asyncDispose]()
    throw error
  }
  // From here on its end is the test's business.
  early.catch(() => {})
  return server
}

/** Apache and nginx would else change to a user whom the files do not belong to. */
const UNPRIVILEGED = process.geteuid?.() === 0 ? ['unshare', '--user', '--map-user=65534', '--'] : []

/** Why this machine has no such server, for `skip`; false where it has. */
export async function whyNoServer(server: ServerName): Promise<string | false> {
  try {
    await findServerProgram(server, CACHE)
    return false
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Runs the origin program with a configuration to its end. */
export async function runOrigin(
  folder: string,
  config: object | string,
): Promise<{ code: number | null; stderr: string }> {
  const { path } = await findServerProgram('towline', CACHE)
  const file = join(folder, 'bad.json')
  await writeFile(file, typeof config === 'string' ? config : JSON.stringify(config))
  const child = spawn(path, [file], { stdio: ['ignore', 'ignore', 'pipe'], timeout: START_LIMIT_MS })
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, stderr }
}
