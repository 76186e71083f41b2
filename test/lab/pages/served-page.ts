import { setTimeout as delay } from 'node:timers/promises'
import type { PageFile } from '../../../lab/pages/shape/page-file.ts'
import type { KeyPair } from '../../servers/certificates.ts'
import { startWeb, type Web } from '../../servers/web.ts'

/** Hosts of the shards; a certificate for `*.pages.test` has them all. */
export const HOSTS = Array.from({ length: 7 }, (_, shard) => `s${shard}.pages.test`)

/** Serves files on a port of this machine, and others once they are set; every answer takes so long. */
export async function serveFiles(
  first: readonly PageFile[],
  pair: KeyPair,
  answerMs = 0,
): Promise<Web & { serve(files: readonly PageFile[]): void }> {
  const byUrl = new Map<string, PageFile>()
  const serve = (files: readonly PageFile[]): void => {
    byUrl.clear()
    for (const file of files) byUrl.set(`${file.host}${file.path}`, file)
    web.requests.splice(0)
  }
  const web = await startWeb((request, response) => {
    const { ':authority': authority = request.headers.host } = request.headers as Record<string, string>
    const file = byUrl.get(`${authority?.replace(/:\d+$/, '')}${request.url}`)
    void delay(answerMs + (file?.thinkMs ?? 0)).then(() => {
      response.statusCode = file === undefined ? 404 : 200
      if (file !== undefined) response.setHeader('content-type', file.contentType)
      response.end(Buffer.from(file?.body ?? ''))
    })
  }, pair)
  serve(first)
  return Object.assign(web, { serve })
}
