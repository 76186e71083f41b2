import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { readUdpCounters } from '../../../crawler/probe/packets/udp-counters.ts'
import { conditionWith } from '../../../lab/link/condition/profiles.ts'
import { shardAddress } from '../../../lab/network/addresses.ts'
import { makeAuthority } from '../../../lab/network/authority.ts'
import { openLabNetwork } from '../../../lab/network/open.ts'
import { originListeners, serverCommand } from '../../../lab/origin/origin.ts'
import { findServerProgram } from '../../../lab/origin/server-program.ts'
import type { UdpPath } from '../../../model/udp-path.ts'
import { CACHE } from '../link/why-no-link.ts'

const HOST = 'announced.test'
const PICTURES = 6

export interface SeenLoad {
  /** Requests that came by HTTP/3. */
  readonly h3: number
  readonly ms: number
  /** Packets of UDP that the path stopped meanwhile. */
  readonly stopped: number
}

/** A page that announces HTTP/3, and one browser before it that remembers, with a path of UDP between them. */
export interface AnnouncedPage extends AsyncDisposable {
  load(): Promise<SeenLoad>
  restart(): Promise<void>
  setUdp(path: Exclude<UdpPath, 'open'>): Promise<void>
}

export async function openAnnouncedPage(udp: Exclude<UdpPath, 'open'>): Promise<AnnouncedPage> {
  await using opened = new AsyncDisposableStack()
  const hosts = [{ name: HOST, address: shardAddress(0) }]
  const network = opened.use(await openLabNetwork({ cacheDir: CACHE, shards: 1, hosts }))
  const files = join(network.folder, 'www', HOST)
  await mkdir(files, { recursive: true })
  const names = Array.from({ length: PICTURES }, (_, n) => `${n}.png`)
  const html = `<!doctype html><title>x</title>${names.map((name) => `<img src="${name}">`).join('')}`
  await writeFile(join(files, 'index.html'), html)
  for (const name of names) await writeFile(join(files, name), Buffer.alloc(2_000))
  const authority = await makeAuthority(join(network.folder, 'certificates'))
  const certificate = await authority.issue('announced', [HOST])
  await network.setLink(conditionWith({ rttMs: 20 }), { initcwnd: null, congestionControl: 'cubic' })
  await network.setUdp(udp)
  const order = {
    server: 'towline' as const,
    www: join(network.folder, 'www'),
    hosts,
    ...certificate,
    think: {},
    maxConcurrentStreams: null,
    cacheControl: null,
    altSvc: true,
    alpn: ['h3', 'h2', 'http/1.1'] as const,
    quicInitialWindowPackets: null,
  }
  const program = await findServerProgram('towline', CACHE)
  await network.serve(
    await serverCommand(order, join(network.folder, 'server'), program),
    originListeners(order),
  )
  const script = join(import.meta.dirname, 'browser-at-client.ts')
  const argument = JSON.stringify({ host: HOST, caFile: authority.caFile })
  const [file = '', ...argv] = network.command('client', [process.execPath, script, argument])
  const child = opened.adopt(spawn(file, argv, { stdio: ['pipe', 'pipe', 'inherit'] }), async (started) => {
    started.stdin.end()
    if (started.exitCode === null && started.signalCode === null) await once(started, 'close')
  })
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const ask = async (line: string): Promise<object> => {
    child.stdin.write(`${line}\n`)
    const { value, done } = await replies.next()
    if (done === true) throw new Error('the browser at the client’s end has ended')
    return JSON.parse(value) as object
  }
  const counters = network.udpCounters()
  const [inside = '', ...rest] = network.command('client', counters.argv)
  const stopped = async (): Promise<number> => {
    const command = { argv: [inside, ...rest], env: counters.env }
    return (await readUdpCounters(command, AbortSignal.timeout(10_000))).stopped
  }
  const closing = opened.move()
  return {
    async load() {
      const before = await stopped()
      const seen = (await ask('load')) as Pick<SeenLoad, 'h3' | 'ms'>
      return { ...seen, stopped: (await stopped()) - before }
    },
    async restart() {
      await ask('restart')
    },
    setUdp: (path) => network.setUdp(path),
    [Symbol.asyncDispose]: () => closing.disposeAsync(),
  }
}
