import { findBrowser } from '../../crawler/probe/browser/find-browser.ts'
import { findPacketTools } from '../../crawler/probe/packets/packet-tools.ts'
import { findTools } from '../link/measure/find-tools.ts'
import { whyNoProgram } from '../origin/server-program.ts'
import { isOfGraphs } from './is-of-graphs.ts'
import { whyNoLink, whyNoNamespaces, whyNoUdpRules } from './network-lacks.ts'
import type { Plan, PlannedCell } from './plan.ts'
import { setsHandshake } from './refuse-handshake.ts'
import { whyNoCongestionControl } from './why-no-congestion-control.ts'

export interface Lack {
  /** Says what lacks, and what to do about it: one line. */
  readonly what: string
  /** True where the plan cannot run; false where it can, but measures less. */
  readonly fatal: boolean
}

/** Looks for everything that a plan needs, without starting or installing any of it. */
export async function machineLacks(
  plan: Plan,
  { cacheDir, signal }: { readonly cacheDir: string; readonly signal: AbortSignal },
): Promise<Lack[]> {
  const cells = plan.cells.filter(({ skip }) => skip === null)
  const fatal = (what: string | null): Lack[] => (what === null ? [] : [{ what, fatal: true }])
  const less = (what: string | null): Lack[] => (what === null ? [] : [{ what, fatal: false }])
  const tools = findPacketTools(cacheDir)
  const checks = findTools(cacheDir)
  const servers = [...new Set(cells.map(({ server }) => server))]
  return [
    ...fatal(await whyNoNamespaces(signal)),
    ...fatal(
      await whyNoLink(
        cells.map(({ link }) => link),
        cacheDir,
        signal,
      ),
    ),
    // Servers that come together lack together: once is enough.
    ...[...new Set(servers.map((server) => whyNoProgram(server, cacheDir)))].flatMap(fatal),
    ...fatal(await whyNoCongestionControl(cells.map(({ congestionControl }) => congestionControl))),
    ...fatal(
      findBrowser() === null && !isOfGraphs(cells)
        ? 'no Chromium or Chrome: run scripts/setup-browser.sh, or set PUPPETEER_EXECUTABLE_PATH'
        : null,
    ),
    ...(tools.tcpdump && tools.tshark ? [] : noPacketTools(cells)),
    ...fatal(cells.some(({ udp }) => udp !== 'open') ? await whyNoUdpRules(tools.nft, signal) : null),
    ...(['ping', 'iperf3'] as const).flatMap((name) => less(noTool(name, checks[name]))),
  ]
}

/** A factor whose levels are read back from packets, so that a load of which they are unknown does not count; null where there is none. */
export function factorOfPackets(cells: readonly PlannedCell[]): string | null {
  const factors = cells.map((cell) => (cell.udp === 'open' ? setsHandshake(cell) : 'udp'))
  return factors.find((factor) => factor !== false) ?? null
}

function noPacketTools(cells: readonly PlannedCell[]): Lack[] {
  const forced = factorOfPackets(cells)
  const without = forced === null ? 'so no Time on Wire' : `by which ${forced} is read back`
  return [{ what: `no packet tools, ${without}: run scripts/setup-packets.sh`, fatal: forced !== null }]
}

function noTool(name: string, tool: object | null): string | null {
  return tool === null ? `no ${name} to check the link by: run scripts/setup-link.sh` : null
}
