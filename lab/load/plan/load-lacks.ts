import { readFileSync } from 'node:fs'
import { findTools } from '../../link/measure/find-tools.ts'
import { whyNoProgram } from '../../origin/server-program.ts'
import { SERVERS } from '../../origin/servers.ts'
import type { Lack } from '../../plan/machine-lacks.ts'
import { refused, whyNoLink, whyNoNamespaces } from '../../plan/network-lacks.ts'
import { whyNoCongestionControl } from '../../plan/why-no-congestion-control.ts'
import { findLabProgram } from '../../process/find-program.ts'
import { pinnedCores } from '../cores/pinned-cores.ts'
import { estimateLoad } from './estimate-load.ts'
import type { LoadPlan } from './load-plan.ts'

/** Lists what a load plan needs and this machine has not, without starting or installing any of it. */
export async function loadLacks(
  plan: LoadPlan,
  { cacheDir, signal }: { readonly cacheDir: string; readonly signal: AbortSignal },
): Promise<Lack[]> {
  const noLoadProgram = refused(() => findLabProgram('towline-load', cacheDir))
  // Servers that are built together lack together: one message is enough.
  const servers = plan.servers.filter((server) => noLoadProgram === null || SERVERS[server].part !== 'origin')
  const fatal = [
    await whyNoNamespaces(signal),
    await whyNoLink([plan.link], cacheDir, signal),
    await whyNoCongestionControl([plan.congestionControl]),
    noLoadProgram,
    ...new Set(servers.map((server) => whyNoProgram(server, cacheDir))),
    whyTooFewFiles(plan),
  ]
  const less = [
    pinnedCores() === null ? 'one core for client and servers, so that all figures are lower bounds' : null,
    findTools(cacheDir).ping === null ? 'no ping to check the link by: run scripts/setup-link.sh' : null,
  ]
  return [
    ...fatal.flatMap((what) => (what === null ? [] : [{ what, fatal: true }])),
    ...less.flatMap((what) => (what === null ? [] : [{ what, fatal: false }])),
  ]
}

/**
 * Says why a load has too few file descriptors, of which its client and its server need one for each connection; null where it
 * has enough. The upper limit is what counts: Node raises what its children get up to it.
 */
export function whyTooFewFiles(plan: LoadPlan, limit: number = openFilesLimit()): string | null {
  const { files } = estimateLoad(plan)
  return files <= limit
    ? null
    : `too few file descriptors: ${plan.ramp.users} users need ${files}, a process may have ${limit}: raise it by \`ulimit -Hn ${files}\``
}

/** The hard limit of this process (proc_pid_limits(5)); infinite where the system does not say: no load runs there. */
function openFilesLimit(): number {
  if (process.platform !== 'linux') return Number.POSITIVE_INFINITY
  const limits = readFileSync('/proc/self/limits', 'utf8')
  const [, hard = 'unlimited'] = /^Max open files\s+\S+\s+(\S+)/m.exec(limits) ?? []
  return hard === 'unlimited' ? Number.POSITIVE_INFINITY : Number(hard)
}
