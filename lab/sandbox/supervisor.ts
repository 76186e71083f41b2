/**
 * The process that owns a sandbox: namespaces, servers, run folder. It is the first process of a process namespace, so
 * that the kernel ends every server with it. Its argument is a SandboxOrder; it reports one SandboxReport.
 */
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLink } from '../link/backend/open-link.ts'
import { makeVeth } from '../link/backend/veth.ts'
import type { Link } from '../link/condition/link.ts'
import { allowed } from '../process/allowed.ts'
import { ServerProcess } from '../process/server-process.ts'
import { describeFailure } from '../process/supervisor/failure.ts'
import { openRun } from '../process/supervisor/open-run.ts'
import { stopWithOwner } from '../process/supervisor/stop-with-owner.ts'
import { readOrder, report } from '../process/supervisor/supervisor-order.ts'
import { untilListening } from '../process/until-listening.ts'
import { openDelays } from './delays.ts'
import { etcOf, writeEtc } from './etc.ts'
import type { BuiltSandbox, SandboxOrder, SandboxReport } from './messages.ts'
import {
  addClient,
  configureNetwork,
  INTERFACE,
  makeNamespaces,
  type Namespaces,
  namespacesOf,
} from './network.ts'
import { findPrograms } from './server/programs.ts'
import { configureServers, sandboxListeners } from './server/servers.ts'
import { certificatesOf } from './site/certificates.ts'
import { planHosts } from './site/hosts.ts'
import { writePages } from './site/pages.ts'
import { listSites, readBrowserSites, readSites } from './site/sites.ts'

/** It takes a second or two; a machine that is busy beyond reason gets a minute. */
const START_LIMIT_MS = 60_000

const order = readOrder<SandboxOrder>()
const stop = stopWithOwner()
// Else its end goes unnoticed: nothing is read from it.
process.stdin.resume()
const send: (line: SandboxReport) => void = report

await using cleanup = new AsyncDisposableStack()
const late = AbortSignal.timeout(START_LIMIT_MS)
try {
  send({ ready: true, ...(await build(AbortSignal.any([stop.signal, late]))) })
  if (!stop.signal.aborted) await once(stop.signal, 'abort')
} catch (error) {
  process.exitCode = 1
  if (!stop.signal.aborted) {
    const failure = describeFailure(error)
    const message = late.aborted ? `the servers were not up after ${START_LIMIT_MS} ms` : failure.message
    send({ ready: false, ...failure, message })
    // Ends what else was under way, which would keep this process alive.
    stop.abort()
  }
}
process.stdin.destroy()

async function build(signal: AbortSignal): Promise<BuiltSandbox> {
  const programs = findPrograms(order.cacheDir)
  const names = namespacesOf(order.id)
  const clients = Array.from({ length: order.clients }, (_, n) => namespacesOf(order.id, n).client)
  const { pid, folder } = await openRun(order, 'sandbox', [names.server, ...clients], cleanup, signal)
  const specs = readSites(order.replicated)
  const listed = listSites(specs, order.total ?? specs.length)
  const hosts = planHosts(
    [...specs, ...readBrowserSites()],
    listed.length > specs.length,
    order.replicaAddresses ?? undefined,
  )
  await writeFile(
    join(folder, 'list.csv'),
    listed.map(({ site }, index) => `${index + 1},${site.domain}\n`).join(''),
  )
  const addresses = hosts.flatMap((host) => host.up)
  const parts = [
    network(names, addresses, signal),
    certificatesOf(join(order.cacheDir, 'sandbox/certificates'), hosts),
    writePages(join(folder, 'www'), hosts),
    writeEtc(etcOf(folder)),
  ] as const
  // All are waited for where one fails: what another made after all was cleared away would be left.
  await Promise.allSettled(parts)
  const [link, certificates] = await Promise.all(parts)
  const commands = await configureServers(folder, hosts, listed, certificates, programs, order.accessLog)
  const servers = commands.map((command) => cleanup.use(new ServerProcess(command, names.server, folder)))
  await untilListening(servers, sandboxListeners(hosts), names.server, signal)
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
  if (order.roundTrips !== null)
    cleanup.use(await openDelays(names, INTERFACE, order.roundTrips, order.cacheDir, signal))
  else if (order.link === null) await allowed('sandbox', makeVeth(names, INTERFACE, signal))
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
  for (let n = 1; n < order.clients; n += 1)
    await allowed('sandbox', addClient(namespacesOf(order.id, n), n, signal))
  return link
}
