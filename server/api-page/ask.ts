import { type Answer, ENDPOINTS, type EndpointName, type Request } from '../contract/contract.ts'
import { Problem } from '../http/problem.ts'
import type { Context } from '../request/context.ts'
import type { Handlers, Reply } from '../request/handler.ts'
import { parseRequest } from '../request/parse-request.ts'

/** Path and query of a request, as they stand in an address. */
export interface Question {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
}

/** Answers as to a visitor without an invite; null where there is no such thing, or it is a file. */
export type Ask = <Name extends EndpointName>(name: Name, question?: Question) => Promise<Answer<Name> | null>

const PLAIN: Question = { params: {}, query: {} }

export function createAsk(handlers: Handlers, context: Context): Ask {
  return async <Name extends EndpointName>(name: Name, { params, query }: Question = PLAIN) => {
    try {
      const request: Request<Name> = parseRequest(ENDPOINTS[name], params, query)
      const reply: Reply<Name> = await handlers[name](context, request, { pilot: null })
      if ('packed' in reply) return JSON.parse(Buffer.from(reply.packed.json).toString()) as Answer<Name>
      return 'answer' in reply ? reply.answer : null
    } catch (error) {
      if (error instanceof Problem) return null
      throw error
    }
  }
}
