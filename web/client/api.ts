import { answerFile } from '../../server/contract/answer-file.ts'
import type { Answer, ENDPOINTS, EndpointName, Failure } from '../../server/contract/contract.ts'
import { fromRoot } from '../dom/root-path.ts'

/** A path of the contract with its parameters filled in: `/sites/:domain` is `/sites/${string}`. */
type Filled<Path extends string> = Path extends `${infer Before}:${infer Rest}`
  ? Rest extends `${string}/${infer After}`
    ? `${Before}${string}/${Filled<After>}`
    : `${Before}${string}`
  : Path

type ApiPath<Name extends EndpointName> = Filled<(typeof ENDPOINTS)[Name]['path']>

/** Values of a query; null is left out. */
export type ApiQuery = Readonly<Record<string, string | number | null>>

/** An answer that was none: what failed, in words for a visitor. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** HTTP status; null where the server could not be reached. */
  readonly status: number | null

  constructor(status: number | null, message: string, cause?: unknown) {
    super(message, { cause })
    this.status = status
  }
}

export interface Api {
  /** @throws ApiError; or AbortError when `signal` is aborted */
  get<Name extends EndpointName>(name: Name, path: ApiPath<Name>, query?: ApiQuery): Promise<Answer<Name>>
}

/** A static export says in its page that every answer is a file. Without a document, as in a test, nothing says so. */
const { document } = globalThis as { readonly document?: { querySelector(selector: string): unknown } }
export const ANSWERS_ARE_FILES =
  (document?.querySelector('meta[name="towline-answers"][content="files"]') ?? null) !== null

/** Address of a figure's data, for people and for scripts. */
export function apiUrl(path: string, query: ApiQuery = {}, areFiles = ANSWERS_ARE_FILES): string {
  if (areFiles) return answerFile(path, query)
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== null) search.set(name, String(value))
  }
  return search.size === 0 ? `/api/v1${path}` : `/api/v1${path}?${search}`
}

/** JSON and, where the endpoint has it, CSV of the same data. */
export function dataLinks(path: string, query: ApiQuery = {}, csv = true) {
  return { json: apiUrl(path, query), csv: csv ? apiUrl(path, { ...query, format: 'csv' }) : null }
}

/**
 * The API for one page view. `known` keeps answers for as long as the visitor stays on a page, so that a choice that
 * changes one figure does not ask again for all of them. `origin` is the page's own where none is given.
 */
export function createApi(known: Map<string, unknown>, signal: AbortSignal, origin = ''): Api {
  const underWay = new Map<string, ReturnType<typeof request>>()
  return {
    async get<Name extends EndpointName>(_name: Name, path: ApiPath<Name>, query: ApiQuery = {}) {
      const url = origin + apiUrl(path, query)
      if (known.has(url)) return known.get(url) as Answer<Name>
      // Parts of a page that ask at the same time get the same answer, though the data may change between two requests.
      const asked = underWay.get(url) ?? request(url, signal).finally(() => underWay.delete(url))
      underWay.set(url, asked)
      const { answer, final } = await asked
      if (final) known.set(url, answer)
      return answer as Answer<Name>
    },
  }
}

const NO_FILE =
  'This static export has no file for this choice: searches and some combinations of choices are left out.'

/** `final` is false for an answer that is still being computed (202). */
async function request(url: string, signal: AbortSignal): Promise<{ answer: unknown; final: boolean }> {
  let response: Response
  try {
    response = await fetch(fromRoot(url), { signal, headers: { accept: 'application/json' } })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(null, 'The server could not be reached.', error)
  }
  const text = await response.text()
  const answer = parsed(text)
  if (response.ok && answer !== undefined) return { answer, final: response.status !== 202 }
  if (ANSWERS_ARE_FILES && response.status >= 400) throw new ApiError(response.status, NO_FILE)
  const failure = answer as Partial<Failure> | null | undefined
  throw new ApiError(
    response.status,
    failure?.message ?? `The server answered ${response.status} with something that is not JSON.`,
  )
}

/** Undefined for what is not JSON, as a proxy’s own error pages are. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
