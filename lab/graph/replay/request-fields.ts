import type { GraphFetch } from '../../../model/graph/node.ts'
import type { RequestFields } from './graph-order.ts'

/** The lab's Chromium sends this, so that requests are as long as the browser's: upload costs time on a slow link. */
const AGENT =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/156.0.0.0 Safari/537.36'
const BRAND = '"Chromium";v="156", "Not(A:Brand";v="24"'

/** `Accept` and `Sec-Fetch-Dest` by the type of a resource (Fetch, 3.2.7 and 4.1). */
const BY_TYPE = new Map<string, readonly [accept: string, destination: string]>(
  Object.entries({
    document: [
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8',
      'document',
    ],
    style: ['text/css,*/*;q=0.1', 'style'],
    image: ['image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8', 'image'],
    script: ['*/*', 'script'],
    font: ['*/*', 'font'],
  }),
)

/** Fields that a browser sends with a request of a page, but for cookies. */
export function requestFields(
  { resourceType, origin }: GraphFetch,
  isMainDocument: boolean,
  page: URL,
): RequestFields {
  const [accept, destination] = BY_TYPE.get(resourceType ?? '') ?? ['*/*', 'empty']
  const isSameOrigin = origin === page.origin
  const client: RequestFields = [
    ['sec-ch-ua', BRAND],
    ['sec-ch-ua-mobile', '?0'],
    ['sec-ch-ua-platform', '"Linux"'],
    ['user-agent', AGENT],
    ['accept', accept],
  ]
  if (isMainDocument)
    return [
      ...client,
      ['upgrade-insecure-requests', '1'],
      ['sec-fetch-site', 'none'],
      ['sec-fetch-mode', 'navigate'],
      ['sec-fetch-user', '?1'],
      ['sec-fetch-dest', 'document'],
      ...CODINGS,
    ]
  return [
    ...client,
    ['sec-fetch-site', isSameOrigin ? 'same-origin' : 'cross-site'],
    ['sec-fetch-mode', destination === 'empty' || destination === 'font' ? 'cors' : 'no-cors'],
    // A frame's document is none that the server may take for a new load.
    ['sec-fetch-dest', destination === 'document' ? 'iframe' : destination],
    ['referer', isSameOrigin ? page.href : `${page.origin}/`],
    ...CODINGS,
  ]
}

const CODINGS: RequestFields = [
  ['accept-encoding', 'gzip, deflate, br, zstd'],
  ['accept-language', 'en-US,en;q=0.9'],
]
