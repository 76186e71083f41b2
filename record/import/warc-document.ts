import { withoutUserinfo } from '../../crawler/network/recorded-url.ts'
import { RecordingError } from '../recording-error.ts'

interface DocumentCandidate {
  readonly url: string
  /** The server's word; null where it did not say. */
  readonly contentType: string | null
}

/**
 * Chooses the page's document among the responses of a file.
 * @param url of the document; null: of the HTML that nothing asked for, what asked for most
 * @param askers Referer by URL
 * @throws RecordingError where there is none
 */
export function warcDocument<Response extends DocumentCandidate>(
  responses: readonly Response[],
  askers: ReadonlyMap<string, string | null>,
  { file, url }: { readonly file: string; readonly url: string | null },
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
  const contents = pages.length === 0 ? 'no HTML with status 200 is in it' : `it has ${listed(pages)}`
  throw new RecordingError(
    65,
    url === null ? `${file}: ${contents}` : `${file}: no page ${withoutUserinfo(url)}: ${contents}`,
  )
}

const MOST_LISTED = 5

function listed(pages: readonly DocumentCandidate[]): string {
  const urls = pages.slice(0, MOST_LISTED).map(({ url }) => withoutUserinfo(url))
  return [...urls, ...(pages.length > MOST_LISTED ? [`${pages.length - MOST_LISTED} more`] : [])].join(', ')
}

/** The one that most others name as their Referer; frames and counters are HTML as well. */
function mostAsking<Response extends DocumentCandidate>(
  pages: readonly Response[],
  askers: ReadonlyMap<string, string | null>,
): Response | undefined {
  const named = Map.groupBy(askers.values(), (initiator) => initiator)
  const count = ({ url }: Response): number => named.get(url)?.length ?? 0
  return pages.toSorted((a, b) => count(b) - count(a))[0]
}
