import { once } from 'node:events'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { keyPem, makeKeys, makeLeaf } from '../../../lab/certificate/certificate.ts'

/** A page with so many parts, over HTTP/2 on a free port of this machine; its certificate is signed by itself. */
export async function servePage(parts: number): Promise<{ readonly port: number } & AsyncDisposable> {
  const keys = makeKeys()
  const cert = makeLeaf({ keys, subject: { commonName: 'page.test' }, altNames: ['page.test'], issuer: null })
  const sources = Array.from({ length: parts }, (_, i) => `<script src="/${i}.js"></script>`)
  const server = createSecureServer({ key: keyPem(keys), cert }, (request, response) => {
    const isPage = request.url === '/'
    response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
    response.end(isPage ? `<!doctype html><title>A page</title>${sources.join('')}` : '/* a part */')
  })
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => {
    sessions.add(session)
    session.on('close', () => sessions.delete(session))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.close()
      for (const session of sessions) session.destroy()
      await once(server, 'close')
    },
  }
}
