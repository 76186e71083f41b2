import type { FailureCode } from '../../../model/failure-codes.ts'
import type { Endpoint, Http3Result, HttpResult, Operation, OperationRow } from '../../../model/operation.ts'
import type { SurveyContext } from './context.ts'

/** The outcome of an attempt. A failure keeps what was learnt before it in `result`. */
export interface AttemptOutcome<R> {
  readonly failure: FailureCode | null
  readonly detail: string | null
  readonly result: R | null
}

/** Names the row of an attempt: `endpoint` is null for dns, `path` where nothing is requested. */
interface OperationTarget {
  readonly operation: Operation
  readonly host: string
  readonly hop: number
  readonly endpoint: Endpoint | null
  readonly path: string | null
}

/** A row's operation says which type its result has. */
export const isHttpRow = (row: OperationRow): row is OperationRow<HttpResult> =>
  /^http[123]$/.test(row.operation)

export const isHttp3Row = (row: OperationRow): row is OperationRow<Http3Result> => row.operation === 'http3'

export const succeed = <R>(result: R): AttemptOutcome<R> => ({ failure: null, detail: null, result })

export const fail = <R>(
  failure: FailureCode,
  text: string | null,
  result: R | null = null,
): AttemptOutcome<R> => ({
  failure,
  detail: text,
  result,
})

export const endpointTarget = (
  operation: Operation,
  endpoint: Endpoint,
  path: string | null = null,
): OperationTarget => ({
  operation,
  host: endpoint.host,
  hop: endpoint.hop,
  endpoint,
  path,
})

/** Runs one attempt and makes its row. Rejects only with what the attempt rejects with: the run is being stopped. */
export async function recordRow<R>(
  target: OperationTarget,
  context: SurveyContext,
  attempt: () => Promise<AttemptOutcome<R>>,
): Promise<OperationRow<R>> {
  const startedAtMs = context.clock()
  const outcome = await attempt()
  return makeRow(target, outcome, startedAtMs - context.originMs, context.clock() - startedAtMs)
}

/** `durationMs` is null where nothing was attempted. */
export function makeRow<R>(
  { operation, host, hop, endpoint, path }: OperationTarget,
  { failure, detail, result }: AttemptOutcome<R>,
  startMs: number,
  durationMs: number | null,
): OperationRow<R> {
  return {
    operation,
    hop,
    connection: endpoint?.connection ?? null,
    scheme: endpoint?.scheme ?? null,
    host,
    port: endpoint?.port ?? null,
    address: endpoint?.address ?? null,
    path,
    startMs,
    durationMs,
    failure,
    detail: detail === null ? null : oneLine(detail),
    result,
  }
}

const DETAIL_CHARACTERS = 200

/** Texts of errors may hold what a peer sent: nothing in them may move a cursor, end a line or reverse a text. */
export function oneLine(text: string): string {
  let line = ''
  for (const character of text.trim()) {
    const shown = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(character) ? escapeCharacter(character) : character
    if (line.length + shown.length > DETAIL_CHARACTERS) break
    line += shown
  }
  return line
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const digits = code.toString(16)
  return code < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits}}`
}
