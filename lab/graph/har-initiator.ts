import type { HarEntry } from '../../record/import/har-file.ts'
import { importedUrl } from '../../record/recorded-url.ts'
import { type Initiator, NO_INITIATOR, type TextPlace } from './observed-load.ts'

/** Asynchronous stacks have stacks above them; no page needs more. */
const MAX_STACKS = 32
const MAX_FRAMES = 256
const MAX_URLS = 64

/** Reads a HAR's word on who asked: as DevTools has it (`_initiator`), or chrome-har (`_initiator_detail`, JSON text). */
export function harInitiator(entry: Pick<HarEntry, '_initiator' | '_initiator_detail'>): Initiator {
  const detail = entry._initiator ?? parsed(entry._initiator_detail)
  if (!isObject(detail)) return NO_INITIATOR
  const { type, url, requestId, stack } = detail
  const urls = [...(typeof url === 'string' ? [url] : []), ...framesOf(stack)].filter((each) => each !== '')
  return {
    type: typeof type === 'string' ? type : null,
    urls: [...new Set(urls.map(importedUrl))].slice(0, MAX_URLS),
    fetch: null,
    requestId: typeof requestId === 'string' ? requestId : null,
    place: type === 'parser' ? placeOf(detail) : placeOf(outermostCall(stack)),
  }
}

/** Reads the stack itself: a stack above it only scheduled this one. */
function outermostCall(stack: unknown): unknown {
  return isObject(stack) && Array.isArray(stack.callFrames) ? stack.callFrames.at(-1) : null
}

function placeOf(detail: unknown): TextPlace | null {
  if (!isObject(detail)) return null
  const { url, lineNumber: line, columnNumber: column = 0 } = detail
  if (typeof url !== 'string' || typeof line !== 'number' || typeof column !== 'number') return null
  return { url: importedUrl(url), line, column }
}

/** URLs of the calls that led to it, the innermost first, then those of the stacks that scheduled it. */
function framesOf(stack: unknown): string[] {
  const urls: string[] = []
  let next = stack
  for (let n = 0; n < MAX_STACKS && isObject(next); n++) {
    const { callFrames, parent } = next
    if (Array.isArray(callFrames))
      for (const frame of callFrames.slice(0, MAX_FRAMES) as unknown[])
        if (isObject(frame) && typeof frame.url === 'string') urls.push(frame.url)
    next = parent
  }
  return urls
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text)
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
