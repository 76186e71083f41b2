import type { LoadRunDetail } from '../../../server/contract/contract.ts'

/** The machine that client and server ran on; null where the run does not say. */
export function machineText({ versions }: Pick<LoadRunDetail, 'versions'>): string | null {
  const { processor, kernel, platform } = versions
  const known = [processor, kernel === undefined ? undefined : `kernel ${kernel}`, platform]
  const words = known.filter((word) => word !== undefined)
  return words.length === 0 ? null : words.join(', ')
}

/** Says which cores client and server had; null before a load has begun. */
export function coresText({ loads }: Pick<LoadRunDetail, 'loads'>): string | null {
  const texts = loads.flatMap(({ facts }) => (isRecord(facts) ? coresWords(facts.cores) : []))
  return texts.length === 0 ? null : [...new Set(texts)].join('; ')
}

/** The server program of a load, in its own words; null where that is not known. */
export function serverVersion({ facts }: LoadRunDetail['loads'][number]): string | null {
  return isRecord(facts) && typeof facts.serverVersion === 'string' ? facts.serverVersion : null
}

/** That the server of a load ended before it, when, and how; null where it did not. */
export function serverEnd({ facts }: LoadRunDetail['loads'][number]): string | null {
  if (!isRecord(facts) || !isRecord(facts.serverEnded)) return null
  const { atMs, exitCode, signal } = facts.serverEnded
  const how = typeof signal === 'string' ? `by ${signal}` : `with exit code ${String(exitCode)}`
  return `ended after ${(Number(atMs) / 1_000).toFixed(1)} s ${how}`
}

function coresWords(cores: unknown): string {
  if (!isRecord(cores)) return 'shared by client and server'
  const { client, servers } = cores
  return `client on ${String(client)}, server on ${Array.isArray(servers) ? servers.join(', ') : 'unknown'}`
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
