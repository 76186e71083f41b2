import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.csv': 'text/csv',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
}

/** A web server that knows nothing but files: index.html of a folder, 404.html for what is missing. */
export async function servePlainFiles(folder: string): Promise<{ readonly url: string } & AsyncDisposable> {
  const server = createServer(async ({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost')
    for (const name of [pathname, `${pathname}/index.html`]) {
      const body = await readFile(join(folder, name)).catch(() => null)
      if (body === null) continue
      response
        .writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' })
        .end(body)
      return
    }
    response.writeHead(404, { 'Content-Type': 'text/html' }).end(await readFile(join(folder, '404.html')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
