import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import type { Link, LinkCondition } from '../link/link.ts'
import { ALLOW_CIDRS, GATEWAY, RESOLVER } from './addresses.ts'
import { etcOf, withEtc } from './etc.ts'
import { namespacesOf } from './network.ts'
import { listSites, pagesOf, readBrowserSites, readSites } from './sites.ts'
import type { SupervisorOrder, SupervisorReport } from './supervisor.ts'
import type { SandboxSite } from './truth.ts'
import { SandboxUnavailable } from './unavailable.ts'

export interface SandboxOptions {
  /** Entries of the list: all sites, then replicas. Default: the sites without replicas. */
  readonly sites?: number
  /** Where scripts/setup-sandbox.sh put the servers. Default: `.cache/towline` of the project. */
  readonly cacheDir?: string
  /** Where the run folder is made. Default: `sandbox/run` below `cacheDir`. */
  readonly workDir?: string
  /** Put between the client and all servers. Default: none, as fast as the machine. */
  readonly link?: LinkCondition
  /** Default: netem where the kernel has it, else rattan. */
  readonly linkBackend?: Link['backend']
  /** Aborting it while the sandbox is being opened gives up; afterwards it closes the sandbox. */
  readonly signal?: AbortSignal
}

/** A small internet on this machine, up and answering. It goes when disposed of, or when this process ends. */
export interface Sandbox extends AsyncDisposable {
  readonly id: string
  /** One a line of the list, in its order. */
  readonly sites: readonly SandboxSite[]
  /** Sites with a page that is known: its make-up, or what goes wrong in a browser. Many are in no list. */
  readonly pages: readonly SandboxSite[]
  /** Address of its DNS server. */
  readonly resolver: string
  /** PEM file of the root that its certificates hang on. */
  readonly caFile: string
  /** The ranges that its addresses lie in. */
  readonly allowCidrs: readonly string[]
  /** CSV of rank and domain. */
  readonly listFile: string
  /** What is between the client and the servers; null: nothing. */
  readonly link: Pick<Link, 'backend' | 'backendVersion' | 'condition'> | null
  /** Where the far end of a link's calibration listens (`calibrate`). */
  readonly echoAddress: string
  /**
   * The command that runs `argv` in the client's namespace, where the system's resolver is the sandbox's; it dies with
   * the process that starts it.
   */
  command(argv: readonly string[]): string[]
}

/** From its first moment: what follows takes a while, and each step is the same process. */
const DIES_WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'] as const

const PROJECT = resolve(import.meta.dirname, '../..')

/**
 * Opens a sandbox: as root with namespaces of the machine, else in a user namespace of its own.
 * @throws SandboxUnavailable where the machine does not allow or have what it takes; Error where a server fails.
 */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  options.signal?.throwIfAborted()
  const cacheDir = resolve(options.cacheDir ?? join(PROJECT, '.cache/towline'))
  const id = randomBytes(3).toString('hex')
  const root = process.geteuid?.() === 0
  const order: SupervisorOrder = {
    id,
    cacheDir,
    workDir: resolve(options.workDir ?? join(cacheDir, 'sandbox/run')),
    total: options.sites ?? null,
    ownRun: !root,
    link: options.link ?? null,
    linkBackend: options.linkBackend ?? null,
  }
  const own = root ? [] : ['--user', '--map-root-user', '--mount', '--net']
  const supervisor = spawn(
    'unshare',
    [
      ...[...own, '--pid', '--fork', '--kill-child'],
      ...[process.execPath, join(import.meta.dirname, 'supervisor.ts'), JSON.stringify(order)],
    ],
    // Detached: a Ctrl-C at the terminal is for the program that opened the sandbox, which then closes it.
    { detached: true, stdio: ['pipe', 'pipe', 'pipe'] },
  )
  const ended = new Promise<void>((done, fail) => {
    supervisor.on('error', (error) => fail(new SandboxUnavailable(`cannot start unshare: ${error.message}`)))
    supervisor.on('close', () => done())
  })
  // A supervisor that is gone already cannot be told anything.
  supervisor.stdin.on('error', () => {})
  const onAbort = () => supervisor.stdin.end()
  options.signal?.addEventListener('abort', onAbort, { once: true })
  const close = async () => {
    options.signal?.removeEventListener('abort', onAbort)
    supervisor.stdin.end()
    await ended
  }
  const errors = text(supervisor.stderr)
  const report = await Promise.race([reportOf(supervisor.stdout), ended.then(() => null)])
  if (!report?.ready || options.signal?.aborted) {
    await close()
    options.signal?.throwIfAborted()
    throw whyNot(report, root, (await errors).trim())
  }
  const { client } = namespacesOf(id)
  const enter = root
    ? [...DIES_WITH_PARENT, 'ip', 'netns', 'exec', client]
    : [
        ...[...DIES_WITH_PARENT, 'nsenter'],
        `--user=/proc/${report.pid}/ns/user`,
        '--preserve-credentials',
        `--net=/proc/${report.pid}/root/run/netns/${client}`,
        // Other credentials take the wish away.
        ...[...DIES_WITH_PARENT, 'unshare', '--mount'],
      ]
  const specs = readSites()
  return {
    id,
    sites: listSites(specs, options.sites ?? specs.length).map(({ site }) => site),
    pages: pagesOf([...specs, ...readBrowserSites()]),
    resolver: RESOLVER,
    caFile: report.caFile,
    allowCidrs: ALLOW_CIDRS,
    listFile: join(report.folder, 'list.csv'),
    link: report.link && options.link ? { ...report.link, condition: options.link } : null,
    echoAddress: GATEWAY.ipv4,
    command: (argv) => [...enter, ...withEtc(etcOf(report.folder)), ...argv],
    [Symbol.asyncDispose]: close,
  }
}

async function reportOf(stdout: NodeJS.ReadableStream): Promise<SupervisorReport | null> {
  const lines = createInterface({ input: stdout })
  const [line] = await Promise.race([once(lines, 'line'), once(lines, 'close').then(() => [null])])
  return line === null ? null : (JSON.parse(String(line)) as SupervisorReport)
}

function whyNot(report: SupervisorReport | null, root: boolean, said: string): Error {
  if (report && !report.ready)
    return report.unavailable
      ? new SandboxUnavailable(report.message)
      : new Error(`sandbox: ${report.message}`)
  if (!said.startsWith('unshare:')) return new Error(`sandbox: its supervisor ended: ${said}`)
  const need = root
    ? 'root without CAP_SYS_ADMIN, as in a container, cannot make them: give the container that capability'
    : 'this machine allows none without root: run as root, or see the sysctls user.max_user_namespaces, ' +
      'kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns'
  return new SandboxUnavailable(`the sandbox needs namespaces, and ${need} (${said})`)
}
