import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { readParts } from '../files/read-file.ts'
import { ListError } from './list-error.ts'
import { MAX_LIST_BYTES } from './read-through.ts'

/**
 * Tranco's public API (https://tranco-list.eu/api_documentation; the routes as its own Python package and others use
 * them): `GET /api/lists/date/latest`, `/api/lists/date/YYYYMMDD` and `/api/lists/id/ID` answer
 * `{list_id, available, download, …}`; `download` is the address of the top million as `rank,domain`.
 */
export const TRANCO_URL = 'https://tranco-list.eu'

/** Milliseconds. A download may take as long as it likes while bytes come. */
export const TRANCO_TIMEOUTS = {
  /** Request to the first byte of the answer. */
  answerMs: 20_000,
  /** Pause between two pieces of the list. */
  idleMs: 20_000,
} as const

export type TrancoChoice = { readonly newest: true } | { readonly id: string } | { readonly date: string }

interface TrancoOptions {
  /** Made where it is not there. Holds `tranco-ID.csv` and, as `sha256sum -c` reads it, `tranco-ID.csv.sha256`. */
  readonly cacheDir: string
  readonly signal: AbortSignal
  readonly fetch: typeof globalThis.fetch
  readonly trancoUrl: string
  readonly userAgent: string
}

interface TrancoFile {
  readonly id: string
  readonly path: string
  /** Lower-case hex, of the file at `path`. */
  readonly sha256: string
  readonly fromCache: boolean
  readonly warnings: readonly string[]
}

/**
 * The list's file in the cache, downloaded where it is not there or is not what its hash says. A cached list asked for
 * by its id needs no network.
 *
 * @param accept looks at a fresh download before it is kept; throws where it is no list
 * @throws ListError `usage`, `missing` or `offline`, and what `accept` throws
 */
export async function trancoFile(
  choice: TrancoChoice,
  options: TrancoOptions,
  accept: (path: string) => Promise<void>,
): Promise<TrancoFile> {
  const route = routeOf(choice)
  if ('id' in choice) {
    const id = choice.id.toUpperCase()
    const cached = await fromCache(id, options)
    if (cached.sha256 !== null)
      return { ...fileOf(id, options), sha256: cached.sha256, fromCache: true, warnings: [] }
    const found = await describe(route, options)
    if (found.id !== id) throw await offline(`asked for list ${id}, it answered about ${found.id}`, options)
    const sha256 = await download(found, options, accept)
    return { ...fileOf(id, options), sha256, fromCache: false, warnings: cached.warnings }
  }
  const found = await describe(route, options)
  const cached = await fromCache(found.id, options)
  const sha256 = cached.sha256 ?? (await download(found, options, accept))
  return {
    ...fileOf(found.id, options),
    sha256,
    fromCache: cached.sha256 !== null,
    warnings: cached.warnings,
  }
}

function routeOf(choice: TrancoChoice): string {
  if ('newest' in choice) return '/api/lists/date/latest'
  if ('id' in choice) {
    if (!ID.test(choice.id))
      throw new ListError('usage', `not a Tranco list id: ${JSON.stringify(choice.id)} (like 6P7X)`)
    return `/api/lists/id/${choice.id.toUpperCase()}`
  }
  const date = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(choice.date)
  if (!date || Number.isNaN(Date.parse(`${date[1]}-${date[2]}-${date[3]}`))) {
    throw new ListError('usage', `not a date: ${JSON.stringify(choice.date)} (like 2026-08-01)`)
  }
  return `/api/lists/date/${date[1]}${date[2]}${date[3]}`
}

/** Keeps an id from being a path, too. */
const ID = /^[A-Za-z0-9]{2,12}$/

const LIST_ANSWER = z.object({
  list_id: z.string().regex(ID),
  /** A list that does not say is taken for available. */
  available: z.boolean().catch(true),
  download: z.string().nullable().catch(null),
})

const fileOf = (id: string, { cacheDir }: TrancoOptions) => ({ id, path: join(cacheDir, `tranco-${id}.csv`) })

async function fromCache(
  id: string,
  options: TrancoOptions,
): Promise<{ sha256: string | null; warnings: string[] }> {
  const { path } = fileOf(id, options)
  let expected: string
  let found: string
  try {
    expected = (await readFile(`${path}.sha256`, 'utf8')).slice(0, 64)
    found = await sha256Of(path, options.signal)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { sha256: null, warnings: [] }
    throw error
  }
  if (found === expected) return { sha256: found, warnings: [] }
  return {
    sha256: null,
    warnings: [`${path} is not what its .sha256 says: it was changed or cut short, and is fetched again`],
  }
}

