import { GRAPH_LIMITS } from '../../model/graph/limits.ts'

/** A moment or span as a graph has it: to the microsecond; null where unknown, and beyond what a graph may have. */
export function moment(ms: number | null): number | null {
  return ms === null || !(ms >= 0 && ms <= GRAPH_LIMITS.ms) ? null : Math.round(ms * 1_000) / 1_000
}
