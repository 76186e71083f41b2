/**
 * A program for a network namespace of its own, all of whose addresses are its own: a name server at 9.9.9.53, a web
 * server and a UDP trap at every address, and tcpdump, which sees every packet. Loads pages that try to reach private
 * addresses, and says in JSON, for each, how it ended and which packets and questions there were.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import dnsPacket from 'dns-packet'
import { isGlobal } from '../../../../crawler/network/address.ts'
import { openBrowser } from '../../../../crawler/probe/browser/browser.ts'
import { openEgressFilter } from '../../../../crawler/probe/browser/egress-filter.ts'
import { findPacketTools } from '../../../../crawler/probe/packets/packet-tools.ts'
import { DIGIT_NAMES, NAMES, OTHER_PORT, PAGES } from './trap-pages.ts'

const CACHE = join(import.meta.dirname, '../../../../.cache/towline')
const SITE = '9.9.9.9'
const PATIENT_MS = 8_000

interface Order {
  /** Names of pages; default all. */
  readonly pages?: readonly string[]
  readonly filter: boolean
  readonly guarded: boolean
  /** Waited after each load for what it has set off, milliseconds. */
  readonly lingerMs: number
  /** Pages after which eight seconds are waited. */
  readonly patient?: readonly string[]
  readonly switches?: readonly string[]
}

const order = JSON.parse(process.argv[2] ?? '{}') as Order
const signal = AbortSignal.timeout(600_000)
for (const command of [
  'ip link set lo up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
  // WebRTC uses no loopback.
  'ip link add outside type veth peer name other',
  // An address that comes up later, as an automatic one does after a second or two, makes Chromium break off what it loads.
  'ip link set outside addrgenmode none',
  'ip link set other addrgenmode none',
  'ip addr add 9.9.8.1/24 dev outside',
  'ip addr add 2600::1/64 dev outside nodad',
  'ip link set outside up',
  'ip link set other up',
]) {
  const [program = '', ...argv] = command.split(' ')
  const { status, stderr } = spawnSync(program, argv, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}

let questions: string[] = []
const asked = new Map<string, number>()
const dns = createSocket('udp4')
dns.on('message', (query, from) => {
  const { id = 0, questions: [question] = [] } = dnsPacket.decode(query)
  if (question === undefined) return
  const { name, type } = question
  questions.push(`${name} ${type}`)
  const time = (asked.get(`${name} ${type}`) ?? 0) + 1
  asked.set(`${name} ${type}`, time)
  const known =
    NAMES[name] ??
    (/\.example(\.com|\.st)?$/.test(name) || DIGIT_NAMES.includes(name) ? { a: () => [SITE] } : null)
  const of = type === 'A' ? known?.a : type === 'AAAA' ? known?.aaaa : undefined
  const answers = (of?.(time) ?? []).map((data) => ({ name, type: type as 'A', ttl: 0, data }))
  const flags = dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (known === null ? 3 : 0)
  dns.send(
    dnsPacket.encode({ type: 'response', id, flags, questions: [question], answers }),
    from.port,
    from.address,
  )
})
dns.bind(53, '9.9.9.53')

/** Requests that reached a trap: `GET http://host/path at address`. */
let reached: string[] = []
let hosts: string[] = []
const web = createServer((request, response) => {
  const { localAddress = '', localPort } = request.socket
  const address = localAddress.replace(/^::ffff:/, '')
  hosts.push(request.headers.host ?? '')
  if (!isGlobal(address))
    reached.push(`${request.method} ${request.headers.host}${request.url} at ${address}`)
  response.setHeader('connection', 'close')
  response.setHeader('access-control-allow-origin', '*')
  const page = PAGES[(request.headers.host ?? '').split('.')[0] ?? '']
  if (page?.redirect && request.url === '/') {
    response.writeHead(302, { location: page.redirect })
    response.end()
    return
  }
  response.setHeader('content-type', 'text/html')
  response.end(
    page && request.url === '/' && localPort === 80
      ? `<!doctype html><link rel=icon href=data:,><body>${page.html ?? ''}`
      : 'ok',
  )
})
web.on('upgrade', (request, socket) => {
  reached.push(`upgrade ${request.headers.host}${request.url}`)
  socket.destroy()
})
web.listen(80, '::')
await once(web, 'listening')
const tls = createServer()
tls.listen(443, '::')
const other = createServer((request) => reached.push(`port ${request.url}`))
other.listen(OTHER_PORT, '::')

const { tcpdump, nft } = findPacketTools(CACHE)
if (tcpdump === null) throw new Error('tcpdump is missing')
let packets: string[] = []
const sniffer = spawn(tcpdump.path, ['-i', 'any', '-n', '-q', '-l', '-t', '--immediate-mode', '-Z', 'root'], {
  env: { ...process.env, ...tcpdump.env },
  stdio: ['ignore', 'pipe', 'pipe'],
})
createInterface({ input: sniffer.stdout }).on('line', (line) => {
  const [, to, port] = / IP6? \S+ > ([0-9a-f.:]+?)(?:\.(\d+))?: /.exec(line) ?? []
  if (to === undefined || isGlobal(to) || to.startsWith('ff02::')) return
  // Sent by the kernel for the namespace's own interface.
  if (/ igmp| 224\.0\.0\.22/.test(line)) return
  const proto = /: (UDP|tcp|ICMP6?)/i.exec(line)?.[1]?.toLowerCase() ?? 'other'
  // What a trap answers has a private address on both ends; what it was asked goes to one of its ports.
  if (proto === 'tcp' && !['80', '443', String(OTHER_PORT)].includes(port ?? '')) return
  if (!proto.startsWith('icmp')) packets.push(`${proto} ${to} ${port ?? ''}`)
})
await once(createInterface({ input: sniffer.stderr }), 'line')

await using filter = order.filter ? await openEgressFilter(nft, ['9.9.9.53']) : null
const names = order.pages ?? Object.keys(PAGES)
const results: Record<string, object> = {}
await using browser = await openBrowser({
  ...{ arm: 'h3-altsvc', origins: { forced: [], privateRoot: [] }, keyLog: false, signal },
  guarded: order.guarded,
  ...(filter === null ? {} : { gid: filter.gid }),
  switches: [
    ...(order.switches ?? []),
    `--unsafely-treat-insecure-origin-as-secure=${names.map((name) => `http://${name}.example`)}`,
  ],
})
for (const name of names) {
  ;[packets, questions, reached, hosts] = [[], [], [], []]
  const { failure } = await browser.load({
    url: PAGES[name]?.url ?? `http://${name}.example/`,
    refused: (address) => !isGlobal(address),
    settleMs: order.patient?.includes(name) ? PATIENT_MS : order.lingerMs,
    loadLimitMs: 60_000,
    signal,
  })
  await delay(200)
  results[name] = {
    failure: failure?.code ?? null,
    packets: [...new Set(packets)].sort(),
    questions: [...new Set(questions)].sort(),
    reached,
    hosts: [...new Set(hosts)].sort(),
  }
}
sniffer.kill()
console.log(JSON.stringify({ results, refused: (await filter?.refused()) ?? null }))
await filter?.[Symbol.asyncDispose]()
process.exit()
