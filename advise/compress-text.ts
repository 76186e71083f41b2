import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { originOf } from '../lab/replay/replayed-origin.ts'
import type { Exchange } from '../model/recording/exchange.ts'
import { bodyFile } from '../model/recording/names.ts'
import type { Recording } from '../model/recording/recording.ts'
import { changeRecording, type KeepBody } from './changed-recording.ts'
import { isOwnHost } from './page-hosts.ts'
import type { WhatIf } from './what-if.ts'

/** Media types that are text, or else as compressible as text. */
const TEXT =
  /^(text\/|application\/(javascript|ecmascript|json|ld\+json|manifest\+json|xml|xhtml\+xml|rss\+xml|wasm|vnd\.ms-fontobject)|image\/(svg\+xml|x-icon|bmp)|font\/(ttf|otf))/

/** Bytes: a body of a packet gains nothing. nginx and Cloudflare have such limits, too. */
const LEAST_BYTES = 1_400

/** Servers use this for answers that they make on the fly; stored files can have 11 and become a tenth smaller still. */
const QUALITY = 5

export const compressText: WhatIf = {
  name: 'compress-text',
  title: 'Compress text that is sent as it is',
  howToDo: [
    {
      where: 'nginx',
      how: '`gzip on; gzip_types text/css text/javascript application/javascript application/json image/svg+xml;` (HTML always is); Brotli by the module ngx_brotli.',
    },
    { where: 'Caddy', how: '`encode zstd gzip`' },
    {
      where: 'Apache',
      how: '`AddOutputFilterByType BROTLI_COMPRESS;DEFLATE text/html text/css text/javascript application/javascript application/json image/svg+xml` (mod_brotli, mod_deflate).',
    },
    {
      where: 'Cloudflare and other CDNs',
      how: 'They compress by Content-Type: send the right one, and no `Cache-Control: no-transform`.',
    },
  ],
  appliesTo: ({ recording }) => {
    const found = recording.exchanges.filter((exchange) => isPlainText(exchange, recording))
    const bytes = found.reduce((sum, { body }) => sum + (body?.bytes ?? 0), 0)
    return found.length === 0
      ? { applies: false, why: 'All text of the site’s own hosts that is worth it came compressed.' }
      : {
          applies: true,
          why: `${found.length} ${found.length === 1 ? 'file' : 'files'} of text, ${Math.round(bytes / 1_000)} kB in all, came uncompressed.`,
        }
  },
  arms: null,
  change: (from, to) =>
    changeRecording(from, to, async (recording, keepBody) => ({
      ...recording,
      exchanges: await Promise.all(
        recording.exchanges.map((exchange) =>
          isPlainText(exchange, recording) ? compressed(exchange, from, keepBody) : exchange,
        ),
      ),
    })),
  levels: {},
}

/** A text that a server of the page's own site sent whole, without content coding, to a browser that knows some. */
function isPlainText(exchange: Exchange, recording: Recording): boolean {
  const { status, body, contentEncoding, failure, responseHeaders, url } = exchange
  const { origin } = new URL(url)
  const host = recording.hosts.find((each) => originOf(each).origin === origin)
  return (
    status === 200 &&
    failure === null &&
    contentEncoding === null &&
    body?.form === 'sent' &&
    body.bytes >= LEAST_BYTES &&
    TEXT.test(field(responseHeaders, 'content-type') ?? '') &&
    !/no-transform/i.test(field(responseHeaders, 'cache-control') ?? '') &&
    codingFor(exchange) !== null &&
    host !== undefined &&
    isOwnHost(host, recording)
  )
}

/** The best that the request accepts; browsers accept Brotli over TLS alone. */
function codingFor({ requestHeaders }: Exchange): 'br' | 'gzip' | null {
  const accepted = (field(requestHeaders, 'accept-encoding') ?? '').split(',').map((each) => each.trim())
  return (['br', 'gzip'] as const).find((coding) => accepted.includes(coding)) ?? null
}

/** Returns it as it was where the coding saves nothing. */
async function compressed(exchange: Exchange, folder: string, keepBody: KeepBody): Promise<Exchange> {
  const { body } = exchange
  const coding = codingFor(exchange)
  if (body === null || coding === null) return exchange
  const plain = await readFile(join(folder, bodyFile(body.sha256)))
  const coded =
    coding === 'br'
      ? brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } })
      : gzipSync(plain)
  if (coded.length >= plain.length) return exchange
  const kept = exchange.responseHeaders.filter(
    ([name]) => !['content-length', 'content-encoding', 'accept-ranges'].includes(name.toLowerCase()),
  )
  const share = coded.length / plain.length
  return {
    ...exchange,
    responseHeaders: [...kept, ['content-encoding', coding], ['content-length', String(coded.length)]],
    contentEncoding: coding,
    body: {
      ...body,
      sha256: await keepBody(coded),
      bytes: coded.length,
      sentBytes: coded.length,
    },
    ...(exchange.pauses && {
      pauses: exchange.pauses.map(({ atBytes, ms }) => ({ atBytes: Math.floor(atBytes * share), ms })),
    }),
  }
}

const field = (fields: Exchange['responseHeaders'], wanted: string): string | undefined =>
  fields.find(([name]) => name.toLowerCase() === wanted)?.[1]
