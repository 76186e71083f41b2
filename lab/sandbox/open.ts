import { randomBytes } from 'node:crypto'
import { extname, join, resolve } from 'node:path'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'
import type { Link, LinkCondition } from '../link/condition/link.ts'
import { SupervisedProcess } from '../process/supervisor/supervised-process.ts'
import type { RoundTrips } from './delays.ts'
import { etcOf, withEtc } from './etc.ts'
import type { BuiltSandbox, SandboxOrder } from './messages.ts'
import { namespacesOf } from './network.ts'
import { type LoggedRequest, readAccessLogs } from './server/read-access-log.ts'
import { ALLOW_CIDRS, GATEWAY, RESOLVER } from './site/addresses.ts'
import { listSites, pagesOf, readBrowserSites, readSites } from './site/sites.ts'
import type { SandboxSite } from './site/truth.ts'

export interface SandboxOptions {
  /** Entries of the list: all sites, then replicas. Default: the sites without replicas. */
  readonly sites?: number
  /** Domains that replicas are made of. Default: those that are healthy and cheap. */
  readonly replicated?: readonly string[]
  /** Folder where scripts/setup-sandbox.sh put the servers. Default: `.cache/towline` of the project. */
  readonly cacheDir?: string
  /** Folder where the run folder is made. Default: `sandbox/run` below `cacheDir`. */
  readonly workDir?: string
  /** Put between the client and all servers. Default: none, as fast as the machine. */
  readonly link?: LinkCondition
  /** Default: netem where the kernel has it, else rattan. */
  readonly linkBackend?: Link['backend']
  /** Round trips by the server's address, in place of a link. As root only. Default: none. */
  readonly roundTrips?: RoundTrips
  /** Machines that reach the servers, each from an address of its own; the link is the first one's. Default: 1. */
  readonly clients?: number
  /** Has nginx and Caddy write down every request. Default: no. */
  readonly accessLog?: boolean
  /** Addresses of each family that the replicas of a site share. Default: 32, so that they seldom meet. */
  readonly replicaAddresses?: number
  /** Aborting it while the sandbox is being opened gives up; afterwards it closes the sandbox. */
  readonly signal?: AbortSignal
}

/** A small internet on this machine, up and answering. It goes when disposed of, or when this process ends. */
export interface Sandbox extends AsyncDisposable {
  readonly id: string
  readonly sites: readonly SandboxSite[]
  /** Sites with a page that is known: its composition, or what goes wrong in a browser. Many are in no list. */
  readonly pages: readonly SandboxSite[]
  /** Says how many machines reach the servers. */
  readonly clients: number
  readonly resolver: string
  readonly caFile: string
  /** The ranges that its addresses lie in. */
  readonly allowCidrs: readonly string[]
  /** CSV of rank and domain. */
  readonly listFile: string
  /** Requests that have ended so far, in the order of their starts. Rejects without `accessLog`. */
  requests(): Promise<LoggedRequest[]>
  /** Link between the client and the servers; null: nothing. */
  readonly link: Pick<Link, 'backend' | 'backendVersion' | 'condition'> | null
  /** Address where the far end of a link's calibration listens (`calibrate`). */
  readonly echoAddress: string
  /**
   * The command that runs `argv` in a client's namespace (the first one's, where none is said), where the system's
   * resolver is the sandbox's; it dies with the process that starts it.
   */
  command(argv: readonly string[], client?: number): string[]
}

/**
 * Opens a sandbox: as root with namespaces of the machine, else in a user namespace of its own.
 * @throws SandboxUnavailable where the machine does not allow or have what it takes; Error where a server fails.
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  options.signal?.throwIfAborted()
  const cacheDir = resolve(options.cacheDir ?? cacheFolder())
  const id = randomBytes(3).toString('hex')
  const order: SandboxOrder = {
    id,
    cacheDir,
    workDir: resolve(options.workDir ?? join(cacheDir, 'sandbox/run')),
    total: options.sites ?? null,
    replicated: options.replicated ?? null,
    usesOwnRun: process.geteuid?.() !== 0,
    link: options.link ?? null,
    linkBackend: options.linkBackend ?? null,
    roundTrips: options.roundTrips ?? null,
    clients: options.clients ?? 1,
    accessLog: options.accessLog ?? false,
    replicaAddresses: options.replicaAddresses ?? null,
  }
  const supervisor = new SupervisedProcess(
    join(import.meta.dirname, `supervisor${extname(import.meta.filename)}`),
    order,
  )
  const onAbort = () => supervisor.stop()
  options.signal?.addEventListener('abort', onAbort, { once: true })
  const close = async () => {
    options.signal?.removeEventListener('abort', onAbort)
    await supervisor[Symbol.asyncDispose]()
  }
  const report = await supervisor
    .ready<BuiltSandbox>('sandbox', options.signal)
    .catch(async (error: unknown) => {
      await close()
      throw error
    })
  const enter = (client: number): string[] => supervisor.enter(report.pid, namespacesOf(id, client).client)
  const specs = readSites(order.replicated)
  return {
    id,
    sites: listSites(specs, options.sites ?? specs.length).map(({ site }) => site),
    // Few ask for them, and they take 50 ms of processor time.
    get pages() {
      return pagesOf([...specs, ...readBrowserSites()])
    },
    clients: order.clients,
    resolver: RESOLVER,
    caFile: report.caFile,
    allowCidrs: ALLOW_CIDRS,
    listFile: join(report.folder, 'list.csv'),
    requests: () => readAccessLogs(report.folder),
    link: report.link && options.link ? { ...report.link, condition: options.link } : null,
    echoAddress: GATEWAY.ipv4,
    command: (argv, client = 0) => [...enter(client), ...withEtc(etcOf(report.folder)), ...argv],
    [Symbol.asyncDispose]: close,
  }
}
