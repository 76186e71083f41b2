import { done } from '../../process/deadline.ts'
import type { LoadFailure } from './failure-of.ts'
import type { MainDocument, MainFrame } from './main-document.ts'

/** Can be asked whether they still answer. None of it need ever settle. */
export interface Answerers {
  /** Settles when the page's own thread answers. */
  answer(): Promise<unknown>
  browserAnswer(): Promise<unknown>
}

/** A limit has passed: finds out who does not answer any more. */
export async function lateFailure(
  { pending, current }: Pick<MainFrame, 'pending' | 'current'>,
  page: Answerers,
  { answerMs, loadMs }: { readonly answerMs: number; readonly loadMs: number },
): Promise<LoadFailure> {
  const isBrowserAlive = (): Promise<boolean> => done(page.browserAnswer(), answerMs)
  // The browser holds back what is asked of the page while a navigation is under way: its silence says nothing.
  if (pending !== null) {
    if (!(await isBrowserAlive())) return { code: 'browser_hung', detail: null }
    if (pending.response === null) return missingHeaders(pending, loadMs)
    return { code: pending.complete ? 'page_timeout' : 'http_body_timeout', detail: null }
  }
  if (await done(page.answer(), answerMs)) {
    const isIncomplete = current?.response && !current.complete
    return { code: isIncomplete ? 'http_body_timeout' : 'page_timeout', detail: null }
  }
  return { code: (await isBrowserAlive()) ? 'page_hung' : 'browser_hung', detail: null }
}

/** No response headers came within the limit. */
export function missingHeaders({ sent }: MainDocument, limitMs: number): LoadFailure {
  const how = sent
    ? 'the request was sent'
    : 'the set-up of a connection for it (DNS, TCP, TLS or QUIC) had not ended'
  return { code: 'http_timeout', detail: `no response headers within ${limitMs} ms: ${how}` }
}
