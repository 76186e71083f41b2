import { dns } from '../../crawler/survey/dns/dns.ts'
import type { SurveyContext } from '../../crawler/survey/operation/context.ts'

/**
 * The address at which the loads of a host are counted, whichever of its addresses a browser then chooses: the first that a
 * survey would connect to. Null where it has none, and where that cannot be found out: then the load fails as well.
 */
export async function countedAddress(host: string, context: SurveyContext): Promise<string | null> {
  const { result } = await dns(host, 0, context).catch(() => ({ result: null }))
  return result?.a[0] ?? result?.aaaa[0] ?? null
}
