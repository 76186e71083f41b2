import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { originListeners, serverCommand } from '../origin/origin.ts'
import type { ServedHost } from '../origin/serve-order.ts'
import type { ServerProgram } from '../origin/server-program.ts'
import type { AlpnProtocol, ServerName } from '../origin/servers.ts'
import { initialWindow } from '../plan/initial-window.ts'
import type { PlannedCell } from '../plan/plan.ts'
import { serveOrder } from '../plan/serve-order.ts'
import { resolverCommand, resolverListener } from '../resolver/resolver-command.ts'
import type { ResolverOrder } from '../resolver/resolver-order.ts'
import { RESOLVER } from '../sandbox/site/addresses.ts'
import type { LabContent, Replay } from './lab-content.ts'
import type { LabVariant } from './lab-variants.ts'
import type { CellSetting } from './lane.ts'
import { lookedUpName } from './looked-up-name.ts'
import { chainName } from './variant-chains.ts'

interface LabServers {
  readonly content: LabContent
  readonly programs: ReadonlyMap<ServerName, ServerProgram>
  /** Folder in which each order of a server has its own. */
  readonly serversFolder: string
  /** Whether HTTP/3 is advertised by Alt-Svc. */
  readonly altSvc: boolean
  /** Servers run before all other programs of the machine. */
  readonly inRealTime: boolean
}

/** Prepares what a cell needs, all but the seed of its link; writes its server's configuration. */
export async function cellSetting(
  cell: PlannedCell,
  variant: LabVariant,
  { content, programs, serversFolder, altSvc, inRealTime }: LabServers,
): Promise<Omit<CellSetting, 'seed'>> {
  const certificate = content.certificates.get(chainName(variant, cell))
  const program = programs.get(cell.server)
  const replay = content.replays.get(variant.name)
  const graph = content.graphs.get(variant.name)
  const replayFile = replay?.file ?? (graph?.www === null ? graph.answersFile : undefined)
  if (certificate === undefined) throw new Error(`${variant.name} has no certificate`)
  if (program === undefined) throw new Error(`the lab was not opened for server ${cell.server}`)
  const recorded = variant.page.recording?.initialWindow
  const order = serveOrder(
    { ...cell, initcwnd: initialWindow(cell, 'quic', recorded) },
    {
      www: graph?.www ?? content.www,
      hosts: servedHosts(cell, variant, replay),
      ...(replayFile === undefined ? {} : { replayFile }),
      ...certificate,
      think: content.think.get(variant.name) ?? {},
      hints: content.hints.get(variant.name) ?? {},
      altSvc,
    },
  )
  // A folder for each order: lanes differ in theirs, and another order is another command.
  const folder = join(serversFolder, hash(order))
  const servers = await serverCommand(order, folder, program)
  const listeners = originListeners(order)
  const resolver = resolverOrder(variant)
  const all = resolver === null ? servers : [...servers, await resolverCommand(resolver, folder)]
  return {
    condition: cell.link,
    udp: cell.udp,
    tcp: { initcwnd: initialWindow(cell, 'tcp', recorded), congestionControl: cell.congestionControl },
    servers: inRealTime ? all.map((server) => ({ ...server, inRealTime })) : all,
    serverVersion: program.version,
    listeners: resolver === null ? listeners : [...listeners, resolverListener(resolver)],
  }
}

/** Every recorded page has one, since it may ask for hosts that were not recorded; a graph where it looks up any. */
function resolverOrder({ page: { recording, graph } }: LabVariant): ResolverOrder | null {
  if (graph !== undefined && graph.lookUps.length > 0) return { address: RESOLVER, names: graph.lookUps }
  if (recording === undefined) return null
  const names = recording.hosts.flatMap(({ name, address, nameWaitMs: waitMs, asRecorded }) => {
    if (waitMs === null) return []
    const recorded = asRecorded === null ? [] : [{ name: lookedUpName(name, 'recorded'), ...asRecorded }]
    return [{ name, address }, ...recorded].map((each) => ({
      ...{ name: each.name, address: each.address, waitMs },
    }))
  })
  return { address: RESOLVER, names }
}

/** A recorded page is served twice where the arm `recorded` is measured: there each host speaks what it spoke. */
function servedHosts(
  { arms }: PlannedCell,
  { hosts, page: { recording } }: LabVariant,
  replay: Replay | undefined,
): ServedHost[] {
  if (recording === undefined) return hosts.map(({ name, address }) => ({ name, address }))
  const serve = (host: ServedHost): ServedHost => {
    const certificate = replay?.certificates.get(host.name)
    return { ...host, ...(certificate && { certificate }) }
  }
  return recording.hosts.flatMap(({ name, address, ports, asRecorded }) => {
    const further = ports.map(({ scheme, port }) => ({ http: null, https: null, [scheme]: port }))
    const forced = [{ name, address }, ...further.map((at) => ({ name, address, ports: at }))]
    if (asRecorded === null || !arms.applied.includes('recorded')) return forced.map(serve)
    const spoken = (wanted: number | null): AlpnProtocol[] => [
      asRecorded.ports.find(({ port }) => port === wanted)?.protocol ?? 'http/1.1',
    ]
    const host = { name, address: asRecorded.address }
    const recorded = [
      { ...host, alpn: spoken(443) },
      ...further.map((at) => ({ ...host, ports: at, alpn: spoken(at.https) })),
    ]
    return [...forced, ...recorded].map(serve)
  })
}

function hash(order: object): string {
  return createHash('sha256').update(JSON.stringify(order)).digest('hex').slice(0, 16)
}
