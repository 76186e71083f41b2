/**
 * The process that owns a sandbox: namespaces, servers, run folder. It is the first process of a process namespace,
 * so that the kernel ends every server with it, whatever ends it; and it ends when its standard input does, so that
 * nothing outlives the program that opened the sandbox, not even a kill -9.
 *
 * Its argument is a SupervisorOrder in JSON; on standard output it says one SupervisorReport in JSON.
 */
import { once } from 'node:events'
import { mkdirSync, readlinkSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLink } from '../link/backend/open-link.ts'
import { makeVeth } from '../link/backend/veth.ts'
import type { Link, LinkCondition } from '../link/condition/link.ts'
import { allowed } from '../process/allowed.ts'
import { runCommand } from '../process/run-command.ts'
import { clearLeftovers, makeRunFolder, readStartTicks } from '../process/run-folder.ts'
import { ServerProcess } from '../process/server-process.ts'
import { SandboxUnavailable } from '../process/unavailable.ts'
import { etcOf, writeEtc } from './etc.ts'
import {
  configureNetwork,
  deleteNamespaces,
  INTERFACE,
  makeNamespaces,
  type Namespaces,
  namespacesOf,
} from './network.ts'
import { findPrograms } from './server/programs.ts'
import { configureServers, listenersOf } from './server/servers.ts'
import { makeCertificates } from './site/certificates.ts'
import { planHosts } from './site/hosts.ts'
import { writePages } from './site/pages.ts'
import { listSites, readBrowserSites, readSites } from './site/sites.ts'

export interface SupervisorOrder {
  readonly id: string
  readonly cacheDir: string
  readonly workDir: string
  readonly total: number | null
  /** True without root: namespaces are kept in a mount namespace of its own, with an own /run. */
  readonly usesOwnRun: boolean
  /** Between the client and the servers; null: none, as fast as the machine. */
  readonly link: LinkCondition | null
  /** Null: whichever the machine has. */
  readonly linkBackend: Link['backend'] | null
}

export type SupervisorReport =
  | ({ readonly ready: true } & Built)
  | { readonly ready: false; readonly message: string; readonly unavailable: boolean }

interface Built {
  readonly pid: number
  readonly folder: string
  readonly caFile: string
  readonly link: Pick<Link, 'backend' | 'backendVersion'> | null
}

/** It takes a second or two; a machine that is busy beyond reason gets a minute. */
const START_LIMIT_MS = 60_000

const order = JSON.parse(process.argv[2] ?? '') as SupervisorOrder
const stop = new AbortController()
process.stdin.on('end', () => stop.abort()).on('error', () => stop.abort())
process.stdin.resume()
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => stop.abort())
// The reader may be gone already; the end of standard input says so too.
process.stdout.on('error', () => stop.abort())

const say = (report: SupervisorReport) => process.stdout.write(`${JSON.stringify(report)}\n`)

await using cleanup = new AsyncDisposableStack()
const late = AbortSignal.timeout(START_LIMIT_MS)
try {
  say({ ready: true, ...(await build(AbortSignal.any([stop.signal, late]))) })
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
} catch (error) {
  process.exitCode = 1
  if (!stop.signal.aborted) {
    const reason = error instanceof Error ? error.message : String(error)
    const message = late.aborted ? `the servers were not up after ${START_LIMIT_MS} ms` : reason
    say({ ready: false, message, unavailable: error instanceof SandboxUnavailable })
    // Ends what else was under way, which would keep this process alive.
    stop.abort()
  }
}
process.stdin.destroy()

async function build(signal: AbortSignal): Promise<Built> {
  const programs = findPrograms(order.cacheDir)
  if (order.usesOwnRun)
    await allowed('sandbox', runCommand(['mount', '-t', 'tmpfs', 'tmpfs', '/run'], { signal }))
  // /proc is the machine's, and so tells the process id that the machine knows this process by.
  const pid = Number(readlinkSync('/proc/self'))
  const names = namespacesOf(order.id)
  mkdirSync(order.workDir, { recursive: true })
  await clearLeftovers(order.workDir, (state) => deleteNamespaces(state.namespaces))
  const folder = await makeRunFolder(order.workDir, {
    id: order.id,
    pid,
    startTicks: (await readStartTicks(pid)) ?? '',
    namespaces: order.usesOwnRun ? [] : [names.server, names.client],
  })
  // Retries: what was being written when the sandbox was stopped may still land in the folder.
  cleanup.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const specs = readSites()
  const listed = listSites(specs, order.total ?? specs.length)
  const hosts = planHosts([...specs, ...readBrowserSites()], listed.length > specs.length)
  await writeFile(
    join(folder, 'list.csv'),
    listed.map(({ site }, index) => `${index + 1},${site.domain}\n`).join(''),
  )
  cleanup.defer(() => deleteNamespaces([names.server, names.client]))
  const addresses = hosts.flatMap((host) => host.up)
  const parts = [
    network(names, addresses, signal),
    makeCertificates(join(folder, 'certificates'), hosts, signal),
    writePages(join(folder, 'www'), hosts),
    writeEtc(etcOf(folder)),
  ] as const
  // Also where one fails: what another made after all was cleared away would be left.
  await Promise.allSettled(parts)
  const [link, certificates] = await Promise.all(parts)
  const commands = await configureServers(folder, hosts, listed, certificates, programs)
  const deaths = commands.map((command) =>
    cleanup.use(new ServerProcess(command, names.server, folder)).endsEarly(),
  )
  const listening = runCommand(
    [
      'ip',
      'netns',
      'exec',
      names.server,
      process.execPath,
      join(import.meta.dirname, '../process/await-listeners.ts'),
    ],
    { signal, input: listenersOf(hosts).join('\n') },
  )
  // Once all are up, a server that dies is no fault of the start: who asks it will see.
  await Promise.race([listening, ...deaths])
  return {
    folder,
    caFile: certificates.caFile,
    pid,
    link: link && { backend: link.backend, backendVersion: link.backendVersion },
  }
}

/** Both namespaces, what joins them, their addresses and routes. */
async function network(
  names: Namespaces,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<Link | null> {
  await allowed('sandbox', makeNamespaces(names, signal))
  if (order.link === null) await allowed('sandbox', makeVeth(names, INTERFACE, signal))
  const link =
    order.link &&
    cleanup.use(
      await openLink({
        between: names,
        interfaceName: INTERFACE,
        condition: order.link,
        cacheDir: order.cacheDir,
        ...(order.linkBackend && { backend: order.linkBackend }),
        signal,
      }),
    )
  await allowed('sandbox', configureNetwork(names, addresses, signal))
  return link
}
