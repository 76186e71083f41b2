import type { Canary } from '../../crawler/survey/run/canary-blocks.ts'
import { slots } from '../../crawler/survey/run/slots.ts'
import type { SiteVisitSettings } from '../../crawler/survey/visit/site-visit.ts'
import { siteVisit } from '../../crawler/survey/visit/site-visit.ts'
import type { Http3Result, OperationRow, TcpResult } from '../../model/operation.ts'
import { CliError, EXIT } from '../exit/exit-codes.ts'
import type { RunOptions } from '../options/run-options.ts'
import { isLive } from '../options/run-settings.ts'

/** Serves HTTP/3 since before RFC 9114, from everywhere; one request every 500 sites. */
const LIVE_CANARY = 'www.google.com'

type CanaryOptions = Pick<RunOptions, 'allowAddress' | 'h3Canary' | 'operations'>

/** The host whose HTTP/3 is known to be good; null where the user wants none, or has a network of his own. */
function canaryHost(options: CanaryOptions): string | null {
  if (options.h3Canary === 'none' || !options.operations.includes('http3')) return null
  return options.h3Canary ?? (isLive(options) ? LIVE_CANARY : null)
}

/** CRW-5: requests the canary's page over HTTP/3, by the same visit as every site. */
export function canaryOf(
  options: CanaryOptions,
  settings: SiteVisitSettings,
  signal: AbortSignal,
): Canary | null {
  const host = canaryHost(options)
  if (host === null) return null
  const visit = siteVisit({ ...settings, robotsToken: null, operations: new Set(['tcp', 'http3'] as const) })
  return async () => {
    const { rows } = await visit({ rank: 0, domain: host }, { signal, addressSlots: slots(1) })
    const last = rows.findLast((row) => row.operation === 'http3') ?? rows.at(-1)
    return {
      ok: last?.operation === 'http3' && last.failure === null,
      failure: last?.failure ?? null,
      rttMs: leastRttMs(rows),
    }
  }
}

function leastRttMs(rows: readonly OperationRow[]): number | null {
  const known = rows
    .filter(({ operation, failure }) => failure === null && (operation === 'tcp' || operation === 'http3'))
    .flatMap((row) => (row.result as TcpResult | Http3Result | null)?.rttMs ?? [])
  return known.length === 0 ? null : Math.min(...known)
}

/** @throws CliError where a live run gets no answer from any resolver: all of its sites would fail for our fault. */
export async function demandNetwork(
  options: RunOptions,
  { resolver }: SiteVisitSettings,
  signal: AbortSignal,
): Promise<void> {
  if (!isLive(options)) return
  const { failure } = await resolver.resolve(canaryHost(options) ?? LIVE_CANARY, 'A', signal)
  if (failure !== 'dns_timeout' && failure !== 'unknown_failure' && failure !== 'dns_refused') return
  throw new CliError(
    EXIT.unavailable,
    `no network: ${resolver.servers.join(', ')} gives no answer (${failure}); ` +
      'try --sandbox, which needs none, or --list with a resolver that answers (--resolver)',
  )
}
