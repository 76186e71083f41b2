import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createSecureServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A page with so many parts, over HTTP/2 on a free port of this machine; its certificate is signed by itself. */
export async function servePage(parts: number): Promise<{ readonly port: number } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'towline-page-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const options = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=page.test',
  ]
  await run('openssl', ['req', '-x509', ...options, '-keyout', key, '-out', cert])
  const sources = Array.from({ length: parts }, (_, i) => `<script src="/${i}.js"></script>`)
  const server = createSecureServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (request, response) => {
      const isPage = request.url === '/'
      response.setHeader('content-type', isPage ? 'text/html' : 'text/javascript')
      response.end(isPage ? `<!doctype html><title>A page</title>${sources.join('')}` : '/* a part */')
    },
  )
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
      await rm(folder, { recursive: true })
    },
  }
}
