import { readFile } from 'node:fs/promises'
import { createSecureServer } from 'node:http2'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DOCUMENT_MS, FILE_MS, HINTED, HINTS_MS } from './hinted-page.ts'

/** The program of a server that announces a page's files by a 103 before the page: `FOLDER ADDRESS`, port 443. */
const [folder = '', address = ''] = process.argv.slice(2)
const TAGS = HINTED.map((path) =>
  path.endsWith('css') ? `<link rel=stylesheet href=${path}>` : `<script src=${path}></script>`,
)

createSecureServer(
  {
    key: await readFile(join(folder, 'key.pem')),
    cert: await readFile(join(folder, 'cert.pem')),
    allowHTTP1: true,
  },
  async ({ url }, response) => {
    const file = HINTED.find((path) => path === url)
    if (url === '/') {
      await delay(HINTS_MS)
      response.writeEarlyHints({
        link: HINTED.map((path) => `<${path}>; rel=preload; as=${path.endsWith('css') ? 'style' : 'script'}`),
      })
      await delay(DOCUMENT_MS - HINTS_MS)
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><link rel="icon" href="data:,"><title>hinted</title>${TAGS.join('')}`)
    } else if (file !== undefined) {
      await delay(FILE_MS)
      response.setHeader('content-type', file.endsWith('css') ? 'text/css' : 'text/javascript')
      response.setHeader('cache-control', 'max-age=600')
      response.end(`/*${'x'.repeat(20_000)}*/`)
    } else {
      response.statusCode = 404
      response.end()
    }
  },
).listen(443, address)
