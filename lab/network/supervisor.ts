/**
 * The process that owns a lab's network: namespaces, the link, the servers, the run folder. It is the first process of a
 * process namespace, so that the kernel ends everything with it, and it ends when its standard input does.
 *
 * Its argument is a LabOrder in JSON. On standard output it says one LabReport, and then one LabReply to each LabRequest
 * on standard input, all of them JSON, one a line.
 */
import { mkdirSync, readlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openLink } from '../link/backend/open-link.ts'
import type { Link } from '../link/condition/link.ts'
import { allowed } from '../process/allowed.ts'
import { type SocketTable, untilFree } from '../process/bound-sockets.ts'
import { runCommand } from '../process/run-command.ts'
import { clearLeftovers, makeRunFolder, readStartTicks } from '../process/run-folder.ts'
import type { ServerCommand } from '../process/server-command.ts'
import { ServerProcess } from '../process/server-process.ts'
import { SandboxUnavailable } from '../process/unavailable.ts'
import { etcOf, writeEtc } from '../sandbox/etc.ts'
import { deleteNamespaces } from '../sandbox/network.ts'
import type { LabNetworkOrder, LabNetworkReport, LabReply, LabRequest, LinkRequest } from './messages.ts'
import { configureLinkEnds, LINK_INTERFACE, labNamespaces, makeTopology } from './topology.ts'

/** For each step; a rattan takes a second on a busy machine, a server less. */
const STEP_LIMIT_MS = 30_000

const order = JSON.parse(process.argv[2] ?? '') as LabNetworkOrder
const names = labNamespaces(order.id)
const folder = join(order.workDir, order.id)
const stop = new AbortController()
// The reader may be gone already; the end of standard input says so too.
process.stdout.on('error', () => stop.abort())
process.stdin.on('end', () => stop.abort()).on('close', () => stop.abort())
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(signal, () => process.stdin.destroy())

const say = (line: LabNetworkReport | LabReply) => process.stdout.write(`${JSON.stringify(line)}\n`)
const step = (): AbortSignal => AbortSignal.any([stop.signal, AbortSignal.timeout(STEP_LIMIT_MS)])

await using cleanup = new AsyncDisposableStack()
let link: Link | null = null
/** The servers of the present order, and what they listen on. */
let serving: { readonly servers: readonly ServerProcess[]; readonly listeners: readonly string[] } | null =
  null

try {
  say({ ready: true, pid: await build() })
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as LabRequest
    try {
      say({ ok: true, link: await serve(request) })
    } catch (error) {
      say({ ok: false, ...told(error) })
    }
  }
} catch (error) {
  process.exitCode = 1
  say({ ready: false, ...told(error) })
} finally {
  stop.abort()
  await closeServers()
  await closeLink()
}

function told(error: unknown): { message: string; unavailable: boolean } {
  return {
    message: error instanceof Error ? error.message : String(error),
    unavailable: error instanceof SandboxUnavailable,
  }
}

/** Everything but link and servers; resolves to the process id that the machine knows this process by. */
async function build(): Promise<number> {
  const signal = step()
  if (order.usesOwnRun)
    await allowed('lab', runCommand(['mount', '-t', 'tmpfs', 'tmpfs', '/run'], { signal }))
  // /proc is the machine's.
  const pid = Number(readlinkSync('/proc/self'))
  mkdirSync(order.workDir, { recursive: true })
  await clearLeftovers(order.workDir, (state) => deleteNamespaces(state.namespaces))
  await makeRunFolder(order.workDir, {
    id: order.id,
    pid,
    startTicks: (await readStartTicks(pid)) ?? '',
    namespaces: order.usesOwnRun ? [] : Object.values(names),
  })
  // Retries: what was being written when it was stopped may still land in the folder.
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  cleanup.defer(() => deleteNamespaces(Object.values(names)))
  await allowed('lab', makeTopology(names, signal))
  // Nothing listens there, and says so at once: a name that is not known is none.
  await writeEtc(etcOf(folder), { resolver: '127.0.0.1', hosts: order.hosts })
  return pid
}

async function serve(request: LabRequest): Promise<Pick<Link, 'backend' | 'backendVersion'> | null> {
  if (request.what === 'link') await setLink(request)
  else await startServers(request.commands, request.listeners)
  return link && { backend: link.backend, backendVersion: link.backendVersion }
}

async function setLink({ condition, backend, tcp, seed }: LinkRequest): Promise<void> {
  // A server that is bound to an address of the old link would be left without it.
  await closeServers()
  await closeLink()
  const signal = step()
  link = await openLink({
    between: { client: names.near, server: names.server },
    interfaceName: LINK_INTERFACE,
    condition,
    cacheDir: order.cacheDir,
    seed,
    ...(backend && { backend }),
    signal,
  })
  await configureLinkEnds(names, order.shards, tcp, signal)
}

async function startServers(commands: readonly ServerCommand[], listeners: readonly string[]): Promise<void> {
  await closeServers()
  // What is said from now on is this server's.
  for (const { name } of commands) await rm(join(folder, `${name}.log`), { force: true })
  const servers = commands.map((command) => new ServerProcess(command, names.server, folder))
  serving = { servers, listeners }
  const deaths = servers.map((server) => server.endsEarly())
  const wait = join(import.meta.dirname, '../process/await-listeners.ts')
  const listening = runCommand(['ip', 'netns', 'exec', names.server, process.execPath, wait], {
    signal: step(),
    input: listeners.join('\n'),
  })
  // Once all are up, a server that dies is no fault of the start: the loads that it fails will tell.
  await Promise.race([listening, ...deaths])
}

async function closeServers(): Promise<void> {
  const closing = serving
  serving = null
  if (closing === null) return
  await Promise.all(closing.servers.map((server) => server[Symbol.asyncDispose]()))
  await untilFree(closing.listeners, STEP_LIMIT_MS, readServersTable)
}

/** A table of the servers' namespace; '' where the kernel has no such one, as without IPv6. */
async function readServersTable(table: SocketTable): Promise<string> {
  const script = '[ ! -e "$1" ] || cat "$1"'
  return runCommand(['ip', 'netns', 'exec', names.server, 'sh', '-c', script, 'sh', `/proc/net/${table}`])
}

async function closeLink(): Promise<void> {
  const closing = link
  link = null
  await closing?.[Symbol.asyncDispose]()
}
