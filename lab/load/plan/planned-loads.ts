import type { LoadedArm } from '../../../model/load-second.ts'
import { type AlpnProtocol, SERVERS, type ServerName } from '../../origin/servers.ts'
import type { LoadPlan } from './load-plan.ts'

export interface PlannedLoad {
  /** Counted from 0. */
  readonly repetition: number
  readonly server: ServerName
  readonly arm: LoadedArm
}

export const ALPN_BY_ARM: Readonly<Record<LoadedArm, AlpnProtocol>> = {
  http: 'http/1.1',
  h1: 'http/1.1',
  h2: 'h2',
  h3: 'h3',
}

/** Says why a server has no such arm; null where it has. */
export function whyNoArm(server: ServerName, arm: LoadedArm): string | null {
  const { title, protocols } = SERVERS[server]
  return protocols.includes(ALPN_BY_ARM[arm]) ? null : `${title} speaks ${protocols.join(' and ')}`
}

/**
 * The loads of a run in their order. It is balanced: arms move up by one from each repetition to the next, servers too, so
 * that over as many repetitions as there are arms each arm comes first, second and last equally often.
 */
export function plannedLoads({
  arms,
  servers,
  repetitions,
}: Pick<LoadPlan, 'arms' | 'servers' | 'repetitions'>): PlannedLoad[] {
  return Array.from({ length: repetitions }, (_, repetition) =>
    rotated(servers, repetition).flatMap((server) => {
      const spoken = arms.filter((arm) => whyNoArm(server, arm) === null)
      return rotated(spoken, repetition).map((arm) => ({ repetition, server, arm }))
    }),
  ).flat()
}

function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = items.length === 0 ? 0 : by % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}
