import { appendFile, open, readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { Setback, SiteToRecord } from './site-to-record.ts'

/** File beside the recordings: a line of JSON for each time that a site was not recorded. */
export const SETBACK_LOG = 'failures.jsonl'

const LINE = z.object({
  at: z.iso.datetime(),
  domain: z.string(),
  url: z.string(),
  kind: z.enum(['waits', 'parked', 'poison', 'failed']),
  why: z.string(),
  waitMs: z.number().nullable(),
})

export interface EarlierSetbacks {
  /** It is not asked again: parked or poison. Null: it may be. */
  readonly ended: string | null
  /** Says how often it has asked to be left alone. */
  readonly strikes: number
  /** Wall time in milliseconds until which it wants to be left alone. */
  readonly untilMs: number
}

/** Reads setbacks by domain; a line that a killed run did not finish tells nothing. */
export async function readSetbacks(file: string): Promise<Map<string, EarlierSetbacks>> {
  const found = new Map<string, EarlierSetbacks>()
  for (const line of (await textOf(file)).split('\n')) {
    const parsed = LINE.safeParse(jsonOf(line))
    if (!parsed.success) continue
    const { at, domain, kind, why, waitMs } = parsed.data
    const before = found.get(domain) ?? { ended: null, strikes: 0, untilMs: 0 }
    found.set(domain, {
      ended: kind === 'parked' || kind === 'poison' ? `${kind}: ${why}` : before.ended,
      strikes: before.strikes + (kind === 'waits' ? 1 : 0),
      untilMs: Math.max(before.untilMs, Date.parse(at) + (waitMs ?? 0)),
    })
  }
  return found
}

export async function logSetback(
  file: string,
  { domain, url }: SiteToRecord,
  { kind, why, waitMs }: Setback,
  at: Date,
): Promise<void> {
  const line: z.infer<typeof LINE> = { at: at.toISOString(), domain, url, kind, why, waitMs }
  // Behind a line that a killed run did not finish.
  const start = (await endsLine(file)) ? '' : '\n'
  await appendFile(file, `${start}${JSON.stringify(line)}\n`)
}

async function endsLine(file: string): Promise<boolean> {
  await using handle = await open(file, 'a+')
  const { size } = await handle.stat()
  if (size === 0) return true
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer.toString() === '\n'
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
