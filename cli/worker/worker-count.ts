import type { RunOptions } from '../options/run-options.ts'

/** Fewer than this are visited before another worker has got going. */
const SITES_PER_WORKER = 100
/**
 * A further worker on two cores, one of which a worker, the resolver and the system's part in networking fill nearly, another
 * worker gets less of them for what it costs to start.
 */
const SITES_PER_WORKER_ON_TWO_CORES = 2_500

/**
 * Says how many workers share a survey of which so many sites are left: as many as requested, or else two where there are cores
 * for them, but no more than there is work for, and than the survey's limits can be divided among.
 */
export function workerCount(
  { workers, concurrency, perAddress }: Pick<RunOptions, 'workers' | 'concurrency' | 'perAddress'>,
  sites: number,
  cores: number,
): number {
  const wanted = workers ?? Math.min(2, cores)
  const each = workers === undefined && cores <= 2 ? SITES_PER_WORKER_ON_TWO_CORES : SITES_PER_WORKER
  return Math.max(1, Math.min(wanted, concurrency, perAddress, Math.floor(sites / each)))
}
