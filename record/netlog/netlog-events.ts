import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { RecordingError } from '../recording-error.ts'

/** One event of Chromium's network log (net/log), as far as a recording needs it. */
export interface NetlogEvent {
  /** Name of the event's type, such as `URL_REQUEST_START_JOB`. */
  readonly type: string
  readonly sourceId: number
  /** Milliseconds of the browser's monotonic clock, the one of DevTools' timestamps. */
  readonly timeMs: number
  readonly isEnd: boolean
  readonly params: Readonly<Record<string, unknown>>
  /** `net::ERR_…` of its parameters; null where they name none. */
  readonly error: string | null
}

/**
 * Reads a network log as a stream, one line for each event; lines of other types than those named are not parsed. The last
 * line may be cut off, as where the browser was ended.
 */
export async function* netlogEvents(file: string, wanted: ReadonlySet<string>): AsyncGenerator<NetlogEvent> {
  const source = createReadStream(file)
  try {
    const types = new Map<number, string>()
    const errors = new Map<unknown, string>()
    let endPhase = -1
    for await (const line of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (line.startsWith('{"constants":')) {
        const constants = constantsOf(line)
        for (const [name, number] of Object.entries(constants.logEventTypes))
          if (wanted.has(name)) types.set(number, name)
        for (const [name, number] of Object.entries(constants.netError)) errors.set(number, `net::${name}`)
        endPhase = constants.logEventPhase.PHASE_END ?? -1
        continue
      }
      // Keys are sorted, so the type comes last.
      const type = types.get(Number(/"type":(\d+)\}[\],}]*$/.exec(line.slice(-40))?.[1]))
      if (type === undefined) continue
      const event = parseLine(line)
      if (event === null) continue
      const { params = {}, phase, source: eventSource, time } = event
      yield {
        type,
        sourceId: eventSource.id,
        timeMs: Number(time),
        isEnd: phase === endPhase,
        params,
        error: errors.get(params.net_error) ?? null,
      }
    }
  } finally {
    source.destroy()
  }
}

interface Constants {
  readonly logEventTypes: Readonly<Record<string, number>>
  readonly logEventPhase: Readonly<Record<string, number>>
  readonly netError: Readonly<Record<string, number>>
}

interface Line {
  readonly params?: Readonly<Record<string, unknown>>
  readonly phase: number
  readonly source: { readonly id: number }
  readonly time: string
}

function constantsOf(line: string): Constants {
  const { constants } = JSON.parse(`${line.replace(/,\s*$/, '')}}`) as { constants: Constants }
  return constants
}

/** Returns null for a line that is cut off. */
function parseLine(line: string): Line | null {
  const text = line.replace(/\}[\],}]*$/, '}')
  try {
    return JSON.parse(line.replace(/,$/, '')) as Line
  } catch {
    try {
      // The last one is followed by the end of the list.
      return JSON.parse(text) as Line
    } catch {
      return null
    }
  }
}

/** @throws RecordingError where the log has no end, so that bodies may be cut off */
export async function demandWholeNetlog(file: string): Promise<void> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const { buffer } = await handle.read(Buffer.alloc(END_BYTES), 0, END_BYTES, Math.max(0, size - END_BYTES))
  if (!/\]\s*\}\s*\0*$/.test(buffer.toString('latin1')))
    throw new RecordingError(69, 'the browser did not finish its network log')
}

const END_BYTES = 16
