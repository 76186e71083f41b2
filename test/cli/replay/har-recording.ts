import { writeFile } from 'node:fs/promises'
import { recordHar } from '../../../record/import/record-har.ts'

export interface HarHost {
  readonly name: string
  readonly protocol: 'http/1.1' | 'h2' | 'h3'
  readonly address: string
}

/** Makes a recording of a page with a script of each host; the first host has the page. */
export async function harRecording(folder: string, hosts: readonly HarHost[], title = 'page'): Promise<void> {
  const html = `<!doctype html><title>${title}</title><link rel=icon href=data:,>${hosts
    .map(({ name }) => `<script src="https://${name}/script.js"></script>`)
    .join('')}`
  const entry = ({ name, protocol, address }: HarHost, path: string, mimeType: string, text: string) => ({
    startedDateTime: '2026-11-22T12:00:00.000Z',
    time: 10,
    request: { method: 'GET', url: `https://${name}${path}`, headers: [] },
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: protocol,
      headers: [{ name: 'content-type', value: mimeType }],
      content: { size: text.length, mimeType, text },
      bodySize: text.length,
    },
    serverIPAddress: address,
    timings: { send: 0, wait: 5, receive: 1 },
  })
  const entries = [
    ...hosts.slice(0, 1).map((host) => entry(host, '/', 'text/html', html)),
    ...hosts.map((host) => entry(host, '/script.js', 'text/javascript', '/**/')),
  ]
  const file = `${folder}.har`
  await writeFile(file, JSON.stringify({ log: { entries } }))
  await recordHar(file, folder, 'test')
}
