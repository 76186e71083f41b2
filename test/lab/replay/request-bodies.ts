import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Har } from 'har-format'
import { httpMessage } from '../../../record/warc/http-message.ts'
import { warcRecords } from '../../../record/warc/warc.ts'

/** Bodies of the requests in a HAR or WARC file, by their SHA-256: recordings have no more of them. */
export async function requestBodies(file: string): Promise<ReadonlyMap<string, Buffer>> {
  const bodies = file.endsWith('.har') ? await bodiesOfHar(file) : await bodiesOfWarc(file)
  return new Map(bodies.map((body) => [createHash('sha256').update(body).digest('hex'), body]))
}

async function bodiesOfHar(file: string): Promise<Buffer[]> {
  const text = await readFile(file, 'utf8')
  const { log } = JSON.parse(text.replace(/^\uFEFF/, '')) as Har
  return log.entries.flatMap(({ request }) => {
    const body = request?.postData?.text
    return body === undefined ? [] : Buffer.from(body)
  })
}

async function bodiesOfWarc(file: string): Promise<Buffer[]> {
  const bodies: Buffer[] = []
  for await (const { type, sizeBytes, take } of warcRecords(file))
    if (type === 'request') bodies.push(httpMessage(await take(sizeBytes)).body ?? Buffer.alloc(0))
  return bodies
}
