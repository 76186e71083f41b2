import { join } from 'node:path'
import type { Backend, Link } from '../../link/condition/link.ts'
import type { LinkMeasurement } from '../../link/measure/calibrate.ts'
import { linkDeviations } from '../../link/measure/link-deviations.ts'
import { LinkOff } from '../../link/measure/link-off.ts'
import { type LabNetwork, openLabNetwork } from '../../network/open.ts'
import { originListeners, serverCommand } from '../../origin/origin.ts'
import type { ServeOrder } from '../../origin/serve-order.ts'
import { findServerProgram, type ServerProgram } from '../../origin/server-program.ts'
import type { ServerName } from '../../origin/servers.ts'
import { findLabProgram } from '../../process/find-program.ts'
import { runCommand } from '../../process/run-command.ts'
import { measureLinks } from '../../run/measure-links.ts'
import { onCores, type PinnedCores } from '../cores/pinned-cores.ts'
import { openHeartbeats } from '../meter/heartbeats.ts'
import { readTcpCongestionControl } from '../meter/tcp-congestion-control.ts'
import type { LoadPlan } from '../plan/load-plan.ts'
import { serverOrder } from './load-orders.ts'
import { type LoadPage, loadHost, writeLoadPage } from './load-page.ts'

interface LoadLabOptions {
  readonly plan: LoadPlan
  readonly cacheDir: string
  /** Is null where client and servers run where they like. */
  readonly cores: PinnedCores | null
  /** Default: netem where the kernel has it, else rattan. */
  readonly linkBackend?: Backend
  readonly signal: AbortSignal
}

/** Network, page and programs of a load plan, in place. All of it goes when disposed of, or with this process. */
export interface LoadLab extends AsyncDisposable {
  readonly network: LabNetwork
  readonly page: LoadPage
  readonly program: string
  /** Measures the plan's link as it comes out on this machine. Rejects with `LinkOff` where it is another one. */
  measureLink(signal: AbortSignal): Promise<LinkMeasurement>
  /**
   * Puts link and server in place anew, so that each load finds the server as it is after its start. Resolves to what
   * they are.
   * @param seed of the link's random draws
   * @param think how long answers of a server that can wait do, ms, by `host/path`; default: none do
   */
  serve(server: ServerName, seed: number, think?: ServeOrder['think']): Promise<Served>
}

export interface Served extends Pick<Link, 'backend' | 'backendVersion'> {
  /** Version as the server itself says. */
  readonly serverVersion: string
  /** Congestion control of the server's TCP, read back from the kernel; null: no connection is open. */
  readonly tcpCongestionControl: () => Promise<string | null>
  /** Apache's busy workers; null: it said nothing in the last seconds, or is none. */
  readonly busyWorkers: () => number | null
}

/** @throws SandboxUnavailable where the machine does not allow or have what it takes. */
export async function openLoadLab(options: LoadLabOptions): Promise<LoadLab> {
  const { plan, cacheDir, cores, linkBackend, signal } = options
  const openNetwork = (until: AbortSignal): Promise<LabNetwork> =>
    openLabNetwork({
      cacheDir,
      shards: 1,
      hosts: [loadHost(plan)],
      ...(linkBackend && { linkBackend }),
      signal: until,
    })
  const program = findLabProgram('towline-load', cacheDir)
  const programs = new Map<ServerName, ServerProgram>()
  for (const server of plan.servers) programs.set(server, await findServerProgram(server, cacheDir))
  await using opened = new AsyncDisposableStack()
  const network = opened.use(await openNetwork(signal))
  // Written into the folder of the network, which is cleared away whatever ends us.
  const page = await writeLoadPage(join(network.folder, 'content'), plan)
  const heartbeats = plan.servers.includes('apache')
    ? opened.use(await openHeartbeats((argv) => network.command('client', argv)))
    : null
  const closing = opened.move()
  return {
    network,
    page,
    program,
    async measureLink(until) {
      const found = await measureLinks([plan.link], { cacheDir, onLink() {}, openNetwork, signal: until })
      const [measured] = found as [LinkMeasurement]
      const off = linkDeviations(plan.link, measured)
      if (off.length > 0) throw new LinkOff(off)
      return measured
    },
    async serve(server, seed, think = {}) {
      const serverProgram = programs.get(server)
      if (serverProgram === undefined) throw new Error(`the lab was not opened for server ${server}`)
      const order = { ...serverOrder(server, plan, page), think }
      const link = await network.setLink(
        plan.link,
        { initcwnd: null, congestionControl: plan.congestionControl },
        seed,
      )
      const commands = await serverCommand(order, join(network.folder, 'servers'), serverProgram)
      const pinned = commands.map(({ argv, ...rest }) => {
        const [first, ...others] = [...onCores(cores?.servers), ...argv]
        return { ...rest, argv: [first as string, ...others] as const }
      })
      await network.serve(pinned, originListeners(order))
      return {
        ...link,
        serverVersion: serverProgram.version,
        tcpCongestionControl: () =>
          readTcpCongestionControl((argv) => {
            const [ss = '', ...rest] = network.command('server', argv)
            return runCommand([ss, ...rest], { signal })
          }),
        busyWorkers: () => (server === 'apache' ? (heartbeats?.busyWorkers() ?? null) : null),
      }
    },
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
