import type { LoadProtocol } from '../../../model/load-second.ts'

/** Arms that a graph can be replayed under. */
export const GRAPH_ARMS = ['h1', 'h2', 'h3'] as const satisfies readonly LoadProtocol[]
