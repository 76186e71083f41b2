import type { HttpResult, OperationRow } from '../../../model/operation.ts'
import { recordedLocation } from '../../network/recorded-url.ts'
import { askedUrl, bytesEscaped } from '../http/redirect.ts'

/**
 * A row as it is recorded: URLs of redirects without userinfo and fragment, and with a number in place of each query
 * (`?1` is the first query of the visit). That distinguishes URLs, which is all that the facts need to
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
  const unchanged = path === row.path ? row : { ...row, path }
  if (!isHttpResult(result) || result.headers.location === undefined) return unchanged
  const location = bytesEscaped(result.headers.location)
  const recorded = recordedLocation(location, askedUrl(row), nameQuery)
  // Unchanged but for the bytes: as sent.
  if (recorded === location) return unchanged
  return { ...row, path, result: { ...result, headers: { ...result.headers, location: recorded } } }
}

function isHttpResult<R>(result: R): result is R & HttpResult {
  return typeof result === 'object' && result !== null && 'headers' in result
}
