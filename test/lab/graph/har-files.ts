import { entry, parsedBy, scriptedBy, typed } from './har-entries.ts'
import { PAGE } from './har-graph.ts'

/** A file of the document, asked for at 100 ms, whole at `endMs`. */
export const file = (name: string, endMs: number, type = 'text/javascript', more: object = {}) =>
  entry(
    `${PAGE}${name}`,
    { startMs: 100, waitMs: endMs - 110 },
    { ...typed(type), ...parsedBy(PAGE), ...more },
  )

export const data = (name: string, startMs: number, ...scripts: string[]) =>
  entry(
    `${PAGE}${name}`,
    { startMs },
    { ...typed('application/json'), ...scriptedBy(...scripts.map((script) => `${PAGE}${script}`)) },
  )

/** A picture that was known of at `askedMs`, and let go at `startMs`. */
export const heldPicture = (name: string, startMs: number, priority: string, askedMs = 100) => {
  const timings = { blocked: 0, dns: -1, connect: -1, ssl: -1, send: 0, wait: 40, receive: 10 }
  return entry(
    `${PAGE}${name}`,
    { startMs },
    {
      ...typed('image/png'),
      ...parsedBy(PAGE),
      ...{ _initialPriority: priority, timings: { ...timings, _queued: startMs - askedMs } },
    },
  )
}
