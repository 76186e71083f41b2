import type { Answer, EndpointName, Request } from '../contract/contract.ts'
import type { CsvTable } from '../http/csv.ts'
import type { PackedAnswer } from '../http/packed-answer.ts'
import type { Context } from './context.ts'

/** `pending`: a part of the answer is still being made, so it must not be kept. */
export type Reply<Name extends EndpointName> =
  | { readonly answer: Answer<Name>; readonly pending?: boolean }
  | { readonly packed: PackedAnswer }
  | { readonly file: Uint8Array; readonly fileName: string }

export interface Visitor {
  /** The closed pilot that an invite was shown of; null: none. */
  readonly pilot: string | null
}

/** Answers one endpoint. Throws a `Problem` where there is no answer. */
export type Handler<Name extends EndpointName> = (
  context: Context,
  request: Request<Name>,
  visitor: Visitor,
) => Promise<Reply<Name>>

export type Handlers = { readonly [Name in EndpointName]: Handler<Name> }

/** The answer as a table: what a script gets is what the page shows. */
export type ToCsv<Name extends EndpointName> = (answer: Answer<Name>) => CsvTable

/** All rows of a paged answer, where asking for one page after the other would cost too much: answers with a part of them each. */
export type ReadPages<Name extends EndpointName> = (
  context: Context,
  request: Request<Name>,
  first: Answer<Name>,
) => AsyncIterable<Answer<Name>>
