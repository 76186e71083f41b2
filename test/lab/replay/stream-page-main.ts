import { readFile } from 'node:fs/promises'
import { createSecureServer, type Http2ServerResponse } from 'node:http2'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The program of a server whose document and lines come in pieces: `FOLDER ADDRESS`, port 443. */
const [folder = '', address = ''] = process.argv.slice(2)
const PIECES = 8
const PAUSE_MS = 150
const PIECE_BYTES = 4_000

/** The load event waits for the end of the lines: a frame stays open until a script has read them. */
const HEAD = `<!doctype html><link rel="icon" href="data:,"><title>stream</title><script>
const held = document.documentElement.appendChild(document.createElement('iframe')).contentDocument
held.open()
;(async () => {
  const reader = (await fetch('/lines.ndjson')).body.getReader()
  while (!(await reader.read()).done);
  held.close()
})()
</script>`

async function inPieces(
  response: Http2ServerResponse,
  type: string,
  piece: (place: number) => string,
): Promise<void> {
  response.setHeader('content-type', type)
  for (let place = 0; place < PIECES; place++) {
    if (place > 0) await delay(PAUSE_MS)
    response.write(piece(place))
  }
  response.end()
}

createSecureServer(
  {
    key: await readFile(join(folder, 'key.pem')),
    cert: await readFile(join(folder, 'cert.pem')),
    allowHTTP1: true,
  },
  ({ url }, response) => {
    if (url === '/')
      void inPieces(
        response,
        'text/html',
        (place) => `${place === 0 ? HEAD : ''}<!--${'x'.repeat(PIECE_BYTES)}-->`,
      )
    else if (url === '/lines.ndjson')
      void inPieces(
        response,
        'application/x-ndjson',
        (place) => `${JSON.stringify({ place, text: 'x'.repeat(PIECE_BYTES) })}\n`,
      )
    else {
      response.statusCode = 404
      response.end()
    }
  },
).listen(443, address)
