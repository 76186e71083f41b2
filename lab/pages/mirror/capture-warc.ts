import { decodeBody } from '../../../record/coding/decode-body.ts'
import { DecodingBudget, TooManyDecodedBytes } from '../../../record/coding/decoding-budget.ts'
import { eachWarcRecord } from '../../../record/import/each-warc-record.ts'
import { warcDocument } from '../../../record/import/warc-document.ts'
import { RecordingError } from '../../../record/recording-error.ts'
import { lastValue } from '../../../record/warc/header-fields.ts'
import { type HttpMessage, httpMessage } from '../../../record/warc/http-message.ts'
import type { WarcRecord } from '../../../record/warc/warc.ts'
import { WARC_LIMITS } from '../../../record/warc/warc-limits.ts'
import type { CapturedPage, CapturedResponse, LeftOutResponse } from './captured-page.ts'

interface ArchivedResponse extends CapturedResponse {
  readonly date: string | null
}

/**
 * Takes a page from a WARC file: the document, and every other response with status 200 in it.
 * @param url of the document; null: of the HTML that nothing asked for, what asked for most
 * @throws RecordingError where the file is none, has no such document, or is more than WARC_LIMITS
 */
export async function captureWarc(file: string, url: string | null): Promise<CapturedPage> {
  const archived = new ArchivedPage(file)
  await eachWarcRecord(file, (record) => archived.add(record))
  const { askers, leftOut } = archived
  const usable = archived.usable()
  const document = warcDocument(usable, askers, { file, url })
  const others = usable.filter((each) => each !== document)
  return {
    responses: [document, ...others].map(({ date: _, ...each }) => {
      return { ...each, requestedBy: askers.get(each.url) ?? null }
    }),
    leftOut,
    capturedAt: document.date,
  }
}

/** What is taken of a file's records, one after the other. */
class ArchivedPage {
  /** Referer by URL. */
  readonly askers = new Map<string, string | null>()
  readonly leftOut: LeftOutResponse[] = []
  readonly #file: string
  readonly #responses = new Map<string, ArchivedResponse>()
  /** URLs that were asked for by another method than GET. */
  readonly #notGot = new Set<string>()
  readonly #budget = new DecodingBudget()
  #textBytes = 0

  constructor(file: string) {
    this.#file = file
  }

  usable(): ArchivedResponse[] {
    return [...this.#responses.values()].filter(({ url }) => !this.#notGot.has(url))
  }

  async add(record: WarcRecord): Promise<void> {
    const { type, url } = record
    if (!RELEVANT.has(type) || !/^https?:/i.test(url) || !URL.canParse(url)) return
    this.#hold(url)
    if (url.length > WARC_LIMITS.urlCharacters)
      this.#leaveOut(url, `its URL has more than ${WARC_LIMITS.urlCharacters} characters`)
    else if (type === 'request') await this.#addRequest(record)
    else if (type === 'revisit') this.#leaveOut(url, 'its body is in another archive')
    else await this.#addResponse(record)
  }

  async #addRequest({ url, take }: WarcRecord): Promise<void> {
    const { startLine, headers } = httpMessage(await take(WARC_LIMITS.headBytes))
    const method = /^([A-Z]{1,20}) /.exec(startLine)?.[1] ?? 'an unknown method'
    if (method !== 'GET') {
      this.#notGot.add(url)
      this.#leaveOut(url, `asked for by ${method}`)
    }
    const referer = lastValue(headers, 'referer')
    this.#hold(referer)
    // A page that was loaded once more may name itself.
    if (!this.askers.has(url)) this.askers.set(url, referer === url ? null : referer)
  }

  async #addResponse({ url, date, isPartial, sizeBytes, take }: WarcRecord): Promise<void> {
    const { bodyBytes, headBytes, responses } = WARC_LIMITS
    if (this.#responses.has(url)) return
    if (sizeBytes > bodyBytes + headBytes)
      return this.#leaveOut(url, `its body has more than ${bodyBytes} bytes`)
    const message = httpMessage(await take(sizeBytes))
    const status = / (\d{3})\b/.exec(message.startLine)?.[1]
    if (status !== '200') return this.#leaveOut(url, `status ${status ?? 'unknown'}`)
    if (isPartial) return this.#leaveOut(url, 'its body was not archived as a whole')
    const body = await this.#bodyOf(url, message)
    if (body === null) return
    const contentType = lastValue(message.headers, 'content-type')
    this.#hold(contentType)
    this.#responses.set(url, { url, contentType, body, requestedBy: null, date })
    if (this.#responses.size > responses)
      throw new RecordingError(65, `${this.#file}: it has more than ${responses} responses with status 200`)
  }

  async #bodyOf(url: string, message: HttpMessage): Promise<Buffer | null> {
    try {
      return await decodeBody(message, this.#budget)
    } catch (error) {
      if (error instanceof TooManyDecodedBytes) throw error
      this.#leaveOut(url, `its body cannot be decoded (${(error as Error).message})`)
      return null
    }
  }

  #leaveOut(url: string, why: string): void {
    this.leftOut.push({ url: url.slice(0, WARC_LIMITS.urlCharacters), why })
  }

  /** Counts a text that may stay in memory. */
  #hold(text: string | null): void {
    this.#textBytes += text?.length ?? 0
    if (this.#textBytes > WARC_LIMITS.textBytes)
      throw new RecordingError(
        65,
        `${this.#file}: its URLs and media types have more than ${WARC_LIMITS.textBytes} bytes`,
      )
  }
}

const RELEVANT = new Set(['request', 'response', 'revisit'])
