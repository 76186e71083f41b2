/** A program for inside the client's namespace: CA HOST=ADDRESS…. Prints `STATUS FAILURE` of one HTTP/3 GET each. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { quicheStack } from '../../../crawler/quic/quic-stack.ts'
import { openResolver } from '../../../crawler/survey/dns/stub-resolver.ts'
import { openHttp3 } from '../../../crawler/survey/http/http3.ts'
import { type SurveyContext, TIMEOUTS } from '../../../crawler/survey/operation/context.ts'

const [, , caFile = '', ...targets] = process.argv
await using resolver = openResolver({ servers: ['198.18.0.53'] })
const context: SurveyContext = {
  clock: () => performance.now(),
  originMs: 0,
  signal: new AbortController().signal,
  timeouts: { ...TIMEOUTS, quicHandshakeMs: 10_000 },
  resolver,
  loop: { lateMs: 1 },
  families: new Set([4, 6] as const),
  allows: () => true,
  userAgent: 'towline test',
  secureContext: createSecureContext({ ca: readFileSync(caFile) }),
  caFile,
  quic: quicheStack(),
}

async function get(target: string): Promise<string> {
  const [host = '', address = ''] = target.split('=')
  const family = address.includes(':') ? 6 : 4
  await using http = openHttp3(
    { host, address, family, port: 443, scheme: 'https', hop: 0, connection: 0 },
    context,
  )
  const row = await http.get('/')
  return `${row.result?.status ?? null} ${row.failure}`
}

console.log((await Promise.all(targets.map(get))).join('\n'))
