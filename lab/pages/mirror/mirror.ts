import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { RecordingError } from '../../../record/recording-error.ts'
import type { ResourceKind } from '../shape/resource-kind.ts'
import type { CapturedPage, CapturedResponse, LeftOutResponse } from './captured-page.ts'
import { FileNames } from './file-names.ts'
import { recordedPageUrl } from './recorded-page-url.ts'

/** A captured page as the lab can serve it: by host and path, from files. */
export interface Mirror {
  /** Of the document. */
  readonly url: string
  readonly capturedAt: string | null
  /** Host names as they are in the page's links; the document's comes first. */
  readonly hosts: readonly string[]
  readonly resources: readonly MirroredResource[]
  readonly leftOut: readonly LeftOutResponse[]
}

export interface MirroredResource {
  /** Place in `hosts`. */
  readonly host: number
  /** As in URLs, without the query: a server of files does not look at it. */
  readonly path: string
  readonly kind: ResourceKind
  readonly contentType: string
  readonly parent: number | null
  readonly body: Uint8Array
}

/**
 * Makes a captured page one that a file server can give to a browser under the same names.
 * @throws RecordingError where its document cannot be served so
 */
export function mirror({ responses, leftOut, capturedAt }: CapturedPage): Mirror {
  const out = [...leftOut]
  const hosts = new Map<string, number>()
  const resources: MirroredResource[] = []
  const indexByUrl = new Map<string, number>()
  const files = new FileNames()
  const scheme = new URL(responses[0]?.url ?? '').protocol
  for (const response of responses) {
    const url = new URL(response.url)
    const why = whyNot(url, scheme) ?? files.add(url)
    if (why !== null) {
      if (resources.length === 0)
        throw new RecordingError(65, `${recordedPageUrl(response.url)} cannot be the page: ${why}`)
      out.push({ url: response.url, why })
      continue
    }
    const host = hosts.get(url.hostname) ?? hosts.size
    hosts.set(url.hostname, host)
    const initiator =
      response.requestedBy === null ? undefined : indexByUrl.get(withoutHash(response.requestedBy))
    const parent = resources.length === 0 ? null : (initiator ?? 0)
    indexByUrl.set(withoutHash(response.url), resources.length)
    const contentType = response.contentType ?? 'application/octet-stream'
    resources.push({
      host,
      path: url.pathname,
      kind: kindOf(response),
      contentType,
      parent,
      body: response.body,
    })
  }
  return {
    url: recordedPageUrl(responses[0]?.url ?? ''),
    capturedAt,
    hosts: [...hosts.keys()],
    resources,
    leftOut: out.map((each) => ({ ...each, url: recordedPageUrl(each.url) })),
  }
}

const withoutHash = (url: string): string => url.replace(/#.*$/, '')

/** Why the lab cannot serve it under its own name; null where it can. */
function whyNot({ protocol, port, hostname }: URL, scheme: string): string | null {
  // A page by HTTPS does not load what comes in the clear, and one in the clear is for the arm http alone.
  if (protocol !== scheme) return `by ${protocol.slice(0, -1)}, the page by ${scheme.slice(0, -1)}`
  if (port !== '') return `on port ${port}`
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'its host is an address'
  return domainToASCII(hostname) === '' || !/^[a-z0-9._-]+$/.test(hostname) ? 'its host is no name' : null
}

function kindOf({ contentType, url }: CapturedResponse): ResourceKind {
  const type = (contentType ?? '').toLowerCase()
  if (/^text\/html|^application\/xhtml/.test(type)) return 'document'
  if (type.startsWith('text/css')) return 'stylesheet'
  if (/(java|ecma)script/.test(type)) return 'script'
  if (type.startsWith('image/')) return 'image'
  return /font|\bwoff/.test(type) || /\.(woff2?|ttf|otf|eot)$/.test(new URL(url).pathname) ? 'font' : 'fetch'
}
