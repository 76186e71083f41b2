import type { Exchange } from '../../model/recording/exchange.ts'
import type { Recording } from '../../model/recording/recording.ts'
import { median } from '../../stats/median.ts'
import type { RecordedShard } from '../pages/shape/lab-page.ts'
import { endingOf, isAsked } from './failed-exchange.ts'
import { lastingCookie } from './lasting-cookie.ts'
import { recordedThinkMs, thinkMsInTurn, thinkTurns } from './recorded-think-times.ts'
import type { ReplayAnswer } from './replay-file.ts'
import { replayHosts } from './replay-hosts.ts'
import { originOf, portOf, whyNoOrigin } from './replayed-origin.ts'

interface ReplayAnswers {
  readonly answers: readonly ReplayAnswer[]
  /** Exchanges that a replay cannot give; a request for one of them is a miss. */
  readonly leftOut: readonly { readonly exchange: number; readonly why: string }[]
}

export function replayAnswers(recording: Recording): ReplayAnswers {
  const answers: ReplayAnswer[] = []
  const leftOut: { exchange: number; why: string }[] = []
  const hosts = new Map(replayHosts(recording).map((host) => [host.name, host]))
  for (const exchange of recording.exchanges) {
    const why = whyNot(exchange, hosts)
    if (why === null) answers.push(answerOf(exchange, recording))
    else leftOut.push({ exchange: exchange.id, why })
  }
  return { answers, leftOut }
}

function whyNot(
  { url, status, failure, body, bodyMissing, redirectTo }: Exchange,
  hosts: ReadonlyMap<string, RecordedShard>,
): string | null {
  const asked = new URL(url)
  const noOrigin = whyNoOrigin(asked)
  if (noOrigin !== null) return noOrigin
  const host = hosts.get(asked.hostname)
  const hasPort =
    asked.port === '' ||
    host?.ports.some(({ scheme, port }) => `${scheme}:` === asked.protocol && port === portOf(asked))
  if (host === undefined || !hasPort) return `its host never had a request (${failure ?? 'unknown'})`
  if (status !== null && status < 200) return 'an interim response ended it'
  // No browser reads the body of a redirect that it follows, so none is recorded; nor that of what it does not allow.
  if (body === null && bodyMissing !== null && redirectTo === null && failure === null)
    return `its body was not recorded (${bodyMissing})`
  return null
}

function answerOf(exchange: Exchange, recording: Recording): ReplayAnswer {
  const { id, method, url, status, body, requestBody, responseHeaders } = exchange
  const field = (fields: Exchange['requestHeaders'], wanted: string): string | null =>
    fields.find(([name]) => name.toLowerCase() === wanted)?.[1] ?? null
  const sentMs = timeOf(field(responseHeaders, 'date')) ?? timeOf(recording.recordedAt)
  // Only what it decodes to is known, so it is sent without a coding.
  const isDecoded = body?.form === 'decoded'
  return {
    ...{ id, method, url, status },
    requestBodySha256: requestBody?.sha256 ?? null,
    range: field(exchange.requestHeaders, 'range'),
    headers: responseHeaders
      .filter((pair) => canBeSent(pair) && !(isDecoded && pair[0].toLowerCase() === 'content-encoding'))
      .map(([name, value]) => [
        name,
        name.toLowerCase() === 'set-cookie' ? lastingCookie(value, sentMs) : value,
      ]),
    body: body?.sha256 ?? null,
    ...thinkTimes(exchange, recording),
    ...hintsOf(exchange),
    pauses: isDecoded ? [] : (exchange.pauses ?? []).map(({ atBytes, ms }) => [atBytes, ms]),
    ending: endingOf(exchange),
    ...(exchange.volatile && { volatile: exchange.volatile }),
  }
}

/** One whose time no load shows comes at once, as servers send it that know beforehand what a page needs. */
function hintsOf({ hints }: Exchange): Pick<ReplayAnswer, 'hints'> {
  if (hints === undefined) return {}
  return { hints: { headers: hints.headers.filter(canBeSent), waitMs: hints.waitMs ?? 0 } }
}

/** A field that is no field line (RFC 9110, 5.1 and 5.5), as a source may have it, would end the server. */
function canBeSent([name, value]: readonly [string, string]): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that are looked for
  return /^[!#$%&'*+.^_`|~0-9a-z-]+$/i.test(name) && !/[\x00-\x08\x0a-\x1f\x7f]/.test(value)
}

function thinkTimes(
  exchange: Exchange,
  recording: Recording,
): Pick<ReplayAnswer, 'thinkMs' | 'thinkMsByLoad'> {
  if (exchange.status === null) return { thinkMs: failedAfterMs(exchange, recording) }
  const byTurn = thinkTurns(recording).map((turn) => thinkMsInTurn(exchange, recording, turn) ?? 0)
  const thinkMs = recordedThinkMs(exchange, recording) ?? 0
  return byTurn.length === 1 ? { thinkMs } : { thinkMs, thinkMsByLoad: byTurn }
}

/** Fails at once where no server had the request, and where nobody knows. */
function failedAfterMs(exchange: Exchange, { hosts }: Recording): number {
  const { failedMs } = exchange
  if (!isAsked(exchange) || failedMs == null) return 0
  const origin = new URL(exchange.url)
  const host = hosts.find((each) => originOf(each).origin === origin.origin)
  const roundTripMs = median(host?.loads.flatMap((load) => load.roundTripMs ?? []) ?? []) ?? 0
  return Math.max(0, failedMs - roundTripMs)
}

function timeOf(text: string | null): number | null {
  const ms = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? null : ms
}
