/**
 * The process that owns a lab's network: namespaces, the link, the servers, the run folder. It is the first process of a
 * process namespace, so that the kernel ends everything with it. Its argument is a LabNetworkOrder; it reports one
 * LabNetworkReport, and then one LabReply to each LabRequest on standard input.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findPacketTools } from '../../crawler/probe/packets/packet-tools.ts'
import type { UdpPath } from '../../model/udp-path.ts'
import { openLink } from '../link/backend/open-link.ts'
import type { Link } from '../link/condition/link.ts'
import { allowed } from '../process/allowed.ts'
import { type SocketTable, untilFree } from '../process/bound-sockets.ts'
import { runCommand } from '../process/run-command.ts'
import type { ServerCommand } from '../process/server-command.ts'
import { type ServerEnd, ServerProcess } from '../process/server-process.ts'
import { describeFailure } from '../process/supervisor/failure.ts'
import { openRun } from '../process/supervisor/open-run.ts'
import { stopWithOwner } from '../process/supervisor/stop-with-owner.ts'
import { readOrder, report } from '../process/supervisor/supervisor-order.ts'
import { SandboxUnavailable } from '../process/unavailable.ts'
import { untilListening } from '../process/until-listening.ts'
import { resolverCommand, resolverListener } from '../resolver/resolver-command.ts'
import { etcOf, writeEtc } from '../sandbox/etc.ts'
import { RESOLVER } from '../sandbox/site/addresses.ts'
import type { LabNetworkOrder, LabNetworkReport, LabReply, LabRequest, LinkRequest } from './messages.ts'
import { configureLinkEnds, LINK_INTERFACE, labNamespaces, makeTopology } from './topology.ts'
import { udpRules } from './udp-rules.ts'

/** Limits each step; a rattan takes a second on a busy machine, a server less. */
const STEP_LIMIT_MS = 30_000
/** Loopback of the client itself. */
const CLIENTS_RESOLVER = '127.0.0.1'

const order = readOrder<LabNetworkOrder>()
const names = labNamespaces(order.id)
const { client: clientNamespace } = names
const folder = join(order.workDir, order.id)
const stop = stopWithOwner()
const send: (line: LabNetworkReport | LabReply) => void = report
const step = (): AbortSignal => AbortSignal.any([stop.signal, AbortSignal.timeout(STEP_LIMIT_MS)])

await using cleanup = new AsyncDisposableStack()
let link: Link | null = null
/** The servers of the present order, and what they listen on. */
let serving: { readonly servers: readonly ServerProcess[]; readonly listeners: readonly string[] } | null =
  null

try {
  send({ ready: true, pid: await build() })
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line) as LabRequest
    try {
      const placed = await serve(request)
      send({ ok: true, link: placed, ended: endedServers() })
    } catch (error) {
      send({ ok: false, ...describeFailure(error) })
    }
  }
} catch (error) {
  process.exitCode = 1
  send({ ready: false, ...describeFailure(error) })
} finally {
  stop.abort()
  await closeServers()
  await closeLink()
}

/** Everything but link and servers; resolves to the process id that the machine knows this process by. */
async function build(): Promise<number> {
  const signal = step()
  const { pid } = await openRun(order, 'lab', Object.values(names), cleanup, signal)
  await allowed('lab', makeTopology(names, signal))
  // A name that is not known is none where nothing listens, which says so at once.
  await writeEtc(etcOf(folder), {
    resolver: order.hasResolver ? RESOLVER : CLIENTS_RESOLVER,
    hosts: order.hosts.filter(({ recordAlpn }) => recordAlpn === undefined),
  })
  await startClientsResolver(signal)
  return pid
}

/** A resolver at the client's end of the link, of the names that have HTTPS records; none where no name has one. */
async function startClientsResolver(signal: AbortSignal): Promise<void> {
  const names = order.hosts.flatMap(({ name, address, recordAlpn: alpn }) =>
    alpn === undefined ? [] : [{ name, address, alpn, waitMs: 0 }],
  )
  if (names.length === 0) return
  const resolverOrder = { address: CLIENTS_RESOLVER, names }
  const command = await resolverCommand(resolverOrder, join(folder, 'client'))
  const server = cleanup.use(new ServerProcess(command, clientNamespace, join(folder, 'client')))
  await untilListening([server], [resolverListener(resolverOrder)], clientNamespace, signal)
}

async function serve(request: LabRequest): Promise<Pick<Link, 'backend' | 'backendVersion'> | null> {
  if (request.what === 'link') await setLink(request)
  if (request.what === 'udp') await setUdp(request.path)
  if (request.what === 'servers') await startServers(request.commands, request.listeners)
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

/** A machine without nft never had anything put in the way. */
async function setUdp(path: UdpPath): Promise<void> {
  const { nft } = findPacketTools(order.cacheDir)
  if (nft === null && path === 'open') return
  if (nft === null)
    throw new SandboxUnavailable('no nft, by which UDP is stopped: run scripts/setup-packets.sh')
  await runCommand(['ip', 'netns', 'exec', names.near, nft.path, '-f', '-'], {
    input: udpRules(path),
    env: { ...process.env, ...nft.env },
    signal: step(),
  })
}

async function startServers(commands: readonly ServerCommand[], listeners: readonly string[]): Promise<void> {
  await closeServers()
  // Lines that are logged from now on are this server's.
  for (const { name } of commands) await rm(join(folder, `${name}.log`), { force: true })
  const servers = commands.map((command) => new ServerProcess(command, names.server, folder))
  serving = { servers, listeners }
  await untilListening(servers, listeners, names.server, step())
}

function endedServers(): ServerEnd[] {
  return serving?.servers.flatMap(({ end }) => end ?? []) ?? []
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
