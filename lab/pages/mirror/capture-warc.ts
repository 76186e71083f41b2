import { type CapturedPage, type CapturedResponse, type LeftOut, MirrorError } from './captured-page.ts'
import { decodedBody, httpMessage } from './http-message.ts'
import { warcRecords } from './warc.ts'

/**
 * Takes a page from a WARC file: the document, and every other response with status 200 in it.
 * @param url of the document; null: of the HTML that nothing asked for, what asked for most
 * @throws MirrorError where the file is none, or has no such document
 */
export async function captureWarc(file: string, url: string | null): Promise<CapturedPage> {
  const responses = new Map<string, CapturedResponse & { readonly date: string | null }>()
  const askers = new Map<string, string | null>()
  const leftOut: LeftOut[] = []
  for await (const { type, url: of, date, block } of warcRecords(file)) {
    if (type === 'request') {
      const { startLine, headers } = httpMessage(block)
      if (!startLine.startsWith('GET '))
        leftOut.push({ url: of, why: `asked for by ${startLine.split(' ')[0]}` })
      const referer = headers.get('referer') ?? null
      // A page that was loaded once more may name itself.
      if (!askers.has(of)) askers.set(of, referer === of ? null : referer)
    } else if (type === 'revisit') leftOut.push({ url: of, why: 'its body is in another archive' })
    if (type !== 'response' || !/^https?:/i.test(of) || !URL.canParse(of)) continue
    const message = httpMessage(block)
    const status = / (\d{3})\b/.exec(message.startLine)?.[1]
    if (status !== '200') leftOut.push({ url: of, why: `status ${status ?? 'unknown'}` })
    else if (!responses.has(of)) {
      try {
        const contentType = message.headers.get('content-type') ?? null
        responses.set(of, { url: of, contentType, body: await decodedBody(message), askedBy: null, date })
      } catch (error) {
        leftOut.push({ url: of, why: `its body cannot be decoded (${(error as Error).message})` })
      }
    }
  }
  const taken = new Set(leftOut.filter(({ why }) => why.startsWith('asked for by')).map((each) => each.url))
  const usable = [...responses.values()].filter((each) => !taken.has(each.url))
  const document = documentOf(usable, askers, file, url)
  const others = usable.filter((each) => each !== document)
  return {
    responses: [document, ...others].map(({ date: _, ...each }) => {
      return { ...each, askedBy: askers.get(each.url) ?? null }
    }),
    leftOut,
    capturedAt: document.date,
  }
}

function documentOf<Response extends CapturedResponse>(
  responses: readonly Response[],
  askers: ReadonlyMap<string, string | null>,
  file: string,
  url: string | null,
): Response {
  const pages = responses.filter(({ contentType }) =>
    /^(text\/html|application\/xhtml)/i.test(contentType ?? ''),
  )
  const found =
    url === null
      ? (mostAsking(
          pages.filter((page) => (askers.get(page.url) ?? null) === null),
          askers,
        ) ?? pages[0])
      : pages.find((page) => page.url === url)
  if (found !== undefined) return found
  const there =
    pages.length === 0
      ? 'no HTML with status 200 is in it'
      : `it has ${pages.map((page) => page.url).join(', ')}`
  throw new MirrorError(65, url === null ? `${file}: ${there}` : `${file}: no page ${url}: ${there}`)
}

/** The one that most others name as their Referer; frames and counters are HTML as well. */
function mostAsking<Response extends CapturedResponse>(
  pages: readonly Response[],
  askers: ReadonlyMap<string, string | null>,
): Response | undefined {
  const named = (page: Response): number => [...askers.values()].filter((asker) => asker === page.url).length
  return pages.toSorted((a, b) => named(b) - named(a))[0]
}
