import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import type { Answer, EndpointName, Request } from '../contract/contract.ts'
import { csvLines } from '../http/csv.ts'
import type { Context } from '../request/context.ts'
import type { ToCsv, Visitor } from '../request/handler.ts'
import { answerFileName } from './answer-file-name.ts'
import { CSV_PAGES, HANDLERS } from './handlers.ts'

interface CsvAnswer<Name extends EndpointName> {
  readonly context: Context
  readonly name: Name
  readonly request: Request<Name>
  readonly visitor: Visitor
  /** The answer to the request as it came. */
  readonly first: Answer<Name>
  readonly csv: ToCsv<Name>
}

/** Rows that are held at a time. */
const PAGE_ROWS = 5_000

interface Paged {
  readonly total: number
  readonly pageSize: number
}

/** Sends an answer as CSV, as a download. What has pages is sent whole, where no page was asked for. */
export async function sendCsv<Name extends EndpointName>(
  response: Response,
  answer: CsvAnswer<Name>,
): Promise<void> {
  const { context, name, request, first } = answer
  response
    .attachment(await answerFileName(context, { name, request, answer: first }, 'csv'))
    .type('text/csv; charset=utf-8; header=present')
  const { page } = answer.request.query as { readonly page?: number }
  if (!isPaged(answer.first) || page !== undefined || answer.first.total <= answer.first.pageSize) {
    response.send(csvLines(answer.csv(answer.first), { withHeading: true }))
    return
  }
  if (response.req.method === 'HEAD') {
    response.end()
    return
  }
  // The pipeline and what is around it listen for its end, each for a reason: one more than Node warns of.
  response.setMaxListeners(20)
  const pages =
    CSV_PAGES[answer.name]?.(answer.context, answer.request, answer.first) ??
    askedPages(answer, answer.first.total)
  await pipeline(Readable.from(inLines(pages, answer.csv)), response)
}

async function* inLines<Name extends EndpointName>(
  pages: AsyncIterable<Answer<Name>>,
  csv: ToCsv<Name>,
): AsyncIterable<string> {
  let withHeading = true
  for await (const page of pages) {
    yield csvLines(csv(page), { withHeading })
    withHeading = false
  }
}

/** The same request again and again, but for its page. */
async function* askedPages<Name extends EndpointName>(
  { context, name, request, visitor }: CsvAnswer<Name>,
  total: number,
): AsyncIterable<Answer<Name>> {
  for (let page = 1; (page - 1) * PAGE_ROWS < total; page += 1) {
    const query = { ...request.query, page, pageSize: PAGE_ROWS }
    const reply = await HANDLERS[name](context, { ...request, query }, visitor)
    if ('answer' in reply) yield reply.answer
  }
}

function isPaged(answer: unknown): answer is Paged {
  return answer !== null && typeof answer === 'object' && 'pageSize' in answer && 'total' in answer
}
