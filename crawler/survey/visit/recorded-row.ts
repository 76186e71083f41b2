import type { HttpResult, OperationRow } from '../../../model/operation.ts'
import { recordedLocation } from '../../network/recorded-url.ts'
import { askedUrl, bytesEscaped } from '../http/redirect.ts'

/**
 * A row as it is recorded: URLs of redirects without userinfo and fragment, and with a number in place of each query
 * (`?1` is the first query of the visit). That tells one URL from another, which is all that the facts need to
 * follow the chain of redirects once more. `queries` holds the numbers given so far, and is added to.
 */
export function recordedRow<R>(row: OperationRow<R>, queries: Map<string, number>): OperationRow<R> {
  const nameQuery = (query: string): string => {
    const number = queries.get(query) ?? queries.size + 1
    queries.set(query, number)
    return `?${number}`
  }
  const path = row.path?.replace(/\?.+$/s, nameQuery) ?? null
  const { result } = row
  const location = locationOf(result)
  if (location === null) return path === row.path ? row : { ...row, path }
  const recorded = recordedLocation(bytesEscaped(location), askedUrl(row), nameQuery)
  // Unchanged but for the bytes: as sent.
  if (recorded === bytesEscaped(location)) return path === row.path ? row : { ...row, path }
  const headers = { ...(result as HttpResult).headers, location: recorded }
  return { ...row, path, result: { ...result, headers } as R }
}

function locationOf(result: unknown): string | null {
  if (result === null || typeof result !== 'object' || !('headers' in result)) return null
  return (result as HttpResult).headers.location ?? null
}
