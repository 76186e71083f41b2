import { randomBytes } from 'node:crypto'
import { extname, join, resolve } from 'node:path'
import { findPacketTools } from '../../crawler/probe/packets/packet-tools.ts'
import type { CounterCommand } from '../../crawler/probe/packets/udp-counters.ts'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'
import type { UdpPath } from '../../model/udp-path.ts'
import type { Link, LinkCondition } from '../link/condition/link.ts'
import type { ServerCommand } from '../process/server-command.ts'
import type { ServerEnd } from '../process/server-process.ts'
import { failureError } from '../process/supervisor/failure.ts'
import { SupervisedProcess } from '../process/supervisor/supervised-process.ts'
import { SandboxUnavailable } from '../process/unavailable.ts'
import { etcOf, withEtc } from '../sandbox/etc.ts'
import type { LabHost, LabNetworkOrder, LabReply, LabRequest } from './messages.ts'
import { labNamespaces, type TcpSettings } from './topology.ts'
import { UDP_TABLE } from './udp-rules.ts'

export interface LabNetworkOptions {
  /** Default: `.cache/towline` of the project. */
  readonly cacheDir?: string
  /** Says how many addresses servers may be on. */
  readonly shards: number
  /** Names that the client knows, so that a look-up takes no time of the link. */
  readonly hosts: readonly LabHost[]
  /** Whether the client asks a resolver, one of the servers, for all other names. Default: they are none, at once. */
  readonly hasResolver?: boolean
  /** Default: netem where the kernel has it, else rattan. */
  readonly linkBackend?: Link['backend']
  /** Aborting it while the network is being built gives up. */
  readonly signal?: AbortSignal
}

/**
 * A client and servers with a link between them that can be changed. The client's own interface stays as it is. It goes
 * when disposed of, or when this process ends, whatever ends it.
 */
export interface LabNetwork extends AsyncDisposable {
  readonly id: string
  /** Folder for files of this run; goes with the network. */
  readonly folder: string
  /** The command that runs `argv` at one end of the network; it dies with the process that starts it. */
  command(end: 'client' | 'server', argv: readonly string[]): string[]
  /**
   * Puts this link in place; servers that were there end. Not twice at a time, as `serve`.
   * @param seed of its random draws, where the backend lets it be set; 0 to 2^32 - 1. Default 0
   */
  setLink(
    condition: LinkCondition,
    tcp: TcpSettings,
    seed?: number,
  ): Promise<Pick<Link, 'backend' | 'backendVersion'>>
  /** Puts a path of UDP in place of the one there was. Not while a link or servers are put in place. */
  setUdp(path: UdpPath): Promise<void>
  /** Prints the counters of such a path, where it is started at the client's end. */
  udpCounters(): CounterCommand
  /** Starts servers on a link, in place of those there were; resolves when all `listeners` are there. */
  serve(commands: readonly ServerCommand[], listeners: readonly string[]): Promise<void>
  /** Servers of those that have ended by themselves. Not while a link or servers are put in place. */
  endedServers(): Promise<readonly ServerEnd[]>
}

/**
 * Opens a network without a link: as root with namespaces of the machine, else in a user namespace of its own.
 * @throws SandboxUnavailable where the machine does not allow or have what it takes.
 */
export async function openLabNetwork(options: LabNetworkOptions): Promise<LabNetwork> {
  options.signal?.throwIfAborted()
  const cacheDir = resolve(options.cacheDir ?? cacheFolder())
  const workDir = join(cacheDir, 'lab', 'run')
  const id = randomBytes(3).toString('hex')
  const order: LabNetworkOrder = {
    id,
    cacheDir,
    workDir,
    usesOwnRun: process.geteuid?.() !== 0,
    shards: options.shards,
    hosts: options.hosts,
    hasResolver: options.hasResolver ?? false,
  }
  const supervisor = new SupervisedProcess(
    join(import.meta.dirname, `supervisor${extname(import.meta.filename)}`),
    order,
  )
  const { pid } = await supervisor.ready<{ readonly pid: number }>('lab', options.signal)
  const folder = join(workDir, id)
  const names = labNamespaces(id)
  const sendRequest = async (request: LabRequest): Promise<Extract<LabReply, { readonly ok: true }>> => {
    supervisor.send(request)
    const reply = (await supervisor.next()) as LabReply | null
    if (reply === null) throw await supervisor.whyEnded()
    if (!reply.ok) throw failureError('lab', reply)
    return reply
  }
  return {
    id,
    folder,
    command: (end, argv) => [
      ...supervisor.enter(pid, names[end]),
      ...(end === 'client' ? withEtc(etcOf(folder)) : []),
      ...argv,
    ],
    async setLink(condition, tcp, seed = 0) {
      const backend = options.linkBackend ?? null
      const { link } = await sendRequest({ what: 'link', condition, backend, tcp, seed })
      if (link === null) throw new Error('lab: the link is not there although it was opened')
      return link
    },
    async setUdp(path) {
      await sendRequest({ what: 'udp', path })
    },
    udpCounters() {
      const { nft } = findPacketTools(cacheDir)
      if (nft === null) throw new SandboxUnavailable('no nft to read the counters of UDP by')
      const list = [nft.path, '--json', 'list', 'counters', 'table', 'inet', UDP_TABLE]
      return { argv: [...supervisor.enterFromInside(pid, names.near), ...list], env: nft.env }
    },
    async serve(commands, listeners) {
      await sendRequest({ what: 'servers', commands, listeners })
    },
    async endedServers() {
      return (await sendRequest({ what: 'ended' })).ended
    },
    [Symbol.asyncDispose]: () => supervisor[Symbol.asyncDispose](),
  }
}
