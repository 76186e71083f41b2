import { messageOf } from '../../crawler/process/thrown.ts'
import { dns } from '../../crawler/survey/dns/dns.ts'
import type { SurveyContext } from '../../crawler/survey/operation/context.ts'

/** Counts loads whose addresses could not be looked up: a browser may find them all the same. */
export const UNKNOWN_ADDRESS = 'unknown'

/**
 * The addresses at which the loads of a host are counted, whichever of its addresses a browser then chooses: the first of each
 * family. Both, since a look-up may find only one of them.
 */
export async function countedAddresses(
  host: string,
  context: SurveyContext,
  warn: (line: string) => void,
): Promise<readonly string[]> {
  const { result, failure } = await dns(host, 0, context).catch((error: unknown) => ({
    result: null,
    failure: messageOf(error),
  }))
  const { a = [], aaaa = [], failures } = result ?? {}
  const failed = failures?.a ?? failures?.aaaa ?? failure
  if (failed !== null)
    warn(`not all addresses of ${host} were found (${failed}): it is counted at those that were`)
  return placesOf({ a, aaaa })
}

export function placesOf({
  a,
  aaaa,
}: {
  readonly a: readonly string[]
  readonly aaaa: readonly string[]
}): readonly string[] {
  const found = [...a.slice(0, 1), ...aaaa.slice(0, 1)]
  return found.length > 0 ? found : [UNKNOWN_ADDRESS]
}
