import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, makeAuthority } from '../servers/certificates.ts'
import { type Answer, html, startWeb, type Web } from '../servers/web.ts'

/** Sites under `*.test` on this machine, over HTTP/2 and HTTP/1.1 with a certificate of a private root. */
export interface TestSites extends AsyncDisposable {
  readonly web: Web
  readonly authority: Authority
  readonly caFile: string
  /** Has a browser find them. */
  readonly switches: readonly string[]
}

const NAMES = [
  'site.test',
  'www.site.test',
  'mail.site.test',
  'other.test',
  'www.other.test',
  'third.test',
  'parts.test',
]

/**
 * Default answer: a page with three parts of its own and one of `parts.test`; `/go` leads to `/`; third.test’s is fresh for a while. Its icon is nothing to
 * fetch: a browser would ask for it when it likes.
 */
export async function openTestSites(answer: Answer = page): Promise<TestSites> {
  await using resources = new AsyncDisposableStack()
  const authority = makeAuthority()
  const pair = authority.leaf({ altNames: NAMES.map((name) => `DNS:${name}`).join(', ') })
  const web = resources.use(await startWeb(answer, pair))
  const folder = await mkdtemp(join(tmpdir(), 'towline-sites-'))
  resources.defer(() => rm(folder, { recursive: true }))
  const caFile = join(folder, 'ca.pem')
  await writeFile(caFile, authority.ca)
  const owned = resources.move()
  return {
    ...{ web, authority, caFile },
    switches: [`--host-resolver-rules=MAP *.test 127.0.0.1:${web.port}`],
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

export const page: Answer = (request, response) => {
  const path = new URL(request.url ?? '/', 'https://site.test').pathname
  if (path.endsWith('.js')) {
    response.setHeader('content-type', 'text/javascript')
    response.end(`/* ${path} */`)
    return
  }
  if (path === '/go') {
    response.statusCode = 302
    response.setHeader('location', '/')
    response.end()
    return
  }
  const host = request.headers[':authority'] ?? request.headers.host
  if (host === 'third.test') response.setHeader('cache-control', 'max-age=600')
  const parts = ['/1.js', '/2.js', '/3.js', 'https://parts.test/4.js']
  html(
    response,
    `<!doctype html><title>A page</title><link rel=icon href=data:,><h1>A page</h1>${parts.map((src) => `<script src="${src}"></script>`).join('')}`,
  )
}
