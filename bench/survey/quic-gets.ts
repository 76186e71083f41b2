/**
 * What one of a survey's QUIC clients costs, a program: GETs of `/robots.txt` on new connections to `site.test` on a port of
 * 127.0.0.1. `TOWLINE_QUIC_CLIENT=quinn node quic-gets.ts PORT CA GETS AT-ONCE` prints a line of JSON.
 */
import { createSecureContext } from 'node:tls'
import { quicStackHere } from '../../cli/options/quic-stack-here.ts'
import { cacheFolder } from '../../crawler/process/cache-folder.ts'
import { openHttp3 } from '../../crawler/survey/http/http3.ts'
import { type SurveyContext, TIMEOUTS } from '../../crawler/survey/operation/context.ts'
import { programUse } from './program-use.ts'

const [port, caFile = '', gets, atOnce] = process.argv.slice(2)
const quic = await quicStackHere(cacheFolder())
const context: SurveyContext = {
  clock: () => performance.now(),
  originMs: performance.now(),
  signal: new AbortController().signal,
  timeouts: TIMEOUTS,
  resolver: {
    servers: [],
    resolve: () => Promise.reject(new Error('no name is asked for')),
    async [Symbol.asyncDispose]() {},
  },
  loop: { lateMs: 1 },
  families: new Set([4] as const),
  allows: () => true,
  userAgent: 'towline-bench',
  secureContext: createSecureContext(),
  caFile,
  quic,
}

async function get(): Promise<string | null> {
  const target = { host: 'site.test', address: '127.0.0.1', family: 4, scheme: 'https' } as const
  await using http = openHttp3({ ...target, port: Number(port), hop: 0, connection: 0 }, context)
  return (await http.get('/robots.txt')).failure
}

// What is only done once: roots are read, code is compiled.
for (let n = 0; n < 50; n += 1) await get()
const before = { cpu: process.cpuUsage(), program: programUse(quic, caFile), ms: performance.now() }
let left = Number(gets)
let failed = 0
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (left-- > 0) if ((await get()) !== null) failed += 1
  }),
)
const wallS = (performance.now() - before.ms) / 1_000
const { user, system } = process.cpuUsage(before.cpu)
const program = programUse(quic, caFile)
const cpuMs = (user + system) / 1_000 + program.cpuMs - before.program.cpuMs
const line = {
  client: quic?.version,
  getsPerS: Number(gets) / wallS,
  cpuMsPerGet: cpuMs / Number(gets),
  ofProgramMs: (program.cpuMs - before.program.cpuMs) / Number(gets),
  maxMib: process.resourceUsage().maxRSS / 1_024 + program.maxMib,
  programMib: program.maxMib,
  failed,
}
process.stdout.write(`${JSON.stringify(line)}\n`)
