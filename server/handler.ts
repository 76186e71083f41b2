import type { Context } from './context.ts'
import type { Answer, EndpointName, Request } from './contract.ts'
import type { CsvTable } from './csv.ts'

/** `pending`: a part of the answer is still being made, so it must not be kept. */
export type Reply<Name extends EndpointName> =
  | { readonly answer: Answer<Name>; readonly pending?: boolean }
  | { readonly file: Uint8Array; readonly fileName: string }

/** Answers one endpoint. Throws a `Problem` where there is no answer. */
export type Handler<Name extends EndpointName> = (
  context: Context,
  request: Request<Name>,
) => Promise<Reply<Name>>

export type Handlers = { readonly [Name in EndpointName]: Handler<Name> }

/** The answer as a table: what a script gets is what the page shows. */
export type CsvOf<Name extends EndpointName> = (answer: Answer<Name>) => CsvTable
