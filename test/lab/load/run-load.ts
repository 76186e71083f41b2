import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadLine } from '../../../lab/load/lines.ts'
import type { LoadOrder, LoadResource } from '../../../lab/load/order.ts'
import { loadLines } from '../../../lab/load/start-load.ts'
import { findLabProgram } from '../../../lab/process/find-program.ts'
import type { LoadEnd, LoadSecond } from '../../../model/load-second.ts'
import { ADDRESSES, CACHE, type OriginFiles, PORTS } from '../origin/running-server.ts'

/** So much that no test waits for it in vain on a machine that is busy beyond reason. */
const LONG_MS = 60_000

/** Why this machine has no load program, for `skip`; false where it has. */
export function whyNoLoad(): string | false {
  try {
    findLabProgram('towline-load', CACHE)
    return false
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A document and so many small files on each of two hosts, as `makeOriginFiles` takes them. */
export function pageFiles(filesPerHost: number): Record<string, string> {
  const names = ['a.test', 'b.test'].flatMap((host) =>
    Array.from({ length: filesPerHost }, (_, index) => `${host}/${index}.png`),
  )
  return { 'a.test/': '<!doctype html>', ...Object.fromEntries(names.map((name) => [name, name.repeat(20)])) }
}

export function resourcesOf(files: Readonly<Record<string, string>>): LoadResource[] {
  return Object.entries(files).map(([name, body]) => {
    const slash = name.indexOf('/')
    return { host: name.slice(0, slash), path: name.slice(slash), status: 200, bodyBytes: body.length }
  })
}

/** Three users who load the page twice and leave. */
export function loadOrder(
  served: Pick<OriginFiles, 'caFile'>,
  resources: readonly LoadResource[],
  changes: Partial<LoadOrder> = {},
): LoadOrder {
  return {
    protocol: 'h1',
    hosts: [
      { name: 'a.test', address: ADDRESSES.a, port: PORTS.https },
      { name: 'b.test', address: ADDRESSES.b, port: PORTS.https },
    ],
    resources,
    caFile: served.caFile,
    connections: 'kept',
    ramp: [{ atMs: 0, users: 3 }],
    durationMs: LONG_MS,
    pagesPerUser: 2,
    thinkMs: 10,
    pageLimitMs: LONG_MS,
    connectLimitMs: LONG_MS,
    seed: 1,
    ...changes,
  }
}

/** The lines of a load, as they come. */
export async function* runLoad(
  folder: string,
  order: LoadOrder,
  signal: AbortSignal = new AbortController().signal,
  wrapper: readonly string[] = [],
): AsyncGenerator<LoadLine, void> {
  const file = join(folder, 'load.json')
  await writeFile(file, JSON.stringify(order))
  const [program = '', ...rest] = [...wrapper, findLabProgram('towline-load', CACHE), file]
  yield* loadLines([program, ...rest], signal)
}

/** A load from its start to its end. */
export async function wholeLoad(
  folder: string,
  order: LoadOrder,
): Promise<{ readonly seconds: readonly LoadSecond[]; readonly end: LoadEnd }> {
  const seconds: LoadSecond[] = []
  let end: LoadEnd | null = null
  for await (const line of runLoad(folder, order)) {
    if ('second' in line) seconds.push(line.second)
    if ('end' in line) end = line.end
  }
  if (end === null) throw new Error('the load program ended without its last line')
  return { seconds, end }
}