/** Lower-case hex SHA-256 of a file. */
export async function sha256Of(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readParts(path, { maxBytes: MAX_LIST_BYTES, signal })) hash.update(chunk)
  return hash.digest('hex')
}

async function describe(route: string, options: TrancoOptions): Promise<{ id: string; url: string }> {
  const { body } = await get(new URL(route, options.trancoUrl), options)
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) text += decoder.decode(chunk, { stream: true })
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch (error) {
    throw await offline('its answer is not JSON', options, error)
  }
  const { success, data } = LIST_ANSWER.safeParse(answer)
  if (!success) throw await offline('its answer names no list', options)
  const { list_id: id, available, download: address } = data
  if (!available) throw await offline(`list ${id} is not ready yet`, options)
  const url = new URL(address ?? `/download/${id}/1000000`, options.trancoUrl)
  return { id: id.toUpperCase(), url: url.href }
}

async function download(
  { id, url }: { readonly id: string; readonly url: string },
  options: TrancoOptions,
  accept: (path: string) => Promise<void>,
): Promise<string> {
  const { path } = fileOf(id, options)
  await mkdir(options.cacheDir, { recursive: true })
  // Other runs may fetch the same list: each writes its own file, and the last rename wins with the same content.
  const part = `${path}.${randomUUID()}.part`
  try {
    const { body } = await get(new URL(url), options)
    const hash = createHash('sha256')
    {
      await using file = await open(part, 'wx')
      for await (const chunk of body) {
        hash.update(chunk)
        await file.writeFile(chunk)
      }
    }
    await accept(part).catch((error: unknown) => {
      // The temporary name would tell nobody anything.
      throw error instanceof ListError
        ? new ListError(error.code, error.message.replaceAll(part, url))
        : error
    })
    const sha256 = hash.digest('hex')
    await rename(part, path)
    await writeFile(`${path}.sha256`, `${sha256}  tranco-${id}.csv\n`)
    return sha256
  } finally {
    await rm(part, { force: true })
  }
}

/** A 200 answer whose body ends in a ListError where it breaks off or stalls. */
async function get(url: URL, options: TrancoOptions): Promise<{ body: AsyncGenerator<Uint8Array> }> {
  const stalled = new AbortController()
  const signal = AbortSignal.any([options.signal, stalled.signal])
  const watch = (ms: number) => setTimeout(() => stalled.abort(new Error(`no byte for ${ms / 1000} s`)), ms)
  let timer = watch(TRANCO_TIMEOUTS.answerMs)
  const failed = async (error: unknown) => {
    options.signal.throwIfAborted()
    return offline(reasonOf(error), options, error)
  }
  let response: Response
  try {
    response = await options.fetch(url, { signal, headers: { 'user-agent': options.userAgent } })
  } catch (error) {
    throw await failed(error)
  } finally {
    clearTimeout(timer)
  }
  if (response.status !== 200 || response.body === null) {
    await response.body?.cancel()
    if (response.status === 404) throw new ListError('missing', `Tranco has no such list (${url.href})`)
    throw await offline(`it answered ${response.status} to ${url.href}`, options)
  }
  const chunks = response.body
  const body = async function* () {
    timer = watch(TRANCO_TIMEOUTS.idleMs)
    try {
      for await (const chunk of chunks) {
        clearTimeout(timer)
        yield chunk
        timer = watch(TRANCO_TIMEOUTS.idleMs)
      }
    } catch (error) {
      throw await failed(error)
    } finally {
      clearTimeout(timer)
    }
  }
  return { body: body() }
}

/** `fetch` says only "fetch failed"; what happened is its cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message
}

async function offline(why: string, options: TrancoOptions, cause?: unknown): Promise<ListError> {
  const ids = await cachedIds(options.cacheDir)
  const cached = ids.length === 0 ? '' : `, --tranco-id with a cached list (${ids.join(', ')})`
  return new ListError(
    'offline',
    `Tranco cannot be reached (${why}): survey without a network with --sandbox, or give a list with --list FILE${cached}`,
    { cause },
  )
}

async function cachedIds(cacheDir: string): Promise<string[]> {
  try {
    return (await readdir(cacheDir))
      .flatMap((name) => /^tranco-(\w+)\.csv$/.exec(name)?.[1] ?? [])
      .slice(0, 5)
  } catch {
    // No cache folder yet, or one that cannot be read: there is nothing to offer, and the network is the news.
    return []
  }
}
